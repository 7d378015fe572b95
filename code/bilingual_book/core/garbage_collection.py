"""A build makes little garbage: its pages with all their nodes live to the end. Looking for it was a quarter of the time."""

from __future__ import annotations

import gc


def collect_seldom() -> None:
    """Python looks after every 700 new objects; here are hundreds of thousands that stay."""
    gc.set_threshold(50_000, 20, 20)


def collect_no_more() -> None:
    """At the end of a process: Python would walk through all that is there once more."""
    gc.freeze()
