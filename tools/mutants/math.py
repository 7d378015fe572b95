"""What builds the book, `math`, broken on purpose."""

from mutants.mutant import BOOK, SITE, Mutant

MUTANTS = [
    Mutant(
        "formulas of no size",
        BOOK + "math/formulas.css",
        "math mfrac {",
        "math { display: none; }\nmath mfrac {",
        f"{SITE}::test_a_page_is_whole[attention-in-pytorch-en]",
    ),
    Mutant(
        "a font without roots",
        BOOK + "math/subset_font.py",
        '{"√", *',
        "{*",
        "tests/test_formulas.py::test_the_font_covers_every_formula",
    ),
    Mutant(
        "an unknown command is set in red",
        BOOK + "math/tex_to_mathml.py",
        "throwOnError: true",
        "throwOnError: false",
        "tests/test_formulas.py::test_what_is_not_understood_is_said",
    ),
    Mutant(
        "exponents as wide as a line",
        BOOK + "math/spaces_in_formulas.py",
        "set_spaces(child, False, True)",
        "set_spaces(child, False, small)",
        "tests/test_formulas.py::test_operators_are_spaced_as_tex_spaces_them",
    ),
    Mutant(
        "a formula stays a stop of the keyboard",
        BOOK + "math/formulas.js",
        'target.scrollWidth > target.clientWidth ? (target.tabIndex = 0) : target.removeAttribute("tabindex");',
        "target.scrollWidth > target.clientWidth && (target.tabIndex = 0);",
        "tests/test_formulas.py::test_a_wide_formula_scrolls_in_its_box",
    ),
    Mutant(
        "the font lacks signs that HTML escapes",
        BOOK + "math/subset_font.py",
        "[unescape(token) for math",
        "[token for math",
        "tests/test_formulas.py::test_the_font_has_the_signs_that_html_escapes",
    ),
    Mutant(
        "signs of solutions apart in another font",
        "code/bilingual_book/math/subset_font.py",
        "names = sorted(app.env.found_docs | where_solutions_stand.pages(app))",
        "names = sorted(app.env.found_docs)",
        "tests/test_solutions.py::test_one_setting_moves_the_solutions",
    ),
    Mutant(
        "the last letter of the alphabet without italics",
        "code/bilingual_book/math/subset_font.py",
        "*range(0x1D434, 0x1D468)",
        "*range(0x1D434, 0x1D467)",
        "tests/test_formulas.py::test_the_font_has_every_variable_in_italics",
    ),
]
