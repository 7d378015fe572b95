"""The page solutions.html: what where_solutions_stand.py has taken out of the chapters, chapter after chapter."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bs4 import BeautifulSoup, Tag
from sphinx.application import Sphinx

from bilingual_book.content.fold_dropdowns import leave_open
from bilingual_book.content.where_solutions_stand import PAGE, kept, pages


def gather(app: Sphinx) -> Iterator[tuple[str, dict, str]]:
    """The page apart, chapter after chapter."""
    if not pages(app):
        (app.builder.outdir / f"{PAGE}.html").unlink(missing_ok=True)
        return
    paths = {page: kept(app, page) for page in app.env.collect_relations()}
    chapters = [_chapter(page, path) for page, path in paths.items() if path.exists()]
    title = app.bilingual_book.language.text("Solutions")
    tree = BeautifulSoup(f'<section id="{PAGE}"><h1>{title}</h1></section>', "html.parser")
    for chapter in chapters:
        tree.section.append(chapter)
    metatags = '\n<meta name="robots" content="noindex">'
    context = {"title": title, "metatags": metatags, "parents": [], "meta": {}}
    app.emit("page-rendered", PAGE, context, tree)
    yield PAGE, {**context, "body": str(tree)}, "page.html"


def _chapter(page: str, path: Path) -> Tag:
    """A chapter's solutions, open, under its title; addresses are made unique by the chapter's name."""
    tree = BeautifulSoup(f'<section id="{page}">{path.read_text("utf8")}</section>', "html.parser")
    ids = {tag["id"] for tag in tree.section.select("[id]")}
    for tag in tree.section.select("[id]"):
        tag["id"] = f"{page}-{tag['id']}"
    for link in tree.select('a[href^="#"]'):
        place = link["href"][1:]
        link["href"] = f"#{page}-{place}" if place in ids else f"{page}.html#{place}"
    for solution in tree.select("div.solution"):
        leave_open(solution)
    tree.h1.name = "h2"
    (headerlink,) = tree.h2.select("a.headerlink")
    headerlink["href"] = f"#{page}"
    return tree.section
