"""What builds the book, `search`, broken on purpose."""

from mutants.mutant import BOOK, SEARCH, Mutant

MUTANTS = [
    Mutant(
        "a search that does not look at titles",
        BOOK + "search/ranking.js",
        "* (told + alike)",
        "* told",
        f"{SEARCH}::test_what_was_meant_comes_first",
    ),
    Mutant(
        "a search that prefers no title that is the query",
        BOOK + "search/ranking.js",
        "!place.entry ? 2 : 0",
        "!place.entry ? 0 : 0",
        f"{SEARCH}::test_a_title_finds_its_section",
    ),
    Mutant(
        "a search that finds no single character",
        BOOK + "search/split-into-words.js",
        ": [run]);",
        ": []);",
        f"{SEARCH}::test_every_page_with_the_words_is_found_by_the_section_that_has_them",
    ),
    Mutant(
        "an excerpt that has the sections below in it",
        BOOK + "search/what_results_lead_to.py",
        'found.append(Place(node["ids"][0], ""))',
        'found.append(Place(node["ids"][0], "", prose=around.prose))',
        f"{SEARCH}::test_every_page_with_the_words_is_found_by_the_section_that_has_them",
    ),
    Mutant(
        "a search without hits that says nothing",
        BOOK + "search/results.js",
        "out.append(words.content.cloneNode(true));",
        "return;",
        f"{SEARCH}::test_where_there_is_nothing_the_page_says_so_and_what_to_do",
    ),
    Mutant(
        "a word that is nowhere in the book is passed over in silence",
        BOOK + "search/ranking.js",
        ")), missing };",
        ")), missing: [] };",
        f"{SEARCH}::test_where_there_is_nothing_the_page_says_so_and_what_to_do",
    ),
    Mutant(
        "an index that comes unasked",
        BOOK + "search/results.js",
        "if (query) add",
        "add",
        f"{SEARCH}::test_who_asks_nothing_loads_no_index",
    ),
    Mutant(
        "results that arrows do not reach",
        BOOK + "search/results.js",
        "ArrowDown: 1",
        "ArrowDown: 0",
        f"{SEARCH}::test_the_keyboard_leads_from_a_page_to_what_it_was_after",
    ),
    Mutant(
        "a page that was found opens at its heading",
        BOOK + "search/open-at-match.js",
        "match.scrollIntoView(",
        "void (",
        f"{SEARCH}::test_a_hit_opens_at_its_first_match",
    ),
    Mutant(
        "a page that was found leaves folded what was found",
        BOOK + "search/open-at-match.js",
        "fold; fold = match.closest(folded)",
        "false; fold = match.closest(folded)",
        f"{SEARCH}::test_a_hit_opens_at_its_first_match",
    ),
    Mutant(
        "a search that forgets the pages that stay as they are",
        BOOK + "search/section_index.py",
        'page["name"]: page["places"] for page in kept',
        'page["name"]: [] for page in kept',
        f"{SEARCH}::test_the_index_of_a_page_that_stays_is_kept",
    ),
    Mutant(
        "a power in a result is a number behind the other",
        BOOK + "search/formula_line.py",
        'parts[-1] = "^" + _whole(parts[-1])',
        "parts[-1] = _whole(parts[-1])",
        f"{SEARCH}::test_a_result_shows_a_formula_as_one_line_that_says_the_same",
    ),
    Mutant(
        "a sum below a stroke that stands beside it",
        BOOK + "search/formula_line.py",
        'f"{above}/{_whole(below)}"\n',
        'f"{above}/{below}"\n',
        f"{SEARCH}::test_a_result_shows_a_formula_as_one_line_that_says_the_same",
    ),
    Mutant(
        "a button for results that are all there",
        BOOK + "search/results.js",
        "if (results.length <= FIRST) return;",
        "if (results.length < FIRST) return;",
        "tests/test_search.py::test_as_many_results_as_fit_need_no_key",
    ),
]
