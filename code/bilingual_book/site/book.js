// The visible word, Show or Hide, is the name of such a button, in the page's language.
addEventListener("load", () =>
  document.querySelectorAll(".toggle-button").forEach((button) => {
    const name = () => button.setAttribute("aria-label", button.dataset.toggleHint);
    new MutationObserver(name).observe(button, { attributeFilter: ["data-toggle-hint"] });
    name();
  }));
