"""Pictures on phones: where a cell drew one picture twice, a narrow window shows the narrow one.

The second lies beside the first in the output, under a media type that only this module knows: in a notebook
and on paper the first stands alone.
"""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

from bs4 import BeautifulSoup
from nbformat import NotebookNode
from sphinx.application import Sphinx

from bilingual_book.site.room_for_pictures import size_of, source_of

WIDE, NARROW = "image/svg+xml", "image/svg+xml;width=narrow"
WINDOW = "screen and (max-width: 500px)"  # where book.css, too, has styles for phones


def keep(app: Sphinx, notebook: NotebookNode) -> None:
    """Put the narrow pictures of a chapter where `offer` finds them."""
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            if NARROW in data:
                path = _kept(app, data[WIDE])
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(data.pop(NARROW), "utf8")


def _kept(app: Sphinx, wide: str) -> Path:
    """The narrow picture that belongs to a wide one, with the pages as they were read."""
    digest = hashlib.sha256("\n".join(wide.splitlines()).encode()).hexdigest()
    book = app.bilingual_book
    return book.doctrees(book.language) / "narrow" / f"narrow-{digest}.svg"


def offer(app: Sphinx, pagename: str, context: dict, tree: BeautifulSoup) -> None:
    """A window as narrow as a phone takes the narrow picture, any other the one that was there."""
    for image in tree.select('div.cell img[src$=".svg"]'):
        source = source_of(app, image)
        narrow = source and _kept(app, source.read_text("utf8"))
        if not narrow or not narrow.exists():
            continue
        address = f"{image['src'].rpartition('/')[0]}/{narrow.name}"
        pictures = Path(app.outdir, app.builder.imagedir)  # Sphinx makes it after the pages
        pictures.mkdir(exist_ok=True)
        shutil.copy(narrow, pictures / narrow.name)
        width, height = size_of(narrow)
        shown = {"media": WINDOW, "srcset": address, "width": width, "height": height}
        image.wrap(tree.new_tag("picture")).insert(0, tree.new_tag("source", attrs=shown))
