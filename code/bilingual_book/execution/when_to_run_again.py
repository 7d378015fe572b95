"""What outputs depend on, as a digest: where it changes, the chapter runs again, and nothing else does."""

from __future__ import annotations

import hashlib
import json
import platform
import re
from collections.abc import Iterable
from functools import cache
from importlib.metadata import version
from pathlib import Path

from nbformat import NotebookNode

from bilingual_book.core.book import Book
from bilingual_book.execution.chapter_as_notebook import code_cells
from bilingual_book.execution.same_digits_everywhere import ENVIRONMENT

PACKAGE = "tensorbytensor"
# `from tensorbytensor.x import a, b`, `import tensorbytensor.x`, `:load: …/tensorbytensor/x/y.py`
IMPORT = re.compile(rf"\bfrom {PACKAGE}\.([\w.]+) import (\([^)]*\)|[^\n]*)")
WHOLE = re.compile(rf"\b(?:import {PACKAGE}\.|{PACKAGE}/)([\w./]+?)(?:\.py)?(?![\w./])")
# Of the extension's files, what a site has beside its pages, or nobody reads; and what formulas are made with.
BESIDE_PAGES, PART_OF_PAGES = (".css", ".js", ".pyc"), ("formulas.css", "temml.min.js")
KEPT = "TENSORBYTENSOR_KEPT"  # names the folder to the kernels, see `kept_folder`


def modules_used(book: Book, text: str) -> dict[str, str]:
    """The modules that `text` imports or loads, and what they import in turn: path to source."""
    package, used = book.root / "code" / PACKAGE, {}
    wanted = _named(package, text)
    while wanted:
        path = wanted.pop()
        name = path.relative_to(package).as_posix()
        if name not in used:
            used[name] = path.read_text("utf8")
            wanted += _named(package, used[name])
    return used


def _named(package: Path, text: str) -> list[Path]:
    """The modules that `text` names itself; of a sub-package, those that bring the names it imports."""
    whole, imports = _names_in(text)
    found = [path for name in whole for path in _files(package, name)]
    for name, names in imports:
        folder = package / name.replace(".", "/")
        if folder.is_dir():
            wanted = re.findall(r"(\w+)(?: as \w+)?", names)
            found += [path for each in wanted for path in _bringing(package, folder, each)]
        else:
            found += _files(package, name)
    return sorted(set(found))


@cache
def _names_in(text: str) -> tuple[list[str], list[tuple[str, str]]]:
    """The modules that `text` names whole, and of its imports the module and what is taken from it."""
    return WHOLE.findall(text), IMPORT.findall(text)


def _files(package: Path, name: str) -> list[Path]:
    """The module `name`, or all modules of the sub-package `name`."""
    path = package / name.strip("/.").replace(".", "/")
    file = path.with_suffix(".py")
    return [file] if file.exists() else sorted(path.rglob("*.py"))


def _bringing(package: Path, folder: Path, name: str) -> list[Path]:
    """The module that gives a sub-package its `name`: itself a module, or where `__init__` takes it from."""
    if (folder / f"{name}.py").exists():
        return [folder / f"{name}.py"]
    start = folder / "__init__.py"
    imports = _names_in(start.read_text("utf8"))[1] if start.exists() else ()
    for module, names in imports:
        if name in re.findall(r"\w+", names):
            return _files(package, module)
    return sorted(folder.glob("*.py"))


@cache
def versions() -> list[str]:
    """What a run depends on besides code: versions, and the settings of the kernel."""
    libraries = ("torch", "lightning", "matplotlib", "tokenizers", "sacrebleu")
    numbered = [f"{name} {version(name)}" for name in libraries]
    return [platform.python_version(), *numbered, str(ENVIRONMENT)]


def _digest(*parts: object) -> str:
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


@cache
def _extension() -> str:
    """Changes when anything does of which a page is made."""
    files = sorted(
        path
        for path in Path(__file__).parents[1].rglob("*")
        if path.is_file() and (path.suffix not in BESIDE_PAGES or path.name in PART_OF_PAGES)
    )
    return _digest([hashlib.sha256(path.read_bytes()).hexdigest() for path in files])


def code_digest(book: Book, text: str) -> str:
    """Changes when a module that the chapter uses, or the version of Python or a library, does."""
    return _digest(modules_used(book, text), versions())


def page_digest(book: Book, text: str) -> str:
    """Changes when a page must be rendered again though its own text is the same."""
    terms = (book.root / "chapters" / "terms.csv").read_text("utf8")
    return _digest(code_digest(book, text), _extension(), terms)


def book_digest(book: Book) -> str:
    """Changes when any chapter, in either language, or anything that outputs depend on does."""
    texts = [
        (path.name, path.read_text("utf8")) for path in sorted(book.root.glob("chapters/*/*.md"))
    ]
    return _digest(texts, code_digest(book, "".join(text for _, text in texts)))


def keeps(sources: Iterable[str]) -> bool:
    """Whether one of these modules keeps the result of a long computation."""
    return any(" = kept(" in source for source in sources)


def kept_folder(book: Book) -> Path:
    """Where the kernels keep such results: another one where a module that keeps, or one it uses, changes."""
    package = book.root / "code" / PACKAGE
    keeping = [path for path in sorted(package.rglob("*.py")) if keeps([path.read_text("utf8")])]
    named = [f"{PACKAGE}/{path.relative_to(package).as_posix()}" for path in keeping]
    return book.build / "kept" / code_digest(book, "\n".join(named))


def outputs_key(book: Book, notebook: NotebookNode) -> str:
    """Names the outputs of a notebook: its code, the modules' code, the versions; no language, no prose."""
    cells = [cell.source for cell in code_cells(notebook)]
    return _digest(cells, code_digest(book, "\n".join(cells)))
