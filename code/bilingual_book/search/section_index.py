"""The index of a search: the places of each page with their words, where Sphinx's has the pages of each word.

It takes the place of Sphinx's own in the builder, which feeds it page by page, keeps it from build to build and
writes searchindex.js. A browser finds words in it as fast as in a list of them; and Chinese, whose words nobody
has cut, weighs less as text than as all of its pairs of characters.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TextIO

from docutils import nodes
from sphinx.application import Sphinx

from bilingual_book.search.other_characters import other_characters
from bilingual_book.search.what_results_lead_to import Place, places


class SectionIndex:
    """theirs: Sphinx's index, asked for the language: its stemmer and its stop words."""

    def __init__(self, app: Sphinx, theirs):
        self.app, self.theirs = app, theirs
        self.pages: dict[str, list[dict]] = {}

    def __getattr__(self, name: str):
        return getattr(self.theirs, name)

    def feed(self, docname: str, filename: str, title: str, doctree: nodes.document) -> None:
        numbers = self.app.env.toc_secnumbers.get(docname, {})
        seen: set[str] = set()
        self.pages[docname] = [self._frozen(place, numbers, seen) for place in places(doctree)]

    def _frozen(self, place: Place, numbers: dict[str, tuple[int, ...]], seen: set[str]) -> dict:
        if place.signs:
            place.signs.append(self.app.bilingual_book.language.text("square root"))
        number = ".".join(map(str, numbers.get(place.id and f"#{place.id}", ())))
        return place.frozen(seen) | ({"number": number} if number else {})

    def prune(self, docnames: Iterable[str]) -> None:
        self.pages = {page: self.pages[page] for page in docnames if page in self.pages}

    def load(self, stream: TextIO, format) -> None:
        """What `dump` wrote; a ValueError where it was another one."""
        kept = format.load(stream)
        if "pages" not in kept:
            raise ValueError("no index of pages")
        self.pages = {page["name"]: page["places"] for page in kept["pages"]}

    def dump(self, stream: TextIO, format) -> None:
        uri = self.app.builder.get_target_uri
        order = [page for page in self.app.env.collect_relations() if page in self.pages]
        order += sorted(self.pages.keys() - set(order))
        pages = [{"name": page, "address": uri(page), "places": self.pages[page]} for page in order]
        said = json.dumps(pages, ensure_ascii=False)
        index = {"pages": pages, "characters": other_characters(said)}
        text = json.dumps(index, ensure_ascii=False, separators=(",", ":"))
        stream.write(f"{format.PREFIX}{text}{format.SUFFIX}")


def index_sections(app: Sphinx) -> None:
    """Sphinx has no setting for it: it is there when the pages are about to be written."""
    load = getattr(app.builder, "load_indexer", None)
    if load is None:  # no site is built
        return

    def load_sections(docnames: Iterable[str]) -> None:
        app.builder.indexer = SectionIndex(app, app.builder.indexer)
        load(docnames)

    app.builder.load_indexer = load_sections


def setup(app: Sphinx) -> None:
    app.add_js_file("open-at-match.js", loading_method="defer")
