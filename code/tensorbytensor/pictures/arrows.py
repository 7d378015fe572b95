"""Vectors of two numbers as arrows in the plane."""

import math
from collections.abc import Sequence

import matplotlib
from torch import Tensor

from tensorbytensor.basics import require
from tensorbytensor.pictures.check_panels_and_numbers import (
    check_names,
    check_panels,
    numbers,
)
from tensorbytensor.pictures.picture import INK, RC, Picture, new_figure
from tensorbytensor.pictures.place_labels import name_points

Arrow = tuple[str, str, Sequence[float] | Tensor, Sequence[float] | Tensor]
LOOK = {"arrowstyle": "-|>", "lw": 2, "shrinkA": 0, "shrinkB": 0}


def _point(name: str, point: Sequence[float] | Tensor) -> list[float]:
    """Two finite numbers."""
    values = numbers(f"a point of {name}", point)
    given = f"{name} has a point of {len(values)} numbers"
    require(len(values) == 2, f"{given}, but must have 2")
    given = f"{name} has the point {values}"
    require(
        all(map(math.isfinite, values)), f"{given}, but must have finite numbers"
    )
    return values


def _points(panels: Sequence[tuple], labels: tuple[str, str]) -> list[tuple]:
    """The same panels, with two numbers as each start and each end."""
    check_panels(panels, "title", "arrows")
    check_names(labels=labels)
    require(len(labels) == 2, f"labels are {labels!r}, but must be two")
    found = []
    for title, drawn in panels:
        given = f"the arrows of a panel are a {type(drawn).__name__}"
        require(isinstance(drawn, (tuple, list)), f"{given}, but must be a list")
        check_panels(drawn, "name", "colour", "start", "end")
        ends = [(_point(name, a), _point(name, b)) for name, _, a, b in drawn]
        found.append((title, [(*arrow[:2], *e) for arrow, e in zip(drawn, ends)]))
    return found


def arrows(
    *panels: tuple[str, Sequence[Arrow]], labels: tuple[str, str]
) -> Picture:
    """Panels (title, arrows), one a row; an arrow is (name, colour, start, end).

    labels: of the two axes. All panels have one scale, the same on both axes.
    """
    panels = _points(panels, labels)
    points = [end for _, drawn in panels for _, _, *ends in drawn for end in ends]
    (left, low), (right, high) = map(min, zip(*points)), map(max, zip(*points))
    edge = 0.14 * max(right - left, high - low, 1e-9)
    with matplotlib.rc_context(RC):
        tall = 3.6 * (high - low + 2 * edge) / (right - left + 2 * edge) + 0.8
        figure, axes = new_figure(4.6, tall * len(panels), len(panels), 1)
        for ax, (title, drawn) in zip(axes, panels):
            for _, colour, start, end in drawn:
                ax.annotate("", end, start, arrowprops=LOOK | {"color": colour})
            ax.set(
                xlim=(left - edge, right + 2 * edge), ylim=(low - edge, high + edge)
            )
            ax.set_aspect("equal")
            ax.locator_params(nbins=5)
            ax.set_xlabel(labels[0])
            ax.set_ylabel(labels[1])
            ax.set_title(title, size=12, color=INK)
        for ax, (_, drawn) in zip(axes, panels):
            tips = [(name, tuple(end)) for name, _, _, end in drawn]
            name_points(
                ax, tips, [tuple(map(tuple, ends)) for _, _, *ends in drawn]
            )
    return Picture(figure)
