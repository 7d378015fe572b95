// Training in the page: 30 epochs of the 69 parameters, from the kernel's weights, one epoch at a time, back and forth.
touch.pieces["train-69"] = (place, data, words) => {
  const { check, filled, roving, tag, written } = touch;
  const { epoch, forward, loss, parametersOf, shapes, translate } = model69;
  const { seeds, weights, src, tgt, positions, losses } = data;
  const [english, spanish] = place.dataset.labels.split(" | ").map((line) => line.split(" "));
  const last = losses.length;
  const copy = (matrices) => matrices.map((matrix) => matrix.map((row) => [...row]));
  const start = () => ({ seed: 0, lr: 0.1, off: "none", edits: [], epoch: 0, matrix: 0, row: 0, column: 0 });
  let now = start();
  let history, timer;

  // history[e]: the parameters after e epochs. What was typed in an epoch stays, whatever is trained anew.
  function state(e, P, memory) {
    now.edits.filter((edit) => edit.epoch === e).forEach(({ matrix, row, column, number }) => (P[matrix][row][column] = number));
    return { P, memory, losses: src.map((source, n) => loss(P, source, tgt[n], positions, now.off)) };
  }
  const restart = () => (history = [state(0, parametersOf(weights[now.seed]), {})]);
  function reach(e) {
    while (history.length <= e) {
      const before = history.at(-1);
      const P = copy(before.P);
      const memory = structuredClone(before.memory);
      const paid = epoch(P, memory, data, now.lr, now.off);
      history.push({ ...state(history.length, P, memory), paid });
    }
    now.epoch = e;
  }

  const label = (text, ...controls) => tag("label", {}, tag("span", {}, text), ...controls);
  const button = (text, act) => touch.button(() => (act(), draw()), text);
  const choice = (names) => tag("select", {}, ...names.map((name, n) => tag("option", { value: n }, `${name}`)));
  const rates = [0.01, 0.03, 0.1, 0.3, 1];
  const parts = ["none", "positions", "mask", "encoder.self", "decoder.self", "decoder.cross"];
  const [seed, rate, part] = [choice(seeds), choice(rates), choice(["—", ...parts.slice(1)])];
  const slider = tag("input", { type: "range", min: 0, max: last, step: 1 });
  const shown = tag("output");
  const halt = () => (timer = clearInterval(timer));
  const step = button(words.step, () => (halt(), reach(Math.min(now.epoch + 1, last))));
  const run = button(words.run, () => {
    if (timer) return halt();
    if (now.epoch === last) now.epoch = 0;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return reach(last);
    timer = setInterval(() => {
      reach(now.epoch + 1);
      if (now.epoch === last) halt();
      draw();
    }, 120);
  });
  const reset = button(words.reset, () => (halt(), (now = start()), restart(), choose(0)));
  const said = tag("p", { className: "touch-said" });

  const svg = (width, height, inside) => `<svg viewBox="0 0 ${width} ${height}" aria-hidden="true">${inside}</svg>`;
  const kinds = ["train-first", "train-second"];
  const escaped = (text) => text.replace("<", "&lt;");
  const line = (points, kind) => `<polyline class="${kind}" points="${points.map((point) => point.map((x) => x.toFixed(1))).join(" ")}"/>`;
  function curve() {
    const known = history.map((each) => each.losses);
    const top = Math.max(2, ...known.flat());
    const at = (e, value) => [20 + (e / last) * 210, 130 - (value / top) * 115];
    const lines = src.map((_, n) => line(known.map((each, e) => at(e, each[n])), kinds[n]));
    const dots = src.map((_, n) => `<circle class="${kinds[n]}" r="4" cx="${at(now.epoch)[0]}" cy="${at(0, known[now.epoch][n])[1]}"/>`);
    const frame = `<path d="M20 10V130H230"/><text x="17" y="17" class="end">${+top.toPrecision(2)}</text><text x="17" y="133" class="end">0</text><text x="230" y="146" class="end">e = ${last}</text><text x="25" y="17">L</text>`;
    return svg(240, 150, frame + lines.join("") + dots.join(""));
  }
  function plane(n, matrix, tokens) {
    const path = history.slice(0, now.epoch + 1).map((each) => each.P[matrix]);
    const size = Math.max(4, Math.ceil(Math.max(...path.flat(2).map(Math.abs))));
    const at = ([x, y]) => [75 + (x / size) * 62, 75 - (y / size) * 62];
    const named = []; // each name keeps off those before it
    const marks = tokens.map((token, i) => {
      const trail = path.map((each) => at(each[i]));
      const [x, y] = trail.at(-1);
      const half = token.length * 3.5;
      const side = half + 6;
      const places = [[x, y - 5], [x, y + 13], [x + side, y + 4], [x - side, y + 4], [x, y - 16], [x, y + 24]];
      const inside = places.map(([cx, base]) => ({ cx: Math.min(150 - half, Math.max(half, cx)), base, half }));
      const apart = (a) => named.every((b) => Math.abs(a.cx - b.cx) > half + b.half || Math.abs(a.base - b.base) > 10);
      const name = inside.find(apart) ?? inside[0];
      named.push(name);
      return `${line(trail, kinds[n])}<circle class="${kinds[n]}" r="3" cx="${x}" cy="${y}"/><text x="${name.cx}" y="${name.base}" class="middle">${escaped(token)}</text>`;
    });
    return svg(150, 150, `<path d="M13 75H137M75 13V137"/><text x="137" y="88" class="end">${size}</text><text x="4" y="12">${"W_E W_D".split(" ")[n]}</text>${marks.join("")}`);
  }
  const pictures = tag("div", { className: "train-pictures" });

  const cells = [tag("td"), tag("td")].map(() => spanish.map(() => tag("td")));
  const table = tag("table", {}, tag("caption", {}, words.probabilities),
    tag("thead", {}, tag("tr", {}, tag("td"), ...spanish.map((token) => tag("th", { scope: "col" }, token)))),
    tag("tbody", {}, ...cells.map((row, i) => tag("tr", {}, tag("th", { scope: "row" }, spanish[tgt[0][i]]), ...row))));

  const matrix = choice(shapes.map(([name]) => name));
  const grid = tag("div", { className: "train-matrix" });
  const typed = tag("input", { type: "number", step: 0.1, min: -100, max: 100 });
  const typedName = tag("span");
  let buttons = [];
  function choose(to) {
    Object.assign(now, { matrix: to, row: 0, column: 0 });
    buttons = history[0].P[to].map((row) => row.map(() => touch.button()));
    grid.replaceChildren(...buttons.map((row) => tag("div", {}, ...row)));
    roving(buttons, (i, j) => {
      if (buttons[i][j] !== document.activeElement || (i === now.row && j === now.column)) return;
      Object.assign(now, { row: i, column: j });
      draw();
    });
  }

  const name = (ids, tokens) => ids.slice(1).map((id) => tokens[id]).join(" ");
  function draw() {
    const { P, losses: [first, second] } = history[now.epoch];
    pictures.innerHTML = curve() + plane(0, 0, english) + plane(1, 4, spanish);
    tensors.softmax(forward(P, src[0], tgt[0].slice(0, -1), positions, now.off)[0]).forEach((row, i) => row.forEach((p, j) => {
      cells[i][j].textContent = written(p, 4);
      cells[i][j].style.setProperty("--tint", `${60 * p}%`);
    }));
    buttons.forEach((row, i) => row.forEach((each, j) => {
      each.textContent = written(P[now.matrix][i][j], 4);
      each.ariaLabel = filled(words.cell, { row: i, column: j, number: each.textContent });
      each.ariaPressed = i === now.row && j === now.column;
    }));
    typedName.textContent = filled(words.chosen, { row: now.row, column: now.column });
    if (document.activeElement !== typed) typed.value = P[now.matrix][now.row][now.column].toFixed(4);
    slider.value = shown.value = now.epoch;
    slider.disabled = Boolean(timer);
    seed.value = now.seed;
    rate.value = rates.indexOf(now.lr);
    part.value = parts.indexOf(now.off);
    matrix.value = now.matrix;
    run.textContent = timer ? words.stop : words.run;
    const lines = src.map((source, n) => filled(words.line, {
      source: name(source, english), target: name(translate(P, source, positions, now.off), spanish), loss: written([first, second][n], 4),
    }));
    said.ariaLive = timer ? "off" : "polite";
    said.replaceChildren(...[filled(words.said, { epoch: now.epoch }), ...lines].map((text) => tag("span", {}, text)));
  }

  const change = (control, act) => control.addEventListener("input", () => (halt(), act(Number(control.value), control.value), draw()));
  const anew = () => {
    const e = now.epoch;
    restart();
    reach(e);
  };
  change(slider, reach);
  change(seed, (n) => (Object.assign(now, { seed: n, edits: [] }), anew()));
  change(rate, (n) => ((now.lr = rates[n]), anew()));
  change(part, (n) => ((now.off = parts[n]), anew()));
  change(matrix, choose);
  change(typed, (number, given) => {
    if (given === "" || !(Math.abs(number) <= 100)) return;
    const { epoch, matrix, row, column } = now;
    now.edits = [...now.edits.filter((edit) => edit.epoch <= epoch), { epoch, matrix, row, column, number }];
    history.length = epoch + 1;
    Object.assign(history[epoch], state(epoch, history[epoch].P, history[epoch].memory));
  });

  place.append(
    tag("div", { className: "train-controls" }, step, run, reset, label(words.epoch, slider, shown),
      label(words.rate, rate), label(words.seed, seed), label(words.without, part)),
    pictures, said, tag("div", { className: "train-table" }, table),
    tag("details", { className: "train-edit" }, tag("summary", {}, words.edit), label(words.matrix, matrix), grid, label(typedName, typed)),
  );
  restart();
  reach(last);
  check(place, history.slice(1).map((each) => each.paid), losses);
  restart();
  now.epoch = 0;
  choose(0);
  draw();
};
