"""Matrices side by side, and below each other where the page is narrow."""

from collections.abc import Sequence
from dataclasses import replace

import matplotlib
from matplotlib.figure import Figure

from tensorbytensor.pictures.blocks import TITLE, Block
from tensorbytensor.pictures.picture import NARROW, RC, WIDE, Picture

EDGE = 0.05  # inches, like all lengths here
Place = list[float]  # left, top, width and height, in percent of the figure's


def side_by_side(
    blocks: Sequence[Block],
    gap: float = 0,
    most: int = 99,
    names_first: bool = False,
    exported: dict[str, object] | None = None,
) -> Picture:
    """Lines of at most `most` blocks, as many of them as there is room for.

    exported: for who touches the picture; where the matrices are is added.
    """
    looks = [(width - 2 * EDGE, gap, most, names_first) for width in (WIDE, NARROW)]
    with matplotlib.rc_context(RC):
        (wide, places), (narrow, below) = (_draw(blocks, *look) for look in looks)
    if exported is not None:
        exported = {**exported, "wide": places, "narrow": below}
    return Picture(wide, narrow, exported)


def _draw(
    blocks: Sequence[Block], room: float, gap: float, most: int, names_first: bool
) -> tuple[Figure, list[Place]]:
    """The figure, and where in it each matrix is."""
    lines = _break(blocks, room, gap, most)
    heights = [
        TITLE + max(b.height for b in line) + max(b.below for b in line)
        for line in lines
    ]
    width = max(_length(line, gap) for line in lines) + 2 * EDGE
    height = sum(heights) + EDGE * (len(lines) + 1)
    figure = Figure(figsize=(width, height))
    ax = figure.add_axes((0, 0, 1, 1), xlim=(0, width), ylim=(height, 0))
    ax.set_axis_off()
    y, places = EDGE, list[Place]()
    for line, tall in zip(lines, heights):
        x = EDGE
        for block in line:
            middle = y + TITLE + max(b.height for b in line) / 2
            block.draw(ax, x, middle, names_first)
            sizes = width, height, width, height
            place = zip(block.place(x, middle), sizes)
            places.append([round(100 * inches / size, 3) for inches, size in place])
            x += block.width + gap
        y += tall + EDGE
    return figure, places


def _break(
    blocks: Sequence[Block], room: float, gap: float, most: int
) -> list[list[Block]]:
    """The lines; where names of columns make a block too wide, they are turned."""
    lines: list[list[Block]] = [[]]
    for block in blocks:
        if block.columns and block.width > room:
            block = replace(block, is_turned=True)
        line = lines[-1]
        if line and (len(line) == most or _length([*line, block], gap) > room):
            # a comma begins no line
            lines.append(
                [line.pop()] if block.sign == "," and len(line) > 1 else []
            )
        lines[-1].append(block)
    return lines


def _length(line: Sequence[Block], gap: float) -> float:
    return sum(block.width for block in line) + gap * (len(line) - 1)
