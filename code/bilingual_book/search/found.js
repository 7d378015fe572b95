// A page that a search has found opens at the first of the words that it marks there, also in what is folded.
addEventListener("load", () => setTimeout(() => {  // Sphinx marks them a moment after its script has been read
  const place = document.getElementById(decodeURIComponent(location.hash.slice(1))) ?? document.querySelector("article");
  const folded = "details:not([open]), .toggle-hidden";
  const match = [...(place?.querySelectorAll(".highlighted") ?? [])].find((each) => each.closest(folded) || each.checkVisibility());
  if (!match) return;
  for (let fold = match.closest(folded); fold; fold = match.closest(folded))
    fold.matches("details") ? (fold.open = true) : fold.querySelector(".toggle-button").click();
  const { top, bottom } = match.getBoundingClientRect();
  if (top < 64 || bottom > innerHeight * 0.85) match.scrollIntoView({ block: "center", behavior: "instant" });
}, 50));
