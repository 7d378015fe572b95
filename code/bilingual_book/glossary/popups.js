// A term shows its entry of the glossary where it stands: on hover, on the first tap, and for the keyboard on Enter,
// which leads into the entry; a Tab from term to term opens nothing. One handler serves the whole document, so that
// terms which come to it later have their entries, too.
{
  const languages = BOOK_LANGUAGES.map(({ lang }) => lang);
  const root = document.documentElement.dataset.content_root + (BOOK_LANGUAGES[0].folder && "../");
  const folder = Object.fromEntries(BOOK_LANGUAGES.map(({ lang, folder }) => [lang, root + folder]));
  const GAP = 6; // pixels between a term, its entry and the edges of the window
  const [OPEN_AFTER, CLOSE_AFTER] = [200, 300]; // milliseconds: a pointer on its way elsewhere opens nothing

  let open = null; // { link, shown: when it is, popover }
  let timer;
  let touched = false;

  let loaded;
  const entries = () => loaded ??= Promise.all(Object.values(folder).map((path) => new Promise((done, failed) => {
    const script = document.createElement("script");
    Object.assign(script, { src: path + "glossary.js", onload: done, onerror: failed });
    document.head.append(script);
  }))).then(() => window.bookTerms).catch((error) => {
    loaded = null; // the next one tries again
    hide();
    throw error;
  });

  function element(tag, attributes, html = "") {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.innerHTML = html;
    return made;
  }

  function entry(terms, key) {
    const [own, other] = languages.map((language) => terms[language][key]);
    const popover = element("div", { class: "term-entry", id: "term-entry", role: "dialog", "aria-describedby": "term-text", popover: "manual" });
    const name = element("p", { class: "term-name" });
    name.append(element("strong", { lang: languages[0] }, own[0]), " · ", element("span", { lang: languages[1] }, other[0]));
    const text = element("div", { id: "term-text" });
    text.append(element("div", { lang: languages[0] }, own[1]), element("div", { lang: languages[1] }, other[1]));
    const place = element("a", { href: folder[languages[0]] + own[2] }, own[3]);
    popover.setAttribute("aria-label", own[0]);
    popover.append(name, text, place);
    return popover;
  }

  // When it is shown; for a term whose entry is still being loaded, the same.
  function show(link) {
    clearTimeout(timer);
    if (open?.link !== link) {
      hide();
      open = { link };
      open.shown = fill(link);
    }
    return open.shown;
  }

  async function fill(link) {
    const terms = await entries();
    if (open?.link !== link) return; // the pointer has gone on meanwhile
    open.popover = entry(terms, decodeURIComponent(new URL(link.href).hash.slice(1)));
    link.after(open.popover);
    open.popover.showPopover();
    place(link, open.popover);
  }

  function place(link, popover) {
    const [line] = link.getClientRects(); // of a term on two lines, the first
    const page = document.documentElement;
    const left = Math.min(line.left, page.clientWidth - popover.offsetWidth - GAP);
    const below = line.bottom + GAP;
    const above = line.top - GAP - popover.offsetHeight;
    const top = below + popover.offsetHeight > page.clientHeight && above > 0 ? above : below;
    popover.style.left = `${Math.max(GAP, left) + scrollX}px`;
    popover.style.top = `${top + scrollY}px`;
  }

  function hide() {
    clearTimeout(timer);
    open?.popover?.remove();
    open = null;
  }

  const later = (what, delay) => {
    clearTimeout(timer);
    timer = setTimeout(what, delay);
  };
  const termOf = (node) => node?.closest?.("a.term-link");
  const isInside = (node) => open && (open.link.contains(node) || open.popover?.contains(node));

  addEventListener("pointerdown", (event) => {
    touched = event.pointerType !== "mouse";
    if (!isInside(event.target)) hide();
  }, true);
  addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse") return;
    const link = termOf(event.target);
    if (isInside(event.target)) clearTimeout(timer);
    else if (link) later(() => show(link).catch(() => {}), OPEN_AFTER);
    else later(hide, open ? CLOSE_AFTER : 0);
  });
  addEventListener("focusin", (event) => {
    termOf(event.target)?.setAttribute("aria-haspopup", "dialog");
    if (!isInside(event.target)) hide();
  });
  addEventListener("click", (event) => {
    const link = termOf(event.target);
    const byKeyboard = event.detail === 0;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (!byKeyboard && (!touched || (open?.popover && open.link === link))) return;
    event.preventDefault();
    show(link).then(
      () => byKeyboard && open?.popover?.querySelector("a").focus(),
      () => location.assign(link.href),
    );
  });
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !open) return;
    const { link, popover } = open;
    if (popover?.contains(document.activeElement)) link.focus();
    hide();
  });
  addEventListener("resize", hide);
}
