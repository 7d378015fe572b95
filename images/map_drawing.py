"""Two ways to draw a map of the architecture: large, its boxes links; small, some of its boxes marked and named."""

import re
from xml.sax.saxutils import escape

from svg_drawing import Drawing, Point


class Map(Drawing):
    """A drawing whose boxes are links; its arrows and shapes lie above them, for the eye alone."""

    role = "group"

    def __init__(self, width: int, height: int, title: str, sections: dict[str, str]):
        """sections: where each box leads."""
        super().__init__(width, height, title)
        self.sections, self.links = sections, []

    def part(
        self, name: str, box: tuple[float, float, float, float], label: str, top: float = 0
    ) -> None:
        """A box (x, y of its centre, width, height) and its label, from `top` or in the middle."""
        x, y, width, height = box
        first = top or y - 8 * label.count("\n") + 5
        before, self.parts = self.parts, []
        self.frame(x, y, width, height, opacity=0.04 if top else 0.1)
        self.lines(x, first, label)
        self.links.append("\n".join([f'<a href="#{self.sections[name]}">', *self.parts, "</a>"]))
        self.parts = before

    def lines(self, x: float, y: float, label: str) -> None:
        """One text of several lines, read in one breath; y is the baseline of the first."""
        first, *others = label.split("\n")
        # for who hears it, outside Chinese: a space that takes no room
        chinese = re.search("[\u3400-\u9fff]\n[\u3400-\u9fff]", label)
        gap = "" if chinese else '<tspan font-size="0"> </tspan>'
        more = "".join(f'{gap}<tspan x="{x:g}" dy="16">{escape(line)}</tspan>' for line in others)
        self.text(x, y, first, size=13, weight="bold")
        self.parts[-1] = self.parts[-1].replace("</text>", f"{more}</text>")

    def body(self) -> list[str]:
        hidden = '<g aria-hidden="true" pointer-events="none">'
        return [*self.links, hidden, *self.parts, "</g>"]


class SmallMap(Map):
    """The same, a quarter as large, with some boxes marked: they alone have their names, beside the map."""

    role = "img"
    LETTERS = 40  # their size: ten pixels, a quarter

    def __init__(self, width: int, height: int, title: str, marked: set[str]):
        super().__init__(width, height, title, {})  # its boxes lead nowhere
        self.scale, self.marked = 0.25, marked
        self.room = {"end": 0.0, "start": 0.0}  # what the names take, left and right of the map

    def part(self, name, box, label, top=0) -> None:
        x, y, width, height = box
        if name in self.marked:
            self.name_beside("end" if x < self.size[0] / 2 else "start", top or y, label)
        colour, opacity = ("lit", 1) if name in self.marked else ("ink", 0.12 if top else 0.3)
        self.links.append(
            f'<rect x="{x - width / 2:g}" y="{y - height / 2:g}" width="{width:g}" height="{height:g}" '
            f'rx="7" fill="var(--{colour})" fill-opacity="{opacity}"/>'
        )

    def name_beside(self, anchor: str, y: float, label: str) -> None:
        """A name that ends at the left edge of the map, or starts at the right one."""
        name = re.sub("(?<=[\u3400-\u9fff])\n(?=[\u3400-\u9fff])", "", label).replace("\n", " ")
        name = name.removeprefix("+ ").removesuffix(" × √D")  # the part, not what is done to it
        gap = self.LETTERS / 2
        x = -gap if anchor == "end" else self.size[0] + gap
        super().text(x, y + 0.36 * self.LETTERS, name, size=self.LETTERS, anchor=anchor)
        ems = sum(1 if letter > "\u2e80" else 0.62 for letter in name)
        self.room[anchor] = max(self.room[anchor], 1.2 * gap + ems * self.LETTERS)

    def view(self) -> tuple[float, float, float, float]:
        width, height = self.size
        return 0 - self.room["end"], 0, width + sum(self.room.values()), height

    def text(self, *_, **__) -> None:
        """Nothing else has words."""

    def line(self, *points: Point, colour: str = "ink") -> None:
        super().line(*points)
        self.parts[-1] = self.parts[-1].replace('"1.6"', '"5" stroke-opacity="0.45"')

    def arrow(self, *points: Point, colour: str = "ink") -> None:
        self.line(*points)

    def dot(self, x: float, y: float) -> None:
        pass
