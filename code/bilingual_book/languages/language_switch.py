"""What every page gets: the language switch, the book's own styles and templates, words in its own language."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from functools import reduce
from pathlib import Path

from sphinx.application import Sphinx

from bilingual_book.site.static_files import EXTENSION, static_files


def configure(app: Sphinx, config) -> None:
    # Relative, since Sphinx writes a digest of its configuration into the site.
    def relative(path: Path) -> str:
        return os.path.relpath(path, app.confdir)

    config.templates_path[:0] = map(relative, sorted(EXTENSION.glob("*/templates")))
    config.html_static_path += map(relative, static_files())


def name_languages(app: Sphinx) -> None:
    """Tell the scripts in which language a page is, and its twin: tags, and folders from the top of the site."""
    book = app.bilingual_book
    pair = [{"lang": each.html, "folder": each.folder} for each in (book.language, book.twin)]
    app.add_js_file(None, body=f"const BOOK_LANGUAGES = {json.dumps(pair)}")


def add_to_page(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    book = app.bilingual_book
    context["book"], context["text"] = book, book.language.text
    context["up"] = book.up_from(pagename)


def settle_digest(app: Sphinx) -> None:
    """The digest of the configuration is a file of the site, and extensions configure folders."""
    if hasattr(app.builder, "build_info"):
        settings = {setting.name: setting.value for setting in app.config.filter(["html"])}
        places = {str(app.confdir), sys.prefix, os.path.realpath(sys.prefix)}
        folders = sorted(places, key=len, reverse=True)
        digest = hashlib.sha256(json.dumps(_without(folders, settings), sort_keys=True).encode())
        app.builder.build_info.config_hash = digest.hexdigest()


def _without(folders: list[str], value):
    """`value` for JSON, the same in every run, with the names of the machine's folders taken out of its strings."""
    if isinstance(value, dict):
        return {str(key): _without(folders, item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_without(folders, item) for item in value]
    if isinstance(value, (set, frozenset)):
        return sorted((_without(folders, item) for item in value), key=str)
    if callable(value):  # its text names an address
        return f"{value.__module__}.{value.__qualname__}"
    return reduce(lambda text, folder: text.replace(folder, ""), folders, str(value))


def setup(app: Sphinx) -> None:
    for name in ("book", "current-section"):
        app.add_css_file(f"{name}.css")
        app.add_js_file(f"{name}.js", loading_method="defer")
    app.add_css_file("content-visibility.css")
