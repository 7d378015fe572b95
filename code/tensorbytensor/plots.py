"""The book's pictures of tensors: SVG with real text, readable on a light and on a dark page.

Query blue, key vermilion, value green, in the colours of Okabe and Ito. A picture carries symbols and
numbers, no words of a language.
"""

import io
import math
from collections.abc import Sequence

import matplotlib
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, Normalize
from matplotlib.figure import Figure
from torch import Tensor

from tensorbytensor.checks import require

QUERY, KEY, VALUE = "#0072B2", "#D55E00", "#009E73"
BLUE, VERMILION, GREEN, PURPLE = QUERY, KEY, VALUE, "#CC79A7"
INK = "#010203"  # stands for the colour of the page's text
STYLE = "<style>svg{color:#1f2328}@media(prefers-color-scheme:dark){svg{color:#e6e6e6}}</style>"
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
    "scores": ["#E69F00", "#FFFFFF", PURPLE],
    "weights": ["#FFFFFF", PURPLE],
    "mask": ["#FFFFFF", "#8C8C8C"],
    "query": ["#DDDDDD", "#FFFFFF", QUERY],
    "key": ["#DDDDDD", "#FFFFFF", KEY],
    "value": ["#DDDDDD", "#FFFFFF", VALUE],
}


class Picture:
    """An SVG, shown by Jupyter and by the book."""

    def __init__(self, figure: Figure):
        file = io.StringIO()
        with matplotlib.rc_context(RC):
            figure.savefig(
                file,
                format="svg",
                transparent=True,
                bbox_inches="tight",
                pad_inches=0.03,
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
    with matplotlib.rc_context(RC):
        figure = Figure(figsize=(width, height), layout="constrained")
        panels = figure.subplots(rows, columns, squeeze=False)
    return figure, list(panels.flat)


def heatmaps(
    *panels: tuple[str, str, Tensor],
    rows: Sequence[str] = (),
    columns: Sequence[str] = (),
    mask: Tensor | None = None,
) -> Picture:
    """Matrices with their numbers, two side by side. A panel is (title, kind, matrix (T, S)).

    kind: scores, weights, mask, query, key or value. What `mask` (T, S) hides is grey and has no number.
    """
    require(len(panels) > 0, "no panels given, but at least one is needed")
    across = min(2, len(panels))
    down = math.ceil(len(panels) / across)
    tallest = max(len(matrix) for _, _, matrix in panels)
    with matplotlib.rc_context(RC):
        figure, axes = new_figure(
            2.35 * across, (0.42 * tallest + 0.75) * down, down, across
        )
        for ax, (title, kind, matrix) in zip(axes, panels):
            _heatmap(
                ax,
                title,
                kind,
                matrix,
                rows,
                columns,
                mask if kind in ("scores", "weights") else None,
            )
        for ax in axes[len(panels) :]:
            ax.set_axis_off()
    return Picture(figure)


def _heatmap(
    ax: Axes, title: str, kind: str, matrix: Tensor, rows, columns, mask: Tensor | None
) -> None:
    require(
        kind in COLOURS, f"kind is {kind!r}, but must be one of {', '.join(COLOURS)}"
    )
    require(matrix.ndim == 2, f"{title} has {matrix.ndim} dimensions, but must have 2")
    matrix = matrix.detach().float()
    if mask is not None:
        matrix = matrix.masked_fill(mask, math.nan)
    colours = LinearSegmentedColormap.from_list(kind, COLOURS[kind]).with_extremes(
        bad="#8C8C8C"
    )
    largest = max(matrix.nan_to_num().abs().max().item(), 1e-9)
    limits = (
        Normalize(0, 1) if kind in ("weights", "mask") else Normalize(-largest, largest)
    )
    ax.pcolormesh(
        matrix.flip(0).numpy(),
        cmap=colours,
        norm=limits,
        edgecolors="#767676",
        linewidth=0.6,
    )
    height, width = matrix.shape
    for i in range(height):
        for j in range(width):
            if not math.isnan(matrix[i, j]):
                number = (
                    f"{matrix[i, j]:.0f}" if kind == "mask" else f"{matrix[i, j]:.2f}"
                )
                ax.text(
                    j + 0.5,
                    height - i - 0.5,
                    number.replace("-", "−"),
                    ha="center",
                    va="center",
                    size=10,
                    color="#111111",
                )
    ax.set_title(title, size=12, color=INK)
    ax.set_xticks(
        [j + 0.5 for j in range(width)],
        columns[:width] if len(columns) >= width else range(width),
    )
    ax.set_yticks(
        [height - i - 0.5 for i in range(height)],
        rows[:height] if len(rows) >= height else range(height),
    )
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)


def curves(
    *panels: tuple[str, dict[str, tuple[Sequence[float], str, str]]],
    x: Sequence[float],
    x_label: str,
) -> Picture:
    """Lines over a logarithmic x, one panel below the other.

    A panel is (title, lines); lines maps a label to (y, colour, style), style as in matplotlib: "-", "--", "o".
    """
    require(len(panels) > 0, "no panels given, but at least one is needed")
    with matplotlib.rc_context(RC):
        figure, axes = new_figure(4.6, 2.5 * len(panels), len(panels), 1)
        for ax, (title, lines) in zip(axes, panels):
            for label, (y, colour, style) in lines.items():
                require(
                    len(y) == len(x), f"{label} has {len(y)} values, but x has {len(x)}"
                )
                ax.plot(
                    x, y, style, color=colour, label=label, linewidth=2, markersize=5
                )
            ax.set_xscale("log", base=2)
            ax.set_xticks(x, [f"{value:g}" for value in x])
            ax.set_title(title, size=12, color=INK)
            ax.set_xlabel(x_label)
            ax.legend(frameon=False, labelcolor=INK, fontsize=10)
    return Picture(figure)
