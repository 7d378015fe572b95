"""Terms lead to the glossary from where they stand in prose.

A section marks a term once, where it first stands, in singular or plural, and the longest term that fits; what
chapters/terms.csv says is an everyday phrase (en_except) is longer than the term in it, and leads nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bs4 import BeautifulSoup, NavigableString, Tag
from sphinx.application import Sphinx

from bilingual_book.core.book import Book
from bilingual_book.core.language_list import Language
from bilingual_book.glossary.glossary_table import glossary_page
from bilingual_book.glossary.introduce_terms import introduced
from bilingual_book.glossary.read_terms import (
    read_everyday,
    read_terms,
    read_unlinked,
    slug,
)

NOT_PROSE = ["a", "code", "pre", "math", "script", "style", "svg", "table", "figcaption"]
NOT_PROSE_CLASSES = ["math", "term", "admonition-title", "citation-list", "bibliography"]
INNER = re.compile(r"\binner-\d+$")


class Marker:
    """Finds the terms of one language in a text."""

    def __init__(self, book: Book, terms: dict[str, str]):
        # Each form that may stand in a text, and its term in the source; none for an everyday phrase.
        self.term: dict[str, str | None] = {phrase.lower(): None for phrase in read_everyday(book)}
        for term, other in terms.items():
            for form in forms(term if book.is_source else other, book.language):
                self.term[form.lower()] = term
        # A word of Latin letters stands by itself; Chinese has no such edge.
        edge = r"[A-Za-z0-9_–-]"
        longest_first = "|".join(map(_pattern, sorted(self.term, key=len, reverse=True)))
        self.pattern = re.compile(
            rf"(?<!{edge})(?:{longest_first})(?!{edge})", re.IGNORECASE | re.DOTALL
        )

    def find(self, text: str) -> Iterator[tuple[int, int, str]]:
        for match in self.pattern.finditer(text):
            if term := self.term[" ".join(match[0].lower().split())]:
                yield *match.span(), term


def _pattern(form: str) -> str:
    return re.escape(form).replace(r"\ ", r"\s+")


def forms(word: str, language: Language) -> list[str]:
    """In which the term may stand: without what is in brackets, and in English in the plural."""
    plain = word.partition("（")[0]
    return [word, plain, *([plural(word)] if language.html.startswith("en") else [])]


def plural(english: str) -> str:
    for ending, of_many in ((r"ix", r"ices"), (r"([^aeiou])y", r"\1ies"), (r"(s|x|ch)", r"\1es")):
        many, found = re.subn(f"{ending}$", of_many, english)
        if found:
            return many
    return english + "s"


def mark_terms(app: Sphinx, pagename: str, context: dict, tree: BeautifulSoup) -> None:
    """Give the page's terms their links to the glossary, unless this is its page."""
    glossary = glossary_page(app.env)
    if glossary in (None, pagename):
        return
    address = app.builder.get_relative_uri(pagename, glossary) + "#glossary-"
    known = introduced(app.env).keys() - read_unlinked(app.bilingual_book)
    marker = Marker(app.bilingual_book, read_terms(app.bilingual_book))
    seen: set[tuple[int, str]] = set()  # a section and a term
    for strong in tree.select("strong.term"):
        term = _slug(strong)
        link = tree.new_tag("a", href=address + term, attrs={"class": "term-link"})
        link.extend(strong.contents[:])
        strong.append(link)
    for paragraph in tree.select("p"):
        section = id(_section(paragraph))
        seen |= {(section, _slug(strong)) for strong in paragraph.select("strong.term")}
        for string in _prose(paragraph):
            _mark(string, marker, known, section, seen, address, tree)


def _slug(introducing: Tag) -> str:
    """Of a term where it is introduced; on a page of solutions the page's name stands before it."""
    return introducing["id"].rpartition("term-")[2]


def _section(element: Tag) -> Tag | None:
    """The section with a heading; those inside an exercise have none."""
    return element.find_parent(lambda tag: tag.name == "section" and not INNER.search(tag["id"]))


def _prose(paragraph: Tag) -> list[NavigableString]:
    if paragraph.find_parent(NOT_PROSE) or paragraph.find_parent(class_=NOT_PROSE_CLASSES):
        return []
    if set(NOT_PROSE_CLASSES) & set(paragraph.get("class", [])):
        return []
    return [
        string
        for string in paragraph.find_all(string=True)
        if not string.find_parent(NOT_PROSE) and not string.find_parent(class_=NOT_PROSE_CLASSES)
    ]


def _mark(string, marker, known, section, seen, address, tree) -> None:
    parts, end = [], 0
    for start, stop, term in marker.find(string):
        if term not in known or (section, slug(term)) in seen:
            continue
        seen.add((section, slug(term)))
        link = tree.new_tag("a", href=address + slug(term), attrs={"class": "term-link"})
        link.string = string[start:stop]
        parts += [NavigableString(string[end:start]), link]
        end = stop
    if parts:
        string.replace_with(*parts, NavigableString(string[end:]))
