"""Beam search and the reader of sentence pairs."""

import inspect
import itertools
import math
from dataclasses import FrozenInstanceError

import pytest
import torch

from support.small_models import TARGET, continuer
from tensorbytensor.decoding import beam_search, greedy
from tensorbytensor.translation import SentencePairs, read_pairs
from tensorbytensor.translation.read_sentence_pairs import unspaced

PROMPT = TARGET.encode("<SOS> u")
END = TARGET.id("<EOS>")


def log_probability(model, ids: torch.Tensor) -> float:
    steps = model(ids[:-1]).log_softmax(dim=-1)
    chosen = steps.gather(1, ids[1:, None]).squeeze(1)
    return chosen[len(PROMPT) - 1 :].sum().item()


def worth(model, ids: torch.Tensor, penalty: float) -> float:
    return log_probability(model, ids) / ((5 + len(ids) - len(PROMPT)) / 6) ** penalty


@pytest.mark.parametrize("penalty", [0.0, 0.6])
def test_one_beam_is_greedy_decoding(penalty):
    for seed in range(8):
        model = continuer(seed)
        with torch.no_grad():
            model.output.bias[END] += seed / 4  # some end early, some late, some never
        found = beam_search(model, PROMPT, END, steps=4, width=1, penalty=penalty)
        assert torch.equal(found, greedy(model, PROMPT, END, steps=4))


@pytest.mark.parametrize("width", [2, 4])
def test_a_beam_that_has_ended_leaves_its_place_to_another(width):
    """The end is the second best token at first, and then the last."""
    fed = []

    def predict(ids):
        fed.append(len(ids))
        end = 2.9 if ids.shape[1] == 1 else -9.0
        return torch.tensor([3.0, end, 2.8, 2.7, 2.6]).expand(*ids.shape, 5)

    beam_search(predict, torch.tensor([0]), 1, steps=4, width=width)
    assert fed == [1, width, width, width]


def test_all_that_end_in_one_step_leave_their_places():
    """Two of three do, after the second token."""
    fed = []

    def predict(ids):
        fed.append(len(ids))
        logits = torch.tensor([3.0, -9.0, 2.9, 2.8, 2.7]).repeat(*ids.shape, 1)
        if ids.shape[1] == 2:
            logits[ids[:, -1] != 3, -1, 1] = 10.0
        return logits

    beam_search(predict, torch.tensor([4]), 1, steps=4, width=3)
    assert fed == [1, 3, 3, 3]


def test_an_end_counts_only_among_the_best():
    """Else the shortest of all would often be the likeliest, however unlikely its end."""

    def predict(ids):
        last = [0.0, 0.0, 1.0] if ids.shape[1] > 4 else [0.5, 0.4, 0.1]
        return (torch.tensor(last) + 1e-9).log().expand(*ids.shape, 3)

    found = beam_search(predict, torch.tensor([0]), 2, 9, width=2, penalty=0.0)
    assert found.tolist() == [0, 0, 0, 0, 0, 2]  # 0.0625 in all, and an end at once 0.1


def test_the_wider_the_search_the_more_often_it_finds_the_best_of_all():
    """Of 781 continuations, in 30 models."""
    found = dict.fromkeys((1, 2, 4), 0)
    for seed in range(30):
        model = continuer(seed)
        with torch.no_grad():
            model.output.weight.mul_(3)
        best = beam_search(model, PROMPT, END, 4, 700)
        for width in found:
            found[width] += torch.equal(beam_search(model, PROMPT, END, 4, width), best)
    assert 0 < found[1] < found[2] < found[4] < 30


@pytest.mark.parametrize("penalty", [0.0, 0.6])
@pytest.mark.parametrize("seed", range(5))
def test_with_room_for_all_the_best_of_all_is_found(seed, penalty):
    model, others = continuer(seed), [i for i in range(len(TARGET)) if i != END]
    worths = {}
    for n in (1, 2, 3):
        for middle in itertools.product(others, repeat=n - 1):
            ids = torch.cat([PROMPT, torch.tensor([*middle, END])])
            worths[tuple(ids.tolist())] = log_probability(model, ids) / ((5 + n) / 6) ** penalty
    found = beam_search(model, PROMPT, END, steps=3, width=300, penalty=penalty)
    assert tuple(found.tolist()) == max(worths, key=worths.get)


