"""What every page gets: the language switch, its own styles, and all of its words in its own language."""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from functools import reduce
from pathlib import Path

from sphinx.application import Sphinx

from bilingual_book.core.book import CHINESE, ENGLISH, Language

PACKAGE = Path(__file__).parents[1]
# What the theme has fixed in its templates, so that no catalogue of messages can translate it.
CHINESE_STRINGS = {
    "Language": "语言",
    "Color mode": "颜色模式",
    "System Settings": "跟随系统",
    "Light": "浅色",
    "Dark": "深色",
    "Link to this heading": "本节链接",
    "Link to this image": "图片链接",
    "Link to this table": "表格链接",
    "Link to this code": "代码链接",
    "Toggle primary sidebar": "显示或隐藏导航",
    "Toggle secondary sidebar": "显示或隐藏本页目录",
    "Main": "导航",
    "Page": "本页",
    "列印成 PDF": "打印为 PDF",
}
ATTRIBUTE = re.compile(r'\b(title|aria-label|data-bs-title)="([^"]*)"')
TWICE = re.compile(r"<title>(.*?) &#8212; \1</title>")  # the first page's is the book's
# A name that hides the visible one from who speaks to the page.
REDUNDANT_LABEL = re.compile(r'(<button class="btn search-button-field[^>]*?)\s+aria-label="[^"]*"')

SIDEBAR_HEAD = '<div class="sidebar-primary-items__start sidebar-primary__section"'


def finish_html(html: str, language: Language) -> str:
    """The last touch on a page, after the theme has filled its templates."""

    def chinese(match: re.Match) -> str:
        return f'{match[1]}="{CHINESE_STRINGS.get(match[2], match[2])}"'

    html = TWICE.sub(r"<title>\1</title>", html)
    html = REDUNDANT_LABEL.sub(r"\1", html)
    # The book's title and its search belong to a landmark.
    html = html.replace(SIDEBAR_HEAD, f'{SIDEBAR_HEAD} role="banner"')
    # Roles that docutils gives to a bibliography, and that ARIA does not know there.
    html = html.replace('class="citation-list" role="list"', 'class="citation-list"')
    html = html.replace(' role="doc-biblioentry"', "")
    return ATTRIBUTE.sub(chinese, html) if language is CHINESE else html


def configure(app: Sphinx, config) -> None:
    # Relative, since Sphinx writes a digest of its configuration into the site.
    def relative(path: Path) -> str:
        return os.path.relpath(path, app.confdir)

    config.templates_path.append(relative(PACKAGE / "site" / "templates"))
    # each beside the part that it serves; the one of the PDFs is for no page
    files = sorted(path for kind in ("css", "js") for path in PACKAGE.glob(f"*/*.{kind}"))
    config.html_static_path += [relative(path) for path in files if path.stem != "pdf"]


def add_to_page(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    book = app.bilingual_book
    up = book.up_from(pagename)
    file = pagename + ".html"
    links = {language: up + language.folder + file for language in (ENGLISH, CHINESE)}
    context["languages"] = [
        {"it": language, "href": href, "current": language is book.language}
        for language, href in links.items()
    ]


def wrap_rendering(app: Sphinx) -> None:
    templates = getattr(app.builder, "templates", None)
    if templates is not None:
        # The digest of the configuration is a file of the site, and extensions configure folders.
        settings = {setting.name: setting.value for setting in app.config.filter(["html"])}
        folders = sorted((str(app.confdir), sys.prefix), key=len, reverse=True)
        digest = hashlib.sha256(json.dumps(_without(folders, settings), sort_keys=True).encode())
        app.builder.build_info.config_hash = digest.hexdigest()
        render, language = templates.render, app.bilingual_book.language
        templates.render = lambda name, context: finish_html(render(name, context), language)


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
    app.add_css_file("book.css")
    app.add_js_file("book.js", loading_method="defer")
