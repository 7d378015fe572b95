"""What builds the book, `languages`, broken on purpose."""

from mutants.mutant import BOOK, BOTH, BUILD, LIST, SHELL, SITE, Mutant

MUTANTS = [
    Mutant(
        "paths of the machine in the site",
        BOOK + "languages/language_switch.py",
        "_without(folders, settings), sort_keys",
        "_without([], settings), sort_keys",
        f"{BUILD}::test_two_builds_of_the_same_sources_are_equal_to_the_byte",
    ),
    Mutant(
        "the switch forgets the place",
        BOOK + "languages/side-by-side.js",
        "const at = scrollY > 0 ? place() : null;",
        "const at = null;",
        f"{SITE}::test_the_switch_leads_to_the_same_place",
    ),
    Mutant(
        "the third language may fail",
        BOOK + "languages/start_other_builds.py",
        "return next((status for status in statuses if status), 0)",
        "return statuses[0]",
        f"{LIST}::test_a_book_in_three_languages",
    ),
    Mutant(
        "an id twice on a page in both languages",
        BOOK + "languages/side_by_side.py",
        'del element["id"]',
        "pass",
        f"{BOTH}::test_the_script_has_every_text_of_the_page",
    ),
    Mutant(
        "texts of a removed page stay",
        BOOK + "languages/side_by_side.py",
        "script.unlink()",
        "pass",
        f"{BOTH}::test_no_script_is_stale",
    ),
    Mutant(
        "the second language pushes the reader away",
        BOOK + "languages/side-by-side.js",
        "top + part * height - y",
        "top + part * height",
        f"{BOTH}::test_the_place_is_kept",
    ),
    Mutant(
        "both languages, and no contents of the page beside them",
        BOOK + "languages/side-by-side.css",
        ".both .bd-sidebar-secondary { padding: 0 0.75rem; }",
        ".both .bd-sidebar-secondary { display: none; }",
        f"{BOTH}::test_the_contents_stay_beside_both_languages",
    ),
    Mutant(
        "columns that begin elsewhere in a list",
        BOOK + "languages/side-by-side.css",
        "{ padding-inline-end: 2rem; }",
        "{ padding-inline-end: 0; }",
        f"{BOTH}::test_all_columns_begin_at_the_same_places",
    ),
    Mutant(
        "a list of the first page whose columns begin elsewhere",
        BOOK + "languages/side-by-side.css",
        ":not(.chapter-cards, .chapter-list)",
        "",
        f"{BOTH}::test_all_columns_begin_at_the_same_places",
    ),
    Mutant(
        "what opens a correction on two lines",
        BOOK + "languages/side-by-side.css",
        ":is(.admonition-title, summary) > .twin",
        ".admonition-title > .twin",
        f"{BOTH}::test_what_opens_a_correction_is_one_line",
    ),
    Mutant(
        "a text that is drawn before its twin is there",
        BOOK + "site/templates/layout.html",
        'classList.add("awaits-twins");',
        "",
        f"{BOTH}::test_nothing_shifts_on_a_slow_line",
    ),
    Mutant(
        "a page held back for ever",
        BOOK + "site/templates/layout.html",
        'setTimeout(() => classList.remove("awaits-twins"), 3000)',
        "0",
        f"{BOTH}::test_a_late_script_moves_nothing",
    ),
    Mutant(
        "a page that opens again somewhere else",
        BOOK + "languages/side-by-side.js",
        "?? (again ? sessionStorage.getItem(LEFT) : null)",
        "",
        f"{SHELL}::test_a_page_opens_again_where_it_was_left",
    ),
    Mutant(
        "a busy browser goes to the block that the address names",
        BOOK + "languages/side-by-side.js",
        "() => stay(3)",
        "() => stay(0)",
        f"{BOTH}::test_a_browser_that_goes_to_the_block_late_does_not_move_the_place",
    ),
]
