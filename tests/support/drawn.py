"""What a browser makes of diagrams and of code: scripts that measure them."""

# Pairs of things in the way of each other: words and words, the edge of a box, a line, the edge of the picture.
COLLISIONS = """svg => {
  const [left, , wide, height] = svg.getAttribute('viewBox').split(' ').map(Number), found = [];
  const width = left + wide;
  const place = e => { const b = e.getBBox(); return {l: b.x, r: b.x + b.width, t: b.y + 2, b: b.y + b.height - 2}; };
  const texts = [...svg.querySelectorAll('text')].map(e => ({name: e.textContent, ...place(e)}));
  const boxes = [...svg.querySelectorAll(':not(clipPath) > rect')].map(e => {
    const {x, y, width, height} = e.getBBox(); return {l: x, r: x + width, t: y, b: y + height}; });
  const meet = (a, b) => a.l < b.r && a.r > b.l && a.t < b.b && a.b > b.t;
  for (const [i, t] of texts.entries()) {
    if (t.l < left + 1 || t.r > width - 1 || t.t < 0 || t.b > height) found.push([t.name, 'the picture']);
    for (const u of texts.slice(i + 1)) if (meet(t, u)) found.push([t.name, u.name]);
    for (const b of boxes)
      if (meet(t, b) && (t.l < b.l + 3 || t.r > b.r - 3 || t.t < b.t || t.b > b.b)) found.push([t.name, 'a box']);
    for (const line of svg.querySelectorAll('polyline, path[stroke]')) {
      const length = line.getTotalLength();
      for (let at = 0; at <= length; at += 1) {
        const {x, y} = line.getPointAtLength(at);
        if (x > t.l && x < t.r && y > t.t && y < t.b) { found.push([t.name, 'a line']); break; }
      }
    }
  }
  for (const e of svg.querySelectorAll('rect, polyline, path, circle')) {
    const b = e.getBBox();
    if (b.x < left + 0.8 || b.x + b.width > width - 0.8 || b.y < 0.8 || b.y + b.height > height - 0.8)
      found.push([e.outerHTML, 'the picture']);
  }
  return found;
}"""

COLOURS = """
  const colour = text => text.match(/[\\d.]+/g).map(Number);
  const over = (top, part, under) => top.slice(0, 3).map((c, i) => c * part + under[i] * (1 - part));
  const light = c => c.map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const contrast = (one, other) => {
    const [high, low] = [one, other].map(c => light(c.slice(0, 3))).sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
  };
"""

# The words of code whose colour is too near to that of what lies under them: one for each pair of colours.
FAINT_CODE = f"""() => {{ {COLOURS}
  const found = new Map();
  for (const e of document.querySelectorAll('.highlight pre, .highlight pre *')) {{
    let box = e;
    while (box.parentElement && colour(getComputedStyle(box).backgroundColor)[3] === 0) box = box.parentElement;
    const pair = [getComputedStyle(e).color, getComputedStyle(box).backgroundColor];
    if (!found.has(`${{pair}}`)) found.set(`${{pair}}`, [contrast(...pair.map(colour)), e.outerHTML.slice(0, 80)]);
  }}
  return [...found.values()].filter(([much]) => much < 4.5);
}}"""

# [contrast, words] of each text below `selector` with what lies under it: the page, and the boxes around it.
CONTRASTS = f"""selector => {{ {COLOURS}  const page = colour(getComputedStyle(document.body).backgroundColor);
  return [...document.querySelectorAll(selector)].flatMap(svg => [...svg.querySelectorAll('text')].map(text => {{
    const t = text.getBBox(), x = t.x + t.width / 2, y = t.y + t.height / 2;
    let under = page;
    for (const rect of svg.querySelectorAll('rect')) {{
      const b = rect.getBBox(), style = getComputedStyle(rect);
      if (x > b.x && x < b.x + b.width && y > b.y && y < b.y + b.height)
        under = over(colour(style.fill), Number(style.fillOpacity), under);
    }}
    return [contrast(colour(getComputedStyle(text).fill), under), text.textContent];
  }}));
}}"""

# Of a picture that was drawn from a tensor: its smallest letters in CSS pixels, and texts that touch another,
# the border of their cell or the picture's edge. Above and below, a text's box is larger than its letters.
PICTURE = """() => {
  const svg = document.querySelector('svg'), edge = svg.parentElement.getBoundingClientRect(), problems = [];
  svg.style.width = '100%';
  svg.style.height = 'auto';
  const own = svg.viewBox.baseVal, scale = svg.getBoundingClientRect().width / own.width;
  const place = e => {
    const b = e.getBoundingClientRect(), turned = b.height > 1.6 * b.width && e.textContent.trim().length > 1;
    const [x, y] = turned ? [b.width / 4, 0] : [0, b.height / 4];
    return { name: e.textContent.trim(), l: b.left + x, r: b.right - x, t: b.top + y, b: b.bottom - y };
  };
  const texts = [...svg.querySelectorAll('text')].filter(e => e.textContent.trim());
  const places = texts.map(place);
  const sizes = texts.map(e => parseFloat(getComputedStyle(e).fontSize) * scale);
  const cells = [...svg.querySelectorAll('path[style*="stroke: #767676"]')].map(e => e.getBoundingClientRect());
  for (const [i, t] of places.entries()) {
    if (t.l < edge.left - 0.5 || t.r > edge.right + 0.5) problems.push([t.name, 'the edge']);
    for (const u of places.slice(i + 1))
      if (t.l < u.r + 2 && u.l < t.r + 2 && t.t < u.b && u.t < t.b) problems.push([t.name, u.name]);
    for (const c of cells) {
      const inside = (t.t + t.b) / 2 > c.top && (t.t + t.b) / 2 < c.bottom;
      if (inside && t.l < c.right && t.r > c.left && (t.l < c.left + 1 || t.r > c.right - 1)) problems.push([t.name, 'a border']);
    }
  }
  return [Math.min(99, ...sizes), problems];
}"""
