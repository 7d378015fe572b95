"""Vectors of two numbers as arrows in the plane."""

from collections.abc import Sequence

import matplotlib
from matplotlib.axes import Axes
from torch import Tensor

from tensorbytensor.basics import require, shape_of
from tensorbytensor.pictures.plots import INK, RC, Picture, new_figure

Arrow = tuple[str, str, Sequence[float] | Tensor, Sequence[float] | Tensor]


def _draw(
    ax: Axes, name: str, colour: str, a: float, b: float, x: float, y: float
) -> None:
    """From (a, b) to (x, y), with its name at the tip."""
    look = {
        "color": colour,
        "arrowstyle": "-|>",
        "lw": 2,
        "shrinkA": 0,
        "shrinkB": 0,
    }
    ax.annotate("", (x, y), (a, b), arrowprops=look)
    right, up = x >= a, y >= b
    ax.annotate(
        name,
        (x, y),
        (4 if right else -4, 4 if up else -12),
        textcoords="offset points",
        ha="left" if right else "right",
        color=INK,
    )


def arrows(
    *panels: tuple[str, Sequence[Arrow]], labels: tuple[str, str]
) -> Picture:
    """Panels (title, arrows), one a row; an arrow is (name, colour, start, end).

    labels: of the two axes. All panels have one scale, the same on both axes.
    """
    require(len(panels) > 0, "no panels given, but at least one is needed")
    points = []
    for title, drawn in panels:
        for name, _, *ends in drawn:
            for end in ends:
                given = f"{title}: {name} has a point of {len(end)} numbers"
                if isinstance(end, Tensor):
                    given = f"{title}: {name} has a point of shape {shape_of(end)}"
                require(len(end) == 2, f"{given}, but must have 2")
                points.append([float(number) for number in end])
    (left, low), (right, high) = map(min, zip(*points)), map(max, zip(*points))
    edge = 0.14 * max(right - left, high - low, 1e-9)
    with matplotlib.rc_context(RC):
        tall = 3.6 * (high - low + 2 * edge) / (right - left + 2 * edge) + 0.8
        figure, axes = new_figure(4.6, tall * len(panels), len(panels), 1)
        for ax, (title, drawn) in zip(axes, panels):
            for name, colour, start, end in drawn:
                _draw(ax, name, colour, *map(float, (*start, *end)))
            ax.set(
                xlim=(left - edge, right + 2 * edge), ylim=(low - edge, high + edge)
            )
            ax.set_aspect("equal")
            ax.locator_params(nbins=5)
            ax.set_xlabel(labels[0])
            ax.set_ylabel(labels[1])
            ax.set_title(title, size=12, color=INK)
    return Picture(figure)
