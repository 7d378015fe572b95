"""What builds the book, `codelinks`, broken on purpose."""

from mutants.mutant import BOOK, SITE, Mutant

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
        "the path of a module in one piece",
        BOOK + "codelinks/code-links.css",
        ".code-block-caption { overflow-wrap: anywhere; }",
        "",
        f"{SITE}::test_a_page_is_whole[code-zh]",
    ),
]
