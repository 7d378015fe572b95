// A piece of a page wakes when a reader comes near. Its script has told `touch.pieces` how: a function of its place, of
// its data, which the kernel has exported, and of its words in the language of the page.
const touch = (() => {
  const read = (script) => JSON.parse(script.textContent);

  const near = new IntersectionObserver(
    (entries) => entries.filter((entry) => entry.isIntersecting).forEach(({ target }) => {
      near.unobserve(target);
      const name = target.dataset.piece;
      const words = read(document.getElementById("touch-words"));
      touch.pieces[name](target, read(target.querySelector("script")), words[name]);
      target.classList.add("awake");
    }),
    { rootMargin: "500px" },
  );
  for (const place of document.querySelectorAll("[data-piece]")) near.observe(place);

  // As Python's formatting, which rounds a tie to an even digit, and with the book's minus.
  function written(number, digits = 2) {
    const size = Math.abs(number);
    let text = size.toFixed(digits);
    if ((size * 2 ** (digits + 1)) % 2 === 1) {
      const lower = Math.floor(size * 10 ** digits);
      text = ((lower + (lower % 2)) / 10 ** digits).toFixed(digits);
    }
    return (number < 0 || Object.is(number, -0) ? "\u2212" : "") + text;
  }

  const filled = (text, values) => text.replace(/\{(\w*)\}/g, (_, name) => values[name] ?? values.shift());

  // `tag("td", { className: "lit" }, "0.5", child)`
  const tag = (name, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
  };

  const button = (onclick, ...children) => tag("button", { type: "button", onclick }, ...children);

  // One tab stop for rows of buttons: arrows, Home and End move in it. `show(i, j)` is called for the one that is pointed at,
  // tapped or focused.
  function roving(rows, show) {
    const reach = (i, j) => {
      rows.flat().forEach((button) => (button.tabIndex = -1));
      rows[i][j].tabIndex = 0;
    };
    rows.forEach((row, i) => row.forEach((button, j) => {
      button.addEventListener("pointerenter", () => show(i, j));
      button.addEventListener("click", () => button.focus({ preventScroll: true }));
      button.addEventListener("focus", () => (reach(i, j), show(i, j)));
      button.addEventListener("keydown", (event) => {
        const to = {
          ArrowLeft: [i, j - 1], ArrowRight: [i, j + 1], ArrowUp: [i - 1, j], ArrowDown: [i + 1, j], Home: [i, 0],
          End: [i, row.length - 1],
        }[event.key];
        if (!to) return;
        event.preventDefault();
        rows[to[0]]?.[to[1]]?.focus();
      });
    }));
    reach(0, 0);
  }

  // Whether what a piece computes at first is what the kernel printed: lists of numbers, NaN as null.
  function check(place, mine, printed) {
    const flat = (numbers) => [numbers].flat(Infinity).map((number) => number ?? NaN);
    const [a, b] = [flat(mine), flat(printed)];
    const same = (x, y) => Object.is(x, y) || Math.abs(x - y) <= 1e-5 + 1e-4 * Math.abs(y);
    if (a.length === b.length && a.every((x, n) => same(x, b[n]))) return;
    place.classList.add("differs");
    console.error(`${place.dataset.piece}: the page computes ${a}, but the kernel printed ${b}`);
  }

  return { pieces: {}, button, check, filled, roving, tag, written };
})();
