"""Copies of the book in folders of their own, to be built, broken or timed."""

import os
import shutil
import sys
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


def build_command(*options: str, above: Path = Path(), programs: Path = Path()) -> list[Path | str]:
    """By Jupyter Book, or by Sphinx where that is newer than Jupyter Book can take; into the folder `_build` below `above`.

    programs: their folder, unless it is that of the running Python.
    """
    programs = Path(sys.executable).parent / programs
    if (programs / "jupyter-book").exists():
        output = ["--path-output", above] if above.name else []
        return [programs / "python", programs / "jupyter-book", "build", ".", *options, *output]
    return [*by_sphinx(programs), *options, ".", above / "_build" / "html"]


def by_sphinx(programs: Path) -> list[Path | str]:
    program = [programs / "python", programs / "sphinx-build"]
    return [*program, "-C", "-D", "extensions=bilingual_book"]
