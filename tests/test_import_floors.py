"""Both packages are as code/README.md draws them: folders on floors, and no import from a lower floor to a higher one."""

import ast
import graphlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from support.copies import ROOT

CODE, PACKAGES = ROOT / "code", ("bilingual_book", "tensorbytensor")
MOST = 12  # modules that one folder may have
LONGEST = 100  # lines of a module that is taught; a table of words is read otherwise
ROW = re.compile(r"^\| (\d+) \| `(\w+)` \| (.+) \|$", re.MULTILINE)


@cache
def rows(package: str) -> list[tuple[int, str, str]]:
    """Floor, folder and what it is, as the page has them."""
    page = (CODE / "README.md").read_text("utf8")
    part = page.partition(f"### `{package}`\n")[2].partition("\n#")[0]
    return [(int(floor), folder, what) for floor, folder, what in ROW.findall(part)]


def modules(package: str) -> list[Path]:
    return sorted((CODE / package).rglob("*.py"))


def imported(path: Path) -> Iterator[Path]:
    """The files of the same package that a module imports from, wherever in it."""
    package = path.relative_to(CODE).parts[0]
    for node in ast.walk(ast.parse(path.read_text("utf8"))):
        if isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        yield from (
            found for name in names if name.split(".")[0] == package for found in files(name)
        )


def files(name: str) -> list[Path]:
    """The file of a module, or of what a module or a folder gives."""
    place = CODE / name.replace(".", "/")
    choices = (
        place.with_suffix(".py"),
        place / "__init__.py",
        place.parent.with_suffix(".py"),
        place.parent / "__init__.py",
    )
    return [next(choice for choice in choices if choice.exists())]


def floor(path: Path) -> int:
    """Of the folder that a module is in; what lies beside the folders is above them all."""
    package, *inner = path.relative_to(CODE).parts[:-1]
    floors = {folder: number for number, folder, _ in rows(package)}
    return floors[inner[0]] if inner else max(floors.values()) + 1


@pytest.mark.parametrize("package", PACKAGES)
def test_the_page_draws_the_folders_that_there_are(package):
    folders = {
        path.relative_to(CODE / package).parts[0] for path in (CODE / package).glob("*/*.py")
    }
    assert {folder for _, folder, _ in rows(package)} == folders
    for _, folder, what in rows(package):
        start = (CODE / package / folder / "__init__.py").read_text("utf8")
        assert what == ast.get_docstring(ast.parse(start)).partition("\n")[0]
        inside = [
            path for path in (CODE / package / folder).glob("*.py") if path.stem != "__init__"
        ]
        assert len(inside) <= MOST, folder


def test_a_taught_module_is_short_enough_to_be_read_at_once():
    table = CODE / "tensorbytensor" / "corpus" / "lexicon.py"
    lengths = {
        path.relative_to(CODE): len(path.read_text("utf8").splitlines())
        for path in modules("tensorbytensor")
        if path != table
    }
    assert len(lengths) > 100
    assert {path: length for path, length in lengths.items() if length > LONGEST} == {}


@pytest.mark.parametrize("package", PACKAGES)
def test_no_import_leads_upstairs_or_to_a_neighbour(package):
    upward = [
        f"{path.relative_to(CODE)} imports from {other.relative_to(CODE)}"
        for path in modules(package)
        for other in imported(path)
        if other.parent != path.parent and floor(other) >= floor(path)
    ]
    assert not upward


@pytest.mark.parametrize("package", PACKAGES)
def test_no_circle_of_imports(package):
    arrows = {path: set(imported(path)) for path in modules(package)}
    graphlib.TopologicalSorter(arrows).prepare()  # raises CycleError with the circle
