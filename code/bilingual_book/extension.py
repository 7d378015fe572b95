"""What Sphinx calls: the parts set up, each stage of a build connected in its order."""

from __future__ import annotations

from pathlib import Path

from sphinx.application import Sphinx

from bilingual_book import build_start_and_end, build_steps
from bilingual_book.codelinks import module_table, output_to_code
from bilingual_book.content import (
    check_printed_numbers,
    corrections,
    diagrams,
    fold_dropdowns,
    folded_cells,
    keep_on_one_line,
    where_solutions_stand,
)
from bilingual_book.core import config_file, garbage_collection, page_tree
from bilingual_book.core.book import Book
from bilingual_book.core.language_list import NAME
from bilingual_book.core.visible_words import correct_words_of_others
from bilingual_book.export import colab_and_binder, downloads, wheel
from bilingual_book.frontpage import chapter_cards, landing
from bilingual_book.glossary import glossary_table, introduce_terms, popups
from bilingual_book.languages import (
    build_other_languages,
    language_switch,
    side_by_side,
)
from bilingual_book.math import tex_to_mathml
from bilingual_book.predict import scripts
from bilingual_book.search import search_words, section_index
from bilingual_book.site import templates_and_static_files
from bilingual_book.touch import pieces

# What offers something: a directive, a setting, a style sheet. When it acts, `build_steps` says.
PARTS = (
    page_tree,
    where_solutions_stand,
    introduce_terms,
    glossary_table,
    diagrams,
    folded_cells,
    fold_dropdowns,
    corrections,
    check_printed_numbers,
    keep_on_one_line,
    tex_to_mathml,
    chapter_cards,
    landing,
    templates_and_static_files,
    scripts,  # before what restores the reader's place, since its forms take room
    language_switch,
    side_by_side,
    downloads,
    colab_and_binder,
    wheel,
    output_to_code,
    module_table,
    popups,
    search_words,
    section_index,
    pieces,
)


def setup(app: Sphinx) -> dict:
    garbage_collection.collect_seldom()
    app.add_config_value(NAME, [], "env", list)
    app.add_config_value("bilingual_book_language", "", "env", str)  # told to the other builds
    app.add_config_value("bilingual_book_cover", "", "", str)  # read when the PDFs are made
    config_file.read(app)
    book = app.bilingual_book = Book.of(app)
    app.srcdir, app.doctreedir = book.sources, book.doctrees(book.language)
    # With -W, too, a warning does not end the build: `finish` makes it the exit status of the whole.
    app.keep_going, app.warningiserror = True, False

    build_start_and_end.forget_unfinished_build(book)
    correct_words_of_others(app, book.build / ".locale")
    if book.is_source and book.html == Path(app.outdir):
        build_other_languages.prepare(book, app.config.extensions)
    for part in PARTS:
        part.setup(app)
    for stage in build_steps.BUILD:
        stage.connect(app)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
