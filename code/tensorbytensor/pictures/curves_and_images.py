"""Lines over an axis, and large matrices as colours."""

from collections.abc import Sequence

import matplotlib
from matplotlib.colors import LinearSegmentedColormap, Normalize
from matplotlib.ticker import LogLocator, MaxNLocator
from torch import Tensor

from tensorbytensor.basics import check_kind, require
from tensorbytensor.pictures.check_panels_and_numbers import (
    check_drawn,
    check_panels,
    lines_of,
    numbers,
)
from tensorbytensor.pictures.coloured_cells import COLOURS, check_panel
from tensorbytensor.pictures.picture import INK, RC, Picture, new_figure


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
    log_y: y grows by factors of ten; ticks at 2 and 5, too, where fewer than two
    powers of ten are in sight.
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
                low, high = ax.get_ylim()
                if sum(low <= tick <= high for tick in ax.get_yticks()) < 2:
                    ax.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
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
