"""The taught code, `decoding`, broken on purpose."""

from mutants.mutant import BAD, CODE, DECODING, Mutant

MUTANTS = [
    Mutant(
        "padding that no logit knows",
        CODE + "decoding/greedy.py",
        "predict = checked(predict, end=end, pad=filler)",
        "predict = checked(predict, end=end)",
        DECODING,
    ),
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
        "best.values[:width] / ((5 + n) / 6) ** penalty",
        "best.values[:width]",
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
        "three beams",
        CODE + "decoding/beam_search.py",
        "width: int = 4",
        "width: int = 3",
        "tests/test_translation_tools.py",
    ),
    Mutant(
        "a penalty that begins a token later",
        CODE + "decoding/beam_search.py",
        "((5 + n) / 6)",
        "((6 + n) / 6)",
        "tests/test_translation_tools.py",
    ),
    Mutant(
        "ended beams that keep their places",
        CODE + "decoding/beam_search.py",
        "topk(min(2 * width,",
        "topk(min(width,",
        "tests/test_translation_tools.py",
    ),
    Mutant(
        "logits of NaN",
        CODE + "decoding/check_prompt_and_logits.py",
        "logits.amax(dim=-1).isfinite().all().item()",
        "True",
        f"{BAD}::test_who_predicts_must_give_logits",
    ),
    Mutant(
        "an end that no token is",
        CODE + "decoding/check_prompt_and_logits.py",
        "        check_id(logits.shape[-1], **special)\n",
        "",
        f"{BAD}::test_the_end_token_must_be_in_the_vocabulary",
    ),
    Mutant(
        "a length penalty that counts the prompt",
        CODE + "decoding/beam_search.py",
        "((5 + n) / 6)",
        "((5 + beams.shape[1]) / 6)",
        "tests/test_translation_tools.py::test_the_penalty_counts_new_tokens_and_none_of_the_prompt",
    ),
    Mutant(
        "too few candidates for the places of those that end",
        CODE + "decoding/beam_search.py",
        "best = totals.flatten().topk(min(2 * width, totals.numel()))",
        "best = totals.flatten().topk(min(width + 1, totals.numel()))",
        "tests/test_translation_tools.py::test_all_that_end_in_one_step_leave_their_places",
    ),
]
