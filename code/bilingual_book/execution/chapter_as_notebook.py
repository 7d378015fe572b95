"""A chapter as a notebook."""

from __future__ import annotations

from pathlib import Path

from myst_nb.core.read import read_myst_markdown_notebook
from myst_parser.config.main import MdParserConfig
from nbformat import NotebookNode

SYNTAX = MdParserConfig(enable_extensions={"colon_fence", "dollarmath", "deflist"})


def read_notebook(path: Path, text: str | None = None) -> NotebookNode:
    """The chapter at `path` as a notebook; `:load:` has put the file's text into the cell."""
    text = path.read_text("utf8") if text is None else text
    return read_myst_markdown_notebook(text, config=SYNTAX, add_source_map=True, path=path)


def code_cells(notebook: NotebookNode) -> list[NotebookNode]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def cell_lines(notebook: NotebookNode) -> list[int]:
    """The line of each code cell in its chapter, from 1."""
    lines = zip(notebook.cells, notebook.metadata["source_map"])
    return [line for cell, line in lines if cell.cell_type == "code"]
