// The outputs of the page, and their questions when the mode is switched on and off.
{
  const hash = (text) => {
    let hash = 2166136261;
    for (const sign of text) hash = Math.imul(hash ^ sign.codePointAt(0), 16777619) >>> 0;
    return hash.toString(36);
  };

  // What the build has chosen (questions_of_pages.py): entries by their numbers. An exercise shows what its solution prints.
  function prepare(each) {
    const { entry, entries = [], shown = [], bet, exercise, ...asked } = JSON.parse(each.cell.dataset.ask);
    const all = each.output.entries;
    each.question = each.first = { row: [], ...asked, entry: all[entry], entries: entries.map((n) => all[n]) };
    each.shown = shown.map((n) => all[n]);
    each.isBet = bet;
    if (!exercise) return;
    each.cell = document.getElementById(exercise);
    each.pre = Predict.element("pre", { className: "of-exercise", tabIndex: 0 }, each.output.text);
  }

  function readCells() {
    const counts = {};
    const cells = [...document.querySelectorAll(".cell[data-cell]")].flatMap((cell) => {
      const pre = cell.querySelector(".cell_output > .output pre");
      if (!pre) return [];
      const output = Predict.read(pre.textContent);
      const key = hash(output.text);
      counts[key] = (counts[key] ?? 0) + 1;
      return { cell, pre, output, key: key + (counts[key] > 1 ? `-${counts[key]}` : ""), code: cell.querySelector(".cell_input")?.textContent ?? "" };
    });
    const asked = cells.filter(({ cell }) => cell.dataset.ask);
    asked.forEach(prepare);
    Object.assign(Predict, { cells, asked });
  }

  Predict.show = (on) => {
    if (!Predict.cells) readCells();
    Predict.asked.forEach(on ? Predict.begin : Predict.end);
    Predict.tally(on ? Predict.asked : []);
  };

  document.addEventListener("click", (event) => {
    const each = Predict.asked?.find(({ pre }) => pre.matches(".covered.free") && pre.contains(event.target));
    if (each && Predict.others(each).includes(event.target.entry)) Predict.askFor(each, 0, event.target.entry);
  });
}
