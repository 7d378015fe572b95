"""Folders in which mutants live."""

import os
import shutil
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
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
        """Undo what the last mutant and its tests have done."""
        make_equal(self.root / "whole", self.book)


def prepare_all(places: Sequence[Place], **what: bool) -> None:
    with ThreadPoolExecutor(len(places)) as threads:
        list(threads.map(lambda place: place.prepare(**what), places))


def make_equal(whole: Path, copy: Path) -> None:
    """Have `copy` hold what `whole` does; files of the same size and time are the same, and stay."""
    copy.mkdir(exist_ok=True)
    wanted = {entry.name: entry for entry in os.scandir(whole)}
    there = {entry.name: entry for entry in os.scandir(copy)}
    for name, entry in there.items():
        if name not in wanted or kind(entry) != kind(wanted[name]):
            is_folder = entry.is_dir(follow_symlinks=False)
            (shutil.rmtree if is_folder else os.unlink)(entry.path)
    for name, entry in wanted.items():
        if entry.is_dir(follow_symlinks=False):
            make_equal(whole / name, copy / name)
        elif not (copy / name).is_symlink() and not (copy / name).exists():
            shutil.copy2(entry.path, copy / name, follow_symlinks=False)


def kind(entry: os.DirEntry) -> tuple:
    """What tells one entry of a folder from another of its name, without reading it."""
    if entry.is_dir(follow_symlinks=False):
        return ("folder",)
    if entry.is_symlink():
        return "link", os.readlink(entry.path)
    facts = entry.stat(follow_symlinks=False)
    return "file", facts.st_size, facts.st_mtime_ns
