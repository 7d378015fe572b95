"""Sentences that rest on what a run printed: `{printed}`0.99`` shows 0.99, if the nearest cell above printed it.

`{printed}`all but one <999>`` shows the words, and asks for 999. A literal of several numbers stands for them in
their order, whatever blanks are between. Where it was not printed, the build warns, and so fails.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import nbformat
from docutils import nodes
from nbformat import NotebookNode
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxRole

logger = logging.getLogger(__name__)
ROLE = re.compile(r"\{printed\}`([^`]+)`")
SHOWN_FOR = re.compile(r"(?P<shown>.+?)\s*<(?P<literal>.+)>", re.DOTALL)


def parts(text: str) -> tuple[str, str]:
    """What a role shows, and what must have been printed."""
    found = SHOWN_FOR.fullmatch(text)
    return (found["shown"], found["literal"]) if found else (text, text)


class Printed(SphinxRole):
    def run(self):
        return [nodes.inline(text=parts(self.text)[0], classes=["printed"])], []


def find_missing(notebook: NotebookNode) -> Iterator[tuple[int, str]]:
    """Which of the page's roles, counted from 0, have a literal that the nearest cell above did not print."""
    printed, number = "", 0
    for cell in notebook.cells:
        if cell.cell_type == "code":
            printed = _text(cell) or printed
            continue
        for role in ROLE.findall(cell.source):
            literal = parts(role)[1]
            if not _occurs(literal, printed):
                yield number, literal
            number += 1


def _text(cell: NotebookNode) -> str:
    """What a cell printed; a picture is no text."""
    outputs = [
        output.text if output.output_type == "stream" else output.data.get("text/plain", "")
        for output in cell.outputs
        if output.output_type == "stream" or "image/svg+xml" not in output.get("data", {})
    ]
    return "".join(map("".join, outputs))


def _occurs(literal: str, printed: str) -> bool:
    """As a whole: 0.99 is not in 0.993, nor 12 in 0.12, in 112, in -12 or in 1e-12."""
    words = r"\s+".join(map(re.escape, literal.split()))
    return bool(re.search(rf"(?<![\w.-]){words}(?!\w|\.\d)", printed))


def check(app: Sphinx, docname: str, source: list[str]) -> None:
    text = Path(app.env.doc2path(docname)).read_text("utf8")
    lines = [text.count("\n", 0, role.start()) + 1 for role in ROLE.finditer(text)]
    for number, literal in find_missing(nbformat.reads(source[0], as_version=4)):
        logger.warning(
            "the cell above did not print %r, which this sentence rests on",
            literal,
            location=(docname, lines[number]),
        )


def setup(app: Sphinx) -> None:
    app.add_role("printed", Printed())
