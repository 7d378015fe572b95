// Links to code: what they lead to is opened where it is folded, brought into sight, and marked for a moment.
// A click anywhere on an output does what its link does.
{
  const MARKED_FOR = 2000; // milliseconds
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const OWN_CLICK = "a, button, summary, input, label, figcaption";

  function reveal(target, block) {
    unfold(target);
    target.scrollIntoView({ block, behavior: still.matches ? "auto" : "smooth" });
    target.classList.add("is-found");
    setTimeout(() => target.classList.remove("is-found"), MARKED_FOR);
  }

  function linkAt(event) {
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null;
    const link = event.target.closest("a.made-by");
    if (link || event.target.closest(OWN_CLICK) || !getSelection().isCollapsed) return link;
    return event.target.closest(".cell_output")?.querySelector("a.made-by");
  }

  addEventListener("click", (event) => {
    const link = linkAt(event);
    if (!link) return;
    event.preventDefault();
    history.pushState(null, "", link.hash);
    reveal(document.getElementById(link.hash.slice(1)), "nearest");
  });

  function follow() {
    const target = document.getElementById(location.hash.slice(1));
    if (target?.closest(".highlight, .cell_input")) reveal(target, "start");
  }
  addEventListener("hashchange", follow);
  addEventListener("load", follow);
}
