"""Every page stands in both languages, with the same code cells to the letter."""

from __future__ import annotations

from itertools import zip_longest

from bilingual_book.core.book import CHINESE, ENGLISH, Book
from bilingual_book.execution.chapters import cell_lines, code_cells, read_notebook


def find_problems(book: Book) -> list[str]:
    """One line for each missing page and for the first unequal cell of each pair."""
    folders = [book.root / "chapters" / language.code for language in (ENGLISH, CHINESE)]
    names = sorted({path.name for folder in folders for path in folder.glob("*.md")})
    problems = []
    for name in names:
        pair = [folder / name for folder in folders]
        missing = [path for path in pair if not path.exists()]
        if missing:
            problems.append(
                f"{missing[0].relative_to(book.root)}: missing; every page needs both languages"
            )
        else:
            problems += _compare(book, *pair)
    return problems


def _compare(book: Book, english, chinese) -> list[str]:
    try:
        notebooks = [read_notebook(path) for path in (english, chinese)]
    except (
        Exception
    ) as error:  # myst-nb's own kinds: an unreadable cell, a file that :load: does not find
        return [f"{english.relative_to(book.root)} or its translation: {error}"]
    cells = [[cell.source for cell in code_cells(notebook)] for notebook in notebooks]
    lines = [cell_lines(notebook) for notebook in notebooks]
    for number, (ours, theirs) in enumerate(zip_longest(*cells), start=1):
        if ours != theirs:
            places = [
                f"{path.relative_to(book.root)}:{place[min(number, len(place)) - 1] if place else 1}"
                for path, place in zip((english, chinese), lines)
            ]
            return [
                f"{places[1]}: cell {number} is not equal to the one at {places[0]}; code cells must agree to the letter"
            ]
    return []
