"""The taught code, `vision`, broken on purpose."""

from mutants.mutant import CODE, Mutant

TESTS = "tests/test_vision.py"
PATCHES, EMBEDDING, READER, CLASSIFIER, DRAWINGS, CAPTIONS, SCENES, TRAIN, SHOW = (
    CODE + f"vision/{name}.py"
    for name in (
        *("patches", "patch_embedding", "picture_reader", "picture_classifier"),
        *(
            "draw_two_shapes",
            "captions",
            "scenes_kept_from_training",
            "train_reader",
            "show_drawings",
        ),
    )
)

MUTANTS = [
    Mutant(
        "patches column by column",
        PATCHES,
        "x.movedim((-4, -2), (-5, -4))",
        "x.movedim((-4, -2), (-4, -5))",
        TESTS,
    ),
    Mutant(
        "patches cut by a reshape alone",
        PATCHES,
        "    x = x.movedim((-4, -2), (-5, -4))  # (..., rows, columns, C, P, P)\n",
        "",
        TESTS,
    ),
    Mutant(
        "patches put together in another order",
        PATCHES,
        "x.movedim((-5, -4), (-4, -2))",
        "x.movedim((-5, -4), (-2, -4))",
        TESTS,
    ),
    Mutant(
        "an embedding without positions", EMBEDDING, "return x + self.positions", "return x", TESTS
    ),
    Mutant(
        "the class token at the end",
        EMBEDDING,
        "torch.cat([first, x]",
        "torch.cat([x, first]",
        TESTS,
    ),
    Mutant(
        "positions that are all alike",
        EMBEDDING,
        "return nn.Parameter(0.02 * drawn)",
        "return nn.Parameter(0 * drawn)",
        TESTS,
    ),
    Mutant(
        "a reader with one layer less", READER, "in self.encoder:", "in self.encoder[1:]:", TESTS
    ),
    Mutant("a memory that is not normed", READER, "self.encoder_norm(x), None", "x, None", TESTS),
    Mutant("a class read from the last patch", CLASSIFIER, "x[..., 0, :]", "x[..., -1, :]", TESTS),
    Mutant(
        "a class that is not normed", CLASSIFIER, "self.norm(x[..., 0, :])", "x[..., 0, :]", TESTS
    ),
    Mutant("things that are never shifted down", DRAWINGS, "[0] + down,", "[0],", TESTS),
    Mutant("all things are yellow", DRAWINGS, "STAMPS[thing.colour, ", 'STAMPS["yellow", ', TESTS),
    Mutant(
        "Chinese in the order of English",
        CAPTIONS,
        "for word in (place, colour, shape)",
        "for word in (colour, shape, place)",
        TESTS,
    ),
    Mutant(
        "the same two looks in every scene",
        SCENES,
        "itertools.product(looks, looks)",
        "zip(looks, looks)",
        TESTS,
    ),
    Mutant("unseen looks in the training", TRAIN, "if count_unseen(things) == 0", "", TESTS),
    Mutant("tested drawings in the training", TRAIN, "return mixed[144:],", "return mixed,", TESTS),
    Mutant("a training without steps", TRAIN, "        adam.step()\n", "", TESTS),
    Mutant("drawings without edges", SHOW, "range(0, high + 1, width)", "range(0)", TESTS),
    Mutant(
        "one reader is kept for all seeds",
        CODE + "vision/train_reader.py",
        'kept(f"reader-{seed}", result)',
        'kept("reader", result)',
        "tests/test_vision.py",
    ),
    Mutant(
        "the last row of drawings is left out if it is not full",
        CODE + "vision/show_drawings.py",
        "down = -(-len(panels) // across)",
        "down = max(1, len(panels) // across)",
        "tests/test_vision.py::test_a_last_row_that_is_not_full_is_shown",
    ),
]
