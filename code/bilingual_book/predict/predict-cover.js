// The covers over an output, and over the numbers of it that the text says.
{
  const { element } = Predict;

  // Labels stay in sight: the first number of each line, and whole numbers beside decimals.
  function isLabel(entry, { entries }, question) {
    if (entry === question.entry || entry.tensor !== null || entry.kind !== "number" || question.entry?.kind === "word") return false;
    const line = entries.filter((e) => e.tensor === null && e.path[0] === entry.path[0]);
    const isPart = question.entry && !question.entry.text.includes(".") && line.includes(question.entry);
    const lines = new Set(entries.map(({ tensor, path }) => tensor ?? `line ${path[0]}`)).size;
    return lines > 1 && line.length > 1 && (entry.path[1] === 0 || (!isPart && !entry.text.includes(".") && line.some(({ text }) => text.includes("."))));
  }

  function cover(each) {
    const { pre, output, question } = each;
    each.plain ??= [...pre.childNodes];
    const width = Math.max(...output.entries.filter(({ tensor }) => tensor !== null).map(({ text }) => text.length));
    const hasSigns = output.entries.some(({ text }) => text.startsWith("-"));
    let end = 0;
    const parts = output.entries.flatMap((entry) => {
      const mark = entry === question.entry || (!question.entry && question.entries.includes(entry)) ? " asked" : "";
      const box = element("b", { className: isLabel(entry, output, question) ? "" : `entry${mark}` }, entry.text);
      box.entry = entry;
      const pad = entry.tensor !== null ? width - entry.text.length : hasSigns && !entry.text.startsWith("-") && output.text[entry.at - 1] === " ";
      if (entry.kind === "number") box.style.setProperty("--pad", `${Number(pad)}ch`); // no box says that its number has a sign
      const between = output.text.slice(end, entry.at);
      end = entry.at + entry.text.length;
      return [between, box];
    });
    pre.replaceChildren(...parts, output.text.slice(end));
    pre.classList.add("covered");
    holdBack(each, true);
  }

  function lift(each) {
    each.pre.classList.remove("covered", "free");
    holdBack(each, false);
  }

  function hold(block, isHeld, name = "holds-answer") {
    block.classList.toggle(name, isHeld);
    if (!block.className) block.removeAttribute("class");
  }

  // Up to the next output, the text says numbers of this one; and where the next is a picture, it shows them. After a bet
  // the first paragraph says how it ended, often in words.
  function holdBack({ cell, isBet }, isHeld) {
    const told = cell.nextElementSibling;
    if (isBet && told?.matches("p")) hold(told, isHeld, "holds-all");
    const next = [...document.querySelectorAll(".cell_output")].find((output) => cell.compareDocumentPosition(output) & Node.DOCUMENT_POSITION_FOLLOWING && !cell.contains(output));
    for (const number of document.querySelectorAll(".printed")) {
      const isAfter = cell.compareDocumentPosition(number) & Node.DOCUMENT_POSITION_FOLLOWING;
      const isBefore = !next || number.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING;
      if (isAfter && isBefore) hold(number.closest("[data-n]") ?? number.parentElement, isHeld);
    }
    const picture = next?.querySelector("pre") ? null : next?.querySelector("img");
    if (!picture) return;
    hold(picture, isHeld);
    picture.ariaHidden = isHeld || null;
  }

  Object.assign(Predict, { cover, lift });
}
