"""The role that introduces a term: `{intro}`query`` prints **query** on an English page, **查询**（query） on a Chinese one.

Where each term is introduced, and by which sentence, is gathered from all pages.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from docutils import nodes
from docutils.utils import get_source_line
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxRole

from bilingual_book.core.gathered_from_pages import Collected
from bilingual_book.core.nodes import section_title
from bilingual_book.glossary.popup_sentences import introducing
from bilingual_book.glossary.read_terms import read_other_names, read_terms, slug

logger = logging.getLogger(__name__)


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
            also=[
                name
                for language in book.languages
                for name in read_other_names(book, language).get(term, [])
            ],
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


def setup(app: Sphinx) -> None:
    app.add_role("intro", Intro())
