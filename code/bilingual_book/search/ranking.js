// Which places of the book answer a query, the best first: BM25 over the words of each place, and how much its title,
// or a name that it introduces, is the query itself.
const ranking = (() => {
  // How much it counts that a word occurs: where it says what a place is about, in prose, in code.
  const FIELDS = { title: 6, names: 3, prose: 1, code: 0.3 };
  const ENOUGH = 0.5; // of a query's words, the rare ones counting more,
  const ALIKE = 0.25; // or of a title
  const places = [];
  const labelled = new Map(); // a mark to the number of titles and names that have it
  let average = 1; // characters of prose

  const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
  const unique = (items) => [...new Set(items)];
  const joined = (text) => ` ${bookWords.all(text).join(" ")} `;

  function read(pages) {
    for (const page of pages) for (const place of page.places) places.push(prepared(place, page));
    for (const { marks } of places.flatMap(({ labels }) => labels))
      for (const mark of marks) labelled.set(mark, (labelled.get(mark) ?? 0) + 1);
    average = sum(places.map(({ prose }) => prose.length)) / places.length;
  }

  function prepared({ title = "", prose = "", names = [], code = "", ...place }, page) {
    const texts = { title, names: names.join("\n"), prose, code };
    const fields = Object.entries(texts).map(([field, text]) => ({
      weight: FIELDS[field], text: text.toLowerCase(), counts: bookWords.count(text) }));
    const labels = [title, ...names].map((label, i) => ({ marks: bookWords.marks(label), weight: i ? 0.6 : 1 }));
    return { ...place, title, prose, page, fields, labels, called: joined(title), said: joined(prose) };
  }

  // --- A query ---

  // What to look for, with its weight in each place: a word in all its forms, or the pairs of a run of characters.
  function termsOf(word) {
    if (bookWords.isHan(word))
      return bookWords.pairs(word).map((pair) => term([pair], ({ text }) => text.split(pair).length - 1));
    const forms = bookWords.inBook(word);
    const near = (form) => (form === word ? 1 : 0.6); // a tokenizer is more than a token
    return [term(forms, ({ counts }) => sum(forms.map((form) => near(form) * (counts.get(form) ?? 0))))];
  }

  function term(forms, count) {
    const weights = places.map(({ fields }) => sum(fields.map((field) => field.weight * count(field))));
    const having = weights.filter(Boolean).length;
    return { forms, weights, having, rare: Math.log(1 + (places.length - having + 0.5) / (having + 0.5)) };
  }

  // Each part of a word that the book has: a word with its term, a character with those of its pairs.
  function partsOf(word) {
    const terms = termsOf(word);
    const sides = bookWords.isHan(word) ? [...word].map((_, i) => terms.slice(Math.max(0, i - 1), i + 1)) : [terms];
    const parts = sides.map((side) => side.filter(({ having }) => having)).filter((known) => known.length);
    if (parts.length * 2 < sides.length) return [];
    return parts.map((terms) => ({ terms, rare: Math.min(...terms.map(({ rare }) => rare)) }));
  }

  // Of two short texts, from 0 to 1; rare words count somewhat more.
  function likeness(some, others) {
    const weight = (marks) => sum([...marks].map((mark) => Math.log(9 + places.length / (labelled.get(mark) ?? 1))));
    const common = [...some].filter((mark) => others.has(mark));
    return common.length && ((2 * weight(common)) / (weight(some) + weight(others))) ** 2;
  }

  // How a place writes a word: the forms that it has, or the longest pieces of a run of characters.
  function formsIn({ fields }, word) {
    if (!bookWords.isHan(word))
      return bookWords.inBook(word).filter((form) => fields.some(({ counts }) => counts.has(form)));
    const has = (piece) => fields.some(({ text }) => text.includes(piece));
    const pieces = [];
    for (let i = 0, end = 1; i < word.length; i = Math.max(end, i + 1)) {
      for (end = i; end < word.length && has(word.slice(i, end + 1)); ) end++;
      if (end - i > 1 || end - i === word.length) pieces.push(word.slice(i, end));
    }
    return pieces;
  }

  // { results, missing }: the places, each with the forms of the words that it has; the words that the book has not.
  function find(query) {
    const words = unique(bookWords.telling(query));
    const found = words.map(partsOf);
    const parts = found.flat();
    const terms = unique(parts.flatMap(({ terms }) => terms));
    const [allParts, allTerms] = [parts, terms].map((items) => sum(items.map(({ rare }) => rare)));
    const [called, marks] = [joined(query), bookWords.marks(query)];

    const rated = places.map((place, i) => {
      const had = terms.filter(({ weights }) => weights[i]);
      const share = sum(parts.filter(({ terms }) => terms.some(({ weights }) => weights[i])).map(({ rare }) => rare)) / allParts;
      const long = 1.2 * (0.3 + (0.7 * place.prose.length) / average);
      const told = sum(had.map(({ rare, weights }) => (rare * weights[i]) / (weights[i] + long))) / allTerms;
      const alike = Math.max(...place.labels.map(({ marks: theirs, weight }) => weight * likeness(marks, theirs)));
      const whole = place.called === called && !place.entry ? 2 : words.length > 1 && place.said.includes(called) ? 0.15 * words.length : 0;
      // what an entry is about stands elsewhere; a chapter comes before an appendix
      const score = whole + (place.entry ? 0.5 : 1) * (told + alike) + (place.number ? 0.1 : 0);
      return { place, had, score, fits: had.length && (share >= ENOUGH || alike >= ALIKE) };
    });
    const best = (a, b) => b.score - a.score;
    const results = rated.filter(({ fits }) => fits).sort(best);
    // a page that has all words, though none of its places has enough of them
    for (const page of unique(places.map(({ page }) => page))) {
      const here = rated.filter(({ place, had }) => had.length && place.page === page).sort(best);
      const all = unique(here.flatMap(({ had }) => had)).length === terms.length;
      if (terms.length && all && !here.some(({ fits }) => fits)) results.push(here[0]);
    }
    return {
      results: results.map(({ place }) => ({ place, forms: words.flatMap((word) => formsIn(place, word)) })),
      missing: words.filter((_, i) => !found[i].length),
    };
  }

  return { read, find };
})();
