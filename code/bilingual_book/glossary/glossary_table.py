"""The table of the glossary: each introduced term with its definition, the sentence that introduces it, a link there."""

from __future__ import annotations

import re

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from bilingual_book.core.gathered_from_pages import Collected, remember
from bilingual_book.core.han import HAN
from bilingual_book.core.nodes import listed, row, table
from bilingual_book.glossary.introduce_terms import introduced
from bilingual_book.glossary.read_terms import (
    read_definitions,
    read_other_names,
    read_terms,
    slug,
)

# Chinese is set with a space beside Latin letters.
HAN_BESIDE_LATIN = re.compile(rf"(?<=[{HAN}])(?=[A-Za-z])|(?<=[A-Za-z])(?=[{HAN}])")


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
            called = text(" Also called {}.").format(text(" or ").join(also))
            definition += HAN_BESIDE_LATIN.sub(" ", called)
        if definition:
            sentence.insert(0, nodes.paragraph(text=definition.strip(), classes=["definition"]))
        where = nodes.paragraph("", "", link, classes=["introduced-in"])
        rows.append(row(names, [*sentence, where], ids=[f"glossary-{slug(english)}"]))
    heads = [nodes.paragraph(text=head) for head in heads]
    return table(row(*([head] for head in heads)), rows, classes=["glossary"], ids=ids)


def setup(app: Sphinx) -> None:
    app.add_directive("glossary-table", GlossaryTable)
    app.add_node(GlossaryNode)
