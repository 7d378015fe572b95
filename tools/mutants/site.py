"""What builds the book, `site`, broken on purpose."""

from mutants.mutant import BOOK, SHARING, SITE, WEIGHT, Mutant

MUTANTS = [
    Mutant(
        "the switch leads to its own page",
        BOOK + "site/templates/language-switch.html",
        "{{ up }}{{ language.folder }}",
        "{{ up }}{{ book.language.folder }}",
        f"{SITE}::test_the_switch_names_the_other_page",
    ),
    Mutant(
        "a page too wide for a phone",
        BOOK + "site/book.css",
        ".query {",
        "article { min-width: 500px; }\n.query {",
        f"{SITE}::test_a_page_is_whole[attention-zh]",
    ),
    Mutant(
        "text that is too pale",
        BOOK + "site/book.css",
        ".query {",
        "article p { color: #bbbbbb; }\n.query {",
        f"{SITE}::test_accessibility",
    ),
    Mutant(
        "a diagram in the page that stays dark on a dark page",
        BOOK + "site/book.css",
        "--ink: currentColor",
        "--ink: #1f2328",
        SITE + "::test_diagrams_in_a_page_have_its_colours",
    ),
    Mutant(
        "Chinese pages with the canonical address of the English ones",
        BOOK + "site/sharing.py",
        "app.bilingual_book.address + app.bilingual_book.language.folder",
        "app.bilingual_book.address",
        f"{SHARING}::test_with_an_address_every_page_knows_its_own_and_its_twins",
    ),
    Mutant(
        "a page for missing addresses that works at the root alone",
        BOOK + "site/sharing.py",
        "urlsplit(book.address).path",
        '""',
        f"{SHARING}::test_a_missing_page_leads_back_from_any_depth",
    ),
    Mutant(
        "icons that are missing in their font",
        BOOK + "site/drop_unused_styles.py",
        "set(ICON.findall(text))",
        "set(ICON.findall(text)[:3])",
        f"{WEIGHT}::test_every_icon_is_in_the_font",
    ),
    Mutant(
        "an element for every point and space of code",
        BOOK + "site/light_markup.py",
        "if kind in PLAIN",
        "if kind is None",
        "tests/test_code_links.py::test_a_name_is_a_link_with_or_without_an_element_of_its_own",
    ),
    Mutant(
        "pictures that say no size",
        BOOK + "site/light_markup.py",
        'image["width"], image["height"] = size',
        "pass",
        f"{WEIGHT}::test_no_picture_shifts_the_page",
    ),
    Mutant(
        "a colour scheme that waits for the scripts",
        BOOK + "site/templates/layout.html",
        'dataset.mode === "auto" ? system : dataset.mode',
        "dataset.mode",
        f"{WEIGHT}::test_the_theme_is_set_before_anything_is_drawn",
    ),
    Mutant(
        "a font of formulas that waits for the styles",
        BOOK + "site/templates/layout.html",
        '"<math" in (body or "")',
        '"<maths" in (body or "")',
        f"{WEIGHT}::test_the_font_of_formulas_is_asked_for_at_once_and_once",
    ),
    Mutant(
        "pages that need a browser's storage",
        BOOK + "site/templates/layout.html",
        "Object.defineProperty(window, storage, { value });",
        "storage;",
        f"{WEIGHT}::test_a_browser_that_keeps_nothing_shows_and_finds_everything",
    ),
    Mutant(
        "a bundle under its old address",
        BOOK + "site/bundles.py",
        "hashlib.sha256(text.encode())",
        "hashlib.sha256(name.encode())",
        f"{WEIGHT}::test_bundles_are_new_wherever_their_content_is",
    ),
    Mutant(
        "code that is too pale",
        BOOK + "site/book.css",
        "> .highlight > pre { color: inherit; }",
        "> .highlight > pre { color: #999; }",
        f"{SITE}::test_a_page_is_whole[attention-en]",
    ),
]
