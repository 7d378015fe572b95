// At the end of a chapter: how it went, what to try once more, and what becomes of the record.
{
  const { say, element, control, record, page, resultOf } = Predict;
  const RIGHT = ["right", "won"];

  function bySection(asked) {
    const sections = new Map();
    for (const each of asked) {
      const section = each.cell.closest(".bd-article > section > section") ?? each.cell.closest("section");
      sections.set(section, [...(sections.get(section) ?? []), each]);
    }
    return [...sections].map(([section, inside]) => {
      const right = inside.filter((each) => RIGHT.includes(resultOf(each))).length;
      return element("li", {}, linkTo(section), ": ", say("section", { right, all: inside.length }));
    });
  }

  function linkTo(section) {
    const heading = section.querySelector("h1, h2").cloneNode(true);
    heading.querySelectorAll(".headerlink, .twin").forEach((part) => part.remove());
    return element("a", { href: `#${section.id}` }, heading.textContent.trim());
  }

  function otherChapters() {
    const titles = new Map([...document.querySelectorAll("nav.bd-links a[href]")].map((link) => [link.pathname.split("/").pop(), link]));
    return record.pages().filter((other) => other !== page && titles.has(`${other}.html`)).map((other) => {
      const results = Object.values(record.of(other));
      const link = titles.get(`${other}.html`);
      const right = results.filter((result) => RIGHT.includes(result)).length;
      return element("li", {}, element("a", { href: link.getAttribute("href") }, link.textContent.trim()), ": ", say("chapter", { n: results.length, right }));
    });
  }

  // asked: the outputs with a question, none where the mode is off.
  Predict.tally = (asked) => {
    const old = document.querySelector(".prediction-tally");
    if (!asked.length) return old?.remove();
    const bets = asked.filter(({ isBet }) => isBet);
    const answered = asked.filter((each) => resultOf(each));
    const number = (list, ...results) => list.filter((each) => results.includes(resultOf(each))).length;
    const title = element("p", { id: "prediction-tally", className: "title" }, say("tally"));
    const sum = say("sum", { n: answered.length, all: asked.length, right: number(asked, "right"), won: number(bets, "won"), bets: bets.length });
    const opened = [...(old?.querySelectorAll("details[open] > summary") ?? [])].map((summary) => summary.textContent);
    const fold = (key, lines) => {
      const summary = element("summary", {}, say(key));
      const open = opened.includes(summary.textContent);
      return lines.length ? [element("details", { open }, summary, element("ul", {}, ...lines))] : [];
    };
    const missed = asked.filter((each) => ["wrong", "shown"].includes(resultOf(each)));
    const again = missed.map((each) => element("li", {}, control("again", () => Predict.askAgain(each)), " ", Predict.sentence(each)));
    const status = element("p", { role: "status" });
    const forget = control("forget", () => {
      record.forget();
      Predict.show(false);
      Predict.show(true);
      const now = document.querySelector(".prediction-tally");
      now.querySelector("[role=status]").replaceChildren(say("forgotten"));
      now.querySelector(".line button").focus({ preventScroll: true });
    });
    const made = element("aside", { className: "prediction-tally" }, title, element("p", {}, sum),
      ...(missed.length ? [element("p", {}, say("once more")), element("ul", { className: "once-more" }, ...again)] : []),
      ...fold("sections", bySection(asked)), ...fold("chapters", otherChapters()),
      element("p", {}, say("kept")), element("div", { className: "line" }, record.link(say("save")), forget), status);
    made.setAttribute("aria-labelledby", title.id);
    old ? old.replaceWith(made) : document.querySelector("article.bd-article").append(made);
  };
}
