// The switch, the covers over the outputs, and a form for each question.
{
  const root = document.documentElement;
  const button = document.querySelector(".predict-switch");
  const page = location.pathname.split("/").pop().replace(/\.html$/, "");
  let cells = null; // of the page, in order; read when first needed
  let asked = [];

  function element(name, properties = {}, ...content) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...content);
    return made;
  }

  // A sentence in both languages of the page, of which the style sheet shows one or two; strings come as code.
  function say(key, values = {}) {
    const part = (word, n) => (n % 2 ? (typeof values[word] === "string" ? element("code", {}, values[word]) : values[word]) : word);
    const words = BOOK_LANGUAGES.map(({ lang }, n) => element("span", { lang }, ...PREDICT_WORDS[n][key].split(/\{(\w+)\}/).map(part)));
    return element("span", { className: "said" }, ...words);
  }

  const control = (key, act) => {
    const made = element("button", { type: "button", className: "btn btn-sm" }, say(key));
    made.addEventListener("click", act);
    return made;
  };

  // --- Reading the page ---

  function readCells() {
    const counts = {};
    cells = [...document.querySelectorAll(".cell[data-cell]")].flatMap((cell) => {
      const pre = cell.querySelector(".cell_output > .output pre");
      if (!pre) return [];
      const output = Predict.read(pre.textContent);
      const hash = Predict.hash(output.text).toString(36);
      counts[hash] = (counts[hash] ?? 0) + 1;
      return { cell, pre, output, key: hash + (counts[hash] > 1 ? `-${counts[hash]}` : ""), code: cell.querySelector(".cell_input")?.textContent.trim() ?? "" };
    });
    asked = cells.filter((each, n) => {
      // A solution has its own cover, and what it prints is no second question.
      if (!each.cell.matches(".tag_determined, .tag_bet") || each.cell.closest(".solution")) return false;
      each.isBet = each.cell.matches(".tag_bet");
      const wish = /tag_ask-([\w]+)/.exec(each.cell.className)?.[1];
      const before = cells.slice(0, n).map(({ output }) => output);
      each.question = each.first = Predict.choose(each.output, { code: each.code, before, isBet: each.isBet, wish });
      return each.question;
    });
  }

  // --- The cover ---

  // Labels stay in sight: the first number of each line, and whole numbers beside decimals.
  function isLabel(entry, { entries }, question) {
    if (entry === question.entry || entry.tensor !== null || entry.kind !== "number" || question.entry?.kind === "word") return false;
    const line = entries.filter((e) => e.tensor === null && e.path[0] === entry.path[0]);
    const isPart = question.entry && !question.entry.text.includes(".") && line.includes(question.entry);
    const lines = new Set(entries.map(({ tensor, path }) => tensor ?? `line ${path[0]}`)).size;
    return lines > 1 && line.length > 1 && (entry.path[1] === 0 || (!isPart && !entry.text.includes(".") && line.some(({ text }) => text.includes("."))));
  }

  function cover(each) {
    const { pre, output, question } = each;
    each.plain ??= [...pre.childNodes];
    const width = Math.max(...output.entries.filter(({ tensor }) => tensor !== null).map(({ text }) => text.length));
    const hasSigns = output.entries.some(({ text }) => text.startsWith("-"));
    let end = 0;
    const parts = output.entries.flatMap((entry) => {
      const mark = entry === question.entry || (!question.entry && question.entries.includes(entry)) ? " asked" : "";
      const box = element("b", { className: isLabel(entry, output, question) ? "" : `entry${mark}` }, entry.text);
      box.entry = entry;
      const pad = entry.tensor !== null ? width - entry.text.length : hasSigns && !entry.text.startsWith("-") && output.text[entry.at - 1] === " ";
      if (entry.kind === "number") box.style.setProperty("--pad", `${Number(pad)}ch`); // no box says that its number has a sign
      const between = output.text.slice(end, entry.at);
      end = entry.at + entry.text.length;
      return [between, box];
    });
    pre.replaceChildren(...parts, output.text.slice(end));
    pre.classList.add("covered");
    holdBack(each, true);
  }

  function lift(each) {
    each.pre.classList.remove("covered", "free");
    holdBack(each, false);
  }

  function hold(block, isHeld) {
    block.classList.toggle("holds-answer", isHeld);
    if (!block.className) block.removeAttribute("class");
  }

  // Up to the next output, the text says numbers of this one.
  function holdBack({ cell }, isHeld) {
    const next = [...document.querySelectorAll(".cell_output")].find((output) => cell.compareDocumentPosition(output) & Node.DOCUMENT_POSITION_FOLLOWING && !cell.contains(output));
    for (const number of document.querySelectorAll(".printed")) {
      const isAfter = cell.compareDocumentPosition(number) & Node.DOCUMENT_POSITION_FOLLOWING;
      const isBefore = !next || number.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING;
      if (isAfter && isBefore) hold(number.closest("[data-n]") ?? number.parentElement, isHeld);
    }
  }

  // --- A question ---

  function sentence({ kind, entry, name, entries, row }) {
    if (!entry) return row?.length ? say("largestInRow", { place: `${row.join(", ")}` }) : say(kind, { n: entries.length });
    const place = name || (entry.tensor === null ? "" : `${entry.tensor ? `tensor ${entry.tensor + 1} ` : ""}[${entry.path.join(", ")}]`);
    const line = entry.path[0] + 1;
    if (kind === "number") return place ? say("number", { place }) : say("line", { line, n: entry.path[1] + 1 });
    if (kind === "truth") return place ? say("truth", { place }) : say("lineTruth", { line });
    if (kind === "shape") return place ? say("shape", { place: place.replace(/^tuple\((.*)\)$/, "$1").replace(/\.shape$/, "") }) : say("markedShape");
    return say("word");
  }

  function ask(each) {
    const { question } = each;
    const isFree = question !== each.first;
    each.tries = 0;
    cover(each);
    each.pre.classList.toggle("free", isFree);
    const id = `predict-${each.cell.dataset.cell}`;
    const field = element("input", { id, type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: false, enterKeyHint: "done" });
    const line = question.kind === "truth"
      ? ["True", "False"].map((word) => {
          const choice = element("button", { type: "button", className: "btn btn-sm" }, element("code", {}, word));
          choice.addEventListener("click", () => answer(each, word));
          return choice;
        })
      : [field, element("button", { type: "submit", className: "btn btn-sm" }, say("check"))];
    const words = element(question.kind === "truth" ? "p" : "label", { htmlFor: id }, sentence(question));
    if (each.isBet && !isFree) words.append(" ", say("bet"));
    if (isFree) words.append(" ", say("free"));
    each.form.replaceChildren(words, element("div", { className: "line" }, ...line, control("show", () => finish(each, "shown"))), each.status);
    field.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!step || !isFree) return;
      event.preventDefault();
      askFor(each, step);
    });
    each.form.onsubmit = (event) => {
      event.preventDefault();
      answer(each, field.value, field);
    };
  }

  function answer(each, typed, field) {
    const found = Predict.judge(typed, each.question, each, cells);
    if (found.right) return finish(each, each.isBet && each.question === each.first ? "won" : "right", typed, found.hint);
    if (found.wrong && each.isBet) return finish(each, "lost", typed);
    if (found.wrong && (!found.hint || each.tries++)) return finish(each, "wrong", typed, found.hint, found);
    report(each, hint(found), found.wrong ? say("once") : "");
    field?.setAttribute("aria-invalid", "true");
    field?.select();
  }

  function hint(found) {
    const said = say(found.hint, { place: `${found.place ?? ""}`, n: found.n });
    if (!found.cell) return said;
    const output = found.cell.cell;
    return element("span", {}, said, " ", element("a", { href: `#${output.id}` }, say("see")));
  }

  const report = ({ status }, ...parts) => status.replaceChildren(...parts.flatMap((part) => [part, " "]));

  function finish(each, result, typed = "", hintKey = "", found = null) {
    const { question } = each;
    const printed = question.entry?.text ?? question.answers.join(", ");
    const isKept = question !== each.first || Predict.record.set(page, each.key, result);
    lift(each);
    report(each, hintKey === "rounded" ? say("rounded", { printed }) : say(result, { printed, typed: typed.trim() }),
      found?.hint ? hint(found) : "", isKept ? "" : say("unkept"));
    each.status.dataset.result = result;
    const next = waiting().find((other) => each.cell.compareDocumentPosition(other.cell) & Node.DOCUMENT_POSITION_FOLLOWING);
    const ways = [next && control("next", () => goTo(next)), others(each).length > 1 && control("another", () => askFor(each, 1))].filter(Boolean);
    each.form.replaceChildren(each.status, element("div", { className: "line" }, ...ways));
    (ways[0] ?? each.status).focus({ preventScroll: true });
    Predict.tally(asked, page, api);
  }

  const others = ({ question, output }) => (question.entry ? output.entries.filter(({ kind }) => kind === question.entry.kind) : []);

  function askFor(each, step, entry) {
    const all = others(each);
    const chosen = entry ?? all.at((all.indexOf(each.question.entry) + step) % all.length);
    const one = Predict.choose(each.output, { code: each.code, wish: `${each.output.entries.indexOf(chosen)}` });
    each.question = chosen === each.first.entry ? { ...one } : one;
    delete each.status.dataset.result;
    report(each);
    ask(each);
    focusOn(each);
  }

  function askAgain(each) {
    each.question = each.first;
    delete each.status.dataset.result;
    report(each);
    ask(each);
    goTo(each);
  }

  const focusOn = (each) => each.form.querySelector("input, button").focus({ preventScroll: true });

  function goTo(each) {
    for (let fold = each.form.closest("details:not([open])"); fold; fold = each.form.closest("details:not([open])")) fold.open = true;
    each.form.scrollIntoView({ block: "center", behavior: "instant" });
    focusOn(each);
  }

  const resultOf = (each) => Predict.record.of(page)[each.key];
  const isDone = (each) => ["right", "won", "lost"].includes(resultOf(each));
  const waiting = () => asked.filter(({ pre }) => pre.classList.contains("covered"));

  function begin(each) {
    each.form = element("form", { className: "prediction", noValidate: true });
    each.status = element("p", { role: "status", tabIndex: -1 });
    each.cell.querySelector(".cell_output").before(each.form);
    each.question = each.first;
    if (!isDone(each)) return ask(each);
    report(each, say("answered"));
    each.status.dataset.result = resultOf(each);
    each.form.replaceChildren(each.status, element("div", { className: "line" }, control("again", () => askAgain(each))));
  }

  function end(each) {
    lift(each);
    each.form.remove();
    if (each.plain) each.pre.replaceChildren(...each.plain);
    each.plain = null;
    if (!each.pre.className) each.pre.removeAttribute("class");
  }

  // --- The switch ---

  // A page without questions hands on what its address says.
  const isOn = () => (button ? root.classList.contains("predicting") : new URLSearchParams(location.search).has("predict"));

  const withChoice = (search) => {
    const query = new URLSearchParams(search);
    query.delete("predict");
    if (isOn()) query.set("predict", "1");
    return `${query}` && `?${query}`;
  };

  function show(on) {
    root.classList.toggle("predicting", on);
    button.setAttribute("aria-pressed", on);
    if (on) {
      if (!cells) readCells();
      asked.forEach(begin);
    } else asked.forEach(end);
    Predict.tally(on ? asked : [], page, api);
    history.replaceState(history.state, "", location.pathname + withChoice(location.search) + location.hash);
  }

  function carryChoice({ target }) {
    const link = target.closest?.("a[href]");
    const [, to, search, hash] = /^([^?#]*)([^#]*)(.*)$/.exec(link?.getAttribute("href") ?? "");
    if (/^(?!\w+:).*\.html$/.test(to)) link.setAttribute("href", to + withChoice(search) + hash);
  }

  const api = { say, element, control, sentence, askAgain, resultOf, restart: () => (show(false), show(true)) };
  const keepingPlace = (change) => (window.keepingPlace ?? ((act) => act()))(change);

  if (button) {
    button.addEventListener("click", () => {
      const on = !isOn();
      try {
        on ? localStorage.setItem("predict", "on") : localStorage.removeItem("predict");
      } catch {}
      keepingPlace(() => show(on));
    });
    document.addEventListener("click", (event) => {
      const each = asked.find(({ pre }) => pre.matches(".covered.free") && pre.contains(event.target));
      if (each && others(each).includes(event.target.entry)) askFor(each, 0, event.target.entry);
    });
    if (root.classList.contains("predicting")) show(true);
  }
  for (const name of ["pointerover", "focusin", "click"]) document.addEventListener(name, carryChoice, true);
  root.classList.remove("awaits-questions");
}
