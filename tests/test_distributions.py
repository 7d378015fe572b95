"""Two distributions: what readers install is the taught code alone; what builds the book is the other."""

import ast
import email
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from importlib.metadata import Distribution, packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from bilingual_book.core import config_file
from bilingual_book.execution.chapter_as_notebook import code_cells, read_notebook
from bilingual_book.export import wheel
from support.compare_outputs import ROOT, chapters

CODE = ROOT / "code"


class Built:
    """What a wheel holds, and the names of the packages that it asks for."""

    def __init__(self, path: Path):
        self.path = path
        with zipfile.ZipFile(path) as file:
            self.files = {name for name in file.namelist() if ".dist-info/" not in name}
            named = (name for name in file.namelist() if name.endswith("/METADATA"))
            metadata = email.message_from_bytes(file.read(next(named)))
        self.needs = {
            re.split(r"[\[><=;]", line)[0].lower() for line in metadata.get_all("Requires-Dist")
        }


@pytest.fixture(scope="module")
def taught(tmp_path_factory) -> Built:
    folder = tmp_path_factory.mktemp("taught")
    wheel.build(ROOT, folder)
    return Built(folder / wheel.name(ROOT))


@pytest.fixture(scope="module")
def extension(tmp_path_factory) -> Built:
    folder = tmp_path_factory.mktemp("extension")
    ignore = shutil.ignore_patterns("__pycache__", "*.egg-info", "build")
    shutil.copytree(CODE, folder / "code", ignore=ignore)
    subprocess.run(
        [sys.executable, "-c", wheel.BUILD, str(folder)],
        cwd=folder / "code",
        check=True,
        capture_output=True,
    )
    return Built(next(folder.glob("*.whl")))


def files(package: str) -> set[str]:
    return {
        path.relative_to(CODE).as_posix()
        for path in (CODE / package).rglob("*")
        if path.is_file()
        and path.suffix not in (".pyc", ".toml")
        and ".ruff_cache" not in path.parts
    }


def imports(text: str) -> Iterator[str]:
    """The packages that a module or a cell imports, of the standard library none."""
    text = re.sub(r"^[%!:].*$", "", text, flags=re.M)  # no Python
    for node in ast.walk(ast.parse(text)):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and not node.level:
            names = [node.module]
        yield from ({name.split(".")[0] for name in names} - sys.stdlib_module_names)


def imported(package: str) -> set[str]:
    texts = [path.read_text("utf8") for path in (CODE / package).rglob("*.py")]
    return {name for text in texts for name in imports(text)} - {package}


def test_readers_install_the_taught_code_alone(taught):
    assert taught.files == files("tensorbytensor")


def test_the_extension_has_every_file_that_it_needs(extension):
    assert extension.files == files("bilingual_book")


def test_the_taught_code_declares_what_it_and_the_chapters_import(taught):
    cells = [
        cell.source
        for chapter in chapters()
        for cell in code_cells(read_notebook(ROOT / "chapters" / "en" / f"{chapter}.md"))
    ]
    in_cells = {name for cell in cells for name in imports(cell)} - {"tensorbytensor"}
    assert taught.needs == imported("tensorbytensor") | in_cells


def test_the_extension_declares_what_it_imports_and_what_sphinx_loads_for_it(extension):
    names = packages_distributions()
    used = imported("bilingual_book").union(config_file.EXTENSIONS)
    assert "tensorbytensor" not in used, "it builds any book"
    for name in used:
        offered = {re.sub("[-_.]+", "-", offering).lower() for offering in names[name]}
        assert offered & extension.needs, f"{name}: {offered}"


def test_the_installed_extension_builds_a_book(extension, book, tmp_path_factory):
    """From its wheel, with nothing of it beside the book."""
    place = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(extension.path) as file:
        file.extractall(place)
    shutil.rmtree(book.root / "code" / "bilingual_book")
    result = book.build(PYTHONPATH=os.pathsep.join([str(place), str(book.root / "code")]))
    assert result.returncode == 0, result.stderr
    page = (book.html / "zh" / "one.html").read_text("utf8")
    assert "language-switch" in page and (book.html / "_static" / "formulas.woff2").exists()
    assert (book.html / "notebooks" / wheel.name(book.root)).exists()


@pytest.mark.parametrize("file", sorted(ROOT.glob("requirements*.txt")), ids=lambda path: path.stem)
def test_what_is_pinned_is_made_for_the_oldest_python_or_another_version_is(file):
    """README promises that Python; as the packages that are installed here say themselves."""
    oldest = re.search(r'requires-python = ">=([\d.]+)"', (ROOT / "pyproject.toml").read_text())[1]
    lines = [line.partition("#")[0].strip() for line in file.read_text("utf8").splitlines()]
    pinned = [Requirement(line) for line in lines if "==" in line]
    paths = [*sys.path, str(Path(sys.prefix) / "reference")]
    looked_at = 0
    for wanted in pinned:
        if wanted.marker and not wanted.marker.evaluate({"python_version": oldest}):
            continue
        for found in Distribution.discover(name=wanted.name, path=paths):
            if found.version in wanted.specifier:  # else it is that of an older Python
                needs = SpecifierSet(found.metadata.get("Requires-Python", ""))
                assert needs.contains(f"{oldest}.0"), f"{wanted}: {needs}"
                looked_at += 1
    assert looked_at >= len(pinned) / 4
