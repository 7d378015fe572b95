// The outputs of the page, and their questions when the mode is switched on and off.
{
  function readCells() {
    const counts = {};
    const cells = [...document.querySelectorAll(".cell[data-cell]")].flatMap((cell) => {
      const pre = cell.querySelector(".cell_output > .output pre");
      if (!pre) return [];
      const output = Predict.read(pre.textContent);
      const hash = Predict.hash(output.text).toString(36);
      counts[hash] = (counts[hash] ?? 0) + 1;
      return { cell, pre, output, key: hash + (counts[hash] > 1 ? `-${counts[hash]}` : ""), code: cell.querySelector(".cell_input")?.textContent.trim() ?? "" };
    });
    const asked = cells.filter((each, n) => {
      // A solution has its own cover, and what it prints is no second question.
      if (!each.cell.matches(".tag_determined, .tag_bet") || each.cell.closest(".solution")) return false;
      each.isBet = each.cell.matches(".tag_bet");
      const wish = /tag_ask-([\w]+)/.exec(each.cell.className)?.[1];
      const before = cells.slice(0, n).map(({ output }) => output);
      each.question = each.first = Predict.choose(each.output, { code: each.code, before, isBet: each.isBet, wish });
      return each.question;
    });
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
