"""Vectors of two numbers as arrows in the plane."""

from collections.abc import Sequence

import matplotlib
from torch import Tensor

from tensorbytensor.basics import require, shape_of
from tensorbytensor.pictures.names import Point, name_points
from tensorbytensor.pictures.picture import INK, RC, Picture, new_figure

Arrow = tuple[str, str, Sequence[float] | Tensor, Sequence[float] | Tensor]
LOOK = {"arrowstyle": "-|>", "lw": 2, "shrinkA": 0, "shrinkB": 0}


def arrows(
    *panels: tuple[str, Sequence[Arrow]], labels: tuple[str, str]
) -> Picture:
    """Panels (title, arrows), one a row; an arrow is (name, colour, start, end).

    labels: of the two axes. All panels have one scale, the same on both axes.
    """
    require(len(panels) > 0, "no panels given, but at least one is needed")
    lines = [[_line(title, *arrow) for arrow in drawn] for title, drawn in panels]
    points = [point for drawn in lines for line in drawn for point in line]
    (left, low), (right, high) = map(min, zip(*points)), map(max, zip(*points))
    edge = 0.14 * max(right - left, high - low, 1e-9)
    with matplotlib.rc_context(RC):
        tall = 3.6 * (high - low + 2 * edge) / (right - left + 2 * edge) + 0.8
        figure, axes = new_figure(4.6, tall * len(panels), len(panels), 1)
        for ax, (title, drawn), ends in zip(axes, panels, lines):
            for (_, colour, *_), (start, end) in zip(drawn, ends):
                ax.annotate("", end, start, arrowprops=LOOK | {"color": colour})
            ax.set(
                xlim=(left - edge, right + 2 * edge), ylim=(low - edge, high + edge)
            )
            ax.set_aspect("equal")
            ax.locator_params(nbins=5)
            ax.set_xlabel(labels[0])
            ax.set_ylabel(labels[1])
            ax.set_title(title, size=12, color=INK)
        for ax, (_, drawn), ends in zip(axes, panels, lines):
            tips = [(arrow[0], end) for arrow, (_, end) in zip(drawn, ends)]
            name_points(ax, tips, ends)
    return Picture(figure)


def _line(
    title: str, name: str, _: str, *ends: Sequence[float] | Tensor
) -> list[Point]:
    """Start and end as pairs of numbers."""
    for end in ends:
        given = f"{title}: {name} has a point of {len(end)} numbers"
        if isinstance(end, Tensor):
            given = f"{title}: {name} has a point of shape {shape_of(end)}"
        require(len(end) == 2, f"{given}, but must have 2")
    return [(float(x), float(y)) for x, y in ends]
