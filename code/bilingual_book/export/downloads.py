"""What of a page can be downloaded: one menu under its title, in words, and beside it where the chapter runs.

The theme's own menu, in the header, would offer `.md` and `.pdf` once more.
"""

from __future__ import annotations

from bs4 import BeautifulSoup, Tag
from sphinx.application import Sphinx

from bilingual_book.core.gathered_from_pages import remembered
from bilingual_book.export import colab_and_binder, wheel


def configure(app: Sphinx, config) -> None:
    config.html_theme_options["use_download_button"] = False


def add_menu(app: Sphinx, pagename: str, context: dict, tree: BeautifulSoup) -> None:
    """Not on the first page, nor on that of the solutions: neither is read as a file."""
    if pagename == app.config.root_doc or "pathto" not in context:
        return
    text = app.bilingual_book.language.text
    row = tree.new_tag("nav", attrs={"class": "notebook-links", "aria-label": text("Download")})
    menu, summary = tree.new_tag("details"), tree.new_tag("summary")
    summary.string = text("Download")
    files = tree.new_tag("ul")
    for item in (*_files(app, pagename, context, tree), _print(tree, text)):
        entry = tree.new_tag("li")
        entry.append(item)
        files.append(entry)
    menu.extend([summary, files])
    row.extend([menu, *colab_and_binder.links(app, pagename)])
    tree.h1.insert_after(row)


def _files(app: Sphinx, pagename: str, context: dict, tree: BeautifulSoup) -> list[Tag]:
    book = app.bilingual_book
    text, up = book.language.text, book.up_from(pagename)
    addresses = {}
    if pagename in remembered(app.env, "notebooks"):
        addresses[text("Notebook")] = f"{up}notebooks/{book.language.code}/{pagename}.ipynb"
        addresses[text("The book's code, for notebooks")] = f"{up}notebooks/{wheel.name(book.root)}"
    if source := context["sourcename"]:  # none where the solutions are kept from it
        addresses[text("Source of this page")] = context["pathto"](f"_sources/{source}", 1)
    links = []
    for words, address in addresses.items():
        links.append(tree.new_tag("a", href=address, attrs={"download": ""}))
        links[-1].string = words
    return links


def _print(tree: BeautifulSoup, text) -> Tag:
    """For a script, as the theme's own."""
    button = tree.new_tag("button", attrs={"type": "button", "class": "pst-js-only"})
    button["onclick"] = "print()"
    button.string = text("Print, or save as PDF")
    return button


def setup(app: Sphinx) -> None:
    app.add_css_file("notebook-links.css")
