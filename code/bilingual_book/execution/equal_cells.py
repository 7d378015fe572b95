"""Every page stands in all languages, with the same code cells to the letter."""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path

from bilingual_book.core.book import Book
from bilingual_book.execution.chapter_as_notebook import cell_lines, code_cells, read_notebook


def find_problems(book: Book) -> list[str]:
    """One line for each missing page, and for the first cell of a translation that is not the source's."""
    folders = [book.chapters(language) for language in book.languages]
    names = sorted({path.name for folder in folders for path in folder.glob("*.md")})
    problems = []
    for name in names:
        source, *translations = (folder / name for folder in folders)
        missing = [path for path in (source, *translations) if not path.exists()]
        problems += [
            f"{path.relative_to(book.root)}: missing; every page needs all languages"
            for path in missing
        ]
        for translation in translations if not missing else ():
            problems += _compare(book, source, translation)
    return problems


def _compare(book: Book, source: Path, translation: Path) -> list[str]:
    try:
        notebooks = [read_notebook(path) for path in (source, translation)]
    except (
        Exception
    ) as error:  # myst-nb's own kinds: an unreadable cell, a file that :load: does not find
        return [f"{source.relative_to(book.root)} or its translation: {error}"]
    cells = [[cell.source for cell in code_cells(notebook)] for notebook in notebooks]
    lines = [cell_lines(notebook) for notebook in notebooks]
    for number, (ours, theirs) in enumerate(zip_longest(*cells), start=1):
        if ours != theirs:
            places = [
                f"{path.relative_to(book.root)}:{place[min(number, len(place)) - 1] if place else 1}"
                for path, place in zip((source, translation), lines)
            ]
            return [
                f"{places[1]}: cell {number} is not equal to the one at {places[0]}; code cells must agree to the letter"
            ]
    return []
