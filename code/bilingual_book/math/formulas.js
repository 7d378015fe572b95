// The keyboard scrolls a formula that is wider than its box, in browsers that do not see to it themselves, too.
const boxes = new ResizeObserver((changes) => {
  for (const { target } of changes)
    target.scrollWidth > target.clientWidth ? (target.tabIndex = 0) : target.removeAttribute("tabindex");
});
document.querySelectorAll("div.math").forEach((formula) => boxes.observe(formula));
