// A bench for one attention: change a score, the divisor or the mask, and see weights, their sums and what they mix.
// It begins as the chapter's tensors, in this order: scores, mask, what is mixed, and what came out, weights and mixture; a
// number after these is the divisor at first.
touch.pieces["attention-bench"] = (place, data, words) => {
  const { check, filled, roving, tag, written } = touch;
  const { map, product, scale, softmax } = tensors;
  const [scores, mask, values, weights, mixture, divisor0 = 2] = Object.values(data);
  const [, , name] = Object.keys(data);
  const copy = (matrix) => matrix.map((row) => [...row]);
  const total = (row) => row.reduce((sum, number) => sum + number, 0);
  const start = () => ({ scores: copy(scores), mask: copy(mask), divisor: divisor0, how: "before", row: 0, column: 0 });
  let now = start();

  const zeroed = (S) => map(softmax(S), (w, i, j) => (now.mask[i][j] ? 0 : w));
  const ways = {
    none: (S) => softmax(S),
    before: (S) => softmax(map(S, (s, i, j) => (now.mask[i][j] ? -Infinity : s))),
    after: zeroed,
    renormalized: (S) => zeroed(S).map((row) => row.map((w) => w / total(row))),
    book: (S) => softmax(S, now.mask),
  };

  const text = (number) => (Number.isNaN(number) ? "nan" : written(number, 4));
  function table(title, rows, columns, cell) {
    const cells = Array.from({ length: rows }, (_, i) => Array.from({ length: columns }, (_, j) => cell(i, j)));
    const body = cells.map((row, i) => tag("tr", {}, tag("th", { scope: "row" }, `${i}`), ...row));
    return [cells, tag("table", {}, tag("caption", {}, title), tag("tbody", {}, ...body))];
  }
  const cell = () => tag("td");
  const [n, m] = [scores.length, scores[0].length];
  const buttons = [];
  const [scoreCells, scoreTable] = table(words.scores, n, m, (i) => {
    (buttons[i] ??= []).push(touch.button());
    return tag("td", {}, buttons[i].at(-1));
  });
  const [weightCells, weightTable] = table(words.weights, n, m + 1, cell);
  const [mixedCells, mixedTable] = table(filled(words.mixture, [name]), n, values[0].length, cell);
  weightTable.className = "bench-weights";

  const label = (words, ...controls) => tag("label", {}, tag("span", {}, words), ...controls);
  const slider = tag("input", { type: "range", step: 0.1 });
  const typed = tag("input", { type: "number", step: 0.1 });
  const scoreName = tag("span");
  typed.ariaLabel = words.typed;
  const divisor = tag("input", { type: "range", min: 0.5, max: 8, step: 0.5 });
  const divided = tag("output");
  const how = tag("select", {}, ...Object.keys(ways).map((way) => tag("option", { value: way }, words[way])));
  const button = (text, act) => touch.button(() => (act(), draw()), text);
  const raise = button("", () => (now.scores[now.row] = now.scores[now.row].map((s) => s + 100)));
  const hide = button("", () => (now.mask[now.row] = now.mask[now.row].map(() => 1)));
  const reset = button(words.reset, () => (now = start()));
  const said = tag("p", { className: "touch-said" });

  function draw() {
    const { row, column } = now;
    const W = ways[now.how](scale(now.scores, 1 / now.divisor));
    const mixed = product(W, values);
    const fill = (cells, numbers, tint) => cells.forEach((line, i) => line.forEach((each, j) => {
      each.textContent = text(numbers[i][j]);
      each.classList.toggle("nan", Number.isNaN(numbers[i][j]));
      if (tint && j < m) each.style.setProperty("--tint", `${60 * (numbers[i][j] || 0)}%`);
    }));
    fill(buttons, now.scores);
    fill(weightCells, W.map((line) => [...line, total(line)]), true);
    fill(mixedCells, mixed);
    scoreCells.flat().forEach((each, at) => {
      each.classList.toggle("hidden-score", Boolean(now.mask.flat()[at]) && now.how !== "none");
      each.classList.toggle("chosen", at === row * m + column);
    });
    buttons.forEach((line, i) => line.forEach((each, j) => {
      each.ariaLabel = filled(words.cell, { row: i, column: j, number: each.textContent });
      each.ariaPressed = i === row && j === column;
    }));
    const score = now.scores[row][column];
    Object.assign(slider, { min: Math.min(-20, score), max: Math.max(20, score), value: score });
    if (document.activeElement !== typed) typed.value = score.toFixed(4);
    scoreName.textContent = filled(words.chosen, { row, column });
    divisor.value = now.divisor;
    divided.value = now.divisor;
    how.value = now.how;
    raise.textContent = filled(words.raise, { row });
    hide.textContent = filled(words.hide, { row });
    said.textContent = filled(words.said, { row, weights: W[row].map(text).join(words.comma), sum: text(total(W[row])) });
    return [W, mixed];
  }

  const change = (control, act) => control.addEventListener("input", () => (act(Number(control.value), control.value), draw()));
  const set = (score) => Number.isFinite(score) && (now.scores[now.row][now.column] = score);
  change(slider, (score) => (set(score), (typed.value = score.toFixed(4))));
  change(typed, (score, given) => given !== "" && set(score));
  change(divisor, (number) => (now.divisor = number));
  change(how, (_, way) => (now.how = way));

  place.append(
    tag("div", { className: "bench-tables" }, scoreTable, weightTable, mixedTable),
    tag("div", { className: "bench-controls" },
      label(scoreName, slider, typed), label(words.divisor, divisor, divided), label(words.mask, how), raise, hide, reset),
    said,
  );
  check(place, draw(), [weights, mixture]);
  said.ariaLive = "polite";
  roving(buttons, (i, j) => {
    const focused = buttons[i][j] === document.activeElement;
    if (!focused || (i === now.row && j === now.column)) return;
    Object.assign(now, { row: i, column: j });
    draw();
  });
};
