"""The taught code, `stories`, broken on purpose."""

from mutants.mutant import CODE, Mutant

TESTS = "tests/test_stories.py"
SENTENCES, ORDER, READ, DRAW, TRAIN, TELL, SCALING = (
    CODE + f"stories/{name}.py"
    for name in (
        *(
            "events_and_sentences",
            "story_grammar",
            "mistakes_and_surprises",
            "draw_stories_from_grammar",
            "train_teller",
        ),
        *("continue_stories", "scaling"),
    )
)

MUTANTS = [
    Mutant(
        "a gift that does not arrive",
        SENTENCES,
        "tale.has[other] += 1",
        "tale.has[other] += 0",
        TESTS,
    ),
    Mutant(
        "what is found is lost",
        SENTENCES,
        '+= 1 if verb == "finds" else -1',
        '+= -1 if verb == "finds" else -1',
        TESTS,
    ),
    Mutant(
        "gifts to who has the most already",
        SENTENCES,
        "min(has, MOST - tale.has[other])",
        "has",
        TESTS,
    ),
    Mutant(
        "whoever takes an animal along takes her own",
        SENTENCES,
        "yield from _say(child[2])",
        "yield from _say(w.GIRL[2])",
        TESTS,
    ),
    Mutant(
        "a thing in the plural where there is one",
        SENTENCES,
        "tale.thing if number == 1 else",
        "tale.thing if number == 9 else",
        TESTS,
    ),
    Mutant(
        "another event more often than the sum",
        ORDER,
        '"Now", 0.25',
        '"Now", 0.75',
        TESTS,
    ),
    Mutant("no end to the events", ORDER, "n_events == most_events", "n_events == -1", TESTS),
    Mutant(
        "a story that breaks off is whole",
        READ,
        'Mistake("grammar", place) if allowed[-1] else None',
        "None",
        TESTS,
    ),
    Mutant(
        "every mistake is one of grammar",
        READ,
        "words[place] in alike and",
        "False and",
        TESTS,
    ),
    Mutant("surprise in bits", READ, "-math.log(p[word])", "-math.log2(p[word])", TESTS),
    Mutant("stories whatever the seed is", DRAW, "random.Random(seed)", "random.Random(0)", TESTS),
    Mutant("a loss that counts padding", TRAIN, "ids[..., 1:], PAD_ID", "ids[..., 1:]", TESTS),
    Mutant("batches of unlike lengths", TRAIN, ", key=len)", ", key=str)", TESTS),
    Mutant("mistakes counted as none", TELL, 'first.kind if first else "none"', '"none"', TESTS),
    Mutant(
        "exponents of lines through the origin",
        SCALING,
        "x, y = x - x.mean(), y - y.mean(dim=0)",
        "x, y = x, y",
        TESTS,
    ),
    Mutant(
        "the same seed for all",
        SCALING,
        "StoryModel(width, 2, seed)",
        "StoryModel(width, 2)",
        TESTS,
    ),
    Mutant(
        "the last stories are lost where they fill no batch",
        CODE + "stories/train_teller.py",
        "range(0, n_stories, size)",
        "range(0, n_stories - size + 1, size)",
        "tests/test_stories.py::test_batches_have_every_story_once_and_hardly_any_padding",
    ),
]
