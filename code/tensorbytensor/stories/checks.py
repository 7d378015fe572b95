"""Clear errors for what a story is drawn from."""

from tensorbytensor.basics import check_count, is_integer, require


def check_bounds(start: tuple[int, int], most: int, most_events: int) -> None:
    """Two integers in 1 to `most`, the smaller one first; a count of events."""
    ok = isinstance(start, (tuple, list)) and len(start) == 2
    ok = ok and all(map(is_integer, start)) and 1 <= start[0] <= start[1] <= most
    allowed = f"must be two integers in 1 to {most}, the smaller one first"
    require(ok, f"start is {start!r}, but {allowed}")
    check_count(most_events=most_events)
