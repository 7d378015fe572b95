"""A Sphinx extension: one Jupyter Book in two languages, executed once, never stale.

The pieces, in the order in which a build meets them:

- `languages`: where each language lives, and what its Sphinx is told;
- `notebooks`: a chapter as a notebook, and the digest of all that its outputs depend on;
- `pairs`: both languages have the same pages with the same code cells;
- `outputs`: running what has no stored outputs yet, on every core, in kernels that are `warm_kernel`s;
- `second_build`: the Chinese pages, rendered by a process of their own;
- `rendered`: a page's tree, for all who change it;
- `formulas`, `math_spaces`, `math_font`: TeX as MathML, spaced as TeX does it, and its font;
- `solutions`: beneath their exercises, apart or left out;
- `about`, `cards`, `landing`: what a page says about itself, and the first page made of it;
- `sharing`, `previews`: how the site is found, and what a link to it shows;
- `blocks`, `terms`, `diagrams`, `search`, `pages`: what is added to every page;
- `code_names`, `code_links`, `made_by`, `module_table`: from a name or an output to its code;
- `sentences`, `term_links`: from a term to its entry in the glossary;
- `both`: the two languages of a page, one under the other;
- `downloads`, `prose`, `launch`, `wheel`: each chapter as a notebook, and what it needs to run elsewhere;
- `markup`, `weight`, `styles`: what the reader's line and browser are spared.

`handouts` and `handout_pages` print the built pages; no build calls them.
"""

from __future__ import annotations

from pathlib import Path

import nbformat
from sphinx.application import Sphinx

from bilingual_book import (
    about,
    blocks,
    both,
    cards,
    code_links,
    diagrams,
    downloads,
    formulas,
    landing,
    launch,
    made_by,
    markup,
    math_font,
    module_table,
    pages,
    rendered,
    search,
    second_build,
    sharing,
    solutions,
    term_links,
    terms,
    weight,
    wheel,
)
from bilingual_book.languages import Book, end_build
from bilingual_book.notebooks import page_digest, read_notebook
from bilingual_book.outputs import OutputStore, run_missing
from bilingual_book.pairs import find_problems

# In this order. Who of them changes or reads a page first, their handlers' priorities say.
PARTS = (
    rendered,
    solutions,
    blocks,
    terms,
    diagrams,
    formulas,
    math_font,
    search,
    about,
    cards,
    landing,
    sharing,
    pages,
    both,
    downloads,
    launch,
    wheel,
    markup,
    weight,
    code_links,
    made_by,
    module_table,
    term_links,
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
