"""Which tests run which lines of the taught code: a mutant meets those first that run what it changes."""

import ast
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import coverage
from copies_to_break import Place
from fork_for_each_mutant import run_all

from support.copies import ROOT

LONGEST_S = 1200
SETTINGS = """[run]
dynamic_context = test_function
source = {book}/code/tensorbytensor
data_file = {root}/{name}
"""
# The end of a copy's tests/conftest.py.
COUNT = """
import coverage
COVERAGE = coverage.Coverage(config_file={settings!r})
COVERAGE.start()


def pytest_sessionfinish():
    COVERAGE.stop()
    COVERAGE.save()
"""


def name_of(arguments: Sequence[str]) -> str:
    """A file for what these tests have run."""
    return "-".join(Path(name).stem for name in arguments[:-2])


@dataclass(frozen=True)
class Whole:
    """The book as it is, in which lines are counted."""

    arguments: Sequence[str]

    def edit(self, book: Path) -> None:
        settings = book.parent / "settings"
        place = {"book": book, "root": book.parent, "name": name_of(self.arguments)}
        settings.write_text(SETTINGS.format(**place), "utf8")
        with (book / "tests" / "conftest.py").open("a", encoding="utf8") as file:
            file.write(COUNT.format(settings=str(settings)))


@dataclass(frozen=True)
class LinesOfTests:
    """What a run of the unbroken tests found, and how long it took."""

    data: coverage.CoverageData
    book: Path
    arguments: Sequence[str]
    seconds: float

    def of(self, file: str, line: int) -> Sequence[str]:
        """Pytest's arguments for the tests that run a line; all where it runs outside of tests."""
        every = self.data.contexts_by_lineno(str(self.book / file))
        lines = statement(ROOT / file, line)
        names = {name for number in lines for name in every.get(number, ())}
        tests = [name.rpartition(".")[::2] for name in sorted(names)]
        if not tests or not all(is_test(*test) for test in tests):
            return self.arguments
        names = (f"tests/{module}.py::{test}" for module, test in tests)
        return (*names, *self.arguments[-2:])


@cache
def is_test(module: str, name: str) -> bool:
    """No helper that has the name of a test, and not the import of a module."""
    path = ROOT / "tests" / f"{module}.py"
    return path.exists() and f"\ndef {name}(" in path.read_text("utf8")


def statement(path: Path, line: int) -> range:
    """The lines of the innermost statement around a line; of one with a body, those before it."""
    found = range(line, line + 1)
    for node in ast.walk(ast.parse(path.read_text("utf8"))):
        if isinstance(node, ast.stmt) and node.lineno <= line <= node.end_lineno:
            body = getattr(node, "body", None)
            found = range(node.lineno, body[0].lineno if body else node.end_lineno + 1)
    return found


def count_lines(arguments: Sequence[str], place: Place) -> LinesOfTests:
    """Run the tests of the unbroken book: all must pass."""
    [(_, result)] = run_all([Whole(arguments)], [place], LONGEST_S)
    said = f"{result.said}\n{' '.join(arguments)}: must pass, before anything is broken"
    if result.status != 0:
        sys.exit(said)
    data = coverage.CoverageData(str(place.root / name_of(arguments)))
    data.read()
    return LinesOfTests(data, place.book.resolve(), arguments, result.seconds)
