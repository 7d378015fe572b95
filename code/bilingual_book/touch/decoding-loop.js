// The decoder's loop: the most probable token or another, undone or begun anew, at any of the temperatures.
// data: a tree that the kernel has grown, with nodes [the one before, token, 4 ids, their log-probabilities, and for each
// temperature the log of what all others have together]; temperatures; ids and letters of the tokens; the right
// translation; and the probabilities of its rows, from one pass.
touch.pieces["decoding-loop"] = (place, data, words) => {
  const { check, filled, roving, tag, written } = touch;
  const [tree, temperatures, ids, letters, right, printed] = Object.values(data);
  const tokens = String.fromCharCode(...letters).split(" ");
  const name = (id) => tokens[ids.indexOf(id)];
  const end = right.at(-1);
  const after = (nodes, id) => {
    const last = tree.indexOf(nodes.at(-1));
    return tree.find(([before, token]) => before === last && token === id);
  };
  const forced = right.slice(1, -1).reduce((nodes, id) => [...nodes, after(nodes, id)], [tree[0]]);
  let [path, how] = [[tree[0]], "said"];

  const button = (text, act) => touch.button(() => (act(), (how = "said"), (teacher.checked = false), draw()), text);
  const undo = button(words.undo, () => how !== "over" && path.length > 1 && path.pop());
  const anew = button(words.anew, () => (path = [tree[0]]));
  const slider = tag("input", { type: "range", max: temperatures.length - 1, value: temperatures.indexOf(1) });
  const degree = tag("output");
  const teacher = tag("input", { type: "checkbox" });
  const body = tag("tbody");
  const said = tag("p", { className: "touch-said" });

  function shares(node) {
    const powers = [...node.slice(6, 10).map((l) => l / temperatures[slider.value]), node[10 + +slider.value]].map(Math.exp);
    const total = powers.reduce((sum, power) => sum + power);
    return powers.map((power) => power / total);
  }
  function choose(id) {
    const next = after(path, id);
    if (next) path.push(next);
    how = id === end ? "over" : next ? "said" : "beyond";
    draw();
    (body.querySelector("button") ?? undo).focus();
  }
  function draw() {
    const nodes = teacher.checked ? forced : path;
    const given = [...nodes.slice(1).map((node) => node[1]), ...(teacher.checked || how === "over" ? [end] : [])];
    body.replaceChildren(...nodes.map((node, i) => {
      const p = shares(node);
      const cells = [...node.slice(2, 6), null].map((id, n) => {
        const inside = [tag("span", {}, id ? name(id) : "…"), tag("small", {}, written(p[n]))];
        const free = id && i === given.length;
        const cell = tag("td", { className: id === given[i] ? "chosen" : "" },
          ...(free ? [touch.button(() => choose(id), ...inside)] : inside));
        cell.style.setProperty("--tint", `${60 * p[n]}%`);
        return cell;
      });
      return tag("tr", {}, tag("th", { scope: "row" }, name(node[1])), ...cells);
    }));
    const choices = [...body.querySelectorAll("button")];
    if (choices.length) roving([choices], () => {});
    degree.value = temperatures[slider.value];
    const sentence = [right[0], ...given].map(name).join(" ");
    said.textContent = filled(words[teacher.checked ? "forced" : how], { sentence, read: nodes.map((node) => name(node[1])).join(" "), n: nodes.length });
  }

  slider.oninput = teacher.oninput = draw;
  const heads = [words.read, words.best, words.others].map((text, n) => tag("th", { scope: "col", colSpan: n === 1 ? 4 : 1 }, text));
  place.append(
    tag("div", { className: "decoder-controls" }, undo, anew, tag("label", {}, words.temperature, slider, degree),
      tag("label", {}, teacher, words.teacher)),
    tag("table", {}, tag("thead", {}, tag("tr", {}, ...heads)), body),
    said,
  );
  check(place, forced.map((node) => shares(node).slice(0, 4)), printed);
  draw();
  said.ariaLive = "polite";
};
