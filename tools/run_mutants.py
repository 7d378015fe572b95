"""See each mutant of tools/mutants caught: `run_mutants.py [WORD …]`.

Each lives in a copy of the book; words choose the mutants whose description has them. The libraries are
imported once, and each mutant's tests run in a fork of this process: importing would take most of the time.
"""

import importlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import connection, get_context
from pathlib import Path

from mutants import MUTANTS
from mutants.mutant import CODE, Mutant

from support.copies import build_command, copy_book, environment

LONGEST_S = 600
# What the tests import, save what a mutant may change: the book's own packages, and what its tests share.
LIBRARIES = (
    *("torch", "lightning", "matplotlib.pyplot", "tokenizers", "sacrebleu", "jsonargparse"),
    *("pytest", "hypothesis", "playwright.sync_api", "axe_playwright_python.base", "pypdf"),
    *("bs4", "nbformat", "nbclient", "myst_nb", "sphinx.application", "fontTools.ttLib", "yaml"),
)


@dataclass
class Place:
    """A folder in which one mutant after the other lives: `book`, restored each time from `whole`.

    The folder stays the same, since Sphinx reads every page again where a book has moved.
    """

    root: Path

    @property
    def book(self) -> Path:
        return self.root / "book"

    def prepare(self, build: bool) -> None:
        copy_book(self.book, built=True)
        if build:
            command = {"args": build_command("-q"), "cwd": self.book}
            subprocess.run(**command, env=environment(self.book), check=True)
        self.book.rename(self.root / "whole")

    def restore(self) -> None:
        shutil.rmtree(self.book, ignore_errors=True)
        shutil.copytree(self.root / "whole", self.book, symlinks=True)


def edit(book: Path, mutant: Mutant) -> str:
    """Break the copy; what is wrong with the mutant itself, or nothing."""
    for name in [mutant.file, mutant.file.replace("/en/", "/zh/")][: 1 + mutant.both]:
        text = (book / name).read_text("utf8")
        if mutant.old not in text:
            return f"{name} has no {mutant.old!r} any more: bring the mutant up to date"
        (book / name).write_text(text.replace(mutant.old, mutant.new, 1), "utf8")
    return ""


def run_tests(place: Place, tests: str) -> None:
    """In a fork: what a new process would do after its imports."""
    os.setsid()  # with all that the tests start, to be ended together
    for number in (1, 2):
        os.dup2(os.open(place.root / "said", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    os.chdir(place.book)
    os.environ.update(environment(place.book))
    sys.dont_write_bytecode = True
    tools = {str(path.resolve()) for path in map(Path, sys.path) if path.name in ("tools", "tests")}
    sys.path[:] = [str(place.book / "code"), *(path for path in sys.path if path not in tools)]
    for name in [name for name in sys.modules if name.split(".")[0] in ("support", "mutants")]:
        del sys.modules[name]
    import pytest

    sys.exit(pytest.main(["-x", "-q", "-p", "no:cacheprovider", tests]))


@dataclass
class Running:
    """A mutant whose tests run."""

    mutant: Mutant
    place: Place

    def __post_init__(self):
        self.place.restore()
        self.problem = edit(self.place.book, self.mutant)
        target = (lambda: None) if self.problem else run_tests
        arguments = () if self.problem else (self.place, self.mutant.tests)
        self.process = get_context("fork").Process(target=target, args=arguments)
        self.process.start()
        self.until = time.monotonic() + LONGEST_S

    def end(self) -> str | None:
        """Nothing if the mutant is caught, else why not."""
        if self.process.is_alive():
            self.problem = f"took longer than {LONGEST_S} s"
        if not self.problem:
            self.process.join()
        kill_group(self.process.pid)
        self.process.join()
        if self.problem or self.process.exitcode == 1:
            return self.problem or None
        return (self.place.root / "said").read_text("utf8", "replace")[-1500:]


def kill_group(leader: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)


def run_all(chosen: list[Mutant], places: list[Place]):
    """Each mutant with what `end` says of it, as they come."""
    waiting, running = list(reversed(chosen)), []
    while waiting or running:
        while waiting and places:
            running.append(Running(waiting.pop(), places.pop()))
        connection.wait([one.process.sentinel for one in running], timeout=5)
        for one in list(running):
            if not one.process.is_alive() or time.monotonic() > one.until:
                yield one.mutant, one.end()
                running.remove(one)
                places.append(one.place)


def main() -> None:
    chosen = [m for m in MUTANTS if all(word in m.what for word in sys.argv[1:])]
    chosen.sort(
        key=lambda mutant: mutant.file.startswith(CODE)
    )  # the long ones, which build, first
    os.environ["OMP_NUM_THREADS"] = "1"  # each has a core of its own
    survivors, began = 0, time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        places = [Place(Path(folder) / str(n)) for n in range(os.cpu_count() or 1)]
        build = any(not mutant.file.startswith(CODE) for mutant in chosen)
        for place in places:
            place.prepare(build)
        for library in LIBRARIES:
            importlib.import_module(library)
        for number, (mutant, problem) in enumerate(run_all(chosen, places), 1):
            survivors += problem is not None
            how = "caught" if problem is None else "SURVIVED"
            seconds = time.monotonic() - began
            print(f"[{number}/{len(chosen)}] {seconds:4.0f} s {how}: {mutant.what}", flush=True)
            if problem is not None:
                print(problem, flush=True)
    print(f"{len(chosen) - survivors} mutants caught, {survivors} survived")
    sys.exit(bool(survivors) or not chosen)


if __name__ == "__main__":
    main()
