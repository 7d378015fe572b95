"""Clear errors for what is drawn: panels, their words and their numbers."""

import reprlib
from collections.abc import Sequence

import torch
from torch import Tensor

from tensorbytensor.basics import (
    check_floats,
    check_kind,
    check_known,
    require,
    shape_of,
)

NO_NUMBERS = (torch.bool, torch.complex64, torch.complex128)


def check_panels(panels: Sequence[tuple], *parts: str) -> None:
    """One at least, and each has these parts, the first of which is a string."""
    require(len(panels) > 0, "no panels given, but at least one is needed")
    for panel in panels:
        ok = isinstance(panel, (tuple, list)) and len(panel) == len(parts)
        given = f"a panel is {reprlib.repr(panel)}"
        require(ok, f"{given}, but must be ({', '.join(parts)})")
        given = f"the {parts[0]} of a panel is {reprlib.repr(panel[0])}"
        require(isinstance(panel[0], str), f"{given}, but must be a string")


def check_names(**lists: Sequence[str]) -> None:
    """Each is a list of strings, or a string of letters."""
    for name, names in lists.items():
        ok = isinstance(names, Sequence) and all(isinstance(n, str) for n in names)
        given = f"{name} is {reprlib.repr(names)}"
        require(ok, f"{given}, but must be a list of strings")


def check_counts(**lists: tuple[Sequence[str], int]) -> None:
    """Each has no names, or as many as it should."""
    for name, (names, count) in lists.items():
        given = f"{name} has {len(names)} names"
        require(len(names) in (0, count), f"{given}, but must have {count}")


def check_drawn(title: str, tensor: Tensor, ndim: int, finite: bool = True) -> None:
    """`tensor` holds floats that are known, one at least, in `ndim` dimensions."""
    check_floats(title, tensor, min_ndim=ndim)
    given = f"{title} has shape {shape_of(tensor)}"
    require(tensor.ndim == ndim, f"{given}, but must have {ndim} dimension(s)")
    require(tensor.numel() > 0, f"{given}, but at least one number is needed")
    check_known(title, tensor)
    ok = not finite or bool(tensor.isfinite().all())
    require(ok, f"{title} has NaN or infinity, but must have finite numbers")


def check_matrices(
    panels: Sequence[tuple[str, str, Tensor]],
    rows: Sequence[str],
    columns: Sequence[str],
    mask: Tensor | None = None,
) -> None:
    """Panels (title, kind, matrix), in which NaN is a cell without a number."""
    check_panels(panels, "title", "kind", "matrix")
    check_names(rows=rows, columns=columns)
    check_kind(Tensor | None, mask=mask)
    for title, _, matrix in panels:
        check_floats(title, matrix, min_ndim=2)
        if matrix.ndim == 2:
            check_drawn(title, matrix, 2, finite=False)


def numbers(name: str, values: Sequence[float] | Tensor) -> list[float]:
    """Those of a list or of a tensor (N,), which may have a gradient."""
    given = f"{name} is {reprlib.repr(values)}"
    try:
        len(values)  # else it can be read but once
        listed = [v.detach() if isinstance(v, Tensor) else v for v in values]
        wrong = {dict, str, bool} & {type(values), *map(type, listed)}
        wrong = wrong or getattr(values, "dtype", None) in NO_NUMBERS
        found = [] if wrong else [float(value) for value in listed]
    except (TypeError, ValueError, RuntimeError):
        found = []
    require(len(found) > 0, f"{given}, but must be a list of numbers")
    return found


def lines_of(lines: dict[str, tuple]) -> dict[str, tuple]:
    """The same lines, label to (y, colour, style), with numbers as y."""
    given = f"lines are {reprlib.repr(lines)}"
    require(isinstance(lines, dict), f"{given}, but must be a dictionary")
    for label, line in lines.items():
        given = f"the line {label!r} is {reprlib.repr(line)}"
        ok = isinstance(line, (tuple, list)) and len(line) == 3
        ok = ok and isinstance(line[1], str) and isinstance(line[2], str)
        require(ok, f"{given}, but must be (y, colour, style)")
    return {label: (numbers(label, y), *how) for label, (y, *how) in lines.items()}
