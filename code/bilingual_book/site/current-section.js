// Where the list of contents is not beside the text, the header says in which section one is. Who listens to the
// page has the headings for that, and hears nothing of it.
{
  const start = document.querySelector(".bd-header-article .header-article-items__start");
  const sections = [...document.querySelectorAll(".bd-article section:has(> :is(h1, h2, h3))")];
  const LINE = { rootMargin: "-12% 0px -87% 0px" }; // in the window, a little below the header

  function wordsOf(heading) {
    const copy = heading.cloneNode(true);
    for (const other of copy.querySelectorAll(".headerlink, .twin")) other.remove();
    return copy.textContent.trim();
  }

  if (start && sections.length > 1) {
    const place = document.createElement("div");
    place.className = "current-section";
    place.ariaHidden = "true";
    place.hidden = true;
    place.addEventListener("click", () => document.querySelector(".secondary-toggle")?.click());
    start.append(place);

    const title = sections[0].querySelector("h1, h2, h3");
    const crossed = new Set();
    let titleInSight = true;
    const observer = (options) => new IntersectionObserver((changes) => {
      for (const { target, isIntersecting } of changes)
        if (target === title) titleInSight = isIntersecting;
        else if (isIntersecting) crossed.add(target);
        else crossed.delete(target);
      const innermost = sections.findLast((section) => crossed.has(section));
      place.hidden = !innermost || titleInSight;
      if (innermost) place.textContent = wordsOf(innermost.querySelector("h1, h2, h3"));
    }, options);
    observer().observe(title);
    const onLine = observer(LINE);
    for (const section of sections) onLine.observe(section);
  }
}
