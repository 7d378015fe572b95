// The visible word, Show or Hide, is the name of such a button, in the page's language.
addEventListener("load", () =>
  document.querySelectorAll(".toggle-button").forEach((button) => {
    const name = () => button.setAttribute("aria-label", button.dataset.toggleHint);
    new MutationObserver(name).observe(button, { attributeFilter: ["data-toggle-hint"] });
    name();
  }));

// The keyboard scrolls code that is wider than its box, in browsers that do not see to it themselves, too. Each box is
// measured when it comes into sight, not all of them when the page has loaded (bundles.py leaves that out).
{
  const boxes = new ResizeObserver((changes) => {
    const wide = changes.map(({ target }) => target.scrollWidth > target.clientWidth);
    changes.forEach(({ target }, n) => (wide[n] ? (target.tabIndex = 0) : target.removeAttribute("tabindex")));
  });
  for (const box of document.querySelectorAll("pre, .cell_output > .output, .pst-scrollable-table-container")) boxes.observe(box);
}
