// A text as words: compared by their stems; Chinese, which nobody has cut into words, by its pairs of characters.
const bookWords = (() => {
  const HAN = /\p{sc=Han}/u;
  const WORDS = /\p{sc=Han}+|(?:(?!\p{sc=Han})[\p{L}\p{M}\p{N}_])+/gu;
  const JOINED = /[\p{L}\p{N}]+(?:[-‑][\p{L}\p{N}]+)+/gu; // pre-norm, for which one may look as prenorm
  // Words of a question that say nothing of its subject. Sphinx has those of a sentence, of all languages but Chinese.
  const ASKING =
    "how what why when where which who does do did can could should would i my me you your we our has have use using difference between vs";
  const HAN_STOP_WORDS =
    "的 地 得 了 吗 呢 吧 是 在 和 与 或 及 跟 还 还是 也 都 就 又 很 更 比 为 从 对 把 被 让 给 用 有 到 里 上 中 时 要 要用 会 能 做 只 " +
    "叫 这 那 一个 一种 哪 几 多少 什么 什么样 怎么 怎么样 怎样 如何 为什么 哪些 哪个 哪里 有什么 地方 时候 之前 之后 " +
    "不是 是不是 能不能 能否 可以 需要 应该 真的 自己 区别 不同 我 你 他";
  const stop = new Set([...stopwords, ...ASKING.split(" ")]);
  const hanStop = new Set(HAN_STOP_WORDS.split(" "));
  const segmenter = Intl.Segmenter && new Intl.Segmenter("zh", { granularity: "word" });
  const stemmer = new Stemmer();
  const forms = new Map(); // a stem to the words of the book that have it

  const all = (text) => text.toLowerCase().match(WORDS) ?? [];
  const isHan = (word) => HAN.test(word);
  const stem = (word) => stemmer.stemWord(word);
  const pairs = (run) => (run.length > 1 ? [...run].slice(1).map((sign, i) => [...run][i] + sign) : [run]);

  // Those that say something, or all if none does.
  function telling(text) {
    const words = all(text);
    const kept = words.flatMap((word) => (isHan(word) ? runs(word) : stop.has(word) ? [] : [word]));
    return kept.length ? kept : words;
  }

  // A run of characters, parted at the words that say nothing; whole in a browser that does not know words.
  function runs(text) {
    const parts = [""];
    for (const { segment } of segmenter?.segment(text) ?? [{ segment: text }])
      if (hanStop.has(segment)) parts.push("");
      else parts[parts.length - 1] += segment;
    return parts.filter(Boolean);
  }

  // What makes two short texts alike, whatever the order of their words.
  const marks = (text) => new Set(telling(text).flatMap((word) => (isHan(word) ? [...word, ...pairs(word)] : [stem(word)])));

  // How often each Latin word is in a text of the book.
  function count(text) {
    const counts = new Map();
    const joined = (text.toLowerCase().match(JOINED) ?? []).map((word) => word.replaceAll(/[-‑]/g, ""));
    for (const word of [...all(text), ...joined]) if (!isHan(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const word of counts.keys()) forms.set(stem(word), (forms.get(stem(word)) ?? new Set()).add(word));
    return counts;
  }

  // The book's words with the stem of `word`, else those that begin with it, else those that it is by a slip.
  function inBook(word) {
    const known = forms.get(stem(word));
    if (known) return [...known];
    const begun = word.length > 2 ? ofBook((each) => each.startsWith(word)) : [];
    return begun.length ? begun : slips(word);
  }

  const ofBook = (fits) => [...forms.values()].flatMap((set) => [...set]).filter(fits);
  const slips = (word) => (forms.has(stem(word)) ? [] : ofBook((each) => isTypingSlip(word, each)));

  return { all, isHan, pairs, telling, marks, count, inBook, slips };
})();
