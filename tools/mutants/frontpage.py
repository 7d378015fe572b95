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
]
