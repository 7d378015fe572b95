"""The taught code, `pictures`, broken on purpose."""

from mutants.mutant import BAD, CODE, OUTPUTS, PLOTS, Mutant

MUTANTS = [
    Mutant(
        "arrows that start where they end",
        CODE + "pictures/arrows.py",
        "(a, b), arrowprops",
        "(x, y), arrowprops",
        PLOTS,
    ),
    Mutant(
        "lines of one width",
        CODE + "pictures/attention_links.py",
        "lw=4 * weight",
        "lw=4",
        PLOTS,
    ),
    Mutant(
        "columns named at the first matrix",
        CODE + "pictures/equation.py",
        "n == places[-1]",
        "n == places[0]",
        PLOTS,
    ),
    Mutant(
        "another number in a picture",
        CODE + "pictures/plots.py",
        'f"{number:.2f}"',
        'f"{2 * number:.2f}"',
        f"{OUTPUTS}::test_outputs_are_as_recorded",
    ),
    Mutant(
        "heat maps of one width only",
        CODE + "pictures/plots.py",
        "size = (width * across",
        "size = (2.35 * across",
        PLOTS,
    ),
    Mutant(
        "show the least probable tokens",
        CODE + "pictures/distributions.py",
        "descending=True",
        "descending=False",
        "tests/test_plots.py",
    ),
    Mutant(
        "bars of a distribution without the rest",
        CODE + "pictures/distributions.py",
        "return [*names, REST], [*lengths, max(0.0, 1 - sum(lengths))]",
        "return names, lengths",
        "tests/test_plots.py",
    ),
    Mutant(
        "bars that are all of one length",
        CODE + "pictures/distributions.py",
        "ax.barh(places, lengths, color=colours)",
        "ax.barh(places, [1] * len(names), color=colours)",
        "tests/test_plots.py",
    ),
    Mutant(
        "a logarithmic y axis that is not",
        CODE + "pictures/plots.py",
        'ax.set_yscale("log")',
        "pass",
        PLOTS,
    ),
    Mutant(
        "powers of ten on a logarithmic y axis",
        CODE + "pictures/plots.py",
        'ax.yaxis.set_major_formatter("{x:g}")',
        "pass",
        PLOTS,
    ),
    Mutant(
        "curves of words",
        CODE + "pictures/checks.py",
        "{dict, str, bool} & ",
        "set() & ",
        f"{BAD}::test_what_only_looks_like_numbers_is_no_curve",
    ),
    Mutant(
        "panels without all their parts",
        CODE + "pictures/checks.py",
        " and len(panel) == len(parts)",
        "",
        f"{BAD}::test_a_panel_must_have_all_its_parts",
    ),
]
