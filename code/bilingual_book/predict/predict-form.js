// The form of a question: how it is answered, how another is asked for, and the way to it.
{
  const { element, say, control, sentence, cover, lift, answer, finish, report, resultOf } = Predict;

  function ask(each) {
    const { question } = each;
    const isFree = question !== each.first;
    each.tries = 0;
    cover(each);
    each.pre.classList.toggle("free", isFree);
    const id = `predict-${each.key}`;
    const field = element("input", { id, type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: false, enterKeyHint: "done" });
    const line = question.kind === "truth"
      ? ["True", "False"].map((word) => {
          const choice = element("button", { type: "button", className: "btn btn-sm" }, element("code", {}, word));
          choice.addEventListener("click", () => answer(each, word));
          return choice;
        })
      : [field, element("button", { type: "submit", className: "btn btn-sm" }, say("check"))];
    const words = element(question.kind === "truth" ? "p" : "label", { htmlFor: id }, sentence(each, question));
    if (each.isBet && !isFree) words.append(" ", say("bet"), ...(question.kind === "number" ? [" ", say("tenth")] : []));
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

  const others = ({ question, output }) => (question.entry ? output.entries.filter(({ kind }) => kind === question.entry.kind) : []);

  function askFor(each, step, entry) {
    const all = others(each);
    const chosen = entry ?? all.at((all.indexOf(each.question.entry) + step) % all.length);
    each.question = { kind: chosen.kind, entry: chosen };
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
    unfold(each.form);
    each.form.scrollIntoView({ block: "center", behavior: "instant" });
    focusOn(each);
  }

  const isDone = (each) => ["right", "won", "lost"].includes(resultOf(each));

  function begin(each) {
    each.form = element("form", { className: "prediction", noValidate: true });
    each.status = element("p", { role: "status", tabIndex: -1 });
    const output = each.cell.querySelector(".cell_output");
    output ? output.before(each.form) : each.cell.append(each.pre, each.form);
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
    if (each.pre.matches(".of-exercise")) each.pre.remove();
  }

  Object.assign(Predict, { others, askFor, askAgain, goTo, begin, end });
}
