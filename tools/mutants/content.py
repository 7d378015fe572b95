"""What builds the book, `content`, broken on purpose."""

from mutants.mutant import BOOK, BUILD, SOLUTIONS, Mutant

MUTANTS = [
    Mutant(
        "a diagram in the page that is an image to who hears it",
        BOOK + "content/diagrams.py",
        'root.set("role", "group")',
        'root.set("role", "img")',
        BUILD + "::test_a_diagram_is_a_numbered_figure_whose_boxes_are_links",
    ),
    Mutant(
        "boxes of a diagram that lead nowhere",
        BOOK + "content/diagrams.py",
        """link.get("refuri") or f"#{link['refid']}\"""",
        'a.get("href")',
        BUILD + "::test_a_diagram_is_a_numbered_figure_whose_boxes_are_links",
    ),
    Mutant(
        "a page that keeps its old diagram",
        BOOK + "content/diagrams.py",
        "self.env.note_dependency(str(path))",
        "pass",
        BUILD + "::test_a_diagram_that_was_drawn_anew_reaches_its_page",
    ),
    Mutant(
        "a diagram whose colours hold for the whole page",
        BOOK + "content/diagrams.py",
        ', f"{SVG}style")',
        ",)",
        BUILD + "::test_a_diagram_is_a_numbered_figure_whose_boxes_are_links",
    ),
    Mutant(
        "links that lead to a solution that is not there",
        BOOK + "content/solutions.py",
        "link.unwrap()",
        "pass",
        SOLUTIONS,
    ),
    Mutant(
        "the words of solutions found by the search",
        BOOK + "content/solutions.py",
        "node.parent.remove(node)",
        "pass",
        SOLUTIONS,
    ),
    Mutant(
        "folds whose words a label hides",
        BOOK + "content/folded_cells.py",
        "\\n<summary>",
        '\\n<summary aria-label="Toggle hidden content">',
        "tests/test_code_links.py::test_what_is_folded_says_what_it_is_in_its_own_words",
    ),
    Mutant(
        "a number found within another one",
        BOOK + "content/printed.py",
        r"(?!\w|\.\d)",
        "",
        "tests/test_printed.py",
    ),
    Mutant(
        "a sentence that rests on any cell above it",
        BOOK + "content/printed.py",
        "printed = _text(cell) or printed",
        "printed += _text(cell)",
        "tests/test_printed.py",
    ),
    Mutant(
        "a sentence whose number nobody checks in the build",
        BOOK + "build_steps.py",
        ", printed.check)",
        ",)",
        "tests/test_printed.py",
    ),
    Mutant(
        "words that are looked for instead of the number that they stand for",
        BOOK + "content/printed.py",
        "literal = parts(role)[1]",
        "literal = parts(role)[0]",
        "tests/test_printed.py",
    ),
    Mutant(
        "a correction that is open",
        BOOK + "content/corrections.py",
        '<details class="correction">',
        '<details open class="correction">',
        "tests/test_corrections.py",
    ),
    Mutant(
        "a notebook with what only the tutorials' readers want to know",
        BOOK + "export/notebook_markdown.py",
        ", details.correction",
        "",
        "tests/test_corrections.py",
    ),
]
