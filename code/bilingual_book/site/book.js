// Does something to each element when it comes near the window. Copy buttons for a hundred boxes of code, made at once,
// would keep the browser from answering a tap; join_scripts.py has them made by this.
function eachWhenNear(elements, act) {
  const places = new Map([...elements].map((element, place) => [element, place]));
  const near = new IntersectionObserver((changes) => {
    for (const { target } of changes.filter((change) => change.isIntersecting)) {
      near.unobserve(target);
      act(target, places.get(target));
    }
  }, { rootMargin: "100%" });
  for (const element of places.keys()) near.observe(element);
}

// Opens all that an element is folded in.
function unfold(element) {
  const shut = "details:not([open])";
  for (let fold = element.closest(shut); fold; fold = element.closest(shut)) fold.open = true;
}

// The keyboard scrolls code that is wider than its box, in browsers that do not see to it themselves, too. Each box is
// measured when it comes into sight, not all of them when the page has loaded (join_scripts.py leaves that out).
{
  const boxes = new ResizeObserver((changes) => {
    const wide = changes.map(({ target }) => target.scrollWidth > target.clientWidth);
    changes.forEach(({ target }, n) => (wide[n] ? (target.tabIndex = 0) : target.removeAttribute("tabindex")));
  });
  for (const box of document.querySelectorAll("pre, .cell_output > .output, .pst-scrollable-table-container")) boxes.observe(box);
}
