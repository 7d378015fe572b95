"""`attention` and its parts: against PyTorch, by property, in every dtype, on bad input."""

import math

import pytest
import torch
import torch.nn.functional as F
from hypothesis import given, settings
from hypothesis import strategies as st
from torch.autograd import gradcheck

from tensorbytensor.attention import attention, causal_mask, fused_attention, masked_softmax

DTYPES = [torch.float64, torch.float32, torch.float16, torch.bfloat16]
sizes = st.integers(1, 6)


def draw(*shape: int, seed: int = 0, dtype: torch.dtype = torch.float64) -> torch.Tensor:
    return torch.randn(
        *shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64
    ).to(dtype)


def random_mask(*shape: int, seed: int = 0) -> torch.Tensor:
    return torch.rand(*shape, generator=torch.Generator().manual_seed(seed)) < 0.4


@settings(deadline=None, max_examples=60)
@given(
    B=sizes,
    H=sizes,
    T=sizes,
    S=sizes,
    K=sizes,
    V=sizes,
    seed=st.integers(0, 9),
    masked=st.booleans(),
)
def test_equals_pytorch(B, H, T, S, K, V, seed, masked):
    query, key, value = (
        draw(B, H, T, K, seed=seed),
        draw(B, H, S, K, seed=seed + 1),
        draw(B, H, S, V, seed=seed + 2),
    )
    mask = random_mask(B, 1, T, S, seed=seed) if masked else None
    if masked:
        mask[..., 0] = False  # PyTorch gives NaN where a row has nothing to see
    context, weights = attention(query, key, value, mask)
    expected = F.scaled_dot_product_attention(query, key, value, None if mask is None else ~mask)
    torch.testing.assert_close(context, expected)
    assert weights.shape == (B, H, T, S)


@pytest.mark.parametrize("length", [1, 2, 5])
def test_causal_equals_pytorch(length):
    query, key, value = (draw(length, 4, seed=seed) for seed in range(3))
    context, _ = attention(query, key, value, causal_mask(length))
    expected = F.scaled_dot_product_attention(query, key, value, is_causal=True)
    torch.testing.assert_close(context, expected)


@settings(deadline=None, max_examples=60)
@given(B=sizes, T=sizes, S=sizes, seed=st.integers(0, 99))
def test_rows_sum_to_one_or_zero(B, T, S, seed):
    mask = random_mask(B, T, S, seed=seed)
    weights = masked_softmax(10 * draw(B, T, S, seed=seed), mask)
    assert (weights[mask] == 0).all()
    torch.testing.assert_close(weights.sum(-1), (~mask).any(-1).double())


def test_changing_the_future_never_changes_the_past():
    query, key, value = (draw(5, 4, seed=seed) for seed in range(3))
    before, _ = attention(query, key, value, causal_mask(5))
    for t in range(1, 5):
        changed_key, changed_value = key.clone(), value.clone()
        changed_key[t:], changed_value[t:] = 7.0, -7.0
        after, _ = attention(query, changed_key, changed_value, causal_mask(5))
        torch.testing.assert_close(after[:t], before[:t])
        assert not torch.allclose(after[t:], before[t:])


def test_what_is_hidden_changes_nothing():
    query, key, value = draw(2, 3, 4), draw(2, 6, 4, seed=1), draw(2, 6, 5, seed=2)
    mask = torch.zeros(2, 1, 6, dtype=torch.bool)
    mask[:, :, 4:] = True
    context, _ = attention(query, key, value, mask)
    alone, _ = attention(query, key[:, :4], value[:, :4])
    torch.testing.assert_close(context, alone)


def test_permuting_the_keys_permutes_only_the_weights():
    query, key, value = draw(3, 4), draw(6, 4, seed=1), draw(6, 5, seed=2)
    order = torch.randperm(6, generator=torch.Generator().manual_seed(0))
    context, weights = attention(query, key, value)
    permuted_context, permuted_weights = attention(query, key[order], value[order])
    torch.testing.assert_close(permuted_context, context)
    torch.testing.assert_close(permuted_weights, weights[:, order])


