// The keyboard scrolls a formula that is wider than its box, in browsers that do not see to it themselves, too.
const boxes = new ResizeObserver((changes) => {
  for (const { target } of changes)
    target.scrollWidth > target.clientWidth ? (target.tabIndex = 0) : target.removeAttribute("tabindex");
});
document.querySelectorAll("div.math").forEach((formula) => boxes.observe(formula));

// What a search prints of a page has each formula once, not its TeX as well.
if (typeof Search !== "undefined") {
  const toText = Search.htmlToText;
  Search.htmlToText = (html, anchor) => toText(html.replace(/<annotation\b[^]*?<\/annotation>/g, ""), anchor);
}
