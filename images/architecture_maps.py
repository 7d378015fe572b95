"""The map of the full Transformer, whose boxes are links, and small maps with one part marked.

All of them are drawn by one function, so that they cannot disagree.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from map_drawing import Map, SmallMap
from svg_drawing import Point
from words_of_diagrams import Words

# Each box: the label of the section that builds it.
SECTIONS = {
    "embedding": "arch-embedding",
    "positions": "arch-positions",
    "attention": "arch-heads",
    "add-norm": "arch-add-norm",
    "feed-forward": "arch-feed-forward",
    "encoder": "arch-encoder",
    "output-embedding": "arch-embedding",
    "output-positions": "arch-positions",
    "masked": "arch-masked",
    "cross": "arch-cross",
    "decoder": "arch-decoder",
    "linear": "arch-output",
    "softmax": "arch-output",
}
# Each small map: the boxes that it marks.
PARTS = {
    "embedding": {"embedding", "output-embedding"},
    "positions": {"positions", "output-positions"},
    "attention": {"attention"},
    "feed-forward": {"feed-forward"},
    "add-norm": {"add-norm"},
    "encoder": {"embedding", "positions", "encoder"},
    "output-embedding": {"output-embedding", "output-positions"},
    "masked": {"masked"},
    "cross": {"cross"},
    "output": {"linear", "softmax"},
}
LEGEND = (
    ("Q", "query", "query"),
    ("K", "key", "key"),
    ("V", "value", "value"),
    ("S", "ink", "source length"),
    ("T", "ink", "target length"),
    ("D", "ink", "width"),
    ("V", "ink", "vocabulary size"),
)
BOX = 148  # the width of a box


class Column:
    """Draws downwards: what comes next begins where the last thing ended.

    x: the middle of its boxes; side: where its residual connections run, -1 left or 1 right of them.
    """

    def __init__(self, d: Map, words: Words, x: int, side: int, y: int, shape: str):
        self.d, self.words, self.x, self.y, self.shape = d, words, x, y, shape
        self.lane = x + side * (BOX // 2 + 13)
        self.middle = x + side * 10  # of the frame, which has room for the lane

    def arrow(self, length: int, shape: str = "") -> None:
        self.d.arrow((self.x, self.y), (self.x, self.y + length))
        if shape:
            self.d.text(self.x + 10, self.y + length / 2 + 3, shape, size=12, anchor="start")
        self.y += length

    def words_only(self, word: str) -> None:
        """What flows, in contrast to what it flows through."""
        label = self.words[word]
        self.d.words(self.x, self.y + 12, label, size=13, weight="bold")
        self.y += 16 * (label.count("\n") + 1) + 2

    def box(self, name: str, lines: int = 1) -> None:
        height = 12 + 15 * lines
        self.d.part(name, (self.x, self.y + height / 2, BOX, height), self.words[f"map {name}"])
        self.y += height

    def embedded(self, incoming: str, prefix: str = "") -> None:
        """What comes in, its embedding, and the positional encoding added to it."""
        self.words_only(incoming)
        self.arrow(20, self.shape.replace(", D", ","))
        self.box(f"{prefix}embedding", 2)
        self.arrow(14)
        self.box(f"{prefix}positions", 2)
        self.arrow(24, self.shape)

    @contextmanager
    def layer(self, name: str) -> Iterator[None]:
        """The frame of a stack, around the parts of one layer."""
        top, before = self.y, len(self.d.links)
        self.y += 24
        yield
        self.y += 6
        frame = (self.middle, (top + self.y) / 2, BOX + 28, self.y - top)
        self.d.part(name, frame, self.words[f"map {name}"], top + 17)
        self.d.links.insert(before, self.d.links.pop())  # below its parts, and read before them

    def sublayer(self, name: str, draw) -> None:
        """What `draw` draws, then add & norm, where the residual connection ends."""
        split = self.y + 6
        self.d.line((self.x, self.y), (self.x, split))
        self.d.dot(self.x, split)
        self.y = split
        draw(name)
        self.arrow(14)
        self.box("add-norm")
        end = self.y - 14
        edge = self.x + (BOX // 2 if self.lane > self.x else -BOX // 2)
        self.d.arrow((self.x, split), (self.lane, split), (self.lane, end), (edge, end))

    def three(self, *arrows: tuple[str, str, list[Point]], top: float) -> None:
        """Arrows of query, key and value, with their letters, down to the box at `top`."""
        for letter, colour, points in arrows:
            x = points[-1][0]
            self.d.arrow(*points, (x, top), colour=colour)
            self.d.text(x + 7, top - 6, letter, colour, 12, "bold", "start")

    def self_attention(self, name: str) -> None:
        x, turn, top = self.x, self.y + 10, self.y + 34
        left, right = x - 46, x + 46
        self.d.line((x, self.y), (x, turn))
        self.three(
            ("Q", "query", [(x, turn), (left, turn)]),
            ("K", "key", [(x, turn)]),
            ("V", "value", [(x, turn), (right, turn)]),
            top=top,
        )
        self.d.dot(x, turn)
        self.y = top
        self.box(name, 2)

    def cross_attention(self, name: str, memory: Column) -> None:
        """Queries from above; keys and values from the memory, which flows out of its column."""
        x, turn, top = self.x, self.y + 10, self.y + 58
        left, right = x - 46, x + 46
        fork = (memory.x, top - 36)
        self.d.line((memory.x, memory.y), fork)
        height = (memory.y + fork[1]) / 2 + 5
        self.d.text(memory.x - 10, height, self.words["memory"], "ink", 13, "bold", "end")
        self.d.text(memory.x + 10, height, memory.shape, size=12, anchor="start")
        self.d.dot(*fork)
        self.three(
            ("Q", "query", [(x, self.y), (x, turn), (right, turn)]),
            ("K", "key", [fork, (memory.x, top - 24), (left, top - 24)]),
            ("V", "value", [fork, (x, top - 36)]),
            top=top,
        )
        self.y = top
        self.box(name, 2)

    def feed_forward(self, name: str) -> None:
        self.arrow(16)
        self.box(name)

    def output(self) -> None:
        """Out of the stack, to the probabilities of the next token."""
        self.arrow(24, "(T, D)")
        self.box("linear")
        self.arrow(22, "(T, V)")
        self.box("softmax")
        self.arrow(22, "(T, V)")
        self.words_only("probabilities")


def decoder(d: Map, words: Words, x: int, y: int, memory: Column | None = None) -> None:
    """With cross-attention if there is a memory."""
    column = Column(d, words, x, 1, y, "(T, D)")
    column.embedded(*("outputs", "output-") if memory else ("inputs",))
    with column.layer("decoder"):
        column.sublayer("masked", column.self_attention)
        if memory:
            column.sublayer("cross", lambda name: column.cross_attention(name, memory))
        column.sublayer("feed-forward", column.feed_forward)
    column.output()


def full(d: Map, words: Words) -> Map:
    """Encoder left, decoder right, the memory between them."""
    encoder = Column(d, words, 100, -1, 2, "(S, D)")
    encoder.embedded("inputs")
    with encoder.layer("encoder"):
        encoder.sublayer("attention", encoder.self_attention)
        encoder.sublayer("feed-forward", encoder.feed_forward)
    decoder(d, words, 260, 110, encoder)
    for number, (letter, colour, word) in enumerate(LEGEND):
        y = 640 + 20 * number + 12 * (colour == "ink")
        d.text(30, y, letter, colour, 12, "bold")
        d.text(44, y, words[word], colour, 12, anchor="start")
    return d


def architecture(words: Words) -> Map:
    return full(Map(360, 828, words["architecture title"], SECTIONS), words)


def decoder_only(words: Words) -> Map:
    sections = SECTIONS | {"decoder": "arch-encoder"}  # its layer has no cross-attention
    d = Map(188, 564, words["architecture-decoder-only title"], sections)
    decoder(d, words, 84, 2)
    return d


def part(words: Words, name: str) -> Map:
    """Where in the map a section is."""
    return full(SmallMap(360, 828, words["part title"], PARTS[name]), words)


DRAWINGS = {
    "architecture": architecture,
    "architecture-decoder-only": decoder_only,
    **{f"part-{name}": partial(part, name=name) for name in PARTS},
}
