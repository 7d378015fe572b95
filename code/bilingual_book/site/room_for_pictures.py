"""Room that a page holds for what is not there yet: pictures, which come when needed, and sections below the fold."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from bs4 import BeautifulSoup, Tag
from sphinx.application import Sphinx

from bilingual_book.core.han import CHARACTER

SIZE = re.compile(r'<svg\b[^>]*?\swidth="([\d.]+)(pt|px|)"\s+height="([\d.]+)\2"')
PIXELS = {"pt": 4 / 3, "px": 1, "": 1}


def hold_room(app: Sphinx, pagename: str, context: dict, tree: BeautifulSoup) -> None:
    for number, image in enumerate(tree.select("img")):
        source = source_of(app, image)
        if source and (size := size_of(source)):
            image["width"], image["height"] = size
        if number > 0:  # the first one may be in sight at once
            image["loading"] = "lazy"
    for page in tree.find_all("section", recursive=False):
        for section in page.find_all("section", recursive=False):
            section["style"] = f"--height: {_about_the_height(section)}px"


def _about_the_height(section: Tag) -> int:
    """In pixels, for what is not laid out yet (content-visibility.css): right to a third for most of the book."""
    pictures = sum(int(image.get("height", 0)) for image in section.select("img"))
    text = section.get_text()
    letters = len(text) + len(CHARACTER.findall(text))  # a Chinese character is as wide as two
    return 300 + letters * 2 // 5 + pictures


def source_of(app: Sphinx, image: Tag) -> Path | None:
    """The file that a picture of a page was copied from."""
    name = image["src"].rpartition("/")[2]
    found = (path for path, copy in app.builder.images.items() if copy == name)
    return next((Path(app.srcdir, path) for path in found), None)


@cache
def size_of(picture: Path) -> tuple[int, int] | None:
    """The width and height of an SVG file in pixels, or None where it names none."""
    found = SIZE.search(picture.read_text("utf8")) if picture.suffix == ".svg" else None
    if not found:
        return None
    width = round(float(found[1]) * PIXELS[found[2]])
    return width, round(width * float(found[3]) / float(found[1]))  # in the shape it will have
