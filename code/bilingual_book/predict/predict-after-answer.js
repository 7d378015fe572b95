// What becomes of an answer: a hint, or the end of the question, which goes into the record.
{
  const { element, say, control, lift } = Predict;
  const page = location.pathname.split("/").pop().replace(/\.html$/, "");

  const resultOf = (each) => Predict.record.of(page)[each.key];
  const waiting = () => Predict.asked.filter(({ pre }) => pre.classList.contains("covered"));

  function answer(each, typed, field) {
    const found = Predict.judge(typed, each.question, each, Predict.cells);
    const isBet = each.isBet && each.question === each.first;
    if (found.right) return finish(each, isBet ? "won" : "right", typed, found.hint);
    if (found.wrong && isBet) return finish(each, "lost", typed);
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
    const ways = [next && control("next", () => Predict.goTo(next)), Predict.others(each).length > 1 && control("another", () => Predict.askFor(each, 1))].filter(Boolean);
    each.form.replaceChildren(each.status, element("div", { className: "line" }, ...ways));
    (ways[0] ?? each.status).focus({ preventScroll: true });
    Predict.tally(Predict.asked);
  }

  Object.assign(Predict, { page, answer, report, finish, resultOf });
}