def test_batched_equals_one_by_one():
    query, key, value = draw(3, 2, 4), draw(3, 5, 4, seed=1), draw(3, 5, 6, seed=2)
    mask = random_mask(3, 2, 5)
    batched = attention(query, key, value, mask)
    for i in range(3):
        for whole, single in zip(batched, attention(query[i], key[i], value[i], mask[i])):
            torch.testing.assert_close(whole[i], single)


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_a_row_with_nothing_to_see_is_zero_in_every_dtype(dtype):
    scores = (100 * draw(2, 3, 4, dtype=dtype)).requires_grad_()
    mask = torch.zeros(2, 3, 4, dtype=torch.bool)
    mask[0, 1] = True
    weights = masked_softmax(scores, mask)
    assert weights.dtype == dtype and weights.isfinite().all()
    assert (weights[0, 1] == 0).all()
    (weights * draw(2, 3, 4, seed=1, dtype=dtype)).sum().backward()
    assert scores.grad.isfinite().all() and (scores.grad[0, 1] == 0).all()


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_what_is_hidden_has_no_weight_however_low_the_other_scores_are(dtype):
    lowest = torch.finfo(dtype).min
    scores = torch.tensor([[0.5 * lowest, 0.75 * lowest, 0.0], [0.5 * lowest] * 3], dtype=dtype)
    mask = torch.tensor([[False, False, True]])
    expected = torch.tensor([[1.0, 0.0, 0.0], [0.5, 0.5, 0.0]], dtype=dtype)
    assert masked_softmax(scores, mask).equal(expected)


@pytest.mark.parametrize("dtype", DTYPES[1:], ids=str)
def test_low_precision_is_close_to_double(dtype):
    tensors = [draw(2, 5, 8, seed=seed) for seed in range(3)]
    exact, _ = attention(*tensors, causal_mask(5))
    rough, _ = attention(*(tensor.to(dtype) for tensor in tensors), causal_mask(5))
    tolerance = 40 * torch.finfo(dtype).eps
    torch.testing.assert_close(rough.double(), exact, rtol=tolerance, atol=tolerance)


def test_gradients():
    tensors = [draw(2, n, 3, seed=n).requires_grad_() for n in (2, 4, 4)]
    mask = random_mask(2, 2, 4)
    mask[0, 0] = True  # nothing to see
    assert gradcheck(lambda q, k, v: attention(q, k, v, mask), tensors)


def test_dropout_is_applied_to_the_weights():
    query, key, value = (draw(3, 4, seed=seed) for seed in range(3))
    context, weights = attention(query, key, value, dropout=lambda w: 2 * w)
    torch.testing.assert_close(weights.sum(-1), torch.full((3,), 2.0).double())
    torch.testing.assert_close(context, weights @ value)


def test_causal_mask_hides_exactly_the_future():
    mask = causal_mask(4)
    assert mask.dtype == torch.bool
    assert all(mask[t, s].item() == (s > t) for t in range(4) for s in range(4))
    assert mask.device.type == "cpu" and causal_mask(4, "meta").device.type == "meta"


