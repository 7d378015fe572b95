// Before a page is printed: a line that is wider than its listing makes that listing's letters smaller, down to two
// thirds. What is not higher than a third of a page stays on one.
() => {
  for (const pre of document.querySelectorAll('pre')) {
    const fits = pre.clientWidth / pre.scrollWidth;
    if (fits < 1) pre.style.fontSize = `${Math.max(fits * 0.99, 0.66)}em`;
    pre.style.whiteSpace = 'pre-wrap';
  }
  for (const block of document.querySelectorAll('pre, .admonition, li, p'))
    if (block.offsetHeight < innerHeight / 3) block.classList.add('together');
}
