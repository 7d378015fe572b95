// Whether a word may be another by a slip of the fingers: a letter too many, missing or another one, or two that have
// changed places. Among short words, too many are alike.
const isTypingSlip = (() => {
  const SHORTEST = 5;
  return (word, meant) => {
    if (word.length < SHORTEST) return false;
    let same = 0;
    while (same < word.length && word[same] === meant[same]) same++;
    const [a, b] = [word.slice(same), meant.slice(same)];
    const swapped = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
    return swapped || a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1);
  };
})();
