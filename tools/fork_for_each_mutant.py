"""Tests of broken copies of the book, each in a fork: what run_mutants and mutation_score share.

The libraries are imported once: importing would take most of the time.
"""

import importlib
import os
import signal
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import connection, get_context
from pathlib import Path
from typing import Protocol

from copies_to_break import Place

from support.copies import environment

# What the tests import, save what a mutant may change: the book's own packages, and what its tests share.
LIBRARIES = (
    *("torch", "lightning", "matplotlib.pyplot", "tokenizers", "sacrebleu", "jsonargparse"),
    *("pytest", "hypothesis", "playwright.sync_api", "axe_playwright_python.base"),
    *("pikepdf", "pypdf"),
    *("bs4", "nbformat", "nbclient", "myst_nb", "sphinx.application", "fontTools.ttLib", "yaml"),
)


# What a test says whose browser died or never began: no proof that it saw anything.
BROWSER_DIED = ("TargetClosedError", "Target crashed", "Page crashed", "BrowserType.launch")


class Broken(Protocol):
    """Something that breaks a copy of the book; pytest's arguments name the tests that should notice."""

    @property
    def arguments(self) -> Sequence[str]: ...

    def edit(self, book: Path) -> None: ...


def import_libraries() -> None:
    os.environ["OMP_NUM_THREADS"] = "1"  # each fork has a core of its own
    for library in LIBRARIES:
        importlib.import_module(library)


def run_tests(place: Place, arguments: Sequence[str]) -> None:
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

    sys.exit(pytest.main(["-x", "-q", "-p", "no:cacheprovider", *arguments]))


@dataclass(frozen=True)
class Result:
    """How the tests ended: their exit status, None where time was up, and the end of what they said."""

    status: int | None
    said: str
    seconds: float

    @property
    def caught(self) -> bool:
        """A test failed, and by what it saw."""
        return self.status == 1 and not any(name in self.said for name in BROWSER_DIED)


class Running:
    """The tests of something broken, while they run."""

    def __init__(self, broken: Broken, place: Place, limit_s: float):
        self.broken, self.place = broken, place
        place.restore()
        broken.edit(place.book)
        self.process = get_context("fork").Process(target=run_tests, args=(place, broken.arguments))
        self.process.start()
        self.began = time.monotonic()
        self.until = self.began + limit_s

    def over(self) -> bool:
        return not self.process.is_alive() or time.monotonic() > self.until

    def end(self) -> Result:
        late, seconds = self.process.is_alive(), time.monotonic() - self.began
        if not late:
            self.process.join()
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.join()
        said = (self.place.root / "said").read_text("utf8", "replace")[-1500:]
        return Result(None if late else self.process.exitcode, said, seconds)


def run_all(
    chosen: Iterable[Broken], places: Sequence[Place], limit_s: float
) -> Iterator[tuple[Broken, Result]]:
    """Each with its result, as they come; as many at once as there are places."""
    waiting, free, running = [*chosen][::-1], [*places], []
    while waiting or running:
        while waiting and free:
            running.append(Running(waiting.pop(), free.pop(), limit_s))
        connection.wait([one.process.sentinel for one in running], timeout=5)
        for one in [one for one in running if one.over()]:
            yield one.broken, one.end()
            running.remove(one)
            free.append(one.place)
