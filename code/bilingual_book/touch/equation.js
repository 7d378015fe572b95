// A picture of an equation: the cell of the result that is pointed at, tapped or focused shows the cells that determine it.
touch.pieces.equation = (place, data, words) => {
  const { kind, left, matrices, titles } = data;
  const { filled, roving, tag, written } = touch;
  const results = matrices.slice(left);
  const picture = place.querySelector(".touch-picture");
  const said = tag("p", { className: "touch-said" }, words.hint);
  place.append(said);

  const first = (n) => results.slice(0, n).reduce((total, matrix) => total + matrix[0].length, 0);
  // [matrix, row, column] of each cell that determines cell (i, j) of the result n
  const from = {
    product: (n, i, j) => matrices[0][i].flatMap((_, k) => [[0, i, k], [1, k, j]]),
    rows: (n, i, j) => [[0, data.rows[i], j]],
    columns: (n, i, j) => {
      let at = first(n) + j;
      const m = matrices.findIndex((matrix) => at < matrix[0].length || !(at -= matrix[0].length, 1));
      return [[m, i, at]];
    },
  }[kind];
  const number = ([m, i, j]) => matrices[m][i][j];
  const name = ([m, i, j]) => filled(words.cell, { matrix: titles[m], row: i, column: j });

  if (kind === "product") touch.check(place, tensors.product(...matrices), matrices[2]);
  else results.forEach((matrix, n) =>
    touch.check(place, tensors.map(matrix, (_, i, j) => number(from(n, i, j)[0])), matrix));

  // Rectangles over the picture, each where the wide picture has it and where the narrow one does.
  const at = (element, m, i, j) => {
    for (const look of ["wide", "narrow"]) {
      const [x, y, width, height] = data[look][m];
      const [w, h] = [width / matrices[m][0].length, height / matrices[m].length];
      [x + j * w, y + i * h, w, h].forEach((percent, n) => element.style.setProperty(`--${look}-${n}`, `${percent}%`));
    }
    return element;
  };

  function sum(cells, result) {
    const operands = cells.map((cell) => written(number(cell)));
    const exact = operands.map((text) => Number(text.replace("\u2212", "-")));
    let total = 0;
    const terms = [];
    for (let n = 0; n < operands.length; n += 2) {
      total += exact[n] * exact[n + 1];
      terms.push(`${operands[n]}\u00a0×\u00a0${operands[n + 1]}`);
    }
    const sign = written(Number(total.toFixed(9))) === result ? "=" : "≈";
    return [terms.join(" + "), `${sign}\u00a0${result}`].join(" ");
  }

  const lit = tag("div", { className: "touch-lit" });
  function show(n, i, j) {
    const [cell, cells] = [[left + n, i, j], from(n, i, j)];
    lit.replaceChildren(...[cell, ...cells].map((each) => at(tag("i"), ...each)));
    const result = written(number(cell));
    const how = kind === "product" ? sum(cells, result) : `${result}, ${filled(words.copied, [name(cells[0])])}`;
    said.textContent = filled(words.colon, [name(cell), how]);
  }

  const group = tag("div", { className: "touch-cells", role: "group", ariaLabel: words.name });
  const rows = results[0].map((_, i) => results.flatMap((matrix, n) => matrix[i].map((_, j) => [n, i, j])));
  const buttons = rows.map((row) => row.map(([n, i, j]) => {
    const label = filled(words.colon, [name([left + n, i, j]), written(results[n][i][j])]);
    return at(tag("button", { type: "button", ariaLabel: label }), left + n, i, j);
  }));
  group.append(...buttons.flat());
  picture.append(lit, group);
  roving(buttons, (i, j) => show(...rows[i][j]));
  said.ariaLive = "polite";
};
