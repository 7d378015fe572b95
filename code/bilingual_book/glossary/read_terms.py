"""What chapters/terms.csv says of each term: its word in each language, its definition, its other names."""

from __future__ import annotations

import csv
import re

from bilingual_book.core.book import Book
from bilingual_book.core.language_list import Language
from bilingual_book.core.problems import end_build


def read_terms(book: Book) -> dict[str, str]:
    """A term of the source to that of this language, or on its own pages of its twin; in the order of the file."""
    other = book.twin if book.is_source else book.language
    rows = _rows(book)
    for language in (book.source, other):
        if rows and language.code not in rows[0]:
            end_build(f"chapters/terms.csv has no column {language.code!r}")
    return {row[book.source.code]: row[other.code] for row in rows}


def read_definitions(book: Book) -> dict[str, str]:
    """A term of the source to its definition in this language, where the file has one."""
    column = f"{book.language.code}_definition"
    return {row[book.source.code]: row[column] for row in _rows(book) if row.get(column)}


def read_unlinked(book: Book) -> set[str]:
    """The terms of the source that the file says are not linked: everyday words, which nobody looks up."""
    return {row[book.source.code] for row in _rows(book) if row.get("linked") == "no"}


def read_everyday(book: Book) -> list[str]:
    """Phrases with the word of a term in them that are not the term, as "the number of values"."""
    column = f"{book.language.code}_except"
    return [
        phrase for row in _rows(book) for phrase in (row.get(column) or "").split("|") if phrase
    ]


def read_other_names(book: Book, language: Language | None = None) -> dict[str, list[str]]:
    """A term of the source to the names that it has elsewhere, in this language: a reader may look for those."""
    column = f"{(language or book.language).code}_also"
    return {row[book.source.code]: row[column].split("|") for row in _rows(book) if row.get(column)}


def _rows(book: Book) -> list[dict[str, str]]:
    with open(book.root / "chapters" / "terms.csv", encoding="utf8", newline="") as file:
        rows = list(csv.DictReader(file))
    if wrong := [row for row in rows if row.get("linked") not in (None, "", "no")]:
        term, given = wrong[0].get(book.source.code), wrong[0]["linked"]
        end_build(f"chapters/terms.csv: linked is {given!r} for {term!r}, but can be no, or empty")
    return rows


def slug(term: str) -> str:
    """The term in an address."""
    return re.sub(r"[\W_]+", "-", term.lower()).strip("-")
