"""One term of each language for a term of the source: the role that introduces it, and the glossary.

`{intro}`query`` prints **query** on an English page and **查询**（query） on a Chinese one, from
chapters/terms.csv; the glossary lists each introduced term with its definition, from there, too, and with the
sentence that introduces it and a link to that place.
"""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass

from docutils import nodes
from docutils.utils import get_source_line
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective, SphinxRole

from bilingual_book.core.book import Book
from bilingual_book.core.gathered_from_pages import Collected, remember
from bilingual_book.core.nodes import listed, row, section_title, table
from bilingual_book.core.problems import end_build
from bilingual_book.glossary.popup_sentences import introducing

logger = logging.getLogger(__name__)


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


def read_other_names(book: Book) -> dict[str, list[str]]:
    """A term of the source to the names that it has elsewhere, in this language: a reader may look for those."""
    column = f"{book.language.code}_also"
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


class Intro(SphinxRole):
    """`{intro}`term`` or, where English wants another form, `{intro}`terms <term>``."""

    def run(self):
        shown, term = re.fullmatch(r"(?:(.*?)\s*<)?(.*?)>?", self.text).groups()
        book = self.env.app.bilingual_book
        terms = read_terms(book)
        if term not in terms:
            logger.warning(
                "%r is not a term of chapters/terms.csv",
                term,
                location=self.get_location(),
            )
            return [nodes.strong(text=term)], []
        bold = (shown or term) if book.is_source else terms[term]
        # No bracket where the Chinese term has its English in it, as in softmax.
        bracket = (
            ""
            if book.is_source or term in terms[term]
            else book.language.text(" ({})").format(term)
        )
        colour = [term] if term in ("query", "key", "value") else []
        node = nodes.strong(
            text=bold,
            ids=[f"term-{slug(term)}"],
            classes=["term", *colour],
            term=term,
            also=read_other_names(book).get(term, []),
        )
        return [node, nodes.Text(bracket)], []


@dataclass(frozen=True)
class Place:
    """Where a term is introduced, and the sentence that does it, as nodes."""

    page: str
    line: int
    id: str
    section: str
    sentence: tuple[nodes.Node, ...]


class Introduced(Collected):
    """Each term that the page introduces, and its places there."""

    def find(self, app: Sphinx, doctree: nodes.document) -> dict[str, list[Place]]:
        found: dict[str, list[Place]] = {}
        for node in doctree.findall(lambda node: isinstance(node, nodes.strong) and "term" in node):
            line, sentence = get_source_line(node)[1], tuple(introducing(node))
            place = Place(app.env.docname, line, node["ids"][0], section_title(node), sentence)
            found.setdefault(node["term"], []).append(place)
        return found


def introduced(env) -> dict[str, Place]:
    """Each term of the book, and the first place that introduces it."""
    return {term: places[0] for term, places in _places(env).items()}


def _places(env) -> dict[str, list[Place]]:
    found: dict[str, list[Place]] = {}
    for _, terms in sorted(Introduced.of(env).items()):
        for term, places in terms.items():
            found.setdefault(term, []).extend(places)
    return found


def find_repetitions(app: Sphinx, env) -> None:
    """A term is introduced once in the book."""
    for term, (first, *others) in _places(env).items():
        for place in others:
            logger.warning(
                "%r is introduced twice: here and in %s",
                term,
                first.page,
                location=(place.page, place.line),
            )


class GlossaryNode(nodes.General, nodes.Element):
    pass


class GlossaryTable(SphinxDirective):
    """A table of all terms that the book introduces, under the two heads that its content lists."""

    has_content = True

    def run(self):
        return [GlossaryNode("", heads=listed(self.content))]


class Glossaries(Collected):
    """Which page has the table. It shows what other pages introduce: it is written anew when that changed."""

    def find(self, app: Sphinx, doctree: nodes.document) -> bool:
        return any(doctree.findall(GlossaryNode))

    def get_updated_docs(self, app: Sphinx, env) -> list[str]:
        state = {
            term: (place.page, place.id, place.section, *map(str, place.sentence))
            for term, place in introduced(env).items()
        }
        return list(self.of(env)) if remember(env, "terms", state) != state else []


def glossary_page(env) -> str | None:
    return next(iter(Glossaries.of(env)), None)


def fill_glossary(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    for node in list(doctree.findall(GlossaryNode)):
        node.replace_self(_table(app, docname, node["heads"], node["ids"]))


def _table(app: Sphinx, docname: str, heads: list[str], ids: list[str]) -> nodes.table:
    places, terms = introduced(app.env), read_terms(app.bilingual_book)
    definitions = read_definitions(app.bilingual_book)
    other_names, text = read_other_names(app.bilingual_book), app.bilingual_book.language.text
    rows, shown_first = [], slice(None, None, 1 if app.bilingual_book.is_source else -1)
    for english in sorted(places, key=str.lower):
        place = places[english]
        address = app.builder.get_relative_uri(docname, place.page) + f"#{place.id}"
        link = nodes.reference("", place.section, internal=True, refuri=address)
        own, other = (english, terms[english])[shown_first]
        names = [nodes.paragraph("", "", nodes.strong(text=own)), nodes.paragraph(text=other)]
        sentence = [block.deepcopy() for block in place.sentence]
        definition = definitions.get(english, "")
        if also := other_names.get(english):
            definition += text(" Also called {}.").format(text(" or ").join(also))
        if definition:
            sentence.insert(0, nodes.paragraph(text=definition.strip(), classes=["definition"]))
        where = nodes.paragraph("", "", link, classes=["introduced-in"])
        rows.append(row(names, [*sentence, where], ids=[f"glossary-{slug(english)}"]))
    heads = [nodes.paragraph(text=head) for head in heads]
    return table(row(*([head] for head in heads)), rows, classes=["glossary"], ids=ids)


def setup(app: Sphinx) -> None:
    app.add_role("intro", Intro())
    app.add_directive("glossary-table", GlossaryTable)
    app.add_node(GlossaryNode)
