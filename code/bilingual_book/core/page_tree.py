"""A page's body as a tree, for all who change it or read it: the event `page-rendered`.

Sphinx hands over a page as a string. It is read once; each handler gets (app, page's name, its template
context, the tree), in the order of `steps`, and may change the tree. A code cell has its number
among the page's code cells, from 1, as `data-cell`.
"""

from __future__ import annotations

from bs4 import BeautifulSoup
from sphinx.application import Sphinx


def render(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    if doctree is None:  # the search page, say
        return
    tree = BeautifulSoup(context["body"], "html.parser")
    for number, cell in enumerate(tree.select("div.cell"), start=1):
        cell["data-cell"] = str(number)
        cell["id"] = cell.get("id", f"cell-{number}")  # in a solution a block has no address
    app.emit("page-rendered", pagename, context, tree)
    context["body"] = str(tree)


def setup(app: Sphinx) -> None:
    app.add_event("page-rendered")
