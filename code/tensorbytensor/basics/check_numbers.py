"""Clear errors for numbers: the argument, what was given, what is allowed."""

import math

MOST = 2**31  # no tensor of the book could be as large


def require(ok: bool, message: str) -> None:
    """Raise ValueError with `message` unless `ok`."""
    if not ok:
        raise ValueError(message)


def is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def is_number(value: object) -> bool:
    """A real number, neither NaN nor infinite; True and False are none."""
    return is_integer(value) or (isinstance(value, float) and math.isfinite(value))


def _check_from(least: int, counts: dict[str, int]) -> None:
    for name, count in counts.items():
        ok = is_integer(count) and count >= least
        allowed = f"must be an integer of at least {least}"
        require(ok, f"{name} is {count!r}, but {allowed}")
        require(count < MOST, f"{name} is {count}, but must be below {MOST}")


def check_count(**counts: int) -> None:
    """Each count is an integer of at least 1, and below 2**31."""
    _check_from(1, counts)


def check_integer(**integers: int) -> None:
    """Each is an integer."""
    for name, number in integers.items():
        require(is_integer(number), f"{name} is {number!r}, but must be an integer")


def check_from_zero(**integers: int) -> None:
    """Each is an integer of at least 0, and below 2**31."""
    _check_from(0, integers)


def check_positive(**numbers: float) -> None:
    """Each is a number above 0, and below 2**31."""
    for name, number in numbers.items():
        ok = is_number(number) and 0 < number < MOST
        allowed = f"must be a number above 0, and below {MOST}"
        require(ok, f"{name} is {number!r}, but {allowed}")


def check_probability(**numbers: float) -> None:
    """Each is in [0, 1)."""
    for name, number in numbers.items():
        ok = is_number(number) and 0 <= number < 1
        require(ok, f"{name} is {number!r}, but must be in [0, 1)")


def check_dropout(**numbers: float) -> None:
    """Each is in [0, 255/256]: `dropout_mask` keeps one entry of 256 or more."""
    for name, number in numbers.items():
        ok = is_number(number) and 0 <= number <= 255 / 256
        require(ok, f"{name} is {number!r}, but must be in [0, 255/256]")
