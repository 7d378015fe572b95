"""All that happens in a build, in the order in which it happens.

The code runs this list, and no part calls itself into a build elsewhere; `code/README.md` tells the same way in
words. Parts that only offer something (a directive, a style sheet) do so in their `setup`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

from bilingual_book import build_start_and_end
from bilingual_book.codelinks import insert_links, module_table, output_to_code
from bilingual_book.content import (
    bold_for_chinese_italics,
    check_printed_numbers,
    fold_dropdowns,
    folded_cells,
    keep_on_one_line,
    links_into_solutions,
    solutions_page,
    where_solutions_stand,
)
from bilingual_book.core import page_summary, page_tree
from bilingual_book.core.gathered_from_pages import Collected
from bilingual_book.export import colab_and_binder, downloads, notebooks, wheel
from bilingual_book.frontpage import chapter_cards, landing, reading_time
from bilingual_book.glossary import glossary_table, introduce_terms, links_to_glossary, popups
from bilingual_book.languages import (
    build_other_languages,
    digest_of_settings,
    language_switch,
    shared_anchors,
    side_by_side,
)
from bilingual_book.math import subset_font, tex_to_mathml
from bilingual_book.predict import in_notebooks, questions_of_pages, sentences
from bilingual_book.search import section_index
from bilingual_book.site import (
    bundles,
    guess_height_of_sections,
    highlight_code,
    narrow_pictures,
    page_header,
    previews_and_sitemap,
    roles_of_bibliography,
    room_for_pictures,
    templates_and_static_files,
)
from bilingual_book.touch import pieces

BEFORE_OTHERS, AMONG_OTHERS, AFTER_OTHERS = 100, 500, 950  # Sphinx's priorities


@dataclass(frozen=True)
class Stage:
    """A moment of a build and what is done then, one step after another.

    event: Sphinx's, or ours (`page-rendered`), or `reading`, for transforms and what is collected.
    priority: where other extensions, and the theme, act on the same event.
    """

    event: str
    steps: tuple[Callable | type[SphinxTransform] | type[Collected], ...]
    priority: int = AMONG_OTHERS

    def connect(self, app: Sphinx) -> None:
        for step in self.steps:
            if not isinstance(step, type):
                app.connect(self.event, step, self.priority)
            elif issubclass(step, SphinxTransform):
                app.add_transform(step)
            else:
                app.add_env_collector(step)


BUILD = (
    # the configuration, before myst-nb reads it and after the table of contents has been read
    Stage(
        "config-inited",
        (
            build_start_and_end.warm_up,
            page_header.configure,
            build_start_and_end.configure,
            folded_cells.configure,
        ),
        BEFORE_OTHERS,
    ),
    Stage(
        "config-inited",
        (
            where_solutions_stand.configure,
            tex_to_mathml.configure,
            previews_and_sitemap.configure,
            downloads.configure,
            templates_and_static_files.configure,
        ),
    ),
    Stage("config-inited", (build_other_languages.translate_toc,), AFTER_OTHERS),
    # the chapters run
    Stage(
        "builder-inited",
        (
            where_solutions_stand.start,
            section_index.index_sections,
            insert_links.read_modules,
            highlight_code.set_formatter,
            language_switch.name_languages,
            sentences.name_sentences,
            digest_of_settings.settle,
        ),
    ),
    Stage("builder-inited", (build_start_and_end.start,), AFTER_OTHERS),
    # a page is read
    Stage("env-get-outdated", (build_start_and_end.find_outdated, notebooks.find_pages)),
    Stage("source-read", (build_start_and_end.insert_outputs, check_printed_numbers.check)),
    Stage(
        "reading",
        (
            shared_anchors.AddressBlocks,
            page_summary.Summaries,
            reading_time.ReadingTimes,
            introduce_terms.Introduced,
            glossary_table.Glossaries,
            links_into_solutions.IdsInSolutions,
            insert_links.ShownModules,
            chapter_cards.PagesWithCards,
            landing.Products,
        ),
    ),
    Stage("env-check-consistency", (introduce_terms.find_repetitions,)),
    # a page is written
    Stage(
        "doctree-resolved",
        (glossary_table.fill_glossary, chapter_cards.fill, landing.fill, module_table.fill_table),
    ),
    Stage(
        "html-page-context",
        (
            bundles.find_common,
            language_switch.add_to_page,
            tex_to_mathml.keep_tex_out_of_title,
            previews_and_sitemap.add_to_head,
            page_tree.render,
        ),
        BEFORE_OTHERS,
    ),
    Stage(
        "page-rendered",
        (
            where_solutions_stand.take_out,
            where_solutions_stand.write_titles,
            insert_links.link_code,
            output_to_code.link_outputs,
            folded_cells.fold_picture_code,
            links_to_glossary.mark_terms,
            bold_for_chinese_italics.mark_chinese,
            keep_on_one_line.keep_together,
            popups.write_entries,
            links_into_solutions.cut_links,
            side_by_side.write_texts,
            roles_of_bibliography.drop_roles,
            room_for_pictures.hold_room,
            guess_height_of_sections.guess_heights,
            narrow_pictures.offer,
            questions_of_pages.write,
            notebooks.write,
            in_notebooks.add,
            downloads.add_menu,
            pieces.insert,
            fold_dropdowns.fold,
        ),
    ),
    Stage("html-page-context", (bundles.leave_to_the_bundles,), AFTER_OTHERS),
    # the site is finished
    Stage("html-collect-pages", (solutions_page.gather,)),
    Stage(
        "build-finished",
        (
            side_by_side.forget_removed_pages,
            notebooks.remove_stale,
            subset_font.write_for_site,
            previews_and_sitemap.finish,
            bundles.bundle,
            colab_and_binder.write_binder,
            wheel.build_with_site,
            build_start_and_end.finish,
        ),
        AFTER_OTHERS,
    ),
)
