"""An SVG that suits a light and a dark page: boxes are transparent and take the colour of the text."""

from math import hypot
from xml.sax.saxutils import escape

FONT = "'DejaVu Sans', Verdana, 'Noto Sans', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif"
STYLE = """<style>
svg { --ink: #1f2328; --query: #0063a0; --key: #b34500; --value: #00734f; --lit: #a34f80; }
@media (prefers-color-scheme: dark) {
  svg { --ink: #e6e6e6; --query: #6cb8ec; --key: #f59a62; --value: #3fcf9f; --lit: #e39cc4; }
}
</style>"""

Point = tuple[float, float]


def direction(start: Point, end: Point) -> tuple[float, float]:
    """The vector of length 1 from start to end."""
    right, down = end[0] - start[0], end[1] - start[1]
    return right / hypot(right, down), down / hypot(right, down)


def written(*points: Point) -> list[str]:
    return [f"{x:.4g},{y:.4g}" for x, y in points]


def neck(start: Point, end: Point) -> Point:
    """Where the line of an arrow from start to end stops, inside its head."""
    right, down = direction(start, end)
    return end[0] - 6 * right, end[1] - 6 * down


def head(start: Point, end: Point, colour: str = "ink") -> str:
    """The head of an arrow from start to end, with its tip at the end."""
    right, down = direction(start, end)
    x, y = end[0] - 9 * right, end[1] - 9 * down
    corners = sorted([(x + 5 * down, y - 5 * right), (x - 5 * down, y + 5 * right)])
    return f'<path d="M{" L".join(written(*corners, end))} Z" fill="var(--{colour})"/>'


class Drawing:
    """An SVG of boxes and arrows; coordinates in pixels, a box is given by its centre."""

    role = "img"
    scale = 1.0

    def __init__(self, width: int, height: int, title: str):
        self.size = (width, height)
        self.title = title
        self.parts: list[str] = []

    def frame(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        colour: str = "ink",
        opacity: float = 0.1,
    ) -> None:
        """A box without words."""
        ink = f"var(--{colour})"
        self.parts.append(
            f'<rect x="{x - width / 2:g}" y="{y - height / 2:g}" width="{width:g}" height="{height:g}" rx="7" '
            f'fill="{ink}" fill-opacity="{opacity}" stroke="{ink}" stroke-width="1.6"/>'
        )

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
        """Every line of the label after the first makes the box 18 pixels higher."""
        more = 18 * label.count("\n")
        self.frame(x, y, width, height + more, colour)
        self.words(x, y + (-3 if shape else 5) - more // 2, label, colour, 15, "bold")
        if shape:
            self.text(x, y + 15 + more // 2, shape, colour, 12)

    def words(
        self,
        x: int,
        y: int,
        words: str,
        colour: str = "ink",
        size: int = 12,
        weight: str = "normal",
    ) -> None:
        """Text of one or more lines; y is the baseline of the first."""
        for number, line in enumerate(words.split("\n")):
            self.text(x, y + (size + 3) * number, line, colour, size, weight)

    def text(
        self,
        x: int,
        y: int,
        text: str,
        colour: str = "ink",
        size: int = 13,
        weight: str = "normal",
        anchor: str = "middle",
    ) -> None:
        self.parts.append(
            f'<text x="{x:g}" y="{y:g}" fill="var(--{colour})" font-size="{size}" font-weight="{weight}" text-anchor="{anchor}">{escape(text)}</text>'
        )

    def line(self, *points: Point, colour: str = "ink") -> None:
        self.parts.append(
            f'<polyline points="{" ".join(written(*points))}" fill="none" stroke="var(--{colour})" stroke-width="1.6"/>'
        )

    def arrow(self, *points: Point, colour: str = "ink") -> None:
        """A line through the points, with a head at the last one."""
        self.line(*points[:-1], neck(*points[-2:]), colour=colour)
        self.parts.append(head(*points[-2:], colour))

    def pointer(self, start: Point, end: Point, light: bool = False) -> None:
        """A straight arrow; a light one is dashed."""
        line = " L".join(written(start, neck(start, end)))
        dashes = ' stroke-dasharray="5 3"' if light else ""
        arrow = f'<path d="M{line}" stroke="var(--ink)" stroke-width="1.6"{dashes}/>'
        arrow += head(start, end)
        self.parts.append(f'<g opacity="0.65">{arrow}</g>' if light else arrow)

    def dot(self, x: int, y: int) -> None:
        """Where a line branches."""
        self.parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="2.6" fill="var(--ink)"/>')

    def plus(self, x: int, y: int) -> None:
        """An addition: a plus sign in a circle of radius 10."""
        self.parts.append(
            f'<circle cx="{x}" cy="{y}" r="10" fill="var(--ink)" fill-opacity="0.1" stroke="var(--ink)" stroke-width="1.6"/>'
            f'<path d="M{x - 5},{y} h10 M{x},{y - 5} v10" stroke="var(--ink)" stroke-width="1.6"/>'
        )

    def body(self) -> list[str]:
        return self.parts

    def view(self) -> tuple[float, float, float, float]:
        """What is in sight: from where, and how much."""
        return 0, 0, *self.size

    def svg(self) -> str:
        left, top, width, height = self.view()
        shown = f'width="{width * self.scale:g}" height="{height * self.scale:g}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:g} {top:g} {width:g} {height:g}" {shown} role="{self.role}" font-family="{FONT}">'
        return "\n".join(
            [
                head,
                f"<title>{escape(self.title)}</title>",
                STYLE,
                *self.body(),
                "</svg>\n",
            ]
        )
