// The search page: the places that answer the query, each with a sentence of its own.
const Search = (() => {
  const out = document.getElementById("search-results");
  const words = document.getElementById("search-words");
  const field = document.querySelector(".bd-search-container input[name=q]");
  const query = new URLSearchParams(location.search).get("q")?.trim() ?? "";
  const FIRST = 20; // results in sight
  const LONG = bookWords.isHan(words?.dataset.found) ? 90 : 220; // characters of an excerpt

  const add = (parent, tag, properties = {}) => parent.appendChild(Object.assign(document.createElement(tag), properties));
  // Longer ones first, so that a whole word is marked, not its beginning; Latin words from edge to edge.
  const marking = (forms) => {
    const sorted = [...forms].sort((a, b) => b.length - a.length).map((form) =>
      bookWords.isHan(form) ? form : `(?<![\\p{L}\\p{N}_])${form}(?![\\p{L}\\p{N}_])`);
    return new RegExp(`(${sorted.join("|")})`, "giu");
  };

  // From the sentence with most of the words, as far as there is room.
  function excerpt(text, forms) {
    const sentences = text.split(/(?<=[.?!:]\s+)(?=\S)|(?<=[。？！])/u);
    const having = sentences.map((sentence) => new Set((sentence.toLowerCase().match(marking(forms)) ?? [])).size);
    const start = having.indexOf(Math.max(...having));
    let end = start + 1;
    let shown = sentences[start];
    while (end < sentences.length && shown.length + sentences[end].length < LONG) shown += sentences[end++];
    const cut = shown.length > 1.5 * LONG;
    if (cut) shown = around(shown, forms);
    return (start ? "… " : "") + shown.trim() + (cut || end < sentences.length ? " …" : "");
  }

  // Of a long sentence what is around its first word.
  function around(text, forms) {
    const at = text.search(marking(forms));
    const from = Math.max(0, at - LONG / 4);
    const blank = text.indexOf(" ", from); // Chinese has none, or one behind that word
    return text.slice(from && blank >= 0 && blank < at ? blank + 1 : from, from + LONG);
  }

  function show({ place, forms }, list) {
    const { page, id, number, title, prose } = place;
    const item = add(list, "li");
    const top = page.places[0];
    const marked = forms.filter((form) => form.length > 1 || bookWords.isHan(form)); // not each d of a page
    const words = marked.length ? `?${new URLSearchParams({ highlight: marked.join(" ") })}` : "";
    const link = add(item, "a", { href: page.address + words + (id ? `#${id}` : "") });
    link.textContent = [number && `${number}.`, title || top.title].filter(Boolean).join(" ");
    item.append(" ");
    if (id && title) add(item, "span", { className: "page", textContent: top.title });
    const shown = add(item, "p", { className: "context" });
    excerpt(prose, forms).split(marking(forms)).forEach((part, i) => shown.append(i % 2 ? mark(part) : part));
  }

  const mark = (text) => Object.assign(document.createElement("mark"), { textContent: text });

  function setIndex(index) {
    ranking.read(index);
    const { results, missing } = ranking.find(query);
    const said = (name, value) => add(out, "p", { className: "search-summary", role: "status", textContent: words.dataset[name].replace("{}", value) });
    if (!results.length) {
      out.append(words.content.cloneNode(true));
      out.querySelector("q").textContent = query;
      return;
    }
    said("found", results.length);
    if (missing.length) said("missing", missing.join(", "));
    const list = add(out, "ol");
    results.slice(0, FIRST).forEach((result) => show(result, list));
    if (results.length <= FIRST) return;
    const more = add(out, "button", { className: "btn", textContent: words.dataset.more });
    more.addEventListener("click", () => {
      more.remove();
      results.slice(FIRST).forEach((result) => show(result, list));
      list.children[FIRST].querySelector("a").focus();
    });
  }

  // Down from the field to the results, up and down among them.
  function move(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const stops = [field, ...out.querySelectorAll("li > a")];
    const now = stops.indexOf(document.activeElement);
    if (!step || now < 0 || !stops[now + step]) return;
    event.preventDefault();
    stops[now + step].focus();
  }

  function start() {
    if (!out) return;
    for (const each of document.querySelectorAll("input[name=q]")) each.value = query;
    field.select();
    document.addEventListener("keydown", move);
    // A script, since from disk a page may not read a file any other way; and only for who asks.
    if (query) add(document.body, "script", { src: words.dataset.index });
  }

  return { setIndex, start };
})();
Search.start();
