"""Folders in which mutants live."""

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from support.copies import build_command, copy_book, environment


@dataclass
class Place:
    """A folder in which one mutant after the other lives: `book`, restored each time from `whole`.

    The folder stays the same, since Sphinx reads every page again where a book has moved.
    """

    root: Path

    @property
    def book(self) -> Path:
        return self.root / "book"

    def prepare(self, built: bool = False, build: bool = False) -> None:
        """built: with what was built of the book; build: and that made up to date in the copy."""
        copy_book(self.book, built=built)
        if build:
            command = {"args": build_command("-q"), "cwd": self.book}
            subprocess.run(**command, env=environment(self.book), check=True)
        self.book.rename(self.root / "whole")

    def restore(self) -> None:
        shutil.rmtree(self.book, ignore_errors=True)
        shutil.copytree(self.root / "whole", self.book, symlinks=True)
