"""What builds the book, `languages`, broken on purpose."""

from mutants.mutant import BOOK, BOTH, BUILD, LIST, SITE, Mutant

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
]
