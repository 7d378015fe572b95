"""Where the solutions of the exercises are: one setting, `bilingual_book_solutions`.

`beneath` their exercises; `apart`, on a page solutions.html that no other page leads to, so that a teacher
keeps it; or `none`. sphinx-exercise's own `hide_solutions` leaves the cells of a solution on the page. The
environment variable BILINGUAL_BOOK_SOLUTIONS comes before the setting.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from bs4 import BeautifulSoup
from docutils import nodes
from sphinx.application import Sphinx
from sphinx_exercise.nodes import solution_node

from bilingual_book.core.problems import end_build

ALLOWED = ("beneath", "apart", "none")
PAGE = "solutions"


def pages(app: Sphinx) -> set[str]:
    """The pages of the site that are no chapters."""
    return {PAGE} if app.config.bilingual_book_solutions == "apart" else set()


def configure(app: Sphinx, config) -> None:
    name = "bilingual_book_solutions"
    given = config[name] = os.environ.get(name.upper(), config[name])
    if given not in ALLOWED:
        end_build(f"{name} is {given!r}, but can be {', '.join(ALLOWED)}")
    if given != "beneath":
        # A chapter's source has its solutions.
        config.html_copy_source = False


def start(app: Sphinx) -> None:
    if app.config.bilingual_book_solutions == "beneath":
        return
    shutil.rmtree(app.builder.outdir / "_sources", ignore_errors=True)
    index_page = app.builder.index_page
    app.builder.index_page = lambda page, doctree, title: index_page(page, without(doctree), title)


def without(doctree: nodes.document) -> nodes.document:
    """A copy that has no solutions, for the search index."""
    doctree = doctree.deepcopy()
    for node in list(doctree.findall(solution_node)):
        node.parent.remove(node)
    return doctree


def take_out(app: Sphinx, pagename: str, context: dict, tree: BeautifulSoup) -> None:
    if app.config.bilingual_book_solutions == "beneath" or pagename == PAGE:
        return
    solutions = [solution.extract() for solution in tree.select("div.solution")]
    path = kept(app, pagename)
    path.unlink(missing_ok=True)
    if solutions and app.config.bilingual_book_solutions == "apart":
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"{tree.h1}{''.join(map(str, solutions))}", "utf8")


def kept(app: Sphinx, pagename: str) -> Path:
    """A page's solutions, for the next build, which may render other pages only."""
    return app.bilingual_book.doctrees(app.bilingual_book.language) / PAGE / f"{pagename}.html"


def write_titles(app: Sphinx, pagename: str, context: dict, tree: BeautifulSoup) -> None:
    """In the language's order of words; beneath its exercise a title opens the solution and leads nowhere."""
    before, _, after = app.bilingual_book.language.text("Solution to {}").partition("{}")
    for link in tree.select("div.solution > .admonition-title > a"):
        title = link.parent
        title.clear()
        title.extend([before, link, after])
        if pagename != PAGE:
            link.unwrap()


def setup(app: Sphinx) -> None:
    app.add_config_value("bilingual_book_solutions", "beneath", "env")
