"""One Chinese term for each English one: the role that introduces a term, and the glossary.

`{intro}`query`` prints **query** on an English page and **查询**（query） on a Chinese one, from
chapters/terms.csv; the glossary lists each introduced term with a link to that place.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective, SphinxRole

from bilingual_book.glossary.introducing_sentences import introducing

logger = logging.getLogger(__name__)


def read_terms(root: Path) -> dict[str, str]:
    """English term to Chinese term, in the order of the file."""
    with open(root / "chapters" / "terms.csv", encoding="utf8", newline="") as file:
        return {row["en"]: row["zh"] for row in csv.DictReader(file)}


def slug(term: str) -> str:
    """The term in an address."""
    return re.sub(r"[^a-z0-9]+", "-", term.lower()).strip("-")


def listed(content: Iterable[str]) -> list[str]:
    """The words that a page gives to a directive as a list."""
    return [line.strip("- ") for line in content if line.strip()]


class Intro(SphinxRole):
    """`{intro}`term`` or, where English wants another form, `{intro}`terms <term>``."""

    def run(self):
        shown, term = re.fullmatch(r"(?:(.*?)\s*<)?(.*?)>?", self.text).groups()
        book = self.env.app.bilingual_book
        terms = read_terms(book.root)
        if term not in terms:
            logger.warning(
                "%r is not a term of chapters/terms.csv",
                term,
                location=self.get_location(),
            )
            return [nodes.strong(text=term)], []
        bold = (shown or term) if book.is_first else terms[term]
        # No bracket where the Chinese term has its English in it, as in softmax.
        bracket = "" if book.is_first or term in terms[term] else f"（{term}）"
        colour = [term] if term in ("query", "key", "value") else []
        node = nodes.strong(
            text=bold, ids=[f"term-{slug(term)}"], classes=["term", *colour], term=term
        )
        return [node, nodes.Text(bracket)], []


@dataclass(frozen=True)
class Place:
    """Where a term is introduced, and the sentence that does it, as nodes."""

    page: str
    id: str
    section: str
    sentence: tuple[nodes.Node, ...]


def section_title(node: nodes.Node) -> str:
    """The title of the section around `node`."""
    section = node.parent
    while section.parent and not (
        isinstance(section, nodes.section) and isinstance(section[0], nodes.title)
    ):
        section = section.parent
    return section[0].astext()


def introduced(env) -> dict[str, Place]:
    if not hasattr(env, "introduced_terms"):
        env.introduced_terms = {}
    return env.introduced_terms


def collect_terms(app: Sphinx, doctree: nodes.document) -> None:
    env, terms = app.env, introduced(app.env)
    for node in doctree.findall(lambda node: isinstance(node, nodes.strong) and "term" in node):
        term = node["term"]
        if term in terms:
            logger.warning(
                "%r is introduced twice: here and in %s",
                term,
                terms[term].page,
                location=node,
            )
        sentence = tuple(introducing(node))
        terms[term] = Place(env.docname, node["ids"][0], section_title(node), sentence)


def forget_page(app: Sphinx, env, docname: str) -> None:
    for term in [term for term, place in introduced(env).items() if place.page == docname]:
        del introduced(env)[term]


class GlossaryNode(nodes.General, nodes.Element):
    pass


class GlossaryTable(SphinxDirective):
    """A table of all terms that the book introduces, under the two heads that its content lists."""

    has_content = True

    def run(self):
        self.env.glossary_page = self.env.docname
        return [GlossaryNode("", heads=listed(self.content))]


def glossary_is_outdated(app: Sphinx, env) -> list[str]:
    """The glossary shows what other pages introduce: write it anew when that changed."""
    state = {
        term: (place.page, place.id, place.section, *map(str, place.sentence))
        for term, place in introduced(env).items()
    }
    if state == getattr(env, "glossary_state", None) or not hasattr(env, "glossary_page"):
        return []
    env.glossary_state = state
    return [env.glossary_page]


def fill_glossary(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    for node in list(doctree.findall(GlossaryNode)):
        node.replace_self(_table(app, docname, node["heads"], node["ids"]))


def _table(app: Sphinx, docname: str, heads: list[str], ids: list[str]) -> nodes.table:
    places, terms = introduced(app.env), read_terms(app.bilingual_book.root)
    rows, shown_first = [], slice(None, None, 1 if app.bilingual_book.is_first else -1)
    for english in sorted(places, key=str.lower):
        place = places[english]
        address = app.builder.get_relative_uri(docname, place.page) + f"#{place.id}"
        link = nodes.reference("", place.section, internal=True, refuri=address)
        own, other = (english, terms[english])[shown_first]
        names = [nodes.paragraph("", "", nodes.strong(text=own)), nodes.paragraph(text=other)]
        sentence = [block.deepcopy() for block in place.sentence]
        where = nodes.paragraph("", "", link, classes=["introduced-in"])
        rows.append(row(names, [*sentence, where], ids=[f"glossary-{slug(english)}"]))
    heads = [nodes.paragraph(text=head) for head in heads]
    return table(row(*([head] for head in heads)), rows, classes=["glossary"], ids=ids)


def table(head: nodes.row, rows: list[nodes.row], **attributes) -> nodes.table:
    columns = [nodes.colspec(colwidth=1) for _ in head]
    parts = nodes.thead("", head), nodes.tbody("", *rows)
    return nodes.table("", nodes.tgroup("", *columns, *parts, cols=len(columns)), **attributes)


def row(*cells: list[nodes.Node], **attributes) -> nodes.row:
    return nodes.row("", *(nodes.entry("", *cell) for cell in cells), **attributes)


def setup(app: Sphinx) -> None:
    app.add_role("intro", Intro())
    app.add_directive("glossary-table", GlossaryTable)
    app.add_node(GlossaryNode)
    app.connect("doctree-read", collect_terms)
    app.connect("env-purge-doc", forget_page)
    app.connect("env-updated", glossary_is_outdated)
    app.connect("doctree-resolved", fill_glossary)
