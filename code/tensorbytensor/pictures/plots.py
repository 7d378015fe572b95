"""The book's pictures of tensors: SVG with real text, for light and dark pages.

Query blue, key vermilion, value green, in the colours of Okabe and Ito. A picture
carries symbols and numbers, no words of a language.
"""

import io
import math
from collections.abc import Sequence

import matplotlib
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, Normalize
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from torch import Tensor

from tensorbytensor.basics import (
    check_choice,
    check_count,
    check_floats,
    check_kind,
    check_mask,
    check_positive,
    require,
    shape_of,
)
from tensorbytensor.pictures.checks import (
    check_drawn,
    check_matrices,
    check_panels,
    lines_of,
    numbers,
    point_of,
)

QUERY, KEY, VALUE = "#0072B2", "#D55E00", "#009E73"
BLUE, VERMILION, GREEN, PURPLE = QUERY, KEY, VALUE, "#CC79A7"
ORANGE, SKY, YELLOW, BROWN = "#E69F00", "#56B4E9", "#F0E442", "#8C510A"
GRAY, DARK = "#8C8C8C", "#111111"
INK = "#010203"  # stands for the colour of the page's text
STYLE = (
    "<style>svg{color:#1f2328}"
    "@media(prefers-color-scheme:dark){svg{color:#e6e6e6}}</style>"
)
RC = {
    "svg.fonttype": "none",
    "svg.hashsalt": "tensorbytensor",
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans", "Verdana", "Noto Sans", "Arial"],
    "font.size": 11,
    **dict.fromkeys(
        [
            "text.color",
            "axes.labelcolor",
            "axes.edgecolor",
            "xtick.color",
            "ytick.color",
        ],
        INK,
    ),
    "axes.unicode_minus": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
}
COLOURS = {
    "scores": [ORANGE, "#FFFFFF", PURPLE],
    "weights": ["#FFFFFF", PURPLE],
    "query": ["#DDDDDD", "#FFFFFF", QUERY],
    "key": ["#DDDDDD", "#FFFFFF", KEY],
    "value": ["#DDDDDD", "#FFFFFF", VALUE],
    "tokens": ["#DDDDDD", "#FFFFFF", YELLOW],
}


class Picture:
    """An SVG, shown by Jupyter and by the book."""

    def __init__(self, figure: Figure):
        check_kind(Figure, figure=figure)
        file = io.StringIO()
        with matplotlib.rc_context(RC):
            figure.savefig(
                file,
                format="svg",
                transparent=True,
                metadata={"Date": None},
            )
        svg = file.getvalue()
        svg = svg[svg.index("<svg") :].replace(INK, "currentColor")
        head, body = svg.split(">", 1)
        self.svg = f"{head}>{STYLE}{body}"

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return "Picture"


def new_figure(
    width: float, height: float, rows: int, columns: int
) -> tuple[Figure, list[Axes]]:
    """A figure of `width` by `height` inches and its panels, row by row."""
    check_positive(width=width, height=height)
    check_count(rows=rows, columns=columns)
    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, list(figure.subplots(rows, columns, squeeze=False).flat)


def check_panel(title: str, kind: str, matrix: Tensor) -> None:
    """`kind` is known and `matrix` is a matrix of floats."""
    check_kind(str, title=title)
    check_choice(COLOURS, kind=kind)
    check_floats(title, matrix, min_ndim=2)
    require(matrix.ndim == 2, f"{title} is {shape_of(matrix)}, but must be (T, S)")
    check_drawn(title, matrix, 2, finite=False)


def heatmaps(
    *panels: tuple[str, str, Tensor],
    rows: Sequence[str] = (),
    columns: Sequence[str] = (),
    mask: Tensor | None = None,
    width: float = 2.35,
) -> Picture:
    """Matrices with their numbers, two side by side: panels (title, kind, matrix).

    kind: scores, weights, query, key, value or tokens. What `mask` (T, S) hides of
    scores and weights is gray. `rows` and `columns` name rows and columns.
    width: of a panel, in inches.
    """
    check_matrices(panels, rows, columns, mask)
    check_positive(width=width)
    for panel in panels:
        check_panel(*panel)
    across = min(2, len(panels))
    down = math.ceil(len(panels) / across)
    tallest = max(len(matrix) for _, _, matrix in panels)
    with matplotlib.rc_context(RC):
        size = (width * across, (0.42 * tallest + 0.75) * down)
        figure, axes = new_figure(*size, down, across)
        for ax, (title, kind, matrix) in zip(axes, panels):
            if mask is not None and kind in ("scores", "weights"):
                check_mask(mask, matrix)
                matrix = matrix.masked_fill(mask, math.nan)
            cells(ax, kind, matrix)
            ax.set_title(title, size=12, color=INK)
            _name_ticks(ax, rows, columns, *matrix.shape)
        for ax in axes[len(panels) :]:
            ax.set_axis_off()
    return Picture(figure)


