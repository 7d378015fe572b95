// Which question an output asks: always the same one, and not the first zero of it.
{
  Predict.hash = (text) => {
    let hash = 2166136261;
    for (const sign of text) hash = Math.imul(hash ^ sign.codePointAt(0), 16777619) >>> 0;
    return hash;
  };

  // What the code names the tensors that it prints: `weights`, or `X @ W`; if each is an argument of a print() of its own line.
  function named(code, entries) {
    const prints = [...code.matchAll(/^print\((.*)\)$/gm)].flatMap(([, inner]) => {
      const parts = [""];
      let depth = 0;
      for (const sign of inner) {
        depth += "([{".includes(sign) - ")]}".includes(sign);
        if (sign === "," && !depth) parts.push("");
        else parts[parts.length - 1] += sign;
      }
      return parts.map((part) => part.trim());
    });
    const groups = [...new Set(entries.map(({ tensor, at }) => (tensor === null ? `at ${at}` : tensor)))];
    if (prints.length !== groups.length) return () => "";
    return ({ tensor, at, path }) => {
      const name = prints[groups.indexOf(tensor === null ? `at ${at}` : tensor)];
      if (name.length > 36 || /["']/.test(name)) return "";
      return tensor === null ? name : `${/^[\w.[\], ]+$/.test(name) ? name : `(${name})`}[${path.join(", ")}]`;
    };
  }

  // The earlier tensor of this shape that has something in common with it: what differs is what the cell does.
  const changedOf = ({ dims, entries }, before) => {
    const earlier = before.flatMap((other) => other.entries.filter(({ tensor }) => tensor !== null).map((entry) => ({ ...entry, other, dims: `${other.dims[entry.tensor]}` })));
    return (entry) => {
      const same = earlier.findLast((e) => e.dims === `${dims[entry.tensor]}`);
      if (!same || entry.tensor === null) return false;
      const at = (path) => same.other.entries.find((e) => e.tensor === same.tensor && `${e.path}` === `${path}`)?.text;
      const rest = entries.filter((e) => e.tensor === entry.tensor);
      return rest.some((e) => at(e.path) === e.text) && at(entry.path) !== entry.text;
    };
  };

  function best(output, candidates, code, before) {
    const seen = new Set(before.flatMap(({ entries }) => entries.map(({ text }) => text)));
    const changed = changedOf(output, before);
    const worth = ({ text, path, ...entry }) =>
      16 * changed({ path, text, ...entry }) + 8 * !Predict.isTrivial(text) + 4 * !(seen.has(text) || code.includes(text)) +
      2 * (candidates.filter((other) => other.text === text).length === 1) + 2 * /\.|^\p{L}{2}/u.test(text) +
      (path.length > 1 && path.at(-1) !== path.at(-2));
    const worths = candidates.map(worth);
    const top = candidates.filter((_, n) => worths[n] === Math.max(...worths));
    return top[Predict.hash(output.text) % top.length];
  }

  // Numbers that only count the lines: 1, 2, 3 at their beginnings.
  function isCounter(entry, n, all) {
    const firsts = all.filter(({ tensor, path }) => tensor === null && path[1] === 0);
    const counts = firsts.every(({ text }, k) => /^\d+$/.test(text) && text - firsts[0].text === k);
    return counts && firsts.length > 1 && firsts.includes(entry);
  }

  // A draw decides the numbers: how many lie below 0, or where the largest stands.
  function bet(output, numbers) {
    const tensor = numbers.find(({ tensor, text }) => tensor !== null && text.includes("."))?.tensor;
    const all = numbers.filter((entry) => entry.tensor === tensor);
    if (tensor === undefined || all.length < 3 || output.entries.some(({ kind }) => kind === "word")) return null;
    const below = all.filter(({ value }) => value < 0).length;
    if (below) return { kind: "count", entries: all, answers: [below] };
    const rowOf = (entry) => all.filter(({ path }) => `${path.slice(0, -1)}` === `${entry.path.slice(0, -1)}`);
    const isLargest = (entry) => rowOf(entry).every((other) => other === entry || other.value < entry.value);
    const tops = all.filter(isLargest);
    if (!tops.length) return null;
    const { path } = tops[Predict.hash(output.text) % tops.length];
    return { kind: "largest", entries: rowOf({ path }), row: path.slice(0, -1), answers: [path.at(-1)] };
  }

  // wish: of the author, `shape`, `number`, `truth`, `word`, `count`, `largest`, or which entry counted from 0; `nothing` asks nothing.
  Predict.choose = (output, { code = "", before = [], isBet = false, wish = "" } = {}) => {
    const { entries } = output;
    if (wish === "nothing" || !entries.length || (/\bexcept\b/.test(code) && entries.every(({ kind }) => kind === "word"))) return null;
    const of = (kind) => entries.filter((entry, n, all) => entry.kind === kind && !(kind === "number" && isCounter(entry, n, all)));
    const name = named(code, entries);
    const asked = (entry) => ({ kind: entry.kind, entry, name: name(entry) });
    if (/^\d+$/.test(wish)) return asked(entries[Math.min(wish, entries.length - 1)]);
    const placed = ["count", "largest"].includes(wish) || (isBet && !wish) ? bet(output, of("number")) : null;
    if (placed) return placed;
    const telling = of("number").some(({ text }) => !Predict.isTrivial(text));
    const order = [wish, "word", "shape", ...(telling ? ["number"] : []), "truth", "number"];
    const kind = order.find((each) => each && of(each).length);
    return asked(best(output, kind ? of(kind) : entries, code, before));
  };
}
