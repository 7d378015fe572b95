// What an answer was: right, or what else it is. Sentences are named as in sentences.py; the page has all the numbers.
{
  const at = (output, entry, path) =>
    output.entries.find((e) => e.tensor === entry.tensor && `${e.path}` === `${path}`);
  const swapped = (path) => [...path.slice(0, -2), ...path.slice(-2).reverse()];
  const isMeant = (read, e) =>
    e.kind === "number" && !Predict.isTrivial(e.text) && (Predict.isSame(read.value, e) || (Predict.hasDigits(read) && Predict.isRounded(read, e)));
  const differing = (a, b) => a.flatMap((index, d) => (index === b[d] ? [] : [d]));

  // Elsewhere in the same tensor: transposed, in the same row or column, in another head.
  function inTensor(read, output, entry) {
    const isTyped = (e) => e && e.text !== entry.text && isMeant(read, e);
    if (entry.path.length > 1 && isTyped(at(output, entry, swapped(entry.path)))) return { hint: "transposed" };
    const elsewhere = output.entries.filter((e) => e.tensor === entry.tensor && isTyped(e));
    const near = (e) => differing(e.path, entry.path);
    const found = elsewhere.find((e) => near(e).length === 1) ?? elsewhere[0];
    if (!found) return null;
    const place = found.path.join(", ");
    if (entry.tensor === null) return { hint: "otherNumber" };
    const [d] = near(found);
    const n = entry.path.length;
    const isHead = n > 2 && near(found).length === 1 && d < n - 2;
    return { hint: isHead ? "head" : near(found).length > 1 || n < 2 ? "elsewhere" : d === n - 1 ? "column" : "row", place };
  }

  const STEPS = { softmax: /softmax/, mask: /masked_fill|mask|-inf/i, scale: /sqrt|\*\* *-?0?\.5/ };
  const stepOf = (code) => Object.keys(STEPS).find((step) => STEPS[step].test(code));

  // The same place of a tensor with the same shape, printed before or after.
  function inOthers(read, cell, cells, entry) {
    const here = cells.indexOf(cell);
    const shape = `${cell.output.dims[entry.tensor]}`;
    const has = ({ output }) =>
      output.entries.some((e) => e.tensor !== null && `${output.dims[e.tensor]}` === shape && `${e.path}` === `${entry.path}` && isMeant(read, e));
    const before = cells.slice(0, here).findLast(has);
    if (before) return { hint: { softmax: "beforeSoftmax", mask: "beforeMask", scale: "beforeScale" }[stepOf(cell.code)] ?? "otherOutput", cell: before };
    const after = cells.slice(here + 1).find(has);
    return after && { hint: { softmax: "afterSoftmax", mask: "afterMask", scale: "afterScale" }[stepOf(after.code)] ?? "otherOutput", cell: after };
  }

  function number(typed, question, cell, cells) {
    const { entry } = question;
    const reads = Predict.numbers(typed);
    if (!reads.length) return { hint: "noNumber" };
    if (reads.some(({ value }) => Predict.isSame(value, entry))) return { right: true };
    const rounded = reads.find((read) => Predict.isRounded(read, entry));
    if (rounded) return Predict.hasDigits(rounded) ? { right: true, hint: "rounded" } : { hint: "coarse" };
    const isBet = cell.isBet && question === cell.first;
    if (isBet && reads.some(({ value }) => Predict.isHit(value, entry))) return { right: true };
    if (reads.some(({ value }) => Predict.isNearly(value, entry))) return { right: true, hint: "rounded" };
    for (const read of reads) {
      const { value } = entry;
      if (!value || Predict.isTrivial(`${read.value}`) || !Number.isFinite(read.value)) continue;
      if (isMeant({ ...read, value: -read.value }, entry)) return { wrong: true, hint: "sign" };
      const found = inTensor(read, cell.output, entry) ?? (entry.tensor !== null && inOthers(read, cell, cells, entry));
      if (found) return { wrong: true, ...found };
      for (const power of [1, 2, 3, -1, -2, -3])
        if (Predict.isSame(read.value * 10 ** power, entry)) return { wrong: true, hint: "point" };
      if (Math.abs(read.value - value) <= 5 * entry.unit && entry.unit < 1) return { wrong: true, hint: "digits" };
    }
    return { wrong: true };
  }

  function shape(typed, { entry }) {
    const given = Predict.shape(typed);
    if (!given) return { hint: "noShape" };
    const is = entry.text.match(/\d+/g)?.map(Number) ?? [];
    if (`${given}` === `${is}`) return { right: true };
    const sorted = (dims) => `${[...dims].sort()}`;
    const product = (dims) => dims.reduce((a, b) => a * b, 1);
    if (sorted(given) === sorted(is)) return { wrong: true, hint: "exchanged", place: differing(given, is).join(", ") };
    if (given.length !== is.length) return { wrong: true, hint: given.length < is.length ? "fewer" : "more", n: given.length };
    if (product(given) === product(is)) return { wrong: true, hint: "product", n: product(is) };
    const wrong = differing(given, is);
    return wrong.length === 1 ? { wrong: true, hint: "dimension", place: wrong[0] } : { wrong: true };
  }

  function word(typed, { entry }, cell) {
    const given = Predict.word(typed);
    if (!given) return { hint: entry.kind === "truth" ? "noTruth" : "noWord" };
    if (entry.kind === "truth" && !/^(true|false)$/.test(given)) return { hint: "noTruth" };
    if (given === Predict.word(entry.text)) return { right: true };
    const isThere = entry.kind === "word" && cell.output.entries.some((e) => Predict.word(e.text) === given);
    return { wrong: true, ...(isThere && { hint: "otherToken" }) };
  }

  function placed(typed, { answers }) {
    const reads = Predict.numbers(typed).filter(({ value }) => Number.isInteger(value) && value >= 0);
    if (!reads.length) return { hint: "noCount" };
    return { [reads.some(({ value }) => answers.includes(value)) ? "right" : "wrong"]: true };
  }

  // { right } or { wrong } or neither, where the answer was not understood, and a hint; cells: those of the page, in order.
  Predict.judge = (typed, question, cell, cells) => {
    if (!typed.trim()) return { hint: "empty" };
    const judges = { number, shape, word, truth: word, count: placed, largest: placed };
    return judges[question.kind](typed, question, cell, cells);
  };
}