def cells(ax: Axes, kind: str, matrix: Tensor, x: float = 0, y: float = 0) -> None:
    """Coloured cells of size 1 with their numbers, the lower left corner at (x, y).

    NaN is a gray cell without a number.
    """
    check_kind(Axes, ax=ax)
    check_choice(COLOURS, kind=kind)
    check_drawn("matrix", matrix, 2, finite=False)
    x, y = point_of("x, y", (x, y))
    matrix = matrix.detach().float().cpu()
    height, width = matrix.shape
    largest = max(matrix.nan_to_num().abs().max().item(), 1e-9)
    limits = Normalize(0, 1) if kind == "weights" else Normalize(-largest, largest)
    colours = LinearSegmentedColormap.from_list(kind, COLOURS[kind])
    ax.pcolormesh(
        [x + j for j in range(width + 1)],
        [y + i for i in range(height + 1)],
        matrix.flip(0).numpy(),
        cmap=colours.with_extremes(bad=GRAY),
        norm=limits,
        edgecolors="#767676",
        linewidth=0.6,
    )
    for i, row in enumerate(matrix.tolist()):
        for j, number in enumerate(row):
            if not math.isnan(number):
                text = f"{number:.2f}".replace("-", "−")
                place = x + j + 0.5, y + height - i - 0.5
                ink = _readable_on(colours(limits(number)))
                ax.text(*place, text, ha="center", va="center", size=10, color=ink)


def _readable_on(colour: tuple[float, float, float, float]) -> str:
    """Dark or white, by the relative luminance that WCAG defines for `colour`."""
    linear = [
        c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4
        for c in colour[:3]
    ]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return DARK if luminance > 0.18 else "#FFFFFF"


def _name_ticks(
    ax: Axes, rows: Sequence[str], columns: Sequence[str], height: int, width: int
) -> None:
    """Names in the middle of each row and column, else numbers."""
    names = list(rows) if len(rows) == height else list(range(height))
    ax.set_yticks([height - i - 0.5 for i in range(height)], names)
    names = list(columns) if len(columns) == width else list(range(width))
    ax.set_xticks([j + 0.5 for j in range(width)], names)
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)


def curves(
    *panels: tuple[str, dict[str, tuple[Sequence[float], str, str]]],
    x: Sequence[float],
    x_label: str,
    log: bool = False,
    log_y: bool = False,
) -> Picture:
    """Lines over x, one panel below the other: panels (title, lines).

    lines: label to (y, colour, style), the style as in matplotlib: "-", "--", "o".
    log: x grows by factors of two, and each of its values is a tick.
    log_y: y grows by factors of ten.
    """
    check_panels(panels, "title", "lines")
    check_kind(str, x_label=x_label)
    check_kind(bool, log=log, log_y=log_y)
    x = numbers("x", x)
    ok = not log or min(x) > 0
    require(ok, f"x has {min(x)}, but with log all must be above 0")
    panels = [(title, lines_of(lines)) for title, lines in panels]
    for _, lines in panels:
        for label, (y, _, _) in lines.items():
            given = f"{label} has {len(y)} values"
            require(len(y) == len(x), f"{given}, but x has {len(x)}")
    with matplotlib.rc_context(RC):
        height = 2.5 if log else 2.9
        figure, axes = new_figure(4.6, height * len(panels), len(panels), 1)
        for ax, (title, lines) in zip(axes, panels):
            for label, (y, colour, style) in lines.items():
                ax.plot(x, y, style, color=colour, label=label, linewidth=2, ms=5)
            if log:
                ax.set_xscale("log", base=2)
                ax.set_xticks(x, [f"{value:g}" for value in x])
            if log_y:
                ax.set_yscale("log")
                ax.yaxis.set_major_formatter("{x:g}")
                ax.minorticks_off()
            elif not log:
                ax.yaxis.set_major_locator(MaxNLocator(5))
            ax.set_title(title, size=12, color=INK)
            ax.set_xlabel(x_label)
            below = {
                "loc": "upper center",
                "bbox_to_anchor": (0.5, -0.25),
                "ncols": 2,
            }
            place = {} if log else below
            ax.legend(frameon=False, labelcolor=INK, fontsize=10, **place)
    return Picture(figure)


def images(*panels: tuple[str, Tensor], x_label: str, y_label: str) -> Picture:
    """Large matrices as colours, 0 white: panels (title, matrix), one a row."""
    check_panels(panels, "title", "matrix")
    check_kind(str, x_label=x_label, y_label=y_label)
    for title, matrix in panels:
        check_panel(title, "scores", matrix)
        check_drawn(title, matrix, 2)
    with matplotlib.rc_context(RC):
        figure, axes = new_figure(4.6, 2.9 * len(panels), len(panels), 1)
        for ax, (title, matrix) in zip(axes, panels):
            largest, signed = matrix.abs().max().item(), matrix.min() < 0
            kind = "scores" if signed else "weights"
            image = ax.imshow(
                matrix.detach().float().cpu().numpy(),
                cmap=LinearSegmentedColormap.from_list(kind, COLOURS[kind]),
                norm=Normalize(-largest if signed else 0, largest),
                aspect="auto",
                interpolation="nearest",
            )
            figure.colorbar(image, ax=ax)
            ax.xaxis.set_major_locator(MaxNLocator(integer=True))
            ax.set_title(title, size=12, color=INK)
            ax.set_xlabel(x_label)
            ax.set_ylabel(y_label)
    return Picture(figure)
