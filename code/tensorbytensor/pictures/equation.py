"""A row of matrices with signs between them: a product as a picture."""

from collections.abc import Sequence

import matplotlib
from torch import Tensor

from tensorbytensor.basics import require
from tensorbytensor.pictures.checks import check_counts, check_matrices
from tensorbytensor.pictures.plots import (
    INK,
    RC,
    Picture,
    cells,
    check_panel,
    new_figure,
)

Part = str | tuple[str, str, Tensor]


def equation(
    *parts: Part, rows: Sequence[str] = (), columns: Sequence[str] = ()
) -> Picture:
    """Parts from left to right: a sign, or a matrix (title, kind, matrix).

    kind: as in `heatmaps`; NaN is a gray cell. `rows` name the rows of the first
    matrix and `columns` the columns of the last one.
    """
    places = [n for n, part in enumerate(parts) if not isinstance(part, str)]
    require(len(places) > 0, "no matrix given, but at least one is needed")
    matrices = [parts[n] for n in places]
    check_matrices(matrices, rows, columns)
    ends = matrices[0][2].shape[0], matrices[-1][2].shape[1]
    check_counts(rows=(rows, ends[0]), columns=(columns, ends[1]))
    for panel in matrices:
        check_panel(*panel)
    tallest = max(len(matrix) for _, _, matrix in matrices)
    names = 0.23 * max(map(len, rows), default=0)
    signs = 0.55 * (len(parts) - len(matrices))
    width = names + signs + sum(matrix.shape[1] for _, _, matrix in matrices)
    with matplotlib.rc_context(RC):
        size = (0.52 * width + 0.1, 0.42 * (tallest + (1.6 if columns else 0.9)))
        figure, (ax,) = new_figure(*size, 1, 1)
        middle = {"ha": "center", "va": "center", "color": INK}
        x = names
        for n, part in enumerate(parts):
            if isinstance(part, str):
                ax.text(x + 0.28, tallest / 2, part, size=13, **middle)
                x += 0.55
                continue
            title, kind, matrix = part
            height, wide = matrix.shape
            y = (tallest - height) / 2
            cells(ax, kind, matrix, x, y)
            ax.text(x + wide / 2, y + height + 0.4, title, size=12, **middle)
            if n == places[0]:
                for i, name in enumerate(rows):
                    place = x - 0.12, y + height - i - 0.5
                    ax.text(*place, name, **middle | {"ha": "right"})
            if n == places[-1]:
                for j, name in enumerate(columns):
                    ax.text(x + j + 0.5, y - 0.4, name, size=9, **middle)
            x += wide
        ax.set(xlim=(0, x + 0.05), ylim=(-0.8 if columns else -0.1, tallest + 0.8))
        ax.set_axis_off()
    return Picture(figure)
