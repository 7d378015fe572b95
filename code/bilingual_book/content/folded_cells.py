"""Cells that are folded away: by an author's tag, and the code of a picture, below the picture.

What only draws teaches nothing, so a reader has to ask for it; the tag `show-input` keeps such code in sight.
"""

from __future__ import annotations

from html import escape

from bs4 import BeautifulSoup, Tag
from myst_nb.sphinx_ import HideCodeCellNode, depart_HideCellInput
from sphinx.application import Sphinx


def configure(app: Sphinx, config) -> None:
    """Have what opens a fold say so in the page's language, unless the configuration has words of its own."""
    language = app.bilingual_book.language
    words = {
        "nb_code_prompt_show": language.text("Show the code"),
        "nb_code_prompt_hide": language.text("Hide the code"),
    }
    for setting in words.keys() - config.overrides.keys() - language.settings.keys():
        config[setting] = words[setting]


def visit_folded(writer, node: HideCodeCellNode) -> None:
    """myst-nb's node with a summary of spans, which HTML allows there, and no label: it would hide the words."""
    writer.body.append(
        f'<details class="admonition hide {" ".join(node["classes"])}">\n<summary>\n'
    )
    for state, prompt in (("collapsed", "prompt_show"), ("expanded", "prompt_hide")):
        words = escape(node[prompt])
        writer.body.append(f'<span class="{state} admonition-title">{words}</span>\n')
    writer.body.append("</summary>\n")


def fold_picture_code(app: Sphinx, pagename: str, context: dict, tree: BeautifulSoup) -> None:
    for cell in tree.select("div.cell:not(.tag_show-input)"):
        code, output = (
            cell.find("div", class_=name, recursive=False) for name in ("cell_input", "cell_output")
        )
        if code and output and _is_picture(output):
            fold = tree.new_tag("details", attrs={"class": "picture-code"})
            summary = tree.new_tag("summary")
            summary.string = app.bilingual_book.language.text("Code of this picture")
            output.insert_after(fold)
            fold.extend([summary, code])


def _is_picture(output: Tag) -> bool:
    """myst-nb gives all outputs but pictures the class `output`."""
    return bool(output.img) and not output.select_one(".output")


def setup(app: Sphinx) -> None:
    app.add_node(HideCodeCellNode, override=True, html=(visit_folded, depart_HideCellInput))
    app.add_css_file("folded-cells.css")
