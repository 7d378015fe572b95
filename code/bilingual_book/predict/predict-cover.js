// The covers over an output, and over the numbers of it that the text says.
{
  const { element } = Predict;

  function cover(each) {
    const { pre, output, question, shown } = each;
    each.plain ??= [...pre.childNodes];
    // No box says whether its number has a sign, how many digits a count has, which word it is, or which of True and False.
    // Outside of tensors, those in one column are alike; in one line, those with a point; and a part is as wide as its whole: 7/4096.
    const isOneLine = new Set(output.entries.filter(({ tensor }) => tensor === null).map(({ path }) => path[0])).size < 2;
    const group = ({ kind, tensor, text, path }) => [kind, tensor, tensor === null && (isOneLine ? text.includes(".") : path[1])].join();
    const widths = {};
    output.entries.forEach((entry, n) => {
      const whole = output.text[entry.at + entry.text.length] === "/" ? output.entries[n + 1]?.text.length : 0;
      widths[group(entry)] = Math.max(widths[group(entry)] ?? (entry.kind === "truth" ? 5 : 0), entry.text.length, whole ?? 0);
    });
    let end = 0;
    const parts = output.entries.flatMap((entry) => {
      const mark = entry === question.entry || (!question.entry && question.entries.includes(entry)) ? " asked" : "";
      const box = element("b", { className: shown.includes(entry) && !mark ? "" : `entry${mark}` }, entry.text);
      box.entry = entry;
      const between = output.text.slice(end, entry.at);
      const wider = widths[group(entry)] - entry.text.length;
      const isFirst = entry.tensor !== null || /(^|\n) *$/.test(between);
      const isOverBlanks = / *$/.exec(between)[0].length >= wider + (isFirst ? 0 : 1);
      if (wider && entry.kind !== "shape") box.style.setProperty(isOverBlanks ? "--pad" : "--wide", `${wider}ch`);
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
