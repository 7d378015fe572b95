"""The taught code, `by_hand`, broken on purpose."""

from mutants.mutant import CODE, Mutant

TESTS = "tests/test_by_hand.py"
CHAPTER = "chapters/en/by-hand.md"
CIRCLE, ADDER, LAYERS = (CODE + f"by_hand/{name}.py" for name in ("circle", "adder", "two_layers"))

MUTANTS = [
    Mutant("rotate the other way", CIRCLE, "[[c, s], [-s, c]]", "[[c, -s], [s, c]]", TESTS),
    Mutant("rotate where to reflect", CIRCLE, "[[c, s], [s, -c]]", "[[c, s], [-s, c]]", TESTS),
    Mutant(
        "positions that never come round",
        CIRCLE,
        "(torch.arange(length) % period)",
        "(torch.arange(length) % length)",
        TESTS,
    ),
    Mutant(
        "sine before cosine",
        CIRCLE,
        "[angle.cos(), angle.sin()]",
        "[angle.sin(), angle.cos()]",
        TESTS,
    ),
    Mutant("a circle as long as a number", ADDER, "n_digits + 1  #", "n_digits  #", TESTS),
    Mutant(
        "look one digit back", ADDER, "rotation(1, self.period)", "rotation(-1, self.period)", TESTS
    ),
    Mutant("a carry that counts half", ADDER, "_fixed(-10.0, -1.5)", "_fixed(-10.0, -0.75)", TESTS),
    Mutant(
        "an adder without its residual",
        ADDER,
        "return x + x @ ahead.T",
        "return x @ ahead.T",
        TESTS,
    ),
    Mutant("take away ten from nine", ADDER, "-9.2, -9.7", "-8.2, -8.7", TESTS),
    Mutant("never take away ten", ADDER, "return x + hidden @ self.W_2", "return x", TESTS),
    Mutant("a plus may be written", ADDER, "/ 2), -99.0, -99.0)", "/ 2), 99.0, -99.0)", TESTS),
    Mutant("an adder that learns", ADDER, "numbers)]), False)", "numbers)]), True)", TESTS),
    Mutant("an adder with a fixed sharpness", ADDER, "sharpness * ahead", "100 * ahead", TESTS),
    Mutant("two layers without scaling", LAYERS, " / math.sqrt(x.shape[-1])", "", TESTS),
    Mutant(
        "two layers that see the future",
        LAYERS,
        "masked_softmax(scores, mask)",
        "masked_softmax(scores)",
        TESTS,
    ),
    Mutant("two layers without residuals", LAYERS, "x = x + weights @", "x = weights @", TESTS),
    Mutant(
        "the same layer twice",
        LAYERS,
        "self.heads[:, layer, :, None]",
        "self.heads[:, 0, :, None]",
        TESTS,
    ),
    Mutant(
        "a change without effect",
        LAYERS,
        "weights = change(layer, weights)",
        "change(layer, weights)",
        TESTS,
    ),
    Mutant("one seed for all models", LAYERS, "manual_seed(seed)", "manual_seed(0)", TESTS),
    Mutant(
        "a check that takes any verdict",
        CHAPTER,
        "    assert fits, ",
        "    assert True, ",
        TESTS,
    ),
    Mutant("a check that names what is right", CHAPTER, "texts[~right]", "texts[right]", TESTS),
    Mutant(
        "weights that are no numbers count as wrong places",
        CHAPTER,
        "assert weights.isfinite().all()",
        "assert True",
        TESTS,
    ),
    Mutant(
        "tidiness from the second row on",
        CHAPTER,
        "(weights > 0.9))[:, :, 2:]",
        "(weights > 0.9))[:, :, 1:]",
        TESTS,
    ),
    Mutant(
        "the same token where it stands",
        CHAPTER,
        "origin = (ids[:, None] == ids).int().argmax(dim=1)",
        "origin = at",
        TESTS,
    ),
    Mutant(
        "one head as sharp as ever",
        CODE + "by_hand/adder.py",
        "self.W_qk = _fixed(sharpness * ahead, sharpness * here)",
        "self.W_qk = _fixed(sharpness * ahead, 100.0 * here)",
        "tests/test_by_hand.py::test_both_heads_are_as_sharp_as_one_says",
    ),
]