FLOATS = torch.zeros(3, 4)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: causal_mask(0),
            r"length is 0, but must be an integer of at least 1",
        ),
        (lambda: causal_mask(2.5), r"length is 2\.5, but must be an integer"),
        (lambda: causal_mask(True), r"length is True, but must be an integer"),
        (
            lambda: masked_softmax(torch.zeros(2, 2, dtype=torch.int)),
            r"scores is torch\.int32 .* must hold floats",
        ),
        (lambda: masked_softmax([1.0]), r"scores is a list, but must be a tensor"),
        (
            lambda: masked_softmax(FLOATS, torch.zeros(3, 4)),
            r"mask is torch\.float32, but must be .* torch\.bool",
        ),
        (
            lambda: masked_softmax(FLOATS, [[True]]),
            r"mask is list, but must be a tensor of torch\.bool",
        ),
        (
            lambda: masked_softmax(FLOATS, causal_mask(3)),
            r"mask has shape \(3, 3\), but must broadcast to .*\(3, 4\)",
        ),
        (
            lambda: masked_softmax(FLOATS, torch.zeros(2, 3, 4).bool()),
            r"mask has shape \(2, 3, 4\), but must broad",
        ),
        (
            lambda: attention(FLOATS[0], FLOATS, FLOATS),
            r"query is torch\.float32 of shape \(4,\), but must hold",
        ),
        (
            lambda: attention(FLOATS.long(), FLOATS, FLOATS),
            r"query is torch\.int64",
        ),
        (
            lambda: attention(FLOATS, FLOATS.double(), FLOATS),
            r"key \(3, 4\) torch\.float64.* must have one dtype",
        ),
        (
            lambda: attention(FLOATS, torch.zeros(3, 5), FLOATS),
            r"query \(3, 4\).*key \(3, 5\).*equally wide",
        ),
        (
            lambda: attention(FLOATS, FLOATS, torch.zeros(2, 4)),
            r"value \(2, 4\).*must be equally long",
        ),
        (
            lambda: attention(FLOATS, FLOATS[None], FLOATS[None]),
            r"batch dimensions of query and key must match",
        ),
        (
            lambda: attention(FLOATS, FLOATS[None], FLOATS),
            r"key and value must have the same batch dimensions",
        ),
        (
            lambda: attention(FLOATS.expand(2, 3, 4), *[FLOATS.expand(3, 3, 4)] * 2),
            r"batch dimensions of query and key must match or be 1",
        ),
        (lambda: attention(FLOATS, FLOATS, [FLOATS]), "value is a list, but must be a tensor"),
        (lambda: masked_softmax(FLOATS[0, 0]), "scores is .* in at least 1 dimension"),
    ],
)
def test_bad_input_says_what_was_given_and_what_is_allowed(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("face", [lambda *x: attention(*x)[0], fused_attention])
def test_a_batch_of_one_looks_at_each_of_several_and_the_other_way_round(face):
    one, several = draw(1, 2, 4), draw(3, 5, 4, seed=1)
    torch.testing.assert_close(
        face(one, several, several), face(one.expand(3, 2, 4), several, several)
    )
    torch.testing.assert_close(face(several, one, one), face(several, *[one.expand(3, 2, 4)] * 2))


def test_the_scores_of_one_query_need_no_second_dimension():
    scores, mask = draw(4), torch.tensor([False, True, False, True])
    torch.testing.assert_close(masked_softmax(scores), scores.softmax(0))
    assert masked_softmax(scores, mask)[::2].equal(scores[::2].softmax(0))


def test_scale_is_the_width_of_a_query():
    _context, weights = attention(torch.full((1, 9), 1.0), torch.eye(9)[:2] * 3, torch.eye(2))
    torch.testing.assert_close(weights, torch.tensor([[0.5, 0.5]]))
    _, weights = attention(
        torch.tensor([[math.sqrt(4.0), 0, 0, 0]]), torch.eye(4)[:2], torch.eye(2)
    )
    torch.testing.assert_close(weights, torch.tensor([[1.0, 0.0]]).softmax(-1))


@pytest.mark.parametrize("batch", [(), (2,), (2, 3), (2, 1, 2)], ids=str)
@pytest.mark.parametrize("how", ["bare", "masked", "causal"])
def test_fused_attention_has_the_context_and_gradients_of_attention(batch, how):
    query, key, value = (draw(*batch, 5, 4, seed=seed).requires_grad_() for seed in range(3))
    mask = {"bare": None, "masked": random_mask(*batch, 5, 5), "causal": causal_mask(5)}[how]
    if how == "masked":
        mask[..., 2, :] = True  # a row with nothing to see
    expected, _ = attention(query, key, value, mask)
    options = {"causal": True} if how == "causal" else {"mask": mask}
    context = fused_attention(query, key, value, **options)
    torch.testing.assert_close(context, expected)
    for tensor in (query, key, value):
        torch.testing.assert_close(
            torch.autograd.grad(context.sum(), tensor, retain_graph=True),
            torch.autograd.grad(expected.sum(), tensor, retain_graph=True),
        )


def test_fused_attention_takes_a_mask_or_causal():
    with pytest.raises(ValueError, match="mask given with causal, but only one is allowed"):
        fused_attention(FLOATS, FLOATS, FLOATS, causal_mask(3), causal=True)
    with pytest.raises(ValueError, match=r"mask has shape \(2, 2\), but must broadcast"):
        fused_attention(FLOATS, FLOATS, FLOATS, causal_mask(2))
