"""A row of matrices with signs between them: a product as a picture."""

from collections.abc import Sequence

from torch import Tensor

from tensorbytensor.basics import require
from tensorbytensor.pictures.blocks import Block
from tensorbytensor.pictures.cells import check_panel
from tensorbytensor.pictures.picture import Picture
from tensorbytensor.pictures.side_by_side import side_by_side

Part = str | tuple[str, str, Tensor]


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
    blocks, sign = [], ""
    for n, part in enumerate(parts):
        if isinstance(part, str):
            sign += part
            continue
        check_panel(*part)
        names = rows if n == places[0] else (), columns if n == places[-1] else ()
        blocks.append(Block(*part, *names, sign))
        sign = ""
    return side_by_side(blocks)
