"""What a command says besides its results, on the standard error stream."""

import sys

from lightning.pytorch.utilities import rank_zero_only


@rank_zero_only
def say(*lines: str) -> None:
    """Print lines, from the first process alone."""
    print(*lines, sep="\n", file=sys.stderr, flush=True)


def report(problems: list[str], most: int = 20) -> None:
    """What of the data is left out: the first `most`, and how many more."""
    if problems:
        more = len(problems) - most
        lines = problems[:most] + ([f"and {more} more"] if more > 0 else [])
        say(f"{len(problems)} problems:", *lines)
