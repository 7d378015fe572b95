"""Weights that are set: the circle, the adder, and models of two layers, by property and against PyTorch."""

import math
import re

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor

from support.copies import ROOT
from tensorbytensor.attention import causal_mask, masked_softmax
from tensorbytensor.by_hand import SIGNS, Adder, TwoLayers, circle, reflection, rotation


def written(number: int, count: int) -> str:
    """The digits of a number, the ones first."""
    return str(number).zfill(count)[::-1]


def sum_text(a: int, b: int, n: int) -> str:
    return f"{written(a, n)}+{written(b, n)}={written(a + b, n + 1)}"


def ids_of(*texts: str) -> Tensor:
    return torch.tensor([[SIGNS.index(sign) for sign in text] for text in texts])


def goes_on(model: Adder, prompt: str, n: int) -> str:
    """Greedily, each digit from its own digits before."""
    text = prompt
    for _ in range(n + 1):
        text += SIGNS[model(ids_of(text))[0, -1].argmax()]
    return text


@pytest.mark.parametrize("period", [3, 7, 16])
def test_a_rotation_leads_from_each_position_to_the_one_some_steps_on(period):
    places = circle(3 * period, period)
    for steps in (-5, -1, 0, 1, 2, period + 1):
        at = (torch.arange(3 * period) + steps) % period
        assert torch.allclose(places @ rotation(steps, period), places[at], atol=1e-6)


@pytest.mark.parametrize("period", [3, 7, 16])
def test_a_reflection_leads_to_the_position_that_makes_up_the_total(period):
    places = circle(period, period)
    for total in (-2, 0, 5, 9):
        at = (total - torch.arange(period)) % period
        assert torch.allclose(places @ reflection(total, period), places[at], atol=1e-6)


def test_a_rotation_keeps_and_a_reflection_turns_the_order_of_the_circle():
    for steps in range(-7, 8):
        for made, sign in ((rotation(steps, 7), 1.0), (reflection(steps, 7), -1.0)):
            assert torch.allclose(made @ made.T, torch.eye(2), atol=1e-6)
            assert torch.allclose(made.det(), torch.tensor(sign), atol=1e-6)


def test_positions_are_cosines_and_sines_and_equal_to_the_bit_in_each_round():
    places = circle(20, 5)
    assert places.shape == (20, 2)
    angles = [2 * math.pi * place / 5 for place in range(20)]
    expected = torch.tensor([[math.cos(angle), math.sin(angle)] for angle in angles])
    assert torch.allclose(places, expected, atol=1e-6)
    assert torch.equal(places[:5], places[15:])


def test_an_adder_writes_all_sums_of_two_digits_on_its_own():
    model = Adder(2)
    pairs = [(a, b) for a in range(100) for b in range(100)]
    wanted = ids_of(*(sum_text(a, b, 2) for a, b in pairs))
    texts = wanted[:, :6]
    for _ in range(3):
        texts = torch.cat([texts, model(texts)[:, -1:].argmax(dim=-1)], dim=1)
    assert torch.equal(texts, wanted)


@pytest.mark.parametrize(
    ("a", "b"),
    [(9_999_999_999, 1), (9_999_999_999, 9_999_999_999), (0, 0), (1_234_567_890, 8_765_432_109)],
)
def test_a_carry_runs_through_ten_digits(a, b):
    text = sum_text(a, b, 10)
    assert goes_on(Adder(), text[:22], 10) == text


def test_an_adder_never_means_a_sign():
    """Whatever digit comes next, 0 among them."""
    text = sum_text(5, 5, 2) + sum_text(45, 45, 2)
    shares = Adder(2)(ids_of(text)).softmax(dim=-1)  # (T, V)
    assert shares[..., 10:].max() < 1e-6 and (shares.argmax(dim=-1) == 0).any()


def test_an_adder_has_as_many_numbers_as_the_chapter_says_and_none_is_learned():
    for n_digits in (1, 10):
        model = Adder(n_digits)
        assert sum(p.numel() for p in model.parameters()) == 52
        assert not any(p.requires_grad for p in model.parameters())


def test_before_the_threshold_the_number_is_the_digit_or_ten_more_and_a_tenth_off_at_most():
    a, b, n = 958, 467, 3
    exact, carry = [], 0
    for place in range(n + 1):
        added = a // 10**place % 10 + b // 10**place % 10
        exact.append(added + carry)
        carry = exact[-1] // 10
    model, ids = Adder(n), ids_of(sum_text(a, b, n))[:, :-1]
    rough, digit = model.rough(ids)[0, 7:], model.digit(ids)[0, 7:]
    short = torch.tensor(exact) - rough
    assert ((short > -1e-4) & (short < 0.1001)).all()
    assert torch.equal(digit.round().long(), torch.tensor(exact) % 10)


