"""What has the class `dropdown`, a solution above all, becomes `<details>`: its title opens it without a script."""

from __future__ import annotations

from bs4 import BeautifulSoup, Tag
from sphinx.application import Sphinx

CLASS = "dropdown"
FOLDED = "details.admonition:has(> .admonition-title)"


def fold(app: Sphinx, pagename: str, context: dict, tree: BeautifulSoup) -> None:
    for box in tree.select(f"div.admonition.{CLASS}:has(> .admonition-title)"):
        box.name = "details"
        leave_open(box)
        title = box.select_one(":scope > .admonition-title")
        title.name = "summary"
        box.insert(0, title.extract())


def leave_open(box: Tag) -> None:
    """Neither `fold` nor sphinx-togglebutton, which Jupyter Book loads, will fold it."""
    box["class"] = [name for name in box["class"] if name != CLASS]


def unfold(tree: BeautifulSoup) -> None:
    """For paper: what is folded becomes a box under its title again."""
    for box in tree.select(FOLDED):
        box.name = "div"
        box.select_one(":scope > .admonition-title").name = "p"


def setup(app: Sphinx) -> None:
    app.add_css_file("fold-dropdowns.css")