def test_a_wider_beam_can_find_what_a_narrow_one_misses():
    """Token 0 is likelier at first, but what follows token 1 is certain."""
    logs = {(): [0.6, 0.4, 0.0], (0,): [0.5, 0.3, 0.2], (1,): [0.0, 0.0, 1.0]}

    def predict(ids):
        rows = [logs.get(tuple(row[1:].tolist()), [0.0, 0.0, 1.0]) for row in ids]
        return (torch.tensor(rows) + 1e-9).log()[:, None].expand(-1, ids.shape[1], -1)

    start = torch.tensor([1])
    assert beam_search(predict, start, 2, 3, width=1, penalty=0).tolist() == [1, 0, 0, 2]
    assert beam_search(predict, start, 2, 3, width=2, penalty=0).tolist() == [1, 1, 2]


def test_without_the_penalty_the_shorter_of_two_is_preferred():
    """Two tokens of probability 0.6 are less likely than one of 0.4, but not by length."""
    logs = {(): [0.0, 0.6, 0.4], (1,): [0.0, 0.4, 0.6]}

    def predict(ids):
        rows = [logs.get(tuple(row[1:].tolist()), [0.0, 0.0, 1.0]) for row in ids]
        return (torch.tensor(rows) + 1e-9).log()[:, None].expand(-1, ids.shape[1], -1)

    start = torch.tensor([0])
    assert beam_search(predict, start, 2, 2, width=3, penalty=0).tolist() == [0, 2]
    assert beam_search(predict, start, 2, 2, width=3, penalty=2).tolist() == [0, 1, 2]


@pytest.mark.parametrize("length", [1, 2, 3, 8])
def test_the_penalty_counts_new_tokens_and_none_of_the_prompt(length):
    """0.4 now or twice 0.6: worth the same where (7 / 6) ** penalty is log 0.36 / log 0.4."""
    logs = {(): [0.0, 0.6, 0.4], (1,): [0.0, 0.4, 0.6]}

    def predict(ids):
        rows = [logs.get(tuple(row[length:].tolist()), [0.0, 0.0, 1.0]) for row in ids]
        return (torch.tensor(rows) + 1e-9).log()[:, None].expand(-1, ids.shape[1], -1)

    start = torch.zeros(length, dtype=torch.int64)
    even = math.log(math.log(0.36) / math.log(0.4)) / math.log(7 / 6)
    for penalty, found in ((even - 0.01, [2]), (even + 0.01, [1, 2])):
        assert beam_search(predict, start, 2, 2, 3, penalty)[length:].tolist() == found


def naive_beams(predict, prompt: list[int], steps: int, width: int, penalty: float) -> list[int]:
    """Beam search with lists: one continuation after the other."""
    beams, ended = [(0.0, prompt)], []
    for n in range(1, steps + 1):
        longer = []
        for total, ids in beams:
            logs = predict(torch.tensor([ids]))[0, -1].log_softmax(dim=-1).tolist()
            longer += [(total + log, [*ids, token]) for token, log in enumerate(logs)]
        best = sorted(longer, reverse=True)
        ended += [
            (total / ((5 + n) / 6) ** penalty, ids) for total, ids in best[:width] if ids[-1] == END
        ]
        beams = [beam for beam in best if beam[1][-1] != END][:width]
        if len(ended) >= width or not beams:
            break
    return max(ended or beams)[1]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("width", [1, 2, 3, 5])
@pytest.mark.parametrize("penalty", [0.0, 0.6, 2.0])
def test_beams_are_those_of_a_plain_loop(seed, width, penalty):
    model, prompt = continuer(seed), TARGET.encode("<SOS>")
    with torch.no_grad():
        model.output.bias[END] += seed / 4  # some end early, some late, some never
    found = beam_search(model, prompt, END, 5, width, penalty)
    assert found.tolist() == naive_beams(model, prompt.tolist(), 5, width, penalty)


def test_four_beams_and_the_penalty_of_the_paper_unless_told_otherwise():
    defaults = inspect.signature(beam_search).parameters
    assert (defaults["width"].default, defaults["penalty"].default) == (4, 0.6)


def test_the_search_is_over_when_as_many_have_ended_as_there_may_be_beams():
    """One has ended after the first step, two after the second, and one more could go on."""
    lengths = []

    def predict(ids):
        lengths.append(ids.shape[1])
        return torch.tensor([1e-9, 0.4, 0.6]).log().expand(*ids.shape, -1)

    beam_search(predict, torch.tensor([0]), end=2, steps=5, width=2)
    assert lengths == [1, 2]


