"""The frame of a build: from the configuration to the chapters with their outputs, and its end in both languages."""

from __future__ import annotations

from pathlib import Path

import nbformat
from sphinx.application import Sphinx

from bilingual_book.core import garbage_collection
from bilingual_book.core.book import Book
from bilingual_book.core.gathered_from_pages import remember
from bilingual_book.core.problems import end_build
from bilingual_book.execution.chapter_as_notebook import read_notebook
from bilingual_book.execution.equal_cells import find_problems
from bilingual_book.execution.stored_outputs import OutputStore, get_ready, run_missing
from bilingual_book.execution.when_to_run_again import page_digest
from bilingual_book.languages import build_other_languages
from bilingual_book.site import narrow_pictures
from bilingual_book.site.templates_and_static_files import static_digest
from bilingual_book.touch import tensors_in_page

# A chapter reaches myst-nb as a notebook that already has its outputs.
CHAPTER_FORMAT = {".md": ["nbformat.reads", {"as_version": 4}, False]}


def _unfinished(book: Book) -> Path:
    """A file that is there from a build's first step to its last."""
    return book.build / ".unfinished"


def forget_unfinished_build(book: Book) -> None:
    """Start afresh after a build that was killed or that failed; outputs stay stored.

    Such a build may have left half a page, or a page whose warning would not be seen again.
    """
    if not book.is_source:
        return
    if _unfinished(book).exists():
        for language in book.languages:
            (book.doctrees(language) / "environment.pickle").unlink(missing_ok=True)
    book.build.mkdir(parents=True, exist_ok=True)
    _unfinished(book).touch()


def warm_up(app: Sphinx, config) -> None:
    """Where chapters are going to run, import what they need while Sphinx gets ready."""
    if app.bilingual_book.is_source:
        get_ready(app.bilingual_book)


def configure(app: Sphinx, config) -> None:
    """Have myst-nb take chapters as they are, and give this language its settings."""
    config.nb_custom_formats = CHAPTER_FORMAT
    config.nb_execution_mode = "off"  # `start` has run everything before Sphinx reads
    build_other_languages.translate_config(app.bilingual_book, config)
    # It numbers what all readers have read, and does not say that there may be several: Sphinx would warn.
    if numbering := app.extensions.get("sphinx_multitoc_numbering"):
        numbering.parallel_read_safe = True


def start(app: Sphinx) -> None:
    """Check the pairs, run what is not stored yet, and set the other languages going."""
    book = app.bilingual_book
    app.env.mystnb_config = app.env.mystnb_config.copy(
        output_folder=str(book.build / "jupyter_execute" / book.language.code)
    )
    if not book.is_source:
        return
    store = OutputStore(book)
    if not store.is_complete():
        problems = find_problems(book) or run_missing(book, app.config.nb_execution_timeout)
        if problems:
            end_build(*problems)
        store.mark_complete()
    if book.builds:
        build_other_languages.start(app)


def find_outdated(app: Sphinx, env, added, changed, removed) -> list[str]:
    """The pages that must be rendered again though their own text is the same.

    Sphinx copies scripts and styles when it writes a page, so where one of them changed, the first is written.
    """
    book = app.bilingual_book
    now = {
        docname: page_digest(book, Path(env.doc2path(docname)).read_text("utf8"))
        for docname in env.found_docs
    }
    before = remember(env, "page digests", now) or {}
    outdated = {docname for docname, digest in now.items() if before.get(docname) != digest}
    static = static_digest()
    if remember(env, "static digest", static) != static:
        outdated.add(app.config.root_doc)
    return sorted(outdated)


def insert_outputs(app: Sphinx, docname: str, source: list[str]) -> None:
    """Replace a chapter's text by its notebook with outputs."""
    book = app.bilingual_book
    notebook = read_notebook(Path(app.env.doc2path(docname)), source[0])
    OutputStore(book).fill(notebook)
    narrow_pictures.keep(app, notebook)
    tensors_in_page.take_out(app, docname, notebook)
    source[0] = nbformat.writes(notebook)


def finish(app: Sphinx, exception: Exception | None) -> None:
    """Wait for the other languages; what went wrong in any makes the next build start afresh."""
    book = app.bilingual_book
    if book.builds:
        app.statuscode = build_other_languages.wait(book, exception)
    # every warning (a broken reference, say), with or without -W
    app.statuscode = app.statuscode or int(app._warncount > 0)
    if exception is None and book.is_source and app.statuscode == 0:
        _unfinished(book).unlink(missing_ok=True)
    garbage_collection.collect_no_more()
