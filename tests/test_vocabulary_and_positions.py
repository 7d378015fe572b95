"""What a model reads: words as ids, ids as vectors, positions."""

import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import nn

from support.small_models import DEEP, ENGLISH, PARTS, SOURCE, TARGET, draw, generator
from tensorbytensor.basics import (
    PositionEncoding,
    Vocabulary,
    check_ids,
    check_pair,
    embedding,
    sinusoids,
)
from tensorbytensor.small import DecoderOnly

sizes = st.integers(1, 6)


def test_a_words_id_is_its_place_in_the_list():
    assert len(ENGLISH) == 4 and ENGLISH.pad is None
    assert [ENGLISH.id(word) for word in ("<SOS>", "lets", "to", "go")] == [0, 1, 2, 3]
    assert ENGLISH.encode(" <SOS>  go lets\n").equal(torch.tensor([0, 3, 1]))


def test_ids_do_not_follow_the_callers_list():
    words = ["a", "b"]
    vocabulary = Vocabulary(words)
    words.append("c")
    assert len(vocabulary) == 2


@settings(deadline=None)
@given(texts=st.lists(st.lists(st.sampled_from("abcde"), min_size=1), min_size=1))
def test_decoding_undoes_encoding_and_padding(texts):
    texts = [" ".join(words) for words in texts]
    batch = SOURCE.encode_batch(texts)
    assert batch.shape == (len(texts), max(len(text.split()) for text in texts))
    assert [SOURCE.decode(row) for row in batch] == texts
    for row, text in zip(batch, texts):
        ids = SOURCE.encode(text)
        assert row[: len(ids)].equal(ids) and (row[len(ids) :] == SOURCE.pad).all()


def test_padding_may_have_any_id():
    assert (TARGET.pad, SOURCE.pad) == (0, 3)
    assert TARGET.encode_batch(["u v", "u"])[1].tolist() == [2, 0]
    assert SOURCE.encode_batch(["a b", "a"])[1].tolist() == [0, 3]


def test_equal_lengths_need_no_padding():
    assert ENGLISH.encode_batch(["lets go", "to go"]).tolist() == [[1, 3], [2, 3]]


@settings(deadline=None)
@given(n=sizes, d=sizes, seed=st.integers(0, 99))
def test_embedding_draws_what_nn_embedding_draws(n, d, seed):
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        theirs = nn.Embedding(n, d)
        torch.manual_seed(seed)
        assert embedding(n, d).weight.equal(theirs.weight)
    ours = embedding(n, d, generator(seed))
    assert ours.weight.equal(theirs.weight) and ours.weight.requires_grad


def test_an_embedding_of_another_spread_is_the_same_one_made_smaller():
    wide, narrow = (embedding(5, 3, generator(), std) for std in (1.0, 0.25))
    torch.testing.assert_close(narrow.weight, wide.weight / 4)


@pytest.mark.parametrize(
    "make",
    [
        lambda random: embedding(5, 3, random),
        lambda random: PARTS[0][0](SOURCE, **DEEP, generator=random),
        lambda random: PARTS[1][0](TARGET, **DEEP, generator=random),
        lambda random: DecoderOnly(TARGET, **DEEP, generator=random),
    ],
    ids=["embedding", "Encoder", "Decoder", "DecoderOnly"],
)
def test_a_generator_of_ones_own_leaves_the_global_one_alone(make):
    before, random = torch.get_rng_state(), generator()
    weights = list(make(random).parameters())
    assert torch.get_rng_state().equal(before)
    assert not random.get_state().equal(generator().get_state())
    torch.rand(3)  # the global generator moves on, the weights stay
    assert all(a.equal(b) for a, b in zip(weights, make(generator()).parameters()))


