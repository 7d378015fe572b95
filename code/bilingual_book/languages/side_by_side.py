"""Both languages on one page: each text of a page, numbered, and a script that brings them to the page's twin.

The k-th text of a page says what the k-th text of its twin says. A reader who wants both loads the texts of the
other page by one script (`language-switch.js` shows them); it needs no server, so it works from disk.
"""

from __future__ import annotations

import json
import posixpath
import re
from copy import copy
from pathlib import Path
from urllib.parse import urlsplit

from bs4 import BeautifulSoup, Tag
from sphinx.application import Sphinx

from bilingual_book.content import where_solutions_stand
from bilingual_book.core.book import Book
from bilingual_book.core.language_list import Language

FOLDER = "both"
BLOCK = re.compile(
    "^(address|article|aside|blockquote|caption|dd|details|div|dl|dt|figcaption|figure|footer|h[1-6]|header"
    "|hr|li|main|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)$"
)
# What both languages have in common, or what is no text. Of a cell only the caption of its figure is one.
NO_TEXT = (
    "pre, svg, math, script, style, template, nav, form, button, div.math, div.cell,"
    " div.landing-actions, div.product-parts"
)
# What a page shows once: the number of a section and the link to it, a picture.
SHOWN_ONCE = {"img", "picture", "svg", "button", "script"}
SHOWN_ONCE_CLASSES = {"section-number", "headerlink"}


def text_blocks(tree: BeautifulSoup) -> list[Tag]:
    """The innermost blocks with words in them, in the order of reading."""
    shared = {id(inner) for outer in tree.select(NO_TEXT) for inner in (outer, *outer.find_all())}
    shared -= {id(inner) for caption in tree.select("figcaption") for inner in caption.find_all()}
    return [
        block
        for block in tree.find_all(BLOCK)
        if id(block) not in shared and not block.find(BLOCK) and block.get_text(strip=True)
    ]


def twin_of(block: Tag, book: Book, pagename: str) -> str:
    """The content of `block` as the page in its twin's language shows it: without ids, which that page has."""
    twin = copy(block)
    for element in twin.find_all(_is_shown_once):
        element.extract()
    for element in twin.find_all():
        del element["id"]
        if element.name == "a" and "href" in element.attrs:
            element["href"] = address_from_twin(element["href"], book, pagename)
    return twin.decode_contents().strip()


def _is_shown_once(element: Tag) -> bool:
    return element.name in SHOWN_ONCE or bool(SHOWN_ONCE_CLASSES & set(element.get("class", [])))


def address_from_twin(href: str, book: Book, pagename: str) -> str:
    """Where a link of this page leads from its twin: a page to its own twin, a file to that file."""
    parts = urlsplit(href)
    if parts.scheme or parts.netloc or not parts.path:
        return href
    here, there = (
        posixpath.dirname(language.folder + pagename) for language in (book.language, book.twin)
    )
    target = posixpath.normpath(posixpath.join(here, parts.path))
    if target.endswith(".html") and _language_of(target, book) is book.language:
        return href
    return parts._replace(path=posixpath.relpath(target, there or ".")).geturl()


def _language_of(path: str, book: Book) -> Language:
    """In which language the page at `path` of the site is."""
    return next((each for each in book.others if path.startswith(each.folder)), book.source)


def write_texts(app: Sphinx, pagename: str, context: dict, tree: BeautifulSoup) -> None:
    book = app.bilingual_book
    texts = []
    for number, block in enumerate(text_blocks(tree)):
        block["data-n"] = number
        texts.append(twin_of(block, book, pagename))
    lines = ",\n".join(json.dumps(text, ensure_ascii=False) for text in texts)
    script = Path(app.outdir) / FOLDER / f"{pagename}.js"
    script.parent.mkdir(parents=True, exist_ok=True)
    script.write_text(f'showTwins("{book.language.html}", [\n{lines}\n]);\n', "utf8")
    up = book.up_from(pagename)
    context["twins"] = f"{up}{book.twin.folder}{FOLDER}/{pagename}.js"


def forget_removed_pages(app: Sphinx, exception: Exception | None) -> None:
    if exception is not None:
        return
    folder = Path(app.outdir) / FOLDER
    pages = app.env.found_docs | where_solutions_stand.pages(app)
    for script in folder.rglob("*.js"):
        if script.relative_to(folder).with_suffix("").as_posix() not in pages:
            script.unlink()


def setup(app: Sphinx) -> None:
    app.add_css_file("side-by-side.css")
