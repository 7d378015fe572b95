// The covers over an output, and over the numbers of it that the text says.
{
  const { element } = Predict;

  function cover(each) {
    const { pre, output, question, shown } = each;
    each.plain ??= [...pre.childNodes];
    const width = ({ tensor }) => Math.max(...output.entries.filter((other) => other.tensor === tensor).map(({ text }) => text.length));
    const hasSigns = output.entries.some(({ text }) => text.startsWith("-"));
    let end = 0;
    const parts = output.entries.flatMap((entry) => {
      const mark = entry === question.entry || (!question.entry && question.entries.includes(entry)) ? " asked" : "";
      const box = element("b", { className: shown.includes(entry) && !mark ? "" : `entry${mark}` }, entry.text);
      box.entry = entry;
      const pad = entry.tensor !== null ? width(entry) - entry.text.length : hasSigns && !entry.text.startsWith("-") && output.text[entry.at - 1] === " ";
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

  // Up to the next output, the text says numbers of this one; and where the next is a picture, it shows them. The
  // first paragraph often says in words what there is to see.
  function holdBack({ cell }, isHeld) {
    const told = cell.nextElementSibling;
    if (told?.matches("p")) hold(told, isHeld, "holds-all");
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
