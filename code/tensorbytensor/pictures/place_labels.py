"""Names beside points: each where it covers neither a line nor another name."""

import math
from collections.abc import Sequence
from itertools import pairwise

from matplotlib.axes import Axes

from tensorbytensor.pictures.coloured_cells import text_width
from tensorbytensor.pictures.picture import INK

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, bottom, width, height
SIZE, GAP, STEP = 11, 5, 2  # points, 72 an inch, like all lengths here
SIDES = (1, 1), (-1, 1), (-1, -1), (1, -1), (1, 0), (-1, 0), (0, 1), (0, -1)


def name_points(
    ax: Axes, names: Sequence[tuple[str, Point]], lines: Sequence[Sequence[Point]]
) -> None:
    """Write each name (text, point), now that the limits of `ax` are set.

    lines: the points of all that is drawn; points and lines in the units of `ax`.
    """
    ax.figure.draw_without_rendering()  # from now on `ax` has its place
    drawn = [
        place
        for line in lines
        for start, end in pairwise([_place(ax, point) for point in line])
        for place in _between(start, end)
    ]
    taken: list[Box] = []
    for text, point in names:
        boxes = [_box(_place(ax, point), text, *side) for side in SIDES]
        best = min(
            boxes, key=lambda box: _covered(box, drawn, taken) + _outside(ax, box)
        )
        taken.append(best)
        offset = [best[i] - _place(ax, point)[i] for i in (0, 1)]
        look = {"color": INK, "size": SIZE, "in_layout": False}
        ax.annotate(text, point, offset, textcoords="offset points", **look)


def _place(ax: Axes, point: Point) -> Point:
    x, y = ax.transData.transform(point) * 72 / ax.figure.dpi
    return float(x), float(y)


def _between(start: Point, end: Point) -> list[Point]:
    """Points on a straight line, dense enough to see whether it meets a name."""
    (a, b), (x, y) = start, end
    steps = max(1, math.ceil(math.dist(start, end) / STEP))
    return [
        (a + (x - a) * n / steps, b + (y - b) * n / steps) for n in range(steps + 1)
    ]


def _box(place: Point, text: str, right: int, up: int) -> Box:
    """Of a name beside a place: right of it (1), left of it (-1) or neither (0)."""
    width, height = 72 * text_width(text, SIZE), SIZE
    left, bottom = (
        middle + side * (GAP + size / 2) - size / 2
        for middle, side, size in zip(place, (right, up), (width, height))
    )
    return left, bottom, width, height


def _covered(box: Box, drawn: Sequence[Point], taken: Sequence[Box]) -> int:
    """How much of what is drawn a name would cover; another name counts most."""
    left, bottom, width, height = box
    points = sum(
        left - 1 < x < left + width + 1 and bottom - 1 < y < bottom + height + 1
        for x, y in drawn
    )
    names = sum(
        left < x + w + GAP
        and x < left + width + GAP
        and bottom < y + h
        and y < bottom + height
        for x, y, w, h in taken
    )
    return points + 1000 * names


def _outside(ax: Axes, box: Box) -> int:
    """As much as a name for one that touches a side of the panel or leaves it."""
    left, right = (x * 72 / ax.figure.dpi for x in ax.bbox.intervalx)
    return 0 if left + GAP <= box[0] and box[0] + box[2] <= right else 1000
