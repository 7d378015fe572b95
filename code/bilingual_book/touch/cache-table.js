// What a key-value cache holds while a model writes: a row for each layer and group of heads, a column for each token.
// data: layers, heads and width of the model; the kernel's bytes after each token, a row for each way of keeping less.
touch.pieces["cache-table"] = (place, data, words) => {
  const { check, filled, tag } = touch;
  const [[layers, heads, width], kernel] = Object.values(data);
  const tokens = place.dataset.labels.split(" ");
  const prompt = 4;
  const ways = [[heads, 0], [2, 0], [1, 0], [heads, 3]];
  // Of n tokens, the last ones that the next one will see: itself and the others are as many as the window.
  const left = (n, window) => (window ? Math.min(n, window - 1) : n);
  const bytes = (n, groups, window) => 2 * layers * groups * width * 4 * left(n, window);
  check(place, ways.map(([groups, window]) => tokens.map((_, i) => bytes(i + 1, groups, window))), kernel);

  let read = 0;
  const part = (className, ...children) => tag("div", { className }, ...children);
  const choice = (name, values) => {
    const select = tag("select", { onchange: draw }, ...values.map(([value, text]) => tag("option", { value }, text)));
    return { select, box: tag("label", {}, words[name], " ", select) };
  };
  const [groups, window] = [
    choice("groups", [heads, 2, 1].map((n) => [n, n])), choice("window", [[0, words.none], [3, 3]]),
  ];
  const cache = tag("input", { type: "checkbox", checked: true, onchange: draw });
  const next = touch.button(() => ((read = read ? read + 1 : prompt), draw()));
  const back = touch.button(() => ((read = 0), draw()), words.back);
  const [table, said] = [tag("table", { ariaHidden: "true" }), tag("p", { className: "touch-said" })];

  function draw() {
    const [g, w] = [+groups.select.value, +window.select.value];
    const first = read <= prompt;
    const now = cache.checked && !first ? 1 : read;
    const all = cache.checked ? read : read && ((read - prompt + 1) * (read + prompt)) / 2;
    const held = cache.checked ? left(read, w) : 0;
    const state = (i) => [i >= read - now && i < read && "now", i < read && (i >= read - held ? "kept" : "gone")].filter(Boolean).join(" ");
    table.replaceChildren(
      tag("tr", {}, tag("th"), ...tokens.map((token, i) => tag("th", { className: i < read ? "" : "ahead" }, tag("span", {}, token)))),
      ...Array.from({ length: layers * g }, (_, row) => tag(
        "tr", { className: row && row % g === 0 ? "layer" : "" }, tag("th", {}, row % g ? "" : filled(words.layer, [row / g])),
        ...tokens.map((_, i) => tag("td", { className: i < read ? state(i) : "" })),
      )),
    );
    next.textContent = read ? words.next : filled(words.prefill, [prompt]);
    next.disabled = read === tokens.length;
    said.textContent = filled(words.said, [read, now, all, cache.checked ? bytes(read, g, w) : 0]);
  }

  place.append(
    part("cache-controls", tag("label", {}, cache, " ", words.cache), groups.box, window.box),
    part("cache-controls", next, back), part("cache-cells", table), said,
  );
  draw();
  said.ariaLive = "polite";
};
