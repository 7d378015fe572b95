"""What the tests compare with, and their own helpers, broken on purpose."""

from mutants.mutant import DIGITS, LANGUAGES, OUTPUTS, Mutant

MUTANTS = [
    Mutant(
        "one printed digit, recorded otherwise",
        "tests/recorded/attention.txt",
        "1.4988",
        "1.4986",
        f"{OUTPUTS}::test_outputs_are_as_recorded",
    ),
    Mutant(
        "one digit of a fact",
        "tests/facts/s3.txt",
        "-0.0801",
        "-0.0802",
        f"{OUTPUTS}::test_every_figure_of_a_source_is_on_its_page",
    ),
    Mutant(
        "too many combinations translated wrongly",
        "tests/recorded/translation.txt",
        "171 172 0.994",
        "160 172 0.930",
        "tests/test_translation_page.py",
    ),
    Mutant(
        "a fence of code that does not run may differ",
        "tests/support/bilingual_pages.py",
        'Block("\\n".join([head, *body]), "")]',
        'Block(head, "")]',
        f"{LANGUAGES}::test_code_that_does_not_run_is_the_same_in_both_languages",
    ),
    Mutant(
        "one digit of a picture's fact",
        "tests/facts/s1.txt",
        "2.22 | 0.41",
        "0.22 | 0.41",
        f"{OUTPUTS}::test_every_figure_of_a_source_is_on_its_page",
    ),
    Mutant(
        "no cell is measured",
        "tests/support/recorded_outputs.py",
        '"measured" in',
        '"" in',
        f"{OUTPUTS}::test_of_a_measured_cell_the_words_are_compared",
    ),
    Mutant(
        "every cell is measured",
        "tests/support/recorded_outputs.py",
        'if "measured" in cell.metadata.get("tags", [])',
        "if True",
        f"{OUTPUTS}::test_of_a_measured_cell_the_words_are_compared",
    ),
    Mutant(
        "the words of a measured picture are lost",
        "tests/support/recorded_outputs.py",
        "if not NUMBER.fullmatch(word)",
        "if False",
        f"{OUTPUTS}::test_of_a_measured_cell_the_words_are_compared",
    ),
    Mutant(
        "digits that a test refuses are not counted",
        "tools/digits.py",
        "(found := list(differences(*pairs[cell])))",
        "(found := [])",
        DIGITS,
    ),
    Mutant(
        "cells that print nothing any more are not compared",
        "tools/digits.py",
        "sorted(recorded | printed, key=int)",
        "sorted(printed, key=int)",
        DIGITS,
    ),
    Mutant(
        "the first cell that differs by its letters, not its number",
        "tools/digits.py",
        "sorted(recorded | printed, key=int)",
        "sorted(recorded | printed)",
        DIGITS,
    ),
    Mutant(
        "digits are compared without the settings that are asked for",
        "tools/digits.py",
        "ENVIRONMENT | dict(",
        "ENVIRONMENT or dict(",
        DIGITS,
    ),
    Mutant(
        "a setting cannot be taken away",
        "tools/digits.py",
        "settings.items() if value",
        "settings.items()",
        DIGITS,
    ),
]
