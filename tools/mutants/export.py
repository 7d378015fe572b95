"""What builds the book, `export`, broken on purpose."""

from mutants.mutant import BOOK, DOWNLOADS, HANDOUTS, STRUCTURE, Mutant

MUTANTS = [
    Mutant(
        "what follows a solution is folded, too",
        BOOK + "export/notebook_markdown.py",
        "            self.folded = False\n        elif",
        "        elif",
        f"{DOWNLOADS}::test_a_page_is_cut_where_a_cell_a_heading_a_figure_an_exercise_or_a_solution_is",
    ),
    Mutant(
        "cells within a section stay in its text",
        BOOK + "export/notebook_markdown.py",
        "any(id(inner) in self.boundaries for inner in element.descendants)",
        "any(id(inner) in self.boundaries for inner in element.children)",
        f"{DOWNLOADS}::test_a_page_is_cut_where_a_cell_a_heading_a_figure_an_exercise_or_a_solution_is",
    ),
    Mutant(
        "the code of pictures on paper",
        BOOK + "export/pdf_html.py",
        ", details.picture-code:not(:has(span[id]))",
        "",
        f"{STRUCTURE}::test_a_handout_has_neither_the_code_of_pictures_nor_corrections",
    ),
    Mutant(
        "a second menu of downloads, without words",
        BOOK + "export/downloads.py",
        '["use_download_button"] = False',
        '["use_download_button"] = True',
        f"{STRUCTURE}::test_downloads_are_one_menu_in_words[en-1440]",
    ),
    Mutant(
        "cells that stay folded on paper",
        BOOK + "export/pdf_html.py",
        "details.unwrap()",
        "pass",
        HANDOUTS,
    ),
    Mutant(
        "page numbers of the contents counted from 0",
        BOOK + "export/print_pdf.py",
        '(found[f"/{place}"]) + 1',
        '(found[f"/{place}"])',
        HANDOUTS,
    ),
    Mutant(
        "a notebook's picture as an output that Jupyter does not trust",
        BOOK + "export/notebooks.py",
        "if svg is None:",
        "if True:",
        f"{DOWNLOADS}::test_every_picture_travels_inside_with_its_text",
    ),
    Mutant(
        "bold letters beside a bracket, which CommonMark reads as asterisks",
        BOOK + "export/notebook_markdown.py",
        "if plain else",
        "if True else",
        f"{DOWNLOADS}::test_the_prose_is_the_pages",
    ),
    Mutant(
        "the notebook of a chapter that has no code any more stays",
        BOOK + "export/notebooks.py",
        "path.unlink()",
        "pass",
        f"{DOWNLOADS}::test_notebooks_follow_the_chapters_and_the_settings",
    ),
    Mutant(
        "a wheel with the rights of whoever builds it",
        BOOK + "export/wheel.py",
        "umask=0o022,",
        "umask=-1,",
        f"{DOWNLOADS}::test_the_wheel_is_the_same_to_the_byte_wherever_it_is_built",
    ),
    Mutant(
        "a map whose links are lost in the notebook",
        BOOK + "export/notebook_markdown.py",
        'el.select("a[href]")',
        'el.select("a[name]")',
        f"{DOWNLOADS}::test_the_prose_is_the_pages",
    ),
    Mutant(
        "what tells an answer stands open behind other blocks",
        BOOK + "export/notebook_markdown.py",
        'while block and "cell" not in block.get("class", []):',
        "while block and block.name in TOLD:",
        f"{DOWNLOADS}::test_what_tells_an_answer_is_shut_up_to_the_next_output",
    ),
    Mutant(
        "a folded output whose first line tells",
        BOOK + "export/notebooks.py",
        'BLANK_LINE, FIRST_LINES = " \\n"',
        'BLANK_LINE, FIRST_LINES = "\\n"',
        f"{DOWNLOADS}::test_cells_and_outputs_are_those_of_the_chapter",
    ),
]