def test_of_two_that_are_worth_the_same_one_is_taken():
    def predict(ids):
        last = [0.5, 0.5, 0.0] if ids.shape[1] == 1 else [0.0, 0.0, 1.0]
        return (torch.tensor(last) + 1e-9).log().expand(*ids.shape, 3)

    found = beam_search(predict, torch.tensor([0]), 2, 9, width=2)
    assert found.tolist() in ([0, 0, 2], [0, 1, 2])


@pytest.mark.parametrize("penalty", [-0.1, 10.1, float("nan"), "1", None])
def test_a_penalty_is_a_number_from_0_to_10(penalty):
    for good in (0, 0.5, 1, 10):
        beam_search(continuer(), PROMPT, END, steps=2, penalty=good)
    with pytest.raises(ValueError, match=r"penalty is .*, but must be a number in \[0, 10\]"):
        beam_search(continuer(), PROMPT, END, steps=2, penalty=penalty)


def test_beams_that_never_end_give_the_best_of_them():
    model = continuer()
    with torch.no_grad():
        model.output.bias[END] = -1e9
    assert len(beam_search(model, PROMPT, END, steps=3)) == len(PROMPT) + 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"width": 0}, "width is 0, but must be an integer of at least 1"),
        ({"steps": 0}, "steps is 0"),
        ({"prompt": PROMPT[None]}, r"prompt is \(1, 2\), but must be \(T,\)"),
    ],
)
def test_bad_arguments_are_refused(arguments, message):
    given = {"prompt": PROMPT, "end": END, "steps": 3} | arguments
    with pytest.raises(ValueError, match=message):
        beam_search(continuer(), **given)


def test_a_file_is_read_line_by_line_and_bad_lines_are_named(tmp_path):
    lines = [
        b"I love oranges.\tJ'aime les oranges.",
        b"no tab here",
        b"",
        b"\tpersonne",
        b"nobody\t  ",
        b"\xe9t\xe9\tsummer",
        b"\t",
        b"  ",
        b"Thank\ryou.\tMerci.",
        b" Thank you. \t Merci. \tthird column",
        b"nobody\t\tthird column",
        b"see\tvoir\t",
    ]
    path = tmp_path / "pairs.tsv"
    path.write_bytes(b"\r\n".join(lines))
    read = read_pairs(path)
    assert read.pairs == [
        ("I love oranges.", "J'aime les oranges."),
        ("Thank you.", "Merci."),
        ("see", "voir"),
    ]
    assert read.problems == [
        "line 2: no tab, but source and target must be separated by one",
        "line 4: the source is empty",
        "line 5: the target is empty",
        "line 6: byte 1 is not UTF-8",
        "line 7: the source is empty",
        "line 9: a carriage return, but lines must end in a line feed",
        "line 11: the target is empty",
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "has no sentence pairs$"),
        (b"one side\n\tx\n", "has no sentence pairs; line 1: no tab"),
        (b"a\tb\rc\td\r", "has no sentence pairs; line 1: a carriage return"),
    ],
)
def test_a_file_without_a_single_pair_is_an_error(tmp_path, content, message):
    path = tmp_path / "pairs.tsv"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=message):
        read_pairs(path)


def test_the_mark_of_utf_8_is_no_part_of_the_first_sentence(tmp_path):
    path = tmp_path / "pairs.tsv"
    path.write_text("I see.\tJe vois.", "utf-8-sig")
    read = read_pairs(path)
    assert read == SentencePairs([("I see.", "Je vois.")], [])
    with pytest.raises(FrozenInstanceError):
        read.pairs = []


@pytest.mark.parametrize(
    "text", ["สวัสดี", "ສະບາຍດີ", "မင်္ဂလာ", "សួស្ដី", "ひらがな", "カタカナ", "橙子", "㐀"]
)
def test_scripts_without_blanks_are_known(text):
    assert unspaced([f"a {text}."]) and unspaced(["a", text, text])
    assert not unspaced(["a", text]) and not unspaced(["a", "b", text])  # half are not most


@pytest.mark.parametrize(
    "text", ["", "oranges", "œufs", "апельсин", "오렌지", "πορτοκάλι", "برتقال", "“…”"]
)
def test_scripts_with_blanks_are_not_taken_for_them(text):
    assert not unspaced([text])
