"""A matrix as coloured cells with their numbers: what is hidden is hatched."""

import math

from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, Normalize
from matplotlib.font_manager import FontProperties
from matplotlib.patches import Rectangle
from matplotlib.textpath import text_to_path
from torch import Tensor

from tensorbytensor.basics import (
    check_choice,
    check_floats,
    check_kind,
    require,
    shape_of,
)
from tensorbytensor.pictures.check_panels_and_numbers import check_drawn
from tensorbytensor.pictures.picture import (
    DARK,
    GRAY,
    KEY,
    PURPLE,
    QUERY,
    VALUE,
    YELLOW,
)

COLOURS = {  # of the smallest number, 0 and the largest: below 0 all are gray
    "scores": [GRAY, "#FFFFFF", PURPLE],
    "weights": ["#FFFFFF", PURPLE],
    "query": [GRAY, "#FFFFFF", QUERY],
    "key": [GRAY, "#FFFFFF", KEY],
    "value": [GRAY, "#FFFFFF", VALUE],
    "tokens": [GRAY, "#FFFFFF", YELLOW],
}
ROW = 0.42  # inches, the height of a cell
EDGE = "#767676"


def check_panel(title: str, kind: str, matrix: Tensor) -> None:
    """`kind` is known and `matrix` is a matrix of floats."""
    check_kind(str, title=title)
    check_choice(COLOURS, kind=kind)
    check_floats(title, matrix, min_ndim=2)
    require(matrix.ndim == 2, f"{title} is {shape_of(matrix)}, but must be (T, S)")
    check_drawn(title, matrix, 2, finite=False)


def text_width(text: str, size: float = 10) -> float:
    """In inches, of one line in the font that Matplotlib brings along."""
    font = FontProperties(family="DejaVu Sans", size=size)
    width, _, _ = text_to_path.get_text_width_height_descent(
        text, font, ismath=False
    )
    return width / 72


def written(number: float) -> str:
    """With two decimals; NaN, which is hidden, as nothing."""
    return "" if math.isnan(number) else f"{number:.2f}".replace("-", "−")


def cells(
    ax: Axes, kind: str, matrix: Tensor, x: float, y: float, width: float
) -> None:
    """Cells of `width` inches with their numbers, the upper left corner at (x, y).

    ax: counts inches, downwards. NaN is a hatched cell without a number.
    """
    matrix = matrix.detach().float().cpu()
    largest = max(matrix.nan_to_num().abs().max().item(), 1e-9)
    limits = Normalize(0, 1) if kind == "weights" else Normalize(-largest, largest)
    colours = LinearSegmentedColormap.from_list(kind, COLOURS[kind])
    for i, row in enumerate(matrix.tolist()):
        for j, number in enumerate(row):
            corner, hidden = (x + j * width, y + i * ROW), math.isnan(number)
            colour = "none" if hidden else colours(limits(number))
            look = {"fc": colour, "ec": EDGE, "lw": 0.6, "clip_on": False}
            hatch = "///" if hidden else None
            ax.add_patch(Rectangle(corner, width, ROW, hatch=hatch, **look))
            if not hidden:
                place = corner[0] + width / 2, corner[1] + ROW / 2
                look = {"ha": "center", "va": "center", "size": 10}
                ax.text(*place, written(number), color=_readable_on(colour), **look)


def _readable_on(colour: tuple[float, float, float, float]) -> str:
    """Dark or white, by the relative luminance that WCAG defines for `colour`."""
    linear = [
        c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4
        for c in colour[:3]
    ]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return DARK if luminance > 0.19 else "#FFFFFF"
