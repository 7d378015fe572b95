// The switch leads to the same block of the same page: both languages number their blocks alike.
const LINE_OF_SIGHT = 120; // pixels below the top of the window, under the header

function blockInSight() {
  let found = null;
  for (const element of document.querySelectorAll("article [id]")) {
    if (!/^b\d+$/.test(element.id) && element.tagName !== "SECTION") continue;
    if (element.getBoundingClientRect().top > LINE_OF_SIGHT) break;
    found = element;
  }
  return found;
}

document.querySelectorAll("a.language-switch").forEach((link) => {
  const page = link.getAttribute("href");
  const update = () => {
    const block = window.scrollY > 0 ? blockInSight() : null;
    link.setAttribute("href", page + location.search + (block ? "#" + block.id : ""));
  };
  for (const event of ["pointerenter", "focus", "pointerdown", "click"]) link.addEventListener(event, update);
});

// From disk a page may not read its neighbours, which the search page does to print excerpts.
if (typeof DOCUMENTATION_OPTIONS !== "undefined" && location.protocol === "file:")
  DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;

// Mark the words of the query on the page that was found, not the pairs of characters it was cut into.
if (typeof Search !== "undefined") {
  const parse = Search._parseQuery;
  Search._parseQuery = (query) => {
    const parsed = parse(query);
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    parsed[3] = new Set(words);
    localStorage.setItem("sphinx_highlight_terms", words.join(" "));
    return parsed;
  };
}

// The visible word, Show or Hide, is the name of such a button, in the page's language.
addEventListener("load", () =>
  document.querySelectorAll(".toggle-button").forEach((button) => {
    const name = () => button.setAttribute("aria-label", button.dataset.toggleHint);
    new MutationObserver(name).observe(button, { attributeFilter: ["data-toggle-hint"] });
    name();
  }));
