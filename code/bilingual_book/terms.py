"""One Chinese term for each English one: the role that introduces a term, and the glossary.

`{intro}`query`` prints **query** on an English page and **查询**（query） on a Chinese one, from
chapters/terms.csv; the glossary lists each introduced term with a link to that place.
"""

from __future__ import annotations

import csv
import re
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective, SphinxRole

logger = logging.getLogger(__name__)


def read_terms(root: Path) -> dict[str, str]:
    """English term to Chinese term, in the order of the file."""
    with open(root / "chapters" / "terms.csv", encoding="utf8", newline="") as file:
        return {row["en"]: row["zh"] for row in csv.DictReader(file)}


def term_id(english: str) -> str:
    return "term-" + re.sub(r"[^a-z0-9]+", "-", english.lower()).strip("-")


def chinese_with_english(english: str, chinese: str) -> tuple[str, str]:
    """The bold Chinese term and the bracket behind it; no bracket where the term has its English in it."""
    if english.lower() in chinese.lower():
        return chinese, ""
    return chinese, f"（{english}）"


class Intro(SphinxRole):
    """`{intro}`term`` or, where English wants another form, `{intro}`terms <term>``."""

    def run(self):
        shown, term = re.fullmatch(r"(?:(.*?)\s*<)?(.*?)>?", self.text).groups()
        terms = read_terms(self.env.app.bilingual_book.root)
        if term not in terms:
            logger.warning(
                "%r is not a term of chapters/terms.csv",
                term,
                location=self.get_location(),
            )
            return [nodes.strong(text=term)], []
        if self.env.app.bilingual_book.is_first:
            bold, bracket = shown or term, ""
        else:
            bold, bracket = chinese_with_english(term, terms[term])
        introduced(self.env).setdefault(term, (self.env.docname, term_id(term)))
        if introduced(self.env)[term][0] != self.env.docname:
            logger.warning(
                "%r is introduced twice: here and in %s",
                term,
                introduced(self.env)[term][0],
                location=self.get_location(),
            )
        node = nodes.strong(text=bold, ids=[term_id(term)], classes=["term"])
        return [node, nodes.Text(bracket)], []


class GlossaryTable(SphinxDirective):
    """A table of all terms that the book introduces, headed by the directive's three lines of content."""

    has_content = True

    def run(self):
        node = GlossaryNode(
            "", heads=[line.strip("- ") for line in self.content if line.strip()]
        )
        self.env.glossary_page = self.env.docname
        return [node]


class GlossaryNode(nodes.General, nodes.Element):
    pass


def introduced(env) -> dict[str, tuple[str, str]]:
    """Term to (page, id) of the place that introduces it."""
    if not hasattr(env, "introduced_terms"):
        env.introduced_terms = {}
    return env.introduced_terms


def forget_page(app: Sphinx, env, docname: str) -> None:
    for term in [
        term for term, (page, _) in introduced(env).items() if page == docname
    ]:
        del introduced(env)[term]


def glossary_is_outdated(app: Sphinx, env) -> list[str]:
    """The glossary shows titles and ids of other pages: write it anew when a page was read."""
    state = {
        term: (place, env.titles[place[0]].astext())
        for term, place in introduced(env).items()
    }
    if state == getattr(env, "glossary_state", None) or not hasattr(
        env, "glossary_page"
    ):
        return []
    env.glossary_state = state
    return [env.glossary_page]


def fill_glossary(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    for node in list(doctree.findall(GlossaryNode)):
        node.replace_self(_table(app, docname, node["heads"], node["ids"]))


def _table(app: Sphinx, docname: str, heads: list[str], ids: list[str]) -> nodes.table:
    env, terms = app.env, read_terms(app.bilingual_book.root)
    places = introduced(env)
    body = nodes.tbody()
    for english in sorted(places, key=str.lower):
        page, place = places[english]
        title = env.titles[page].astext()
        link = nodes.reference(
            "",
            title,
            internal=True,
            refuri=app.builder.get_relative_uri(docname, page) + f"#{place}",
        )
        row = [
            nodes.Text(english),
            nodes.inline(text=terms[english], lang="zh-CN"),
            link,
        ]
        body += nodes.row(
            "", *(nodes.entry("", nodes.paragraph("", "", cell)) for cell in row)
        )
    head = nodes.thead(
        "",
        nodes.row("", *(nodes.entry("", nodes.paragraph(text=text)) for text in heads)),
    )
    columns = [nodes.colspec(colwidth=1) for _ in heads]
    return nodes.table(
        "",
        nodes.tgroup("", *columns, head, body, cols=len(heads)),
        classes=["glossary"],
        ids=ids,
    )


def setup(app: Sphinx) -> None:
    app.add_role("intro", Intro())
    app.add_directive("glossary-table", GlossaryTable)
    app.add_node(GlossaryNode)
    app.connect("env-purge-doc", forget_page)
    app.connect("env-updated", glossary_is_outdated)
    app.connect("doctree-resolved", fill_glossary)
