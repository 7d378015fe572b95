// Each pair of columns as a clock: a hand for row p, one for row p + k, and how far their tips are apart.
// data: the first two rows of the kernel's table, and how far row k is from row 0.
touch.pieces["sinusoid-clocks"] = (place, data, words) => {
  const { filled, roving, tag, written } = touch;
  const [rows, far] = Object.values(data);
  const row = (p) => rows[0].map((_, j) => Math[j % 2 ? "cos" : "sin"](p / 10000 ** ((j - (j % 2)) / rows[0].length)));
  const apart = ([a, b]) => Math.hypot(...a.map((x, j) => x - b[j]));
  touch.check(place, [row(0), row(1), far.map((_, k) => apart([row(k), row(0)]))], [rows, far]);

  const top = Math.max(...far);
  let [chosen, furthest] = [0, 0];
  const clocks = rows[0].slice(rows[0].length / 2).map(() => touch.button());
  const part = (className, ...children) => tag("div", { className }, ...children);
  const [table, bars] = [part("clocks-rows"), part("clocks-bars")];
  const [said, distance] = [0, 1].map(() => tag("p", { className: "touch-said" }));
  const sliders = ["p", "k"].map((name, value) => {
    const slider = tag("input", { type: "range", max: far.length - 1, value, oninput: draw });
    const text = tag("span");
    const step = (by, sign) => touch.button(() => draw(slider.stepUp(by)), name + sign);
    return { name, slider, text, box: part("", step(-1, " \u2212 1"), tag("label", {}, text, slider), step(1, " + 1")) };
  });
  const svg = (box, paths) => `<svg viewBox="${box}" preserveAspectRatio="none">${paths.map(([d, name, opacity = 1]) => `<path d="M${d}" class="${name}" opacity="${opacity}"/>`).join("")}</svg>`;

  function draw() {
    const [p, k] = sliders.map(({ name, slider, text }) => {
      text.textContent = filled(words[name], [slider.value]);
      return +slider.value;
    });
    const both = [row(p), row(p + k)];
    const pair = (i) => both.map((each) => each.slice(2 * i, 2 * i + 2));
    clocks.forEach((clock, i) => {
      const [a, b] = pair(i).map(([sine, cosine]) => `${sine} ${-cosine}`);
      clock.innerHTML = svg("-1.1 -1.1 2.2 2.2", [[`${a}L${b}`, "gap"], [`0 0L${a}`, "here"], [`0 0L${b}`, "there"]]);
      clock.ariaLabel = filled(words.pair, [i]);
      clock.ariaPressed = i === chosen;
    });
    table.innerHTML = svg(`0 -0.5 ${both[0].length} 2`, [
      ...both.flatMap((each, y) => each.map((x, j) => [`${j} ${y}h1`, x < 0 ? "minus" : "plus", Math.abs(x)])),
      [`${2 * chosen}-.5h2v2h-2z`, "chosen"],
    ]);
    furthest = Math.max(furthest, k);
    bars.innerHTML = svg(`-0.5 ${-top} ${far.length} ${top}`, far.slice(0, furthest + 1).map((size, n) => [`${n} 0V${-size}`, n === k ? "now" : "seen"]));
    distance.textContent = filled(words.distance, [p, p + k, written(apart(both))]);
    const [a, b] = pair(chosen).map((each) => `(${each.map((x) => written(x)).join(", ")})`);
    said.textContent = filled(words.said, [chosen, 2 * chosen, 2 * chosen + 1, p, a, p + k, b, written(apart(pair(chosen)))]);
  }

  place.append(
    part("clocks-controls", ...sliders.map(({ box }) => box)), part("clocks-faces", ...clocks), said, table, distance, bars,
  );
  draw();
  said.ariaLive = distance.ariaLive = "polite";
  roving([0, 8, 16, 24].map((n) => clocks.slice(n, n + 8)), (i, j) => {
    if (clocks[8 * i + j] === document.activeElement) draw((chosen = 8 * i + j));
  });
};
