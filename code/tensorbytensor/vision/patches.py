"""A picture cut into patches (Dosovitskiy et al. 2021, section 3.1)."""

from torch import Tensor

from tensorbytensor.basics import check_count, check_floats, require, shape_of


def _check_pictures(pictures: Tensor, width: int) -> None:
    check_count(width=width)
    check_floats("pictures", pictures, min_ndim=3)
    given = f"pictures have shape {shape_of(pictures)}"
    ok = pictures.numel() > 0 and not any(n % width for n in pictures.shape[-2:])
    require(ok, f"{given}, but H and W must be multiples of {width}")


def cut(pictures: Tensor, width: int) -> Tensor:
    """Pictures (..., C, H, W) to patches (..., S, C · P · P), row by row.

    P is the width of a patch, and S = (H / P) · (W / P) their number.
    """
    _check_pictures(pictures, width)
    *batch, c, height, length = pictures.shape
    rows, columns = height // width, length // width
    # (..., C, rows, P, columns, P)
    x = pictures.reshape(*batch, c, rows, width, columns, width)
    x = x.movedim((-4, -2), (-5, -4))  # (..., rows, columns, C, P, P)
    return x.reshape(*batch, rows * columns, c * width * width)


def put_together(patches: Tensor, channels: int, columns: int) -> Tensor:
    """The pictures (..., C, H, W) that were cut into patches (..., S, C · P · P).

    columns: how many patches stand side by side.
    """
    check_count(channels=channels, columns=columns)
    check_floats("patches", patches, min_ndim=2)
    *batch, s, numbers = patches.shape
    width = round((numbers / channels) ** 0.5)
    ok = s > 0 and s % columns == 0 and channels * width**2 == numbers > 0
    given = f"patches have shape {shape_of(patches)}"
    allowed = f"must be full rows of {columns} squares with {channels} channel(s)"
    require(ok, f"{given}, but {allowed}")
    rows = s // columns
    x = patches.reshape(*batch, rows, columns, channels, width, width)
    x = x.movedim((-5, -4), (-4, -2))  # (..., C, rows, P, columns, P)
    return x.reshape(*batch, channels, rows * width, columns * width)
