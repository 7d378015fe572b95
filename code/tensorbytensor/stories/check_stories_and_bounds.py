"""Clear errors for stories, and for what they are drawn from."""

from collections.abc import Sequence

from tensorbytensor.basics import check_count, check_texts, is_integer, require


def check_bounds(start: tuple[int, int], most: int, most_events: int) -> None:
    """Two integers in 1 to `most`, the smaller one first; a count of events."""
    ok = isinstance(start, (tuple, list)) and len(start) == 2
    ok = ok and all(map(is_integer, start)) and 1 <= start[0] <= start[1] <= most
    allowed = f"must be two integers in 1 to {most}, the smaller one first"
    require(ok, f"start is {start!r}, but {allowed}")
    check_count(most_events=most_events)


def check_stories(**lists: Sequence[Sequence[str]]) -> None:
    """Lists of stories, each a list of words; there may be none."""
    for name, stories in lists.items():
        ok = isinstance(stories, (list, tuple))
        given = f"{name} is a {type(stories).__name__}"
        require(ok, f"{given}, but must be a list of lists of words")
        for story in stories:
            check_texts(**{name: story})
