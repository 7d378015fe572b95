"""What only the first page has: where to begin, and a matrix product from a chapter to try oneself on.

The numbers of the product are those that a cell of the chapter printed when the book was last run.
"""

from __future__ import annotations

import re
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from bilingual_book.core.gathered_from_pages import Collected, remember, remembered
from bilingual_book.core.nodes import listed
from bilingual_book.execution.chapter_as_notebook import code_cells, read_notebook
from bilingual_book.execution.stored_outputs import OutputStore
from bilingual_book.frontpage.chapter_cards import chapters

logger = logging.getLogger(__name__)

PRINT = re.compile(r"^print\((.*)\)$", re.MULTILINE)
PRINTED = re.compile(r"tensor\(.*?\)$|^(?!tensor| ).*?$", re.DOTALL | re.MULTILINE)
ROW = re.compile(r"\[([^\[\]]*)\]")

Matrix = list[list[str]]  # numbers as they were printed


class ProductNode(nodes.General, nodes.Element):
    """chapter; tensors: the names of A, V and A V in its cells; tokens; matrices: filled in when all is known."""


class ActionsNode(nodes.General, nodes.Element):
    """words: what its content lists."""


class Product(SphinxDirective):
    """`{product} chapter` draws the product of two of the chapter's tensors; its content is the caption."""

    required_arguments = 1
    has_content = True
    option_spec: ClassVar[dict] = {
        "tensors": directives.unchanged_required,
        "tokens": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        tensors, tokens = (self.options.get(name, "").split() for name in ("tensors", "tokens"))
        if len(tensors) != 3:
            raise self.error(f"product: :tensors: names three tensors, not {len(tensors)}")
        product = ProductNode(chapter=self.arguments[0], tensors=tensors, tokens=tokens)
        self.set_source_info(product)
        self.state.nested_parse(self.content, self.content_offset, product)
        return [product]


class LandingActions(SphinxDirective):
    """Start, the other language, search; its content lists the words for start, the field and its button."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        words = listed(self.content)
        if len(words) != 3:
            raise self.error("landing-actions: list the words for start, the field and its button")
        return [ActionsNode("", words=words)]


def printed_tensors(app: Sphinx, chapter: str) -> dict[str, Matrix]:
    """What each `print(name)` of the chapter printed, the first time."""
    book = app.bilingual_book
    path = book.chapters(book.source) / f"{chapter}.md"
    if not path.exists():
        return {}
    notebook = read_notebook(path)
    OutputStore(book).fill(notebook)
    found: dict[str, Matrix] = {}
    for cell in code_cells(notebook):
        texts = "".join(output.get("text", "") for output in cell.outputs)
        for argument, text in zip(PRINT.findall(cell.source), PRINTED.findall(texts)):
            rows = [re.findall(r"[^\s,]+", row) for row in ROW.findall(text)]
            found.setdefault(argument, rows)
    return found


class Products(Collected):
    """The products of a page: the chapter of each, and the names of its tensors."""

    def find(self, app: Sphinx, doctree: nodes.document) -> list[tuple[str, list[str]]]:
        return [(node["chapter"], node["tensors"]) for node in doctree.findall(ProductNode)]

    def get_updated_docs(self, app: Sphinx, env) -> list[str]:
        """A product shows what another page's code printed: it is written anew when that changed."""
        pages = {}
        for docname, tensors in self.of(env).items():
            pages[docname] = [
                [printed.get(name, []) for name in names]
                for chapter, names in tensors
                for printed in [printed_tensors(app, chapter)]
            ]
        before = remember(env, "products", pages) or {}
        return [docname for docname in pages if pages[docname] != before.get(docname)]


def fill(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    products = remembered(app.env, "products").get(docname, [])
    for node, matrices in zip(list(doctree.findall(ProductNode)), products):
        missing = [name for name, matrix in zip(node["tensors"], matrices) if not matrix]
        if missing:
            said = ", ".join(missing)
            logger.warning("%s prints no %s", node["chapter"], said, location=node)
            node.parent.remove(node)
        node["matrices"] = matrices
    for node in doctree.findall(ActionsNode):
        first = next(chapters(app, True), app.config.root_doc)
        node["start"] = app.builder.get_relative_uri(docname, first)


def visit_actions(writer, node: ActionsNode) -> None:
    """A link to begin with, one to the other language, and a form that needs no script: it asks the search page."""
    book, here = writer.builder.app.bilingual_book, writer.builder.current_docname
    said = {
        "id": node["ids"][-1],
        "words": node["words"],
        "start": node["start"],
        "search": writer.builder.get_relative_uri(here, "search"),
        "here": here,
        "up": book.up_from(here),
        "other": book.twin,
    }
    writer.body.append(writer.builder.templates.render("landing-actions.html", said) + "\n")
    raise nodes.SkipNode


def visit_product(writer, node: ProductNode) -> None:
    """Weights below on the left, values above on the right: where a row and a column meet stands their product."""
    weights, values, result = node["matrices"]
    said = {
        "id": node["ids"][-1],
        "tokens": node["tokens"],
        "terms": [(minus(a), minus(row[-1])) for a, row in zip(weights[-1], values)],
        "weights": _tinted("A", "weights", weights),
        "values": _tinted("V", "values", values),
        "result": _tinted("A V", "result", result),
    }
    writer.body.append(writer.builder.templates.render("product.html", said) + "\n")


def depart_product(writer, node: ProductNode) -> None:
    writer.body.append("</figcaption>\n</figure>\n")


def minus(number: str) -> str:
    return number.replace("-", "\N{MINUS SIGN}")


def _tinted(name: str, kind: str, matrix: Matrix) -> dict:
    """A matrix as its table shows it, tinted like the book's pictures; a cell keeps the number as it was printed."""
    largest = max(abs(float(number)) for row in matrix for number in row)

    def cell(number: str) -> dict:
        return {
            "number": minus(number),
            "text": minus(f"{float(number):.2f}"),
            "tint": round(6 * abs(float(number)) / largest) if largest else 0,
            "is_negative": float(number) < 0,
        }

    return {
        "name": name,
        "kind": kind,
        "rows": [[cell(number) for number in row] for row in matrix],
    }


def setup(app: Sphinx) -> None:
    app.add_directive("product", Product)
    app.add_directive("landing-actions", LandingActions)
    app.add_node(ProductNode, html=(visit_product, depart_product))
    app.add_node(ActionsNode, html=(visit_actions, None))
    app.add_css_file("landing.css")
    app.add_js_file("landing.js", loading_method="defer")
