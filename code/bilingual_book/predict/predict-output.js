// An output as its entries: numbers, truths, shapes and words, each with its place in the text and in its tensor. So does the build: entries_of_outputs.py.
{
  const VALUE = String.raw`(?<![\w.'])-?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|inf)(?!\.?[\w'])|\b(?:True|False|nan)\b`;
  const SHAPE = String.raw`torch\.Size\(\[[\d, ]*\]\)|(?<!\w)\((?:\d+, )+\d+\)|(?<!\w)\(\d+,\)`;
  const PARTS = new RegExp(`(?<shape>${SHAPE})|(?<value>${VALUE})|[\\[\\],\\n]`, "g");
  const WORD = /<[A-Z]+>|\p{L}[\p{L}-]*'?/gu;

  // Entries in brackets are one tensor, with their indices; the others have the line and the place in it.
  function values(text) {
    const entries = [];
    const open = []; // how many commas stand before, in each bracket
    let [tensor, line, inLine] = [-1, 0, 0];
    for (const { 0: part, index: at, groups } of text.matchAll(PARTS)) {
      if (part === "[") open.push(0) === 1 && tensor++;
      else if (part === "]") open.pop();
      else if (part === "," && open.length) open[open.length - 1]++;
      else if (part === "\n" && !open.length) [line, inLine] = [line + 1, 0];
      if (!groups.shape && !groups.value) continue;
      const kind = groups.shape ? "shape" : /^[TF]/.test(part) ? "truth" : "number";
      const place = open.length ? { tensor, path: [...open] } : { tensor: null, path: [line, inLine++] };
      entries.push({ kind, text: part, at, ...place, ...(kind === "number" && Predict.numbers(part)[0]) });
    }
    return entries;
  }

  const words = (text) =>
    [...text.matchAll(WORD)].map(({ 0: word, index: at }) => ({ kind: "word", text: word, at, tensor: null, path: [] }));
  const inQuotes = (text) =>
    [...text.matchAll(/(?<=\[|\[.*, )(["'])(.+?)\1(?=[,\]])/g)].map(({ 0: quoted, 2: word, index }) => ({
      kind: "word", text: word, at: index + quoted.indexOf(word), tensor: null, path: [],
    }));

  function dims(entries) {
    const all = {};
    for (const { tensor, path } of entries)
      if (tensor !== null) all[tensor] = path.map((index, d) => Math.max(index + 1, all[tensor]?.[d] ?? 0));
    return all;
  }

  // Which entries there are, and the shape of each tensor. Tokens in quotes, or words alone, are entries, too.
  Predict.read = (text) => {
    const found = values(text);
    const tokens = inQuotes(text);
    const isQuoted = ({ at }) => tokens.some((token) => token.at <= at && at < token.at + token.text.length);
    const all = [...tokens, ...found.filter((entry) => !isQuoted(entry))].sort((a, b) => a.at - b.at);
    const entries = all.length ? all : words(text);
    return { text, entries, dims: dims(found) };
  };

  const isNear = (a, b, unit) => Object.is(a, b) || Math.abs(a - b) <= (unit / 2) * (1 + 1e-9);
  // Right to half a unit of the last digit printed, or to the last one typed, of two at least; what counts is exact.
  Predict.isSame = (typed, { value, unit }) => isNear(typed, value, unit < 1 ? unit : 0);
  Predict.isRounded = (read, { value, unit }) => Number.isFinite(read.value) && read.unit > unit && isNear(value, read.value, read.unit);
  // Who computes with what is printed meets the roundings of several numbers: one unit off of two digits, two of three.
  Predict.isNearly = (typed, { value, unit }) => {
    const digits = Math.abs(value / unit);
    return unit < 1 && isNear(typed, value, unit * (digits > 99.5 ? 4 : digits > 9.5 ? 2 : 0));
  };
  Predict.isHit = (typed, { value, unit }) => Number.isFinite(value) && isNear(typed, value, Math.max(Math.abs(value) / 5, unit < 1 ? 2 * unit : 0)); // of a bet: a tenth off, or a digit
  Predict.hasDigits = ({ value, unit }) => Math.abs(value / unit) > 9.5;
  Predict.isTrivial = (text) => /^(?:-?[01](?:\.0*)?|inf|nan)$/.test(text);
}
