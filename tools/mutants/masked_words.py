"""The taught code, `masked_words`, broken on purpose."""

from mutants.mutant import CODE, Mutant

TESTS = "tests/test_masked_words.py"
HIDDEN, FILLER = (CODE + f"masked_words/{name}.py" for name in ("hide_words", "word_filler"))

MUTANTS = [
    Mutant("all chosen words are hidden", HIDDEN, "fate < 0.8", "fate < 1.0", TESTS),
    Mutant("no chosen word stays", HIDDEN, "fate >= 0.9", "fate >= 0.8", TESTS),
    Mutant("no word is exchanged", HIDDEN, "fate >= 0.9", "fate >= 1.0", TESTS),
    Mutant(
        "what is no word is hidden, too",
        HIDDEN,
        "(chance < share) & (ids >= first)",
        "(chance < share)",
        TESTS,
    ),
    Mutant("a filler without positions", FILLER, "self.positions(", "(", TESTS),
    Mutant("a filler that no mask reaches", FILLER, "x = layer(x, mask)", "x = layer(x)", TESTS),
]
