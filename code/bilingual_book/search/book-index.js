// The places of the book with their words, and where in them the words of a query are.
const bookIndex = (() => {
  const places = [];
  const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
  const joined = (text) => ` ${bookWords.all(text).join(" ")} `;

  // fields: the weight of each
  function read(pages, fields) {
    for (const page of pages) for (const place of page.places) places.push(prepared(place, page, fields));
    const average = sum(places.map(({ prose }) => prose.length)) / places.length;
    for (const place of places) place.length = place.prose.length / average;
  }

  function prepared({ title = "", prose = "", names = [], code = "", ...place }, page, weights) {
    const texts = { title, names: names.join("\n"), prose, code };
    const fields = Object.entries(texts).map(([field, text]) => ({
      weight: weights[field], text: text.toLowerCase(), counts: bookWords.count(text) }));
    const labels = [title, ...names].map((label, i) => ({ marks: bookWords.marks(label), weight: i ? 0.8 : 1 }));
    return { ...place, title, prose, page, fields, labels, called: joined(title), said: joined(prose) };
  }

  // What to look for, with its weight in each place: a word in all its forms, or the pairs of a run of characters.
  function termsOf(word) {
    if (bookWords.isHan(word))
      return bookWords.pairs(word).map((pair) => term(({ text }) => text.split(pair).length - 1));
    const forms = bookWords.inBook(word);
    const near = (form) => (form === word ? 1 : 0.6); // a tokenizer is more than a token
    return [term(({ counts }) => sum(forms.map((form) => near(form) * (counts.get(form) ?? 0))))];
  }

  function term(count) {
    const weights = places.map(({ fields }) => sum(fields.map((field) => field.weight * count(field))));
    const having = weights.filter(Boolean).length;
    return { weights, having, rare: Math.log(1 + (places.length - having + 0.5) / (having + 0.5)) };
  }

  // Each part of a word that the book has: a word with its term, a character with those of its pairs.
  function partsOf(word) {
    const terms = termsOf(word);
    const sides = bookWords.isHan(word) ? [...word].map((_, i) => terms.slice(Math.max(0, i - 1), i + 1)) : [terms];
    const parts = sides.map((side) => side.filter(({ having }) => having)).filter((known) => known.length);
    if (parts.length * 2 < sides.length) return [];
    const size = bookWords.isHan(word) ? 0.5 : 1; // two characters are about a word
    return parts.map((terms) => ({ terms, size, rare: size * Math.min(...terms.map(({ rare }) => rare)) }));
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

  return { places, read, joined, partsOf, formsIn };
})();
