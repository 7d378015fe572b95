"""What builds the book, `codelinks`, broken on purpose."""

from mutants.mutant import BOOK, PHONES, SITE, Mutant

MUTANTS = [
    Mutant(
        "a local name that is taken for the one it hides",
        BOOK + "codelinks/find_definitions.py",
        "names | {name: None for name in _assigned(node.body)}",
        "names",
        "tests/test_code_links.py::test_what_hides_a_name_is_not_that_name",
    ),
    Mutant(
        "an output whose link leads to the cell and not to its code",
        BOOK + "codelinks/output_to_code.py",
        """href=f"#{code['id']}\"""",
        """href=f"#{cell['id']}\"""",
        "tests/test_code_links.py::test_every_output_names_its_code",
    ),
    Mutant(
        "only names with a colour are links",
        BOOK + "codelinks/insert_links.py",
        "if string.startswith(name, start):",
        "if string == name:",
        "tests/test_code_links.py::test_a_name_is_a_link_with_or_without_an_element_of_its_own",
    ),
    Mutant(
        "names of the package that are never read again",
        BOOK + "codelinks/insert_links.py",
        "if sources != modules.sources:",
        "if not names:",
        "tests/test_code_links.py::test_the_names_of_the_package_are_those_of_its_sources_now",
    ),
    Mutant(
        "the address of a module where a button puts another one",
        BOOK + "codelinks/insert_links.py",
        'pre.parent["id"] = module',
        'pre["id"] = module',
        "tests/test_code_links.py::test_the_name_of_a_module_leads_to_its_listing",
    ),
    Mutant(
        "a listing outside of a cell is not followed to",
        BOOK + "codelinks/code-links.js",
        'closest(".highlight, .cell_input")',
        'closest(".cell_input")',
        "tests/test_code_links.py::test_a_listing_without_a_cell_is_found_too",
    ),
    Mutant(
        "the path of a module in one piece",
        BOOK + "codelinks/code-links.css",
        ".code-block-caption { overflow-wrap: anywhere; }",
        "",
        f"{SITE}::test_a_page_is_whole[code-zh]",
    ),
    Mutant(
        "a link to code that stays where one has tapped",
        BOOK + "codelinks/code-links.css",
        "@media (hover: none) and (scripting: enabled) {",
        "@media (hover: none) and (scripting: none) {",
        f"{PHONES}::test_a_tap_on_an_output_leaves_its_numbers_in_sight",
    ),
    Mutant(
        "a link to code that covers the output",
        BOOK + "codelinks/code-links.css",
        "inset-block-start: 100%",
        "inset-block-end: 0.3rem",
        f"{PHONES}::test_the_way_back_from_an_output_hangs_below_it",
    ),
    Mutant(
        "a selection in an output leads away",
        BOOK + "codelinks/code-links.js",
        "if (link || event.target.closest(OWN_CLICK) || !getSelection().isCollapsed) return link;",
        "if (link || event.target.closest(OWN_CLICK)) return link;",
        "tests/test_code_links.py::test_what_is_selected_in_an_output_stays_where_it_is",
    ),
    Mutant(
        "the focus on a link from an output is not seen",
        BOOK + "codelinks/code-links.css",
        ".cell_output:not(:hover) > a.made-by:not(:focus-visible) {",
        ".cell_output:not(:hover) > a.made-by {",
        "tests/test_code_links.py::test_a_click_on_an_output_opens_its_code",
    ),
    Mutant(
        "what the page itself shows is linked to another",
        "code/bilingual_book/codelinks/insert_links.py",
        "if isinstance(definition.where, int) or definition.where in self.shown.get(self.page, []):",
        "if isinstance(definition.where, int):",
        "tests/test_code_links.py::test_what_stands_on_the_page_itself_is_linked_there",
    ),
    Mutant(
        "prose means what a later cell defines",
        "code/bilingual_book/codelinks/insert_links.py",
        "prose.append((element, dict(names)))",
        "prose.append((element, names))",
        "tests/test_code_links.py::test_prose_means_what_is_known_where_it_stands",
    ),
    Mutant(
        "the first of two meanings",
        "code/bilingual_book/codelinks/insert_links.py",
        "return found[0] if len(found) == 1 else None",
        "return found[0] if found else None",
        "tests/test_code_links.py::test_prose_that_could_mean_two_modules_is_no_link",
    ),
]
