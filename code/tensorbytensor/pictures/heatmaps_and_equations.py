"""Matrices with their numbers: as heat maps, and as a product with its signs."""

import math
from collections.abc import Sequence

from torch import Tensor

from tensorbytensor.basics import check_mask, require
from tensorbytensor.pictures.blocks import Block
from tensorbytensor.pictures.check_panels_and_numbers import (
    check_counts,
    check_matrices,
)
from tensorbytensor.pictures.coloured_cells import check_panel
from tensorbytensor.pictures.matrices_in_a_row import side_by_side
from tensorbytensor.pictures.picture import Picture
from tensorbytensor.touch.export_tensors import exact
from tensorbytensor.touch.which_cells_determine import relation

Part = str | tuple[str, str, Tensor]


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
    check_matrices(panels, rows, columns, mask)
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


def equation(
    *parts: Part, rows: Sequence[str] = (), columns: Sequence[str] = ()
) -> Picture:
    """Parts from left to right: a sign, or a matrix (title, kind, matrix).

    kind: as in `heatmaps`; NaN is a hatched cell. `rows` name the rows of the first
    matrix and `columns` the columns of the last one. On a narrow page a line ends
    before a sign.
    """
    places = [n for n, part in enumerate(parts) if not isinstance(part, str)]
    require(len(places) > 0, "no matrix given, but at least one is needed")
    last = parts[-1]
    require(
        not isinstance(last, str),
        f"the last part is the sign {last!r}, but must be a matrix",
    )
    matrices = [parts[n] for n in places]
    check_matrices(matrices, rows, columns)
    ends = matrices[0][2].shape[0], matrices[-1][2].shape[1]
    check_counts(rows=(rows, ends[0]), columns=(columns, ends[1]))
    blocks, sign = [], ""
    for n, part in enumerate(parts):
        if isinstance(part, str):
            sign += part
            continue
        check_panel(*part)
        names = rows if n == places[0] else (), columns if n == places[-1] else ()
        blocks.append(Block(*part, *names, sign))
        sign = ""
    return side_by_side(blocks, exported=_exported(blocks))


def _exported(blocks: Sequence[Block]) -> dict[str, object] | None:
    """For a page whose readers ask where a number comes from, if it can be said."""
    matrices = [block.matrix for block in blocks]
    found = relation(matrices, [block.sign for block in blocks])
    if found is None:
        return None
    titles = [block.title for block in blocks]
    numbers = [exact(*each) for each in zip(titles, matrices)]
    return {"piece": "equation", "titles": titles, "matrices": numbers, **found}
