// A page that a search has found opens at the first of the words that are marked there, also in what is folded.
addEventListener("load", () => setTimeout(() => {  // Sphinx marks them a moment after its script has been read
  const place = document.getElementById(decodeURIComponent(location.hash.slice(1))) ?? document.querySelector("article");
  const folded = "details:not([open])";
  const first = () => [...(place?.querySelectorAll(".highlighted") ?? [])].find((e) => e.closest(folded) || e.checkVisibility());
  let match = first();
  const asked = new URL(performance.getEntriesByType("navigation")[0].name).searchParams.get("highlight");
  if (!match && place && asked) {  // a link parts a run of characters: its pairs
    for (let i = 0; i < asked.length; i++) if (/^\p{sc=Han}{2}/u.test(asked.slice(i))) _highlightText(place, asked.slice(i, i + 2), "highlighted");
    match = first();
  }
  if (!match) return;
  unfold(match);
  const { top, bottom } = match.getBoundingClientRect();
  if (top < 64 || bottom > innerHeight * 0.85) match.scrollIntoView({ block: "center", behavior: "instant" });
}, 50));
