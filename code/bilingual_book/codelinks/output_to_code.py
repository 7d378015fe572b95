"""From what a cell printed or drew to its code: a link at each output, whose script opens folded code."""

from __future__ import annotations

from bs4 import BeautifulSoup
from sphinx.application import Sphinx


def link_outputs(app: Sphinx, pagename: str, context: dict, tree: BeautifulSoup) -> None:
    for cell in tree.select("div.cell"):
        code, output = cell.select_one("div.cell_input"), cell.select_one("div.cell_output")
        if code and output:
            code["id"] = f"{cell['id']}-code"
            link = tree.new_tag("a", href=f"#{code['id']}", attrs={"class": "made-by"})
            link.string = app.bilingual_book.language.text("Code of this output")
            output.append(link)


def setup(app: Sphinx) -> None:
    app.add_css_file("code-links.css")
    app.add_js_file("code-links.js", loading_method="defer")
