"""Draws the diagrams of the book, in both languages: `python images/draw.py` writes images/*/*.svg.

Text stays text. Boxes are transparent and take the colour of the page's text, so that a picture suits
a light and a dark page; query is blue, key vermilion, value green.
"""

from pathlib import Path
from xml.sax.saxutils import escape

HERE = Path(__file__).parent
FONT = "'DejaVu Sans', Verdana, 'Noto Sans', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif"
STYLE = """<style>
svg { --ink: #1f2328; --query: #0063a0; --key: #b34500; --value: #00734f; }
@media (prefers-color-scheme: dark) {
  svg { --ink: #e6e6e6; --query: #6cb8ec; --key: #f59a62; --value: #3fcf9f; }
}
</style>"""
WORDS = {
    "en": {
        "title": "The data path of attention",
        "scores": "scores",
        "scale": "÷ √d, mask",
        "softmax": "softmax",
        "weights": "weights",
        "context": "context",
    },
    "zh": {
        "title": "注意力的数据流",
        "scores": "分数",
        "scale": "÷ √d、掩码",
        "softmax": "softmax",
        "weights": "权重",
        "context": "上下文",
    },
}


class Drawing:
    """An SVG of boxes and arrows; coordinates in pixels, a box is given by its centre."""

    def __init__(self, width: int, height: int, title: str):
        self.size = (width, height)
        self.title = title
        self.parts: list[str] = []

    def box(
        self,
        x: int,
        y: int,
        label: str,
        shape: str = "",
        colour: str = "ink",
        width: int = 104,
        height: int = 46,
    ) -> None:
        ink = f"var(--{colour})"
        self.parts.append(
            f'<rect x="{x - width / 2:g}" y="{y - height / 2:g}" width="{width}" height="{height}" rx="7" '
            f'fill="{ink}" fill-opacity="0.1" stroke="{ink}" stroke-width="1.6"/>'
        )
        self.text(x, y + (-3 if shape else 5), label, colour, 15, "bold")
        if shape:
            self.text(x, y + 15, shape, colour, 12)

    def text(
        self,
        x: int,
        y: int,
        text: str,
        colour: str = "ink",
        size: int = 13,
        weight: str = "normal",
    ) -> None:
        self.parts.append(
            f'<text x="{x}" y="{y}" fill="var(--{colour})" font-size="{size}" font-weight="{weight}" text-anchor="middle">{escape(text)}</text>'
        )

    def arrow(self, *points: tuple[int, int], colour: str = "ink") -> None:
        """A line through the points, with a head at the last one, which is reached from above."""
        ink, (x, y) = f"var(--{colour})", points[-1]
        line = " ".join(f"{a},{b}" for a, b in (*points[:-1], (x, y - 6)))
        self.parts.append(
            f'<polyline points="{line}" fill="none" stroke="{ink}" stroke-width="1.6"/>'
        )
        self.parts.append(f'<path d="M{x - 5},{y - 9} L{x + 5},{y - 9} L{x},{y} Z" fill="{ink}"/>')

    def svg(self) -> str:
        width, height = self.size
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" font-family="{FONT}">'
        return "\n".join(
            [
                head,
                f"<title>{escape(self.title)}</title>",
                STYLE,
                *self.parts,
                "</svg>\n",
            ]
        )


def attention(words: dict[str, str]) -> Drawing:
    """X to Q, K, V; Q and K to scores, scaled and masked, to weights; weights and V to the context."""
    d = Drawing(360, 402, words["title"])
    d.box(180, 27, "X", "(T, D)")
    for x, name, shape, colour in (
        (62, "Q", "(T, K)", "query"),
        (180, "K", "(S, K)", "key"),
        (298, "V", "(S, K)", "value"),
    ):
        d.arrow((180, 50), (180, 66), (x, 66), (x, 88), colour=colour)
        d.text(x + 18, 82, f"W{'qkv'['QKV'.index(name)]}", colour, 12)
        d.box(x, 111, name, shape, colour)
    d.arrow((62, 134), (62, 152), (110, 152), (110, 172), colour="query")
    d.arrow((180, 134), (180, 152), (132, 152), (132, 172), colour="key")
    d.box(121, 195, f"QKᵀ  {words['scores']}", "(T, S)", width=150)
    d.arrow((121, 218), (121, 240))
    d.box(121, 257, words["scale"], width=150, height=34)
    d.arrow((121, 274), (121, 294))
    d.box(121, 311, words["softmax"], width=150, height=34)
    d.arrow((121, 328), (121, 348))
    d.box(121, 371, words["weights"], "(T, S)", width=150)
    d.arrow((298, 134), (298, 348), colour="value")
    d.box(298, 371, words["context"], "(T, K)")
    d.parts.append(
        '<path d="M196,371 L240,371" stroke="var(--ink)" stroke-width="1.6"/><path d="M237,366 L237,376 L246,371 Z" fill="var(--ink)"/>'
    )
    return d


def favicon() -> str:
    """Three cells of a tensor: query, key, value."""
    colours = ("#0072B2", "#D55E00", "#009E73")
    cells = (
        f'<rect x="{2 + 10 * i}" y="{22 - 10 * i}" width="8" height="8" rx="1.5" fill="{colour}"/>'
        for i, colour in enumerate(colours)
    )
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
    return "\n".join([head, *cells, "</svg>\n"])


DRAWINGS = {"attention": attention}


def main() -> None:
    (HERE / "favicon.svg").write_text(favicon(), encoding="utf8")
    for language, words in WORDS.items():
        (HERE / language).mkdir(exist_ok=True)
        for name, draw in DRAWINGS.items():
            (HERE / language / f"{name}.svg").write_text(draw(words).svg(), encoding="utf8")


if __name__ == "__main__":
    main()
