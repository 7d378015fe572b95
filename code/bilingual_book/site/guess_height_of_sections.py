"""About how high each section will be: what is far below the fold is laid out only when it comes near.

Until then it takes this room (content-visibility.css).
"""

from __future__ import annotations

from bs4 import BeautifulSoup, Tag
from sphinx.application import Sphinx

from bilingual_book.core.han import CHARACTER

# An exercise and its solution are sections, too, but without a heading.
HEADED = "section:has(> h2, > h3)"


def guess_heights(app: Sphinx, pagename: str, context: dict, tree: BeautifulSoup) -> None:
    """After pictures have their sizes. Of sections in sections the innermost ones wait, and links lead to the right place."""
    for section in tree.select(HEADED):
        if not section.select_one(HEADED):
            section["style"] = f"--height: {_about_the_height(section)}px"


def _about_the_height(section: Tag) -> int:
    """In pixels: right to a third for most of the book."""
    pictures = sum(int(image.get("height", 0)) for image in section.select("img"))
    text = section.get_text()
    letters = len(text) + len(CHARACTER.findall(text))  # a Chinese character is as wide as two
    return 300 + letters * 2 // 5 + pictures
