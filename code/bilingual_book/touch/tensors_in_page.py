"""What the cells of a page have exported: kept when the page is read, taken out when it is written.

A cell exports under a media type of its own (`tensorbytensor/touch/export_tensors.py`): tensors by their names, or all that
a picture is drawn from. In a notebook and on paper the output stands alone.
"""

from __future__ import annotations

import json
from pathlib import Path

from nbformat import NotebookNode
from sphinx.application import Sphinx
from sphinx.util import logging

from bilingual_book.core.book import Book

logger = logging.getLogger(__name__)
EXPORTED = "application/vnd.tensorbytensor+json"


def take_out(app: Sphinx, docname: str, notebook: NotebookNode) -> None:
    """Put what the code cells of a page exported where `read` finds it."""
    cells = (cell for cell in notebook.cells if cell.cell_type == "code")
    found = {}
    for number, cell in enumerate(cells, start=1):
        for output in cell.get("outputs", ()):
            if EXPORTED in output.get("data", {}):
                if number in found:
                    logger.warning(
                        "cell %d exports twice, but a page has room for one",
                        number,
                        location=docname,
                    )
                found[number] = output["data"].pop(EXPORTED)
    path = _kept(app.bilingual_book, docname)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(found, allow_nan=False), "utf8")


def read(app: Sphinx, docname: str) -> dict[int, dict]:
    """What was exported, by the number of its cell among those of the page, from 1."""
    path = _kept(app.bilingual_book, docname)
    found = json.loads(path.read_text("utf8")) if path.exists() else {}
    return {int(number): exported for number, exported in found.items()}


def _kept(book: Book, docname: str) -> Path:
    return book.doctrees(book.language) / "exported" / f"{docname}.json"
