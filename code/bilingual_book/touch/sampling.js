// What may be drawn: temperature, then top-k, top-p and min-p, on the logits of a few tokens; and a hundred draws.
// data: the logits, and the probabilities that the kernel printed of them. The labels of the place are the tokens.
touch.pieces.sampling = (place, data, words) => {
  const { check, filled, tag, written } = touch;
  const [logits, printed] = Object.values(data);
  const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
  const softmax = (z) => tensors.softmax([z])[0];
  const keep = (z, kept) => z.map((each, i) => (kept(i) ? each : -Infinity));
  check(place, softmax(logits), printed);

  // As the chapter's functions: what equals the k-th or the most probable token stays, and a sum counts what is before.
  const filters = {
    k: (z, k) => keep(z, (i) => z[i] >= [...z].sort((a, b) => b - a)[k - 1]),
    p(z, share) {
      const p = softmax(z);
      const before = (i) => sum(p.filter((each, j) => each > p[i] || (each === p[i] && j < i)));
      return keep(z, (i) => before(i) < share || p[i] === Math.max(...p));
    },
    m(z, share) {
      const p = softmax(z);
      return keep(z, (i) => p[i] >= share * Math.max(...p));
    },
  };
  const n = logits.length;
  const ranges = { t: [0.1, 4, 0.1, 1], k: [1, n, 1, n], p: [0.05, 1, 0.05, 1], m: [0, 1, 0.05, 0] };
  const sliders = Object.entries(ranges).map(([name, [min, max, step, value]]) => {
    const slider = tag("input", { type: "range", min, max, step, value, oninput: () => show() });
    const text = tag("span");
    return { name, slider, text, box: tag("label", {}, text, slider) };
  });
  const rows = place.dataset.labels.split(" ").map((token) => {
    const [bar, number] = ["i", "span"].map((name) => tag(name));
    return { bar, number, row: tag("div", {}, tag("b", {}, token), tag("div", {}, bar), number) };
  });
  const said = tag("p", { className: "touch-said" });
  let q;

  function show(counts) {
    let z = logits;
    for (const { name, slider, text } of sliders) {
      const value = +slider.value;
      text.textContent = filled(words[name], [written(value, name === "k" ? 0 : 2)]);
      z = name === "t" ? z.map((each) => each / value) : filters[name](z, value);
    }
    q = softmax(z);
    rows.forEach(({ bar, number, row }, i) => {
      bar.style.width = `${100 * q[i]}%`;
      row.className = q[i] ? "" : "out";
      number.textContent = written(q[i], 3) + (counts ? ` \u2192 ${counts[i]}` : "");
    });
    const left = q.filter((each) => each > 0);
    said.textContent = filled(words.said, [left.length, n, written(Math.exp(-sum(left.map((each) => each * Math.log(each)))), 1)]);
  }

  function draw() {
    const counts = q.map(() => 0);
    for (let time = 0; time < 100; time++) {
      let point = Math.random() * sum(q);
      counts[q.findIndex((each) => (point -= each) < 0)]++;
    }
    show(counts);
  }

  function reset() {
    for (const { name, slider } of sliders) slider.value = ranges[name][3];
    show();
  }

  place.append(
    tag("div", { className: "sampling-controls" }, ...sliders.map(({ box }) => box)),
    tag("div", { className: "sampling-rows" }, ...rows.map(({ row }) => row)), said,
    tag("div", { className: "sampling-controls" }, touch.button(draw, words.draw), touch.button(reset, words.reset)),
  );
  show();
  said.ariaLive = "polite";
};
