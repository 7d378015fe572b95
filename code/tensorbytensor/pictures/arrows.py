"""Vectors of two numbers as arrows in the plane."""

from collections.abc import Sequence

import matplotlib
from matplotlib.axes import Axes
from torch import Tensor

from tensorbytensor.basics import require
from tensorbytensor.pictures.checks import check_names, check_panels, point_of
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
        ends = [(point_of(name, a), point_of(name, b)) for name, _, a, b in drawn]
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
            for name, colour, start, end in drawn:
                _draw(ax, name, colour, *start, *end)
            ax.set(
                xlim=(left - edge, right + 2 * edge), ylim=(low - edge, high + edge)
            )
            ax.set_aspect("equal")
            ax.locator_params(nbins=5)
            ax.set_xlabel(labels[0])
            ax.set_ylabel(labels[1])
            ax.set_title(title, size=12, color=INK)
    return Picture(figure)
