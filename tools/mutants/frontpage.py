"""What builds the book, `frontpage`, broken on purpose."""

from mutants.mutant import BOOK, LANDING, Mutant

MUTANTS = [
    Mutant(
        "cards that keep an old reading time",
        BOOK + "frontpage/chapter_cards.py",
        'remember(env, "cards", state) != state',
        'remember(env, "cards", state) is None',
        f"{LANDING}::test_cards_and_products_follow_the_chapters",
    ),
    Mutant(
        "a product of other numbers than the chapter's",
        BOOK + "frontpage/landing.py",
        "zip(PRINT.findall(cell.source), PRINTED.findall(texts))",
        "zip(PRINT.findall(cell.source)[1:], PRINTED.findall(texts))",
        f"{LANDING}::test_cards_and_products_follow_the_chapters",
    ),
    Mutant(
        "a product that keeps its old numbers",
        BOOK + "frontpage/landing.py",
        "if pages[docname] != before.get(docname)",
        "if docname not in before",
        f"{LANDING}::test_cards_and_products_follow_the_chapters",
    ),
    Mutant(
        "cards that fall over a chapter that is not there",
        BOOK + "frontpage/chapter_cards.py",
        "if str(item) in app.env.found_docs",
        "if str(item)",
        f"{LANDING}::test_a_chapter_that_is_not_there_is_named",
    ),
    Mutant(
        "a product of what was printed last",
        BOOK + "frontpage/landing.py",
        "found.setdefault(argument, rows)",
        "found[argument] = rows",
        "tests/test_landing.py::test_cards_and_products_follow_the_chapters",
    ),
    Mutant(
        "what a card needs lies below its link",
        BOOK + "frontpage/landing.css",
        ".card-needs a { position: relative; z-index: 1; }",
        ".card-needs a { z-index: 1; }",
        "tests/test_landing.py::test_a_card_is_a_link_to_its_chapter_and_what_it_needs_are_links_of_their_own",
    ),
    Mutant(
        "an answer that hides again",
        BOOK + "frontpage/landing.js",
        'product.classList.remove("asked"));',
        'product.classList.toggle("asked"));',
        "tests/test_landing.py::test_the_product_shows_the_sum_of_a_cell_and_asks_for_the_last",
    ),
    Mutant(
        "a run of characters is a word, too",
        BOOK + "frontpage/reading_time.py",
        're.compile(rf"[^\\W{HAN}]+")',
        're.compile(r"\\w+")',
        "tests/test_landing.py::test_the_reading_time_grows_with_the_text",
    ),
    Mutant(
        "the first page leads to itself",
        BOOK + "frontpage/templates/landing-actions.html",
        'href="{{ up }}{{ other.folder }}',
        'href="{{ other.folder }}',
        "tests/test_landing.py::test_the_first_page_leads_to_the_other_language",
    ),
    Mutant(
        "solutions that are read twice",
        "code/bilingual_book/frontpage/reading_time.py",
        "NOT_READ = (solution_node, nodes.literal_block,",
        "NOT_READ = (nodes.literal_block,",
        "tests/test_landing.py::test_the_reading_time_grows_with_the_text",
    ),
    Mutant(
        "a card without the picture that its chapter borrows",
        "code/bilingual_book/core/page_summary.py",
        "    owner = named if named in about else page\n",
        "    owner = page\n",
        "tests/test_sharing.py::test_a_page_may_name_another_whose_picture_is_to_serve",
    ),
    Mutant(
        "a card with the address of a page for its picture",
        "code/bilingual_book/frontpage/chapter_cards.py",
        "        uri = summaries[owner].picture\n",
        "        uri = summaries[page].picture\n",
        "tests/test_landing.py::test_cards_and_products_follow_the_chapters",
    ),
    Mutant(
        "a reading time with the code of solutions",
        "code/bilingual_book/frontpage/reading_time.py",
        " and not _is_solution(cell)\n",
        "\n",
        "tests/test_landing.py::test_the_reading_time_grows_with_the_text",
    ),
    Mutant(
        "cards that keep an old picture",
        BOOK + "frontpage/chapter_cards.py",
        "about[page], minutes[page])",
        "about[page].description, minutes[page])",
        "tests/test_build_steps.py::test_cards_are_written_anew_when_what_they_show_has_changed",
    ),
]
