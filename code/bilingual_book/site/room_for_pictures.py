"""Room that a page holds for its pictures, which come when they are needed."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from bs4 import BeautifulSoup, Tag
from sphinx.application import Sphinx

SIZE = re.compile(r'<svg\b[^>]*?\swidth="([\d.]+)(pt|px|)"\s+height="([\d.]+)\2"')
PIXELS = {"pt": 4 / 3, "px": 1, "": 1}


def hold_room(app: Sphinx, pagename: str, context: dict, tree: BeautifulSoup) -> None:
    for number, image in enumerate(tree.select("img")):
        source = source_of(app, image)
        if source and (size := size_of(source)):
            image["width"], image["height"] = size
        if number > 0:  # the first one may be in sight at once
            image["loading"] = "lazy"


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
