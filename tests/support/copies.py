"""Copies of the book in folders of their own, to be built, broken or timed."""

import os
import shutil
from pathlib import Path

ROOT = Path(__file__).parents[2]
LEFT_OUT = (".venv*", ".git", "__pycache__", "*.egg-info", ".*_cache", ".hypothesis")


def copy_book(folder: Path, built: bool = False) -> Path:
    """The book in `folder`, with what was built of it or without."""
    ignore = shutil.ignore_patterns(*LEFT_OUT, *([] if built else ["_build"]))
    return shutil.copytree(ROOT, folder, ignore=ignore)


def environment(book: Path) -> dict[str, str]:
    """For the processes of a copy: its own code comes first, and nothing is written beside it."""
    return {**os.environ, "PYTHONPATH": str(book / "code"), "PYTHONDONTWRITEBYTECODE": "1"}
