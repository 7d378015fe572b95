// A query and a key that turn with their places: each pair of columns as a clock, what each adds to the score, and the
// score of every distance that was seen. data: query and key at place 0, and the kernel's scores of the first places.
touch.pieces["rotary-query-key"] = (place, data, words) => {
  const { check, filled, tag, written } = touch;
  const [query, key, scores] = Object.values(data);
  const [furthest, width] = [12, query.length];
  const pairs = query.slice(width / 2).map((_, i) => i);
  const turned = (row, t) => pairs.map((i) => {
    const [angle, a, b] = [t / 10000 ** ((2 * i) / width), row[2 * i], row[2 * i + 1]];
    return [a * Math.cos(angle) - b * Math.sin(angle), a * Math.sin(angle) + b * Math.cos(angle)];
  });
  const shares = (t, s) => {
    const k = turned(key, s);
    return turned(query, t).map(([a, b], i) => (a * k[i][0] + b * k[i][1]) / Math.sqrt(width));
  };
  const score = (t, s) => shares(t, s).reduce((a, b) => a + b);
  check(place, scores.map((row, t) => row.map((_, s) => score(t, s))), scores);

  const distances = Array.from({ length: 2 * furthest + 1 }, (_, i) => i - furthest);
  const top = Math.max(...distances.map((d) => Math.abs(score(d, 0))));
  const reach = 1.1 * Math.max(...[query, key].flatMap((row) => turned(row, 0).map((hand) => Math.hypot(...hand))));
  const seen = new Set();
  const part = (className, ...children) => tag("div", { className }, ...children);
  const svg = (box, paths) => `<svg viewBox="${box}" preserveAspectRatio="none" aria-hidden="true">${paths.map(([d, name]) => `<path d="M${d}" class="${name}"/>`).join("")}</svg>`;
  const sliders = ["query", "key"].map((name, i) => {
    const slider = tag("input", { type: "range", max: furthest, value: i ? 1 : 3, oninput: draw });
    const text = tag("span");
    return { name, slider, text, box: tag("label", { className: name }, text, slider) };
  });
  const together = [["back", -1], ["on", 1]].map(([name, by]) => touch.button(() => {
    const places = sliders.map(({ slider }) => +slider.value + by);
    if (Math.min(...places) < 0 || Math.max(...places) > furthest) return;
    sliders.forEach(({ slider }, i) => (slider.value = places[i]));
    draw();
  }, words[name]));
  const clocks = pairs.map(() => {
    const [face, share] = [tag("i"), tag("span")];
    return { face, share, box: part("", face, share) };
  });
  const [said, bars] = [tag("p", { className: "touch-said" }), part("rotary-bars")];
  const ends = part("rotary-ends", ...[-furthest, 0, furthest].map((d) => tag("span", {}, written(d, 0))));

  function draw() {
    const [t, s] = sliders.map(({ name, slider, text }) => {
      text.textContent = filled(words[name], [slider.value]);
      return +slider.value;
    });
    seen.add(t - s);
    const [q, k] = [turned(query, t), turned(key, s)];
    const each = shares(t, s);
    clocks.forEach(({ face, share }, i) => {
      face.innerHTML = svg([-reach, -reach, 2 * reach, 2 * reach].join(" "), [[q, "query"], [k, "key"]].map(([hands, name]) => [`0 0L${hands[i][0]} ${-hands[i][1]}`, name]));
      share.textContent = written(each[i]);
    });
    bars.innerHTML = svg(`${-furthest - 0.5} ${-top} ${2 * furthest + 1} ${2 * top}`, [
      ...distances.filter((d) => seen.has(d)).map((d) => [`${d} 0V${-score(d, 0)}`, d === t - s ? "now" : "seen"]),
      [`${-furthest - 0.5} 0H${furthest + 0.5}`, "zero"],
    ]);
    const sum = each.map((share) => (share < 0 ? `(${written(share)})` : written(share))).join(" + ");
    said.textContent = filled(words.said, [written(t - s, 0), sum, written(score(t, s))]);
  }

  place.append(
    part("rotary-controls", ...sliders.map(({ box }) => box), ...together),
    part("rotary-clocks", ...clocks.map(({ box }) => box)), said, bars, ends,
  );
  draw();
  said.ariaLive = "polite";
};