def test_the_adder_works_where_its_weights_are():
    assert Adder(2).to("meta").weights(8).device.type == "meta"


def test_both_heads_look_at_digits_of_one_place_and_never_ahead_in_the_text():
    ahead, here = Adder(2).weights(8)
    for weights in (ahead, here):
        assert torch.allclose(weights.sum(dim=1), torch.ones(8))
        assert weights.triu(diagonal=1).abs().sum() == 0
    assert torch.allclose(ahead[6, [1, 4]], torch.tensor([0.5, 0.5]), atol=1e-4)
    assert torch.allclose(here[6, [0, 3, 6]], torch.full((3,), 1 / 3), atol=1e-4)


def test_both_heads_are_as_sharp_as_one_says():
    for sharpness, sharp in ((1.0, False), (100.0, True)):
        largest = Adder(3, sharpness).weights(9)[:, 1]  # the second token sees itself and the first
        assert ((largest.amax(dim=-1) > 0.9) == sharp).all()


def test_less_sharpness_mixes_neighbours_in_and_more_digits_need_another_circle():
    text = sum_text(3_625_609_473, 6_374_390_526, 10)
    assert goes_on(Adder(10, 100.0), text[:22], 10) == text
    assert goes_on(Adder(10, 20.0), text[:22], 10) != text
    longer = sum_text(36_256_094_732, 63_743_905_267, 11)
    assert goes_on(Adder(11), longer[:24], 11) == longer
    assert goes_on(Adder(10), longer[:24], 11) != longer


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float64])
def test_an_adder_adds_in_other_dtypes(dtype):
    text = sum_text(987_654_321, 12_345_679, 10)
    model = Adder(10).to(dtype)
    assert model(ids_of(text)).dtype == dtype
    assert goes_on(model, text[:22], 10) == text


def test_signs_are_never_the_most_probable():
    logits = Adder(3)(ids_of(sum_text(999, 999, 3), sum_text(0, 0, 3)))
    assert (logits.argmax(dim=-1)[:, 7:] < 10).all()


def test_two_layers_are_the_layers_of_pytorch():
    """Without a batch of models: each is two causal attentions with residuals."""
    models, ids = (
        TwoLayers([3, 8], n_tokens=7, d_model=6, max_len=9),
        torch.arange(20).view(4, 5) % 7,
    )
    logits, *_ = models(ids)
    for number in range(2):
        x = models.embedding[number][ids] + models.positions[number][:5]
        for layer in range(2):
            W_q, W_k, W_v, W_o = models.heads[number, layer]
            context = F.scaled_dot_product_attention(x @ W_q, x @ W_k, x @ W_v, is_causal=True)
            x = x + context @ W_o
        assert torch.allclose(logits[number], x @ models.output[number], atol=1e-5)


def test_a_model_depends_on_its_own_seed_alone_and_on_no_global_draw():
    torch.manual_seed(1)
    both = TwoLayers([5, 6], 4, 8, 6)
    torch.manual_seed(2)
    alone = TwoLayers([6], 4, 8, 6)
    for ours, theirs in zip(both.parameters(), alone.parameters()):
        assert torch.equal(ours[1], theirs[0])
        assert not torch.equal(ours[0], ours[1])
        assert 0.7 < ours.std() * math.sqrt(8) < 1.3


def test_each_model_gets_the_gradient_of_its_own_loss():
    models, ids = TwoLayers([0, 1], 4, 8, 6), torch.arange(18).view(3, 6) * 5 % 4
    models(ids)[0][0].sum().backward()
    assert models.heads.grad[0].abs().sum() > 0
    assert models.heads.grad[1].abs().sum() == 0


def test_changed_weights_are_those_a_layer_goes_on_with():
    models, ids = TwoLayers([0], 4, 8, 6), torch.arange(18).view(3, 6) * 5 % 4

    def blind(layer: int, weights: Tensor) -> Tensor:
        return weights * 0 if layer == 1 else weights

    logits, one, two = models(ids, blind)
    plain, same, _ = models(ids)
    assert torch.equal(one, same)
    assert two.abs().sum() == 0
    assert not torch.allclose(logits, plain)
    assert torch.allclose(models(ids, lambda layer, weights: weights)[0], plain)


