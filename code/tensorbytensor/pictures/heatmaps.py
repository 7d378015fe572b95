"""Matrices as heat maps: coloured cells with their numbers, and names around."""

import math
from collections.abc import Sequence

from torch import Tensor

from tensorbytensor.basics import check_mask, require
from tensorbytensor.pictures.blocks import Block
from tensorbytensor.pictures.cells import check_panel
from tensorbytensor.pictures.picture import Picture
from tensorbytensor.pictures.side_by_side import side_by_side


def heatmaps(
    *panels: tuple[str, str, Tensor],
    rows: Sequence[str] = (),
    columns: Sequence[str] = (),
    mask: Tensor | None = None,
) -> Picture:
    """Matrices with their numbers, two side by side: panels (title, kind, matrix).

    kind: scores, weights, query, key, value or tokens. What `mask` (T, S) hides of
    scores and weights is hatched. `rows` and `columns` name rows and columns.
    """
    require(len(panels) > 0, "no panels given, but at least one is needed")
    blocks = []
    for title, kind, matrix in panels:
        check_panel(title, kind, matrix)
        if mask is not None and kind in ("scores", "weights"):
            check_mask(mask, matrix)
            matrix = matrix.masked_fill(mask, math.nan)
        names = [
            _names(given, n) for given, n in zip((rows, columns), matrix.shape)
        ]
        blocks.append(Block(title, kind, matrix, *names))
    return side_by_side(blocks, gap=0.25, most=2, names_first=True)


def _names(given: Sequence[str], count: int) -> Sequence[str]:
    """Those that are given if there are `count` of them, else numbers."""
    return given if len(given) == count else [str(n) for n in range(count)]
