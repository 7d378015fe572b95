// Numbered cells on their way through the heads: split, brought forward, mixed within each head, and back in one row.
// The kernel's stages: six with the two transposes (0 to 5), then the three that follow stage 0 without them (6 to 8).
touch.pieces["moving-heads"] = (place, data, words) => {
  const { filled, roving, tag } = touch;
  const { floor } = Math;
  const codes = place.dataset.labels.split(" | ");
  const kernel = Object.values(data);
  const shape = (A) => (A.length ? [A.length, ...shape(A[0])] : []);
  const shapes = kernel.map(shape);
  const [[T, D], , [, , K]] = shapes;
  const numbers = kernel[0].flat();

  // view and reshape leave the numbers in their order; a transpose moves them.
  const at = (n, s) => (s === 2 || s === 3 ? (floor((n % D) / K) * T + floor(n / D)) * K + (n % K) : n);
  const unravel = (i, [size, ...sizes]) => {
    const count = sizes.reduce((a, b) => a * b, 1);
    return [floor(i / count) % size, ...(count > 1 ? unravel(i, sizes) : [])];
  };
  const index = (n, s) => unravel(at(n, s), shapes[s]);
  const text = (n, s) => `[${index(n, s).join(", ")}]`;
  // Which column of which head n is in, counted over the heads.
  const column = (n, s) => (s < 6 ? n % D : floor(n / T / K) * K + (n % K));
  const isMixed = (s) => s > 2 && s !== 6;
  const sources = (n, s) => numbers.filter((m) => (isMixed(s) ? column(m, s) === column(n, s) : m === n));
  const value = (n, s) => sources(n, s).reduce((sum, m) => sum + m) / sources(n, s).length;
  touch.check(place, shapes.map((_, s) => [...numbers].sort((n, m) => at(n, s) - at(m, s)).map((n) => value(n, s))), kernel);

  let chosen = 17;
  const cells = numbers.map(() => touch.button());
  const slider = tag("input", { type: "range", max: 5, value: 0, ariaLabel: words.step });
  const without = tag("input", { type: "checkbox" });
  const table = tag("table");
  const said = tag("p", { className: "touch-said" });

  function draw() {
    const stages = without.checked ? [0, 6, 7, 8] : [0, 1, 2, 3, 4, 5];
    const s = stages[slider.value];
    const [width] = shapes[s].slice(-1);
    const from = sources(chosen, s);
    cells.forEach((cell, n) => {
      const [x, y] = [at(n, s) % width, floor(at(n, s) / width)];
      cell.textContent = value(n, s);
      cell.ariaLabel = `${value(n, s)} ${text(n, s)}`;
      cell.ariaPressed = n === chosen;
      cell.className = (s === 3 || s === 7) && from.includes(n) ? "source" : "";
      cell.dataset.head = s ? floor(column(n, s) / K) : "";
      cell.dataset.row = x ? "" : text(n, s).replace(/, \d+]/, "]");
      cell.style = `--x: ${x + (D - width) / 2}; --y: ${y + (width < D ? index(n, s)[0] * 0.4 : 2)}`;
    });
    table.innerHTML = stages.map((each) => `<tr aria-current=${each === s}><td><code>${codes[each]}</code><td>(${shapes[each].join(", ")})<td>${text(chosen, each)}`).join("");
    const [tokens, columns] = [0, 1].map((d) => [...new Set(from.map((n) => index(n, 0)[d]))].join(words.comma));
    said.textContent = filled(isMixed(s) ? words.mixed : s ? words.head : words.start, {
      index: text(chosen, s), head: floor(column(chosen, s) / K), value: value(chosen, s), numbers: from.join(words.comma), tokens, columns,
    });
  }

  const button = (name, act) => touch.button(() => draw(act()), name);
  place.append(
    tag("div", { className: "heads-controls" }, button(words.back, () => slider.stepDown()), slider,
      button(words.next, () => slider.stepUp()), tag("label", {}, without, words.without)),
    tag("div", { className: "heads-stages" }, tag("div", { className: "heads-cells" }, ...cells), table), said,
  );
  place.addEventListener("input", () => {
    const isAtEnd = slider.value === slider.max;
    slider.max = without.checked ? 3 : 5;
    if (isAtEnd) slider.value = 5;
    draw();
  });
  draw();
  said.ariaLive = "polite";
  roving(kernel[0].map((row) => row.map((n) => cells[n])), (i, j) => {
    const n = kernel[0][i][j];
    if (cells[n] === document.activeElement) draw((chosen = n));
  });
};
