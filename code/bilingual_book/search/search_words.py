"""`{search-words} skip connection, lesson plan`: what a reader may look for that the section itself does not say.

They stand behind a heading, parted by commas, and are seen by the search alone. Other names of a term have a
place of their own: chapters/terms.csv.
"""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective


class SearchWordsNode(nodes.Invisible, nodes.Element):
    """names: each."""


class SearchWords(SphinxDirective):
    required_arguments = 1
    final_argument_whitespace = True

    def run(self):
        names = [name.strip() for name in self.arguments[0].split(",")]
        return [SearchWordsNode(names=[name for name in names if name])]


def _skip(translator, node: nodes.Node) -> None:
    raise nodes.SkipNode


def setup(app: Sphinx) -> None:
    app.add_directive("search-words", SearchWords)
    app.add_node(SearchWordsNode, html=(_skip, None))