# --- The cells with which a reader judges a head ---


def cells_with(*parts: str) -> dict:
    """What the chapter's cells define that have these words, run in their order."""
    names = {"torch": torch, "F": F, "circle": circle, "rotation": rotation}
    names |= {"causal_mask": causal_mask, "masked_softmax": masked_softmax}
    text = (ROOT / "chapters" / "en" / "by-hand.md").read_text("utf8")
    cells = re.findall(r"^```\{code-cell\}\n(?:^:.*\n)*((?:.*\n)*?)```$", text, re.MULTILINE)
    for part in parts:
        (cell,) = [each for each in cells if part in each]
        exec(cell, names)
    return names


@pytest.fixture(scope="module")
def judge() -> dict:
    return cells_with("def embed", "def look(", "def check(")


def test_a_check_names_how_many_are_wrong_and_the_first_of_them(judge, capsys):
    texts = judge["every"](4, 3)
    judge["check"](texts, (texts != 1).all(dim=1))
    assert capsys.readouterr().out == "37/64 aab\n"
    judge["check"](texts, texts[:, 0] >= 0)
    assert capsys.readouterr().out == "0/64\n"


@pytest.mark.parametrize("wrong", ["(N, T)", "too few", "numbers for truth values", "one for all"])
def test_a_check_refuses_what_is_no_verdict_for_each_text(judge, wrong):
    texts = judge["every"](4, 3)
    right = {
        "(N, T)": texts == 0,
        "too few": texts[:-1, 0] == 0,
        "numbers for truth values": (texts[:, 0] == 0).int(),
        "one for all": (texts == 0).all(),
    }[wrong]
    given = re.escape(f"right is {right.dtype} {tuple(right.shape)}, but must be torch.bool (64,)")
    with pytest.raises(AssertionError, match=given):
        judge["check"](texts, right)


def test_a_head_that_looks_one_place_off_is_wrong_on_all_texts_and_nan_is_refused(judge, capsys):
    texts, t = judge["every"](3, 4), torch.arange(4)
    weights = judge["look"](judge["embed"](texts), judge["before"])
    for wanted, said in (((t - 1).clamp(min=0), "0/81"), (t, "81/81 aaaa")):
        judge["check"](texts, judge["looks_at"](weights, wanted))
        assert capsys.readouterr().out == f"{said}\n"
    with pytest.raises(AssertionError, match="no numbers"):
        judge["looks_at"](weights * math.nan, t)
    with pytest.raises(RuntimeError, match="must be smaller than num_classes"):
        judge["looks_at"](weights, t + 1)


def test_the_tidiness_of_heads_is_what_counting_row_by_row_gives():
    parts = "def embed", "def look(", "def check(", "texts = every(4, 6)", "same = torch.zeros"
    names = cells_with(*parts, "def tidy(")
    ids = torch.tensor([2, 0, 2, 2, 1, 0, 1])
    rng = torch.Generator().manual_seed(0)
    weights = (8 * torch.randn(5, 7, 7, generator=rng)).softmax(dim=-1)
    weights[:, 1] = F.one_hot(torch.tensor(0), 7)  # a row that does not count
    counted = torch.zeros(3, 5, dtype=torch.long)
    for head in range(5):
        for row in range(2, 7):
            places = row - 1, 0, ids.tolist().index(ids[row])
            for kind, place in enumerate(places):
                counted[kind, head] += weights[head, row, place] > 0.9
    assert counted.sum() > 5
    assert torch.equal(names["tidy"](weights, ids), counted)


def test_two_layers_read_texts_of_every_length_up_to_the_longest():
    models = TwoLayers([0], n_tokens=4, d_model=6, max_len=9)
    logits, *_ = models(torch.arange(9).view(1, 9) % 4)
    assert logits.shape == (1, 1, 9, 4)
    with pytest.raises(ValueError, match="10 tokens, but max_len is 9"):
        models(torch.arange(10).view(1, 10) % 4)


def test_predictions_count_where_the_same_letter_was_followed_by_the_right_one():
    names = cells_with("def repeated", "def after_same")
    texts, counts = names["repeated"](500, torch.Generator().manual_seed(1))
    found = names["after_same"](texts[:, :-1])  # (B, T, T)
    assert counts.equal(found.any(dim=-1))
    assert (texts[:, None, :-1] == texts[:, 1:, None])[found].all()