@pytest.mark.parametrize("d", [2, 4, 16, 512])
def test_positions_follow_the_papers_formula(d):
    table = sinusoids(50, d)
    assert table.shape == (50, d) and table.dtype == torch.float32
    expected = torch.empty(50, d, dtype=torch.float64)
    for p in range(50):
        for i in range(d // 2):
            angle = p / 10000 ** (2 * i / d)
            expected[p, 2 * i], expected[p, 2 * i + 1] = math.sin(angle), math.cos(angle)
    torch.testing.assert_close(table.double(), expected, rtol=0, atol=1e-7)


def test_positions_of_two_columns_are_those_of_the_source():
    expected = torch.tensor([[0.0, 1.0], [0.8415, 0.5403], [0.9093, -0.4161]])
    torch.testing.assert_close(sinusoids(3, 2), expected, rtol=0, atol=5e-5)


@settings(deadline=None)
@given(shape=st.lists(sizes, max_size=2), T=sizes, half=sizes, start=st.integers(0, 3))
def test_each_sentence_of_a_batch_gets_the_same_positions(shape, T, half, start):
    layer = PositionEncoding(2 * half, 9)
    x = draw(*shape, T, 2 * half, dtype=torch.float32)
    added = layer(x, start) - x
    expected = sinusoids(9, 2 * half)[start : start + T].expand_as(x)
    torch.testing.assert_close(added, expected, rtol=0, atol=1e-6)
    assert layer(x[None], start)[0].equal(layer(x, start))  # a batch of one


def test_token_by_token_equals_all_at_once():
    layer, x = PositionEncoding(4, 5), draw(2, 5, 4, dtype=torch.float32)
    parts = [layer(x[:, t : t + 1], start=t) for t in range(5)]
    assert torch.cat(parts, dim=-2).equal(layer(x))


def test_positions_are_no_parameters_but_follow_the_model():
    layer = PositionEncoding(4, 5)
    assert list(layer.parameters()) == []
    assert layer.bfloat16()(draw(2, 4).bfloat16()).dtype == torch.bfloat16


IDS = torch.tensor([0, 1])
TABLE = torch.zeros(9, 2)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: ENGLISH.encode("lets swim"),
            r"unknown token 'swim'; the vocabulary has only: <SOS>, lets, to, go$",
        ),
        (lambda: ENGLISH.id("<EOS>"), "unknown token '<EOS>'; the vocabulary has only: <SOS>"),
        (lambda: ENGLISH.encode(" \n"), r"' \\n' has no tokens, but at least one is needed"),
        (lambda: ENGLISH.encode_batch([]), "no texts given, but at least one is needed"),
        (lambda: ENGLISH.encode_batch(["go", ""]), "'' has no tokens"),
        (
            lambda: ENGLISH.encode_batch(["lets go", "go"]),
            "the texts have lengths 2, 1; without <PAD> in the vocabulary all must be equal",
        ),
        (lambda: Vocabulary([]), "no tokens given, but at least one is needed"),
        (
            lambda: Vocabulary(["b", "a", "b", "a", "c"]),
            "given twice: a, b, but ids must be unique",
        ),
        (lambda: embedding(0, 2), "n_tokens is 0, but must be an integer of at least 1"),
        (lambda: embedding(2, 2.0), r"d_model is 2\.0, but must be an integer"),
        (
            lambda: sinusoids(3, 5),
            "d_model is 5, but must be even: a sine needs its cosine",
        ),
        (lambda: PositionEncoding(4, 0), "max_len is 0, but must be an integer of at least 1"),
        (lambda: PositionEncoding(4, 6)(torch.zeros(7, 4)), "^7 tokens, but max_len is 6$"),
        (
            lambda: PositionEncoding(4, 6)(torch.zeros(2, 4), start=5),
            "^7 tokens, but max_len is 6$",
        ),
        (
            lambda: PositionEncoding(4, 6)(draw(2, 3)),
            r"x has shape \(2, 3\), but its last dimension must be 4",
        ),
        (
            lambda: check_ids([0, 1], TABLE[:4], 6),
            r"ids are list, but must be a tensor of torch\.int64",
        ),
        (
            lambda: check_ids(IDS.float(), TABLE[:4], 6),
            r"ids are torch\.float32, but .* torch\.int64",
        ),
        (lambda: check_ids(IDS.int(), TABLE[:4], 6), r"ids are torch\.int32, but .* torch\.int64"),
        (lambda: check_ids(IDS > 0, TABLE[:4], 6), r"ids are torch\.bool, but .* torch\.int64"),
        (
            lambda: check_ids(IDS[None, None], TABLE[:4], 6),
            r"ids have shape \(1, 1, 2\), but must be \(T,\) or \(B, T\)",
        ),
        (
            lambda: check_ids(IDS[0], TABLE[:4], 6),
            r"ids have shape \(\), but must be \(T,\) or \(B, T\)",
        ),
        (
            lambda: check_ids(IDS[:0], TABLE[:4], 6),
            r"ids have shape \(0,\), but at least one token is n",
        ),
        (
            lambda: check_ids(IDS[None, :0], TABLE[:4], 6),
            r"ids have shape \(1, 0\), but at least one",
        ),
        (lambda: check_ids(IDS[None].repeat(1, 4), TABLE[:4], 7), "^8 tokens, but max_len is 7$"),
        (lambda: check_ids(IDS - 1, TABLE[:4], 6), "^id -1 given, but the vocabulary has 0 to 3$"),
        (lambda: check_ids(IDS + 3, TABLE[:4], 6), "^id 4 given, but the vocabulary has 0 to 3$"),
        (
            lambda: check_pair(IDS[None].repeat(2, 1), IDS[None].repeat(3, 1)),
            r"src has shape \(2, 2\), tgt \(3, 2\), but both must be one sentence or batches of",
        ),
        (lambda: check_pair(IDS, IDS[None]), r"src has shape \(2,\), tgt \(1, 2\), but both must"),
    ],
)
def test_bad_input_says_what_was_given_and_what_is_allowed(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_good_ids_pass():
    check_ids(IDS, TABLE[:2], 2)  # the largest id and the greatest length there may be
    check_ids(IDS[None].repeat(9, 1), TABLE[:2], 2)
    check_pair(IDS, IDS[:1])
    check_pair(IDS[None], IDS[None, :1])
