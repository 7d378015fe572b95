"""Clear errors for what is drawn: lists of things, shifts, and seeds."""

import reprlib
from collections.abc import Sequence

from tensorbytensor.basics import check_integer, check_kind, require


def check_seed(seed: int) -> None:
    """An integer that a generator takes."""
    check_integer(seed=seed)
    given = f"seed is {seed}"
    require(abs(seed) < 2**63, f"{given}, but must be below 2**63 in size")


def check_list(**lists: Sequence) -> None:
    """Each is a list or a tuple, and not empty."""
    for name, items in lists.items():
        if not (isinstance(items, (list, tuple)) and len(items) > 0):
            given = f"{name} is {reprlib.repr(items)}"
            raise ValueError(f"{given}, but must be a list of one or more")


def check_scenes(scenes: Sequence[Sequence[tuple]]) -> None:
    """A list of lists of things."""
    check_list(scenes=scenes)
    for things in scenes:
        ok = isinstance(things, (list, tuple)) and len(things) > 0
        if not (ok and all(type(thing).__name__ == "Thing" for thing in things)):
            given = f"scenes has {reprlib.repr(things)}"
            raise ValueError(f"{given}, but must have lists of things")


def check_shifts(shifts: Sequence[tuple[int, int]], count: int) -> None:
    """As many as there are things, each two of 0 and 1."""
    check_list(shifts=shifts)
    given = f"shifts has {len(shifts)} pairs"
    require(len(shifts) == count, f"{given}, but there are {count} things")
    for shift in shifts:
        check_kind(tuple, shifts=shift)
        ok = len(shift) == 2 and all(n in (0, 1) for n in shift)
        require(ok, f"shifts has {shift}, but must have two of 0 and 1")
