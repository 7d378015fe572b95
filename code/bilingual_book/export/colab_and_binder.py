"""Where a chapter's notebook runs: links under its title.

Colab and Binder open files of a repository on GitHub: `bilingual_book_repository` in _config.yml names the
one to which the built site is published, and `bilingual_book_branch` the branch. Colab installs the wheel
that lies on the branch in the notebook's first cell, Binder from `binder/requirements.txt` there. Without a
repository there is no trace of either.
"""

from __future__ import annotations

from urllib.parse import quote

from bs4 import Tag
from nbformat import NotebookNode, v4
from sphinx.application import Sphinx

from bilingual_book.core.gathered_from_pages import remembered
from bilingual_book.export import wheel

INSTALL = """import sys

if "google.colab" in sys.modules:
    %pip install --quiet {wheel}"""


def published(app: Sphinx) -> tuple[str, str]:
    return app.config.bilingual_book_repository.strip("/"), app.config.bilingual_book_branch


def links(app: Sphinx, pagename: str) -> list[Tag]:
    """To where the page's notebook runs."""
    book = app.bilingual_book
    found = []
    if pagename in remembered(app.env, "notebooks"):
        for words, target in _services(app, f"notebooks/{book.language.code}/{pagename}.ipynb"):
            found.append(Tag(name="a", attrs={"href": target}))
            found[-1].string = words
    return found


def _services(app: Sphinx, file: str) -> list[tuple[str, str]]:
    repository, branch = published(app)
    text = app.bilingual_book.language.text
    if not repository:
        return []
    colab = f"https://colab.research.google.com/github/{repository}/blob/{quote(branch)}/{file}"
    binder = f"https://mybinder.org/v2/gh/{repository}/{quote(branch, '')}"
    return [
        (text("Open in Colab"), colab),
        (text("Open in Binder"), f"{binder}?labpath={quote(file, '')}"),
    ]


def install_cells(app: Sphinx) -> list[NotebookNode]:
    """On Colab the first cell installs the book's code; Binder has read binder/requirements.txt."""
    repository, branch = published(app)
    if not repository:
        return []
    name = wheel.name(app.bilingual_book.root)
    address = f"https://raw.githubusercontent.com/{repository}/{quote(branch)}/notebooks/{name}"
    return [v4.new_code_cell(INSTALL.format(wheel=address), id="install")]


def write_binder(app: Sphinx, exception: Exception | None) -> None:
    """Binder builds its machine from a file of the published branch."""
    book = app.bilingual_book
    if exception is not None or not book.is_source:
        return
    path = book.html / "binder" / "requirements.txt"
    if published(app)[0]:
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"./notebooks/{wheel.name(book.root)}\n", "utf8")
    elif path.exists():
        path.unlink()
        path.parent.rmdir()


def setup(app: Sphinx) -> None:
    app.add_config_value("bilingual_book_repository", "", "html", str)
    app.add_config_value("bilingual_book_branch", "gh-pages", "html", str)
