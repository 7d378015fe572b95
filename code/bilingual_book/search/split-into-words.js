// A text as words: compared by their stems; Chinese, which nobody has cut into words, by its pairs of characters.
const bookWords = (() => {
  const HAN = /\p{sc=Han}/u;
  const WORDS = /\p{sc=Han}+|(?:(?!\p{sc=Han})[\p{L}\p{M}\p{N}_])+/gu;
  const HAN_STOP_WORDS = /为什么|什么|怎么样?|怎样|如何|哪[些个里]|[的吗呢]/u; // Sphinx has those of other languages
  const stop = new Set(stopwords);
  const stemmer = new Stemmer();
  const forms = new Map(); // a stem to the words of the book that have it

  const all = (text) => text.toLowerCase().match(WORDS) ?? [];
  const isHan = (word) => HAN.test(word);
  const stem = (word) => stemmer.stemWord(word);
  const pairs = (run) => (run.length > 1 ? [...run].slice(1).map((sign, i) => [...run][i] + sign) : [run]);

  // Those that say something, or all if none does.
  function telling(text) {
    const words = all(text);
    const kept = words.flatMap((word) => (isHan(word) ? word.split(HAN_STOP_WORDS) : stop.has(word) ? [] : [word])).filter(Boolean);
    return kept.length ? kept : words;
  }

  // What makes two short texts alike, whatever the order of their words.
  const marks = (text) => new Set(telling(text).flatMap((word) => (isHan(word) ? [...word, ...pairs(word)] : [stem(word)])));

  // How often each Latin word is in a text of the book.
  function count(text) {
    const counts = new Map();
    for (const word of all(text)) if (!isHan(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const word of counts.keys()) forms.set(stem(word), (forms.get(stem(word)) ?? new Set()).add(word));
    return counts;
  }

  // The book's words with the stem of `word`, else those that begin with it.
  function inBook(word) {
    const begun = () => [...forms.values()].flatMap((set) => [...set]).filter((each) => word.length > 2 && each.startsWith(word));
    return [...(forms.get(stem(word)) ?? begun())];
  }

  return { all, isHan, pairs, telling, marks, count, inBook };
})();
