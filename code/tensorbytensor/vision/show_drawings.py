"""Coloured pictures side by side, as a page shows them."""

import matplotlib
from torch import Tensor

from tensorbytensor.basics import (
    check_count,
    check_floats,
    check_known,
    require,
    shape_of,
)
from tensorbytensor.pictures import GRAY, INK, RC, Picture, new_figure


def show(*panels: tuple[str, Tensor], across: int = 4, width: int = 3) -> Picture:
    """Pictures (3, H, W) with numbers from 0 to 1: panels (title, picture).

    across: how many stand side by side; width: that of the patches, whose edges
    are drawn.
    """
    check_count(across=across, width=width)
    require(len(panels) > 0, "no panels given, but at least one is needed")
    for title, picture in panels:
        require(isinstance(title, str), f"title is {title!r}, but must be a string")
        check_floats(title, picture, min_ndim=3)
        given = f"{title} has shape {shape_of(picture)}"
        ok = picture.ndim == 3 and len(picture) == 3 and picture.numel() > 0
        require(ok, f"{given}, but must be (3, H, W)")
        check_known(title, picture)
        ok = bool(((picture >= 0) & (picture <= 1)).all())
        require(ok, f"{title} has others, but must have numbers from 0 to 1")
    down = -(-len(panels) // across)
    with matplotlib.rc_context(RC):
        figure, axes = new_figure(1.15 * across, 1.35 * down, down, across)
        for ax in axes:
            ax.set_axis_off()
        for ax, (title, picture) in zip(axes, panels):
            high, long = picture.shape[1:]
            rgb = picture.detach().float().cpu().movedim(0, -1).numpy()
            ax.imshow(rgb, extent=(0, long, high, 0), interpolation="nearest")
            ax.hlines(range(0, high + 1, width), 0, long, color=GRAY, lw=0.6)
            ax.vlines(range(0, long + 1, width), 0, high, color=GRAY, lw=0.6)
            ax.set_title(title, size=11, color=INK, parse_math=False)
    return Picture(figure)
