"""Cells that are folded away: myst-nb's node with a summary of spans, which HTML allows there, and no label.

A label would hide the visible words from who speaks to the page.
"""

from __future__ import annotations

from html import escape

from myst_nb.sphinx_ import HideCodeCellNode, depart_HideCellInput
from sphinx.application import Sphinx


def visit_folded(writer, node: HideCodeCellNode) -> None:
    writer.body.append(
        f'<details class="admonition hide {" ".join(node["classes"])}">\n<summary>\n'
    )
    for state, prompt in (("collapsed", "prompt_show"), ("expanded", "prompt_hide")):
        words = escape(node[prompt])
        writer.body.append(f'<span class="{state} admonition-title">{words}</span>\n')
    writer.body.append("</summary>\n")


def setup(app: Sphinx) -> None:
    app.add_node(HideCodeCellNode, override=True, html=(visit_folded, depart_HideCellInput))
