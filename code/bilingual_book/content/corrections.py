"""What a tutorial has otherwise: a quiet mark in the page, which opens on a click.

`{correction}` has the correction's number as its argument. Only who knows the tutorial wants to read it: notebooks
and PDFs leave it out.
"""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective


class CorrectionNode(nodes.General, nodes.Element):
    pass


class Correction(SphinxDirective):
    has_content, required_arguments = True, 1

    def run(self):
        self.assert_has_content()
        node = CorrectionNode(number=self.arguments[0])
        node.document = self.state.document
        self.state.nested_parse(self.content, self.content_offset, node)
        return [node]


def visit(writer, node: CorrectionNode) -> None:
    words = writer.builder.app.bilingual_book.language.text("In the tutorial ({})")
    summary = words.format(node["number"])
    writer.body.append(f'<details class="correction"><summary>{summary}</summary>\n')


def depart(writer, node: CorrectionNode) -> None:
    writer.body.append("</details>\n")


def setup(app: Sphinx) -> None:
    app.add_directive("correction", Correction)
    app.add_node(CorrectionNode, html=(visit, depart))
    app.add_css_file("corrections.css")
