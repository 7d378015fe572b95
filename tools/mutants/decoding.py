"""The taught code, `decoding`, broken on purpose."""

from mutants.mutant import CODE, DECODING, Mutant

MUTANTS = [
    Mutant(
        "greedy decoding without an end",
        CODE + "decoding/greedy.py",
        "            break\n",
        "            pass\n",
        DECODING,
    ),
    Mutant(
        "greedy decoding of the first row",
        CODE + "decoding/greedy.py",
        "predict(ids)[rows, lengths - 1]",
        "predict(ids)[0, lengths - 1]",
        DECODING,
    ),
    Mutant(
        "greedy decoding behind the padding",
        CODE + "decoding/greedy.py",
        "predict(ids)[rows, lengths - 1]",
        "predict(ids)[rows, -1]",
        DECODING,
    ),
    Mutant(
        "padding over the end token",
        CODE + "decoding/greedy.py",
        "        lengths = lengths + ~ended\n        ended = ended | (ids[rows, lengths - 1] == end)\n",
        "        ended = ended | (ids[rows, lengths] == end)\n        lengths = lengths + ~ended\n",
        DECODING,
    ),
    Mutant(
        "beams that are not normalized by length",
        CODE + "decoding/beam_search.py",
        "sums / ((5 + n) / 6) ** penalty",
        "sums",
        "tests/test_translation_tools.py",
    ),
    Mutant(
        "beams that forget where they come from",
        CODE + "decoding/beam_search.py",
        "beams[rows], tokens",
        "beams[: len(rows)], tokens",
        "tests/test_translation_tools.py",
    ),
    Mutant(
        "a penalty that begins a token later",
        CODE + "decoding/beam_search.py",
        "worth = sums / ((5 + n) / 6)",
        "worth = sums / ((6 + n) / 6)",
        "tests/test_translation_tools.py",
    ),
    Mutant(
        "three beams",
        CODE + "decoding/beam_search.py",
        "width: int = 4",
        "width: int = 3",
        "tests/test_translation_tools.py",
    ),
]
