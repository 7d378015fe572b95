// Which places of the book answer a query, the best first: BM25 over the words of each place, and how much its title,
// or a name that it introduces, is the query itself.
const ranking = (() => {
  // How much it counts that a word occurs: where it says what a place is about, in prose, in code.
  const FIELDS = { title: 6, names: 1.5, prose: 1, code: 0.3 };
  const ENOUGH = 0.5; // of a query's words, the rare ones counting more,
  const ALIKE = 0.25; // or of a title
  const SOME = 0.3; // of a question, after all that have enough of it
  const OFTEN = 6; // places with one title, as Summary: like a page's top they tell in short what stands elsewhere
  const { places, joined } = bookIndex;
  let labelled; // a mark to the number of titles and names that have it
  let asWritten; // a text in the characters of the book
  const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
  const rareness = (items) => sum(items.map(({ rare }) => rare));
  const unique = (items) => [...new Set(items)];
  const counted = (items) => items.reduce((counts, item) => counts.set(item, (counts.get(item) ?? 0) + 1), new Map());

  // characters: those that the book does not have, each to the one that it has for it
  function read({ pages, characters }) {
    bookIndex.read(pages, FIELDS);
    asWritten = (text) => [...text].map((sign) => characters[sign] ?? sign).join("");
    labelled = counted(places.flatMap(({ labels }) => labels.flatMap(({ marks }) => [...marks])));
    const titled = counted(places.map(({ title }) => title));
    for (const place of places) place.retells = !place.id || titled.get(place.title) >= OFTEN;
  }

  // Of two short texts, from 0 to 1; rare words count somewhat more.
  function likeness(some, others) {
    const weight = (marks) => sum([...marks].map((mark) => Math.log(9 + places.length / (labelled.get(mark) ?? 1))));
    const common = [...some].filter((mark) => others.has(mark));
    return common.length && ((2 * weight(common)) / (weight(some) + weight(others))) ** 2;
  }

  // { results, missing }: the places, each with the forms of the words that it has; the words that the book has not,
  // each with those for which it was taken.
  function find(typed) {
    const query = asWritten(typed);
    const words = unique(bookWords.telling(query));
    const found = new Map(words.map((word) => [word, bookIndex.partsOf(word)]));
    const missing = words.filter((word) => !found.get(word).length);
    const had = words.filter((word) => found.get(word).length);
    const parts = [...found.values()].flat();
    const rated = rate(parts, missing.length ? had.join(" ") : query, sum(parts.map(({ size }) => size)));
    const best = (a, b) => b.fits - a.fits || b.score - a.score;
    const results = rated.filter(({ fits }) => fits).sort(best);
    // a page that has all words, though none of its places has enough of them
    for (const page of unique(places.map(({ page }) => page))) {
      const here = rated.filter(({ place, terms }) => terms.length && place.page === page).sort(best);
      const terms = new Set(here.flatMap(({ terms }) => terms));
      const all = parts.length && parts.every((part) => part.terms.some((term) => terms.has(term)));
      if (all && !here.some(({ fits }) => fits)) results.push(here[0]);
    }
    const forms = (place) => had.flatMap((word) => bookIndex.formsIn(place, word));
    const taken = had.map((word) => [word, ...bookWords.slips(word)]).filter((each) => each.length > 1);
    const told = [...missing, ...taken.map((each) => each.join(" → "))];
    return { results: results.map(({ place }) => ({ place, forms: forms(place) })), missing: told };
  }

  // Each place with what it has of the query, and how well it answers.
  function rate(parts, query, words) {
    const sought = unique(parts.flatMap(({ terms }) => terms));
    const [called, marks] = [joined(query), bookWords.marks(query)];
    return places.map((place, i) => {
      const has = ({ weights }) => weights[i];
      const terms = sought.filter(has);
      const share = rareness(parts.filter((part) => part.terms.some(has))) / rareness(parts);
      const long = 1.2 * (0.3 + 0.7 * place.length);
      const told = sum(terms.map(({ rare, weights }) => (rare * weights[i]) / (weights[i] + long))) / rareness(sought);
      const alike = Math.max(...place.labels.map(({ marks: theirs, weight }) => weight * likeness(marks, theirs)));
      const title = place.called === called && !place.entry ? 2 : 0;
      const phrase = words > 1 && place.said.includes(called) ? 0.15 * words : 0;
      // what an entry is about stands elsewhere; a chapter comes before an appendix
      const own = place.entry ? 0.5 : place.retells ? 0.7 : 1;
      const score = own * (told + alike) + title + phrase + (place.number ? 0.1 : 0);
      const enough = share >= ENOUGH || alike >= ALIKE;
      const fits = terms.length && (enough ? 2 : words > 1 && share >= SOME ? 1 : 0);
      return { place, terms, score, fits };
    });
  }

  return { read, find };
})();
