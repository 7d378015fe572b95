"""The language switch: what a page and its scripts know of the languages."""

from __future__ import annotations

import json

from sphinx.application import Sphinx


def name_languages(app: Sphinx) -> None:
    """Tell the scripts in which language a page is, and its twin: tags, and folders from the top of the site."""
    book = app.bilingual_book
    pair = [{"lang": each.html, "folder": each.folder} for each in (book.language, book.twin)]
    app.add_js_file(None, body=f"const BOOK_LANGUAGES = {json.dumps(pair)}")


def add_to_page(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    book = app.bilingual_book
    context["book"], context["text"] = book, book.language.text
    context["up"] = book.up_from(pagename)


def setup(app: Sphinx) -> None:
    app.add_css_file("language-switch.css")
    app.add_js_file("language-switch.js", loading_method="defer")
