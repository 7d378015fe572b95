"""A Sphinx extension: one Jupyter Book in two languages, executed once, never stale.

The pieces, in the order in which a build meets them:

- `core`: the book and its languages, a page as a tree, what a page says about itself;
- `execution`: a chapter as a notebook, the same cells in both languages, outputs stored under their digest;
- `languages`: the Chinese pages in a process of their own, and all that leads from one language to the other;
- `content`, `math`: diagrams, solutions, formulas;
- `frontpage`, `glossary`, `codelinks`: from the first page to a chapter, from a term or a name to its place;
- `site`: the look of the site, its weight, how it is found and shared;
- `export`: each chapter as a notebook, the code as a wheel, the book as PDFs (which no build makes).
"""

from __future__ import annotations

from pathlib import Path

import nbformat
from sphinx.application import Sphinx

from bilingual_book.codelinks import links, module_table, output_to_code
from bilingual_book.content import diagrams, solutions
from bilingual_book.core import page_summary, page_tree
from bilingual_book.core.book import Book, end_build
from bilingual_book.execution.chapters import page_digest, read_notebook
from bilingual_book.execution.equal_cells import find_problems
from bilingual_book.execution.stored_outputs import OutputStore, run_missing
from bilingual_book.export import notebooks, run_elsewhere, wheel
from bilingual_book.frontpage import chapter_cards, landing
from bilingual_book.glossary import popups, terms
from bilingual_book.languages import anchors, chinese_search, second_build, side_by_side, switch
from bilingual_book.math import font, formulas
from bilingual_book.site import bundles, light_markup, sharing

# In this order. Who of them changes or reads a page first, their handlers' priorities say.
PARTS = (
    page_tree,
    solutions,
    anchors,
    terms,
    diagrams,
    formulas,
    font,
    chinese_search,
    page_summary,
    chapter_cards,
    landing,
    sharing,
    switch,
    side_by_side,
    notebooks,
    run_elsewhere,
    wheel,
    light_markup,
    bundles,
    links,
    output_to_code,
    module_table,
    popups,
)
# A chapter reaches myst-nb as a notebook that already has its outputs.
CHAPTER_FORMAT = {".md": ["nbformat.reads", {"as_version": 4}, False]}


def setup(app: Sphinx) -> dict:
    app.add_config_value("bilingual_book_zh", {}, "env", dict)
    book = app.bilingual_book = Book.of(app)
    app.srcdir = book.sources
    # Every warning (a broken reference, say) makes the exit status 1, with or without -W.
    app.keep_going, app.warningiserror = True, False

    book.forget_unfinished_build()
    if book.is_first and book.html == Path(app.outdir):
        book.second = second_build.prepare(app.config.extensions)
    app.connect("config-inited", configure, priority=100)
    # after the table of contents has been read
    app.connect("config-inited", second_build.translate_toc, priority=950)
    # after myst-nb has made its configuration
    app.connect("builder-inited", start, priority=600)
    app.connect("env-get-outdated", find_outdated)
    app.connect("source-read", insert_outputs)
    app.connect("build-finished", finish, priority=900)
    for part in PARTS:
        part.setup(app)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}


def configure(app: Sphinx, config) -> None:
    config.nb_custom_formats = CHAPTER_FORMAT
    config.nb_execution_mode = "off"  # `start` has run everything before Sphinx reads
    second_build.translate_config(app.bilingual_book, config)


def start(app: Sphinx) -> None:
    """Check the pairs, run what is not stored yet, and set the second language going."""
    book = app.bilingual_book
    app.env.mystnb_config = app.env.mystnb_config.copy(
        output_folder=str(book.build / "jupyter_execute" / book.language.code)
    )
    if not book.is_first:
        return
    store = OutputStore(book)
    if not store.is_complete():
        problems = find_problems(book) or run_missing(book)
        if problems:
            end_build(*problems)
        store.mark_complete()
    if book.second is not None:
        second_build.start(app)


def find_outdated(app: Sphinx, env, added, changed, removed) -> list[str]:
    """The pages that must be rendered again though their own text is the same."""
    book = app.bilingual_book
    before, env.page_digests = getattr(env, "page_digests", {}), {}
    for docname in env.found_docs:
        env.page_digests[docname] = page_digest(book, Path(env.doc2path(docname)).read_text("utf8"))
    return [
        docname for docname, digest in env.page_digests.items() if before.get(docname) != digest
    ]


def insert_outputs(app: Sphinx, docname: str, source: list[str]) -> None:
    """Replace a chapter's text by its notebook with outputs (`source-read`)."""
    book = app.bilingual_book
    notebook = read_notebook(Path(app.env.doc2path(docname)), source[0])
    OutputStore(book).fill(notebook)
    source[0] = nbformat.writes(notebook)


def finish(app: Sphinx, exception: Exception | None) -> None:
    """Wait for the second language; what went wrong in either makes the next build start afresh."""
    book = app.bilingual_book
    if not book.is_first:
        return
    if book.second is not None:
        app.statuscode = second_build.wait(book.second, exception)
    if exception is None and app.statuscode == 0 and app._warncount == 0:
        book.mark_finished()
