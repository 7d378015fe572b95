"""What all pictures share: SVG with text, in light and in dark, wide and narrow.

Query blue, key vermilion, value green, in the colours of Okabe and Ito; what is
negative is gray. A picture carries symbols and numbers, no words of a language.
"""

import io

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tensorbytensor.basics import check_count, check_kind, check_positive
from tensorbytensor.touch import EXPORTED_TYPE

QUERY, KEY, VALUE = "#0072B2", "#D55E00", "#009E73"
BLUE, VERMILION, GREEN, PURPLE = QUERY, KEY, VALUE, "#CC79A7"
ORANGE, SKY, YELLOW, BROWN = "#E69F00", "#56B4E9", "#F0E442", "#8C510A"
GRAY, DARK = "#8C8C8C", "#111111"
INK = "#010203"  # stands for the colour of the page's text
WIDE, NARROW = 7.5, 4.4  # inches: on a phone, 10 points of the latter are 9 pixels
NARROW_TYPE = "image/svg+xml;width=narrow"
STYLE = (
    "<style>svg{color:#1f2328}"
    "@media(prefers-color-scheme:dark){svg{color:#e6e6e6}}</style>"
)
INKED = "text.color axes.labelcolor axes.edgecolor xtick.color ytick.color"
RC = {
    "svg.fonttype": "none",
    "svg.hashsalt": "tensorbytensor",
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans", "Verdana", "Noto Sans", "Arial"],
    "font.size": 11,
    **dict.fromkeys(INKED.split(), INK),
    "axes.unicode_minus": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
}


class Picture:
    """An SVG, shown by Jupyter and by the book; `narrow` is another one for phones.

    narrow: None where the first one suits a phone, too. exported: for a page whose
    readers touch the picture, or None.
    """

    def __init__(
        self,
        figure: Figure,
        narrow: Figure | None = None,
        exported: dict[str, object] | None = None,
    ):
        check_kind(Figure, figure=figure)
        check_kind(Figure | None, narrow=narrow)
        check_kind(dict | None, exported=exported)
        self.svg = _svg(figure)
        other = None if narrow is None else _svg(narrow)
        self.narrow = None if other == self.svg else other
        self.exported = exported

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_mimebundle_(self, **_: object) -> dict[str, object]:
        """Besides the above; Jupyter passes over a type that it does not know."""
        both = {NARROW_TYPE: self.narrow, EXPORTED_TYPE: self.exported}
        return {kind: each for kind, each in both.items() if each is not None}

    def __repr__(self) -> str:
        return "Picture"


def _svg(figure: Figure) -> str:
    file = io.StringIO()
    with matplotlib.rc_context(RC):
        figure.savefig(
            file, format="svg", transparent=True, metadata={"Date": None}
        )
    svg = file.getvalue()
    head, body = svg[svg.index("<svg") :].replace(INK, "currentColor").split(">", 1)
    return f"{head}>{STYLE}{body}"


def new_figure(
    width: float, height: float, rows: int, columns: int
) -> tuple[Figure, list[Axes]]:
    """A figure of `width` by `height` inches and its panels, row by row."""
    check_positive(width=width, height=height)
    check_count(rows=rows, columns=columns)
    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, list(figure.subplots(rows, columns, squeeze=False).flat)
