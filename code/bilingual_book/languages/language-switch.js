// The language switch: one language, the other, or both, without losing the place. The texts of a page and of its
// twin are numbered alike (data-n), so a script with the twin's texts is all that it takes to show both.
(() => {
  const root = document.documentElement;
  const nav = document.querySelector(".language-switch");
  if (!nav) return;
  const choices = [...nav.querySelectorAll("a")];
  let both = false;
  let twins = null; // { lang, texts }, once loaded
  let awaiting = null; // the place at which a reader asked for both, until they are

  // --- The place of the reader ---

  // Pixels at the top of the window that the header may cover: what a link's place keeps free of it.
  const header = () => parseFloat(getComputedStyle(root).scrollPaddingTop) || 0;
  // Text in a shut <details> has a box in Chromium, but is not visible.
  const isVisible = (e, options) => e.checkVisibility({ visibilityProperty: true, ...options });
  // What is far below has a place that is right to the pixel only when it is laid out: see site/content-visibility.css.
  const layOutAll = () => root.classList.add("laid-out");

  // Whether the page may not be at its top: only then is it asked for its place, since to answer, all is laid out.
  const again = performance.getEntriesByType("navigation")[0]?.type !== "navigate";
  let moved = again || location.hash !== "";
  addEventListener("scroll", () => (moved = true), { once: true, passive: true });

  // The first text or cell that begins in the window; if none does, a point of the one that fills it. None at the top.
  function place() {
    if (!moved || scrollY <= 0) return null;
    const line = header() - 1; // what an address has brought to the header stands there but for rounding
    let filling = null;
    for (const e of document.querySelectorAll("[data-n], [data-cell]")) {
      if (!isVisible(e, { contentVisibilityAuto: true })) continue;
      const { top, height } = e.getBoundingClientRect();
      if (top >= line && (top < innerHeight * 0.7 || !filling)) return { e, part: 0, y: top };
      if (top >= line) break;
      if (top + height > line) filling = { e, part: (line - top) / height, y: line };
    }
    return filling;
  }

  function offset({ e, part, y }) {
    const { top, height } = e.getBoundingClientRect();
    return top + part * height - y;
  }

  function goTo(at) {
    moved = true;
    layOutAll();
    scrollBy({ top: offset(at), behavior: "instant" });
  }

  function keepingPlace(change, before = place()) {
    const focused = document.activeElement;
    root.style.overflowAnchor = "none"; // the browser would correct it as well
    if (before) layOutAll();
    change();
    if (before) goTo(before);
    root.style.overflowAnchor = "";
    if (focused !== document.activeElement) focused.focus({ preventScroll: true }); // it has been moved
  }

  // --- Both languages ---

  const BESIDE = ":is(p, h1, h2, h3, h4, h5, h6):not(.admonition-title, td *, th *)";

  function wordsOf(element) {
    const parts = [...element.childNodes].filter((node) => !node.matches?.(".section-number, .headerlink"));
    return parts.map((node) => node.textContent).join("").trim();
  }

  function insertTwins() {
    const blocks = document.querySelectorAll("[data-n]");
    // a page and a script of different builds, in some cache on the way
    if (blocks.length !== twins.texts.length) return;
    for (const block of blocks) {
      const twin = document.createElement("span");
      twin.className = "twin";
      twin.lang = twins.lang;
      twin.innerHTML = twins.texts[block.dataset.n];
      // a shape, a number, a source: once is enough
      if (block.querySelector(".twin") || wordsOf(twin) === wordsOf(block)) continue;
      if (block.matches(BESIDE)) {
        const own = document.createElement("span");
        own.className = "own";
        own.append(...block.childNodes);
        block.append(own);
      }
      block.append(twin);
    }
  }

  function removeTwins() {
    document.querySelectorAll("[data-n] > .twin").forEach((twin) => twin.remove());
    document.querySelectorAll("[data-n] > .own").forEach((own) => own.replaceWith(...own.childNodes));
  }

  // A script tag, since from disk a page may not read a file any other way.
  function loadTwins() {
    if (!nav.dataset.twins || document.querySelector("script[data-twins]")) return;
    const script = document.createElement("script");
    script.src = nav.dataset.twins;
    script.dataset.twins = "";
    script.onerror = () => {
      script.remove();
      if (both) show(false);
      reveal();
    };
    document.head.append(script);
  }

  // The page's head has held the text back for this (templates/layout.html), but not for ever.
  const reveal = () => root.classList.remove("awaits-twins");

  window.keepingPlace = keepingPlace; // for what else makes a page longer

  window.showTwins = (lang, texts) => {
    twins = { lang, texts };
    reveal(); // what is hidden has no place
    const isThere = awaiting && Math.abs(offset(awaiting)) < 2; // unless the reader has gone on meanwhile
    if (both) keepingPlace(insertTwins, isThere ? awaiting : place());
    awaiting = null;
  };

  function show(on) {
    both = on;
    const before = place();
    awaiting = on && !twins && !root.classList.contains("awaits-twins") ? before : null;
    keepingPlace(() => {
      root.classList.toggle("both", on);
      if (!on) removeTwins();
      else if (twins) insertTwins();
      else loadTwins();
    }, before);
    for (const link of choices)
      if (link.dataset.choice === (on ? "both" : root.lang)) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    replaceSearch(withChoice(location.search));
  }

  // --- The choice is remembered, and a part of every address ---

  const asSearch = (query) => `${query}` && `?${query}`;
  const replaceSearch = (search) => history.replaceState(history.state, "", location.pathname + search + location.hash);

  function withChoice(search) {
    const query = new URLSearchParams(search);
    if (both) query.set("lang", "both");
    else query.delete("lang");
    return asSearch(query);
  }

  const book = new URL(root.dataset.content_root + (BOOK_LANGUAGES[0].folder && "../"), location).href;

  function carryChoice({ target }) {
    const link = target.closest?.("a[href]");
    const [, page, search, hash] = /^([^?#]*)([^#]*)(.*)$/.exec(link?.getAttribute("href") ?? "");
    if (!page.endsWith(".html") || nav.contains(link) || !new URL(page, location).href.startsWith(book)) return;
    link.setAttribute("href", page + withChoice(search) + hash);
  }

  function carryIntoSearch({ target }) {
    if (!target.action?.endsWith("search.html")) return;
    target.querySelector("[type=hidden][name=lang]")?.remove(); // of a search before, to which Back has led
    if (both) target.append(Object.assign(document.createElement("input"), { type: "hidden", name: "lang", value: "both" }));
  }

  // --- From one language's page to the other's ---

  // The last block before `e` that has the same address in both languages.
  function addressOf(e) {
    const all = [...document.querySelectorAll("article section[id], article [id]")];
    const same = all.filter(({ id, tagName }) => tagName === "SECTION" || /^b\d+$/.test(id));
    return same.findLast((a) => a === e || a.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_FOLLOWING)?.id;
  }

  const selectorOf = (e) => (e.dataset.n ? `[data-n="${e.dataset.n}"]` : `[data-cell="${e.dataset.cell}"]`);
  const written = (at) => JSON.stringify(at && { ...at, e: selectorOf(at.e) });

  // The address names the block; the height in the window goes beside it.
  function aim(link) {
    const at = place();
    const id = at && addressOf(at.e);
    const query = new URLSearchParams(location.search);
    query.delete("lang");
    if (link.dataset.choice === "both") query.set("lang", "both");
    link.search = query;
    link.hash = id ?? "";
    return at;
  }

  // A page opened again, too, is where it was left: pixels, which the browser counts, differ while some are estimated.
  const LEFT = `left ${location.pathname}`;
  addEventListener("pagehide", () => sessionStorage.setItem(LEFT, written(place())));

  // From disk the place goes with the address, since there a page may begin with an empty storage. Elsewhere it does
  // not: at another address a browser would ask for a page that it has.
  const isOnDisk = location.protocol === "file:";
  const chosen = ({ pathname }) => `place ${pathname}`;

  function handOver(at, link) {
    if (!isOnDisk) return sessionStorage.setItem(chosen(link), written(at));
    const query = new URLSearchParams(link.search);
    if (at) query.set("place", written(at));
    link.search = query;
  }

  function handedOver() {
    if (!isOnDisk) {
      const at = sessionStorage.getItem(chosen(location));
      sessionStorage.removeItem(chosen(location));
      return at;
    }
    const query = new URLSearchParams(location.search);
    const at = query.get("place");
    query.delete("place");
    if (at) replaceSearch(asSearch(query));
    return at;
  }

  function arrive() {
    const at = JSON.parse(handedOver() ?? (again ? sessionStorage.getItem(LEFT) : null));
    const e = at && document.querySelector(at.e);
    const awaited = ["awaits-twins", "awaits-questions"].filter((name) => root.classList.contains(name));
    root.classList.remove(...awaited);
    const isThere = e && isVisible(e);
    root.classList.add(...awaited);
    if (!isThere) return;
    history.scrollRestoration = "manual";
    goTo({ ...at, e });
    // again with every picture in its place, unless the reader has gone on
    const gone = new AbortController();
    for (const name of ["wheel", "touchmove", "keydown", "pointerdown"])
      addEventListener(name, () => gone.abort(), { signal: gone.signal, passive: true });
    // and in the next frames, in one of which a busy browser may still go to the block that the address names
    const stay = (frames) => {
      if (gone.signal.aborted) return;
      goTo({ ...at, e });
      if (frames > 0) requestAnimationFrame(() => stay(frames - 1));
    };
    addEventListener("load", () => stay(3));
  }

  function choose(event) {
    const link = event.currentTarget;
    const at = aim(link);
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return; // a window of its own
    localStorage.setItem("language", link.dataset.choice);
    if (["both", root.lang].includes(link.dataset.choice)) {
      event.preventDefault();
      if (both !== (link.dataset.choice === "both")) show(!both);
    } else handOver(at, link);
  }

  for (const link of choices) {
    for (const name of ["pointerover", "focus"]) {
      link.addEventListener(name, () => aim(link));
      if (link.dataset.choice === "both") link.addEventListener(name, loadTwins);
    }
    link.addEventListener("click", choose);
  }
  for (const name of ["pointerover", "focusin", "click"]) document.addEventListener(name, carryChoice, true);
  document.addEventListener("submit", carryIntoSearch);
  arrive();
  if (root.classList.contains("both")) show(true); // as the page's head has decided
})();
