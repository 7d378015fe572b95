// What each part is good for: how many seeds still learn the task without it? First a guess, then the count.
// data: for each part and seed, whether the model learned; and the counts that the kernel printed.
touch.pieces["ablation"] = (place, data, words) => {
  const { check, filled, tag, written } = touch;
  const [outcomes, printed] = Object.values(data);
  const names = place.dataset.labels.split(" ");
  const counts = outcomes.map((row) => row.filter(Boolean).length);
  const seeds = outcomes[0].length;
  const guesses = names.map(() => seeds / 2);
  const seen = new Set();
  let now = 0;

  const called = (n) => (n ? filled(words.without, [names[n]]) : words.whole);
  const rows = names.map((_, n) => {
    const radio = tag("input", { type: "radio", name: "parts", checked: !n, onchange: () => ((now = n), draw()) });
    return tag("tr", {}, tag("th", { scope: "row" }, tag("label", {}, radio, called(n))), tag("td"), tag("td"), tag("td"));
  });
  const heads = ["part", "guess", "learned", "lost"].map((name) => tag("th", { scope: "col" }, words[name]));
  const body = tag("tbody", {}, tag("tr", {}, ...heads), ...rows);
  const slider = tag("input", { type: "range", max: seeds });
  const typed = tag("input", { type: "number", min: 0, max: seeds, required: true, ariaLabel: words.typed });
  const show = tag("button", {}, words.show);
  const boxes = outcomes[0].map(() => tag("i"));
  const said = tag("p", { className: "touch-said" });
  const form = tag("form", {}, tag("label", {}, words.guess, slider, typed), tag("div", {}, ...boxes), show, said);

  function draw() {
    const [known, guess, count] = [seen.has(now), guesses[now], counts[now]];
    seen.forEach((n) => {
      const lost = n && seen.has(0) ? written(counts[0] - counts[n], 0) : "";
      [guesses[n], counts[n], lost].forEach((text, at) => (rows[n].cells[at + 1].textContent = text));
    });
    boxes.forEach((box, n) => {
      box.classList.toggle("guessed", n < guess);
      box.classList.toggle("learned", known && n < count);
    });
    slider.value = guess;
    if (document.activeElement !== typed) typed.value = guess;
    slider.disabled = typed.readOnly = show.ariaDisabled = known;
    const off = guess - count;
    const how = off ? filled(words[off < 0 ? "few" : "many"], [Math.abs(off)]) : words.exact;
    said.textContent = filled(words[known ? "said" : "ask"], { part: called(now), seeds, count, guess, how });
    if (seen.size < names.length) return;
    const order = [...names.keys()].slice(1).sort((a, b) => counts[a] - counts[b]);
    const [, , ...shown] = body.rows; // below the heads and the whole model
    // a row that is moved loses the focus
    if (order.some((n, i) => shown[i] !== rows[n])) body.append(...order.map((n) => rows[n]));
    said.append(filled(words.end, [order.map((n) => names[n]).join(words.comma)]));
  }
  form.oninput = ({ target }) => {
    if (target.validity.valid) guesses[now] = +target.value;
    draw();
  };
  form.onsubmit = (event) => {
    event.preventDefault();
    seen.add(now);
    draw();
  };
  place.append(tag("table", {}, body), form);
  check(place, counts, printed);
  draw();
  said.ariaLive = "polite";
};
