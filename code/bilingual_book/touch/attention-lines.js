// Who looks where: from a French token to the English ones, in any head, from the row that writes it or that reads it.
// data: weights (layers, heads, T, S); which layer and head come first; and the weights of that head as they were printed.
touch.pieces["attention-lines"] = (place, data, words) => {
  const { check, filled, roving, tag, written } = touch;
  const [weights, [first, then], printed] = Object.values(data);
  const [english, french] = place.dataset.labels.split(" | ").map((line) => line.split(" "));
  const heads = weights[0].length;
  let [token, before] = [1, 1]; // the row that writes a token is the one before its own

  const head = tag("select", {}, ...weights.flatMap((layer, n) =>
    layer.map((_, h) => tag("option", { value: n * heads + h }, `decoder.${n}, h = ${h}`))));
  head.value = first * heads + then;
  const ways = [words.reads, words.writes].map((text, way) =>
    touch.button(() => ((before = way), draw()), text));
  const marks = french.map(() => tag("small"));
  const buttons = french.map((name, k) => touch.button(null, tag("span", {}, name), marks[k]));
  const lines = tag("div");
  const numbers = english.map(() => tag("b"));
  const said = tag("p", { className: "touch-said" });

  function draw() {
    const [n, h] = [Math.floor(head.value / heads), head.value % heads];
    const t = token - before;
    const row = weights[n][h][t] ?? [];
    const y = (k, names) => ((k + 0.5) / names.length) * 100;
    const line = (w, s) => `<line x2="100" y1="${y(token, french)}" y2="${y(s, english)}" stroke-width="${12 * w}"/>`;
    lines.innerHTML = `<svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">${row.map(line).join("")}</svg>`;
    numbers.forEach((number, s) => {
      number.textContent = row.length ? written(row[s]) : "";
      number.parentElement.style.setProperty("--tint", `${60 * (row[s] ?? 0)}%`);
    });
    marks.forEach((mark, k) => (mark.textContent = (row.length && { [t]: words.read, [t + 1]: words.next }[k]) || ""));
    buttons.forEach((button, k) => (button.ariaPressed = k === token));
    ways.forEach((button, way) => (button.ariaPressed = way === before));
    const s = row.indexOf(Math.max(...row));
    const names = { read: french[t], next: french[t + 1], word: english[s], weight: numbers[s]?.textContent };
    said.textContent = filled(t < 0 ? words.start : row.length ? words.said : words.end, names);
    return weights[n][h];
  }

  head.oninput = draw;
  const list = (...children) => tag("div", { className: "looks-list" }, ...children);
  place.append(
    tag("div", { className: "looks-controls" }, tag("label", {}, tag("span", {}, words.head), head), ...ways),
    tag("div", { className: "looks-lines" }, list(...buttons), lines,
      list(...english.map((name, s) => tag("div", {}, tag("span", {}, name), numbers[s])))),
    said,
  );
  check(place, draw(), printed);
  said.ariaLive = "polite";
  roving(buttons.map((button) => [button]), (k) => {
    if (buttons[k] !== document.activeElement || k === token) return;
    token = k;
    draw();
  });
};
