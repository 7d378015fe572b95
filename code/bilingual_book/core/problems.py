"""What ends a build."""

from __future__ import annotations

import sys
from typing import NoReturn


def end_build(*problems: str) -> NoReturn:
    """One clear line each. An exception would bury them under a traceback."""
    for problem in problems:
        print(f"ERROR: {problem}", file=sys.stderr)
    raise SystemExit(1)
