"""Docutils' nodes as several parts need them: the section around a node, tables, a directive's list."""

from __future__ import annotations

from collections.abc import Iterable

from docutils import nodes


def listed(content: Iterable[str]) -> list[str]:
    """The words that a page gives to a directive as a list."""
    return [line.strip().removeprefix("-").strip() for line in content if line.strip()]


def section_title(node: nodes.Node) -> str:
    """The title of the section around `node`."""
    section = node.parent
    while section.parent and not (
        isinstance(section, nodes.section) and isinstance(section[0], nodes.title)
    ):
        section = section.parent
    return section[0].astext()


def table(head: nodes.row, rows: list[nodes.row], **attributes) -> nodes.table:
    columns = [nodes.colspec(colwidth=1) for _ in head]
    parts = nodes.thead("", head), nodes.tbody("", *rows)
    return nodes.table("", nodes.tgroup("", *columns, *parts, cols=len(columns)), **attributes)


def row(*cells: list[nodes.Node], **attributes) -> nodes.row:
    return nodes.row("", *(nodes.entry("", *cell) for cell in cells), **attributes)
