// The product on the first page: the cell that is pointed at, or focused, shows the sum that it is.
document.querySelectorAll("figure.product").forEach((product) => {
  const rows = (kind) => [...product.querySelectorAll(`.product-${kind} tbody tr`)].map((row) => [...row.querySelectorAll("td")]);
  const [weights, values, result] = ["weights", "values", "result"].map(rows);
  const sum = product.querySelector("output");
  const last = result.at(-1).at(-1);

  function show(row, column) {
    const terms = weights[row].map((weight, i) => [weight, values[i][column]]);
    product.querySelectorAll(".lit").forEach((cell) => cell.classList.remove("lit"));
    [...terms.flat(), result[row][column]].forEach((cell) => cell.classList.add("lit"));
    const lines = [...sum.children];
    terms.forEach((term, i) => lines[i].querySelectorAll("b").forEach((place, j) => (place.textContent = term[j].dataset.number)));
    lines.at(-1).replaceChildren("= ", ...(result[row][column] === last ? ends.map((end) => end.cloneNode(true)) : [bold(result[row][column])]));
  }
  const ends = [...sum.lastElementChild.querySelectorAll("b")];
  function bold(cell) {
    const text = document.createElement("b");
    text.textContent = cell.textContent;
    return text;
  }

  result.forEach((cells, row) =>
    cells.forEach((cell, column) => {
      for (const event of ["pointerenter", "focusin", "click"]) cell.addEventListener(event, () => show(row, column));
    }));
  last.addEventListener("click", () => product.classList.remove("asked"));
  show(result.length - 1, result[0].length - 1);
});
