"""The modules built on attention: linear, Dropout, SelfAttention, MultiHeadAttention."""

import copy
import re

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import nn

from support.pytorch_layers import attention_weights
from tensorbytensor.attention import (
    MultiHeadAttention,
    SelfAttention,
    attention,
    causal_mask,
    merge_heads,
    split_heads,
)
from tensorbytensor.basics import Dropout, linear
from tensorbytensor.basics.reproducible_dropout_mask import dropout_mask
from tensorbytensor.transformer import Sizes

sizes = st.integers(1, 4)


def generator(seed: int = 0) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def draw(*shape: int, seed: int = 0) -> torch.Tensor:
    return torch.randn(*shape, generator=generator(seed))


def to_pytorch(ours: MultiHeadAttention, d_model: int) -> nn.MultiheadAttention:
    """PyTorch's module with the weights of ours."""
    bias = ours.W_q.bias is not None
    theirs = nn.MultiheadAttention(d_model, ours.n_heads, bias=bias, batch_first=True)
    theirs.load_state_dict(attention_weights(ours))
    return theirs


@settings(deadline=None, max_examples=40)
@given(
    B=sizes,
    T=sizes,
    S=sizes,
    K=sizes,
    H=sizes,
    bias=st.booleans(),
    masked=st.booleans(),
)
def test_multi_head_attention_equals_pytorch(B, T, S, K, H, bias, masked):
    D = H * K
    ours = MultiHeadAttention(D, H, bias=bias, generator=generator())
    theirs = to_pytorch(ours, D)
    query, key, value = draw(B, T, D), draw(B, S, D, seed=1), draw(B, S, D, seed=2)
    mask = torch.rand(T, S, generator=generator()) < 0.4
    mask[:, 0] = False
    mask = mask if masked else None
    context = ours(query, key, value, mask)
    weights = ours.weights(query, key, value, mask)
    expected, expected_weights = theirs(
        query, key, value, attn_mask=mask, average_attn_weights=False
    )
    torch.testing.assert_close(context, expected, atol=1e-6, rtol=1e-5)
    torch.testing.assert_close(weights, expected_weights, atol=1e-6, rtol=1e-5)


def test_multi_head_gradients_equal_pytorch():
    ours = MultiHeadAttention(6, 3, bias=True, generator=generator())
    theirs = to_pytorch(ours, 6)
    x = draw(2, 4, 6)
    ours(x, x, x, causal_mask(4)).square().sum().backward()
    theirs(x, x, x, attn_mask=causal_mask(4), need_weights=False)[0].square().sum().backward()
    joined = torch.cat([layer.weight.grad for layer in (ours.W_q, ours.W_k, ours.W_v)])
    torch.testing.assert_close(joined, theirs.in_proj_weight.grad, atol=1e-5, rtol=1e-4)
    torch.testing.assert_close(
        ours.W_o.weight.grad, theirs.out_proj.weight.grad, atol=1e-5, rtol=1e-4
    )


def test_multi_head_masks_by_sentence():
    layer = MultiHeadAttention(4, 2, generator=generator())
    x, mask = draw(2, 3, 4), torch.zeros(2, 3, 3, dtype=torch.bool)
    mask[1, :, 2] = True
    whole = layer(x, x, x, mask)
    for i in range(2):
        torch.testing.assert_close(whole[i], layer(x[i], x[i], x[i], mask[i]))
    shorter = layer(x[1, :2], x[1, :2], x[1, :2])
    torch.testing.assert_close(whole[1, :2], shorter)


def test_multi_head_masks_in_several_batch_dimensions():
    """As many in the second as heads, so that no mistake of dimensions shows as one of shapes."""
    layer = MultiHeadAttention(4, 2, generator=generator())
    x, mask = draw(3, 2, 5, 4), torch.rand(3, 2, 5, 5, generator=generator(1)) < 0.4
    whole, weights = layer(x, x, x, mask), layer.weights(x, x, x, mask)
    for i in range(3):
        for j in range(2):
            alone = (x[i, j], x[i, j], x[i, j], mask[i, j])
            torch.testing.assert_close(whole[i, j], layer(*alone))
            torch.testing.assert_close(weights[i, j], layer.weights(*alone))


def test_one_head_is_self_attention():
    many = MultiHeadAttention(4, 1, generator=generator())
    one = SelfAttention(4, 4, generator=generator())
    x = draw(3, 4)
    torch.testing.assert_close(many(x, x, x), one(x) @ many.W_o.weight.T)


@settings(deadline=None)
@given(shape=st.lists(sizes, min_size=0, max_size=2), T=sizes, H=sizes, K=sizes)
def test_split_and_merge(shape, T, H, K):
    x = draw(*shape, T, H * K)
    heads = split_heads(x, H)
    assert heads.shape == (*shape, H, T, K)
    for h in range(H):
        assert heads[..., h, :, :].equal(x[..., h * K : (h + 1) * K])
    assert merge_heads(heads).equal(x)


def test_self_attention_takes_any_length_and_keeps_the_past():
    layer = SelfAttention(5, 4, generator=generator())
    for T in (1, 2, 7):
        x = draw(2, T, 5)
        full = layer(x, causal_mask(T))
        assert full.shape == (2, T, 4)
        torch.testing.assert_close(full[:, 0], layer(x[:, :1])[:, 0])


def test_self_attention_equals_pytorch():
    layer, x = SelfAttention(5, 4, generator=generator()), draw(2, 3, 5)
    expected = F.scaled_dot_product_attention(
        layer.W_q(x), layer.W_k(x), layer.W_v(x), is_causal=True
    )
    torch.testing.assert_close(layer(x, causal_mask(3)), expected)


@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("make", [SelfAttention, MultiHeadAttention])
def test_projections_are_drawn_one_after_another_all_with_a_bias_or_none(make, bias):
    layer, random = make(6, 2, bias=bias, generator=generator(3)), generator(3)
    d_out = layer.W_q.out_features
    count = sum(1 for _ in layer.children()) - hasattr(layer, "dropout")
    expected = [p for _ in range(count) for p in linear(6, d_out, bias, random).parameters()]
    assert len(expected) == count * (1 + bias)
    for mine, yours in zip(layer.parameters(), expected, strict=True):
        assert mine.equal(yours)


def test_self_attention_drops_weights_and_nothing_else():
    """Beside a layer without dropout, whose weights are dropped by hand with the same draw."""
    layer, x = SelfAttention(4, 4, dropout=0.5, generator=generator()), draw(2, 5, 4)
    plain, random = SelfAttention(4, 4, generator=generator()), generator()
    random.set_state(layer.dropout.generator.get_state())
    assert plain.dropout.p == 0
    dropped = layer(x, causal_mask(5))
    _, weights = attention(
        plain.W_q(x), plain.W_k(x), plain.W_v(x), causal_mask(5), Dropout(0.5, random)
    )
    torch.testing.assert_close(dropped, weights @ plain.W_v(x))
    assert not torch.allclose(dropped, plain(x, causal_mask(5)))
    torch.testing.assert_close(layer.eval()(x, causal_mask(5)), plain(x, causal_mask(5)))


@pytest.mark.parametrize("bias", [False, True])
def test_linear_draws_what_nn_linear_draws(bias):
    torch.manual_seed(5)
    theirs = nn.Linear(3, 7, bias=bias)
    ours = linear(3, 7, bias=bias, generator=generator(5))
    torch.manual_seed(5)
    for layer in (ours, linear(3, 7, bias)):  # with the global generator, too
        for mine, yours in zip(layer.parameters(), theirs.parameters(), strict=True):
            torch.testing.assert_close(mine, yours)


def test_a_layer_has_no_bias_and_drops_half_unless_told_otherwise():
    assert linear(3, 7).bias is None and SelfAttention(3, 7).W_v.bias is None
    assert MultiHeadAttention(4, 2).W_o.bias is None
    assert Dropout().p == nn.Dropout().p == 0.5
    assert str(Dropout(0.25)) == "Dropout(p=0.25)"


def test_a_generator_of_ones_own_leaves_the_global_one_alone():
    before = torch.get_rng_state()
    layer = SelfAttention(4, 4, dropout=0.5, generator=generator())
    layer(draw(2, 3, 4))
    assert torch.get_rng_state().equal(before)


@settings(deadline=None)
@given(p=st.floats(0.05, 0.95), seed=st.integers(0, 99))
def test_dropout_drops_a_share_p_and_keeps_the_mean(p, seed):
    dropped = Dropout(p, generator(seed))(torch.ones(20_000))
    share = (dropped == 0).float().mean().item()
    assert abs(share - p) < 0.02
    torch.testing.assert_close(dropped[dropped != 0].unique(), torch.tensor([1 / (1 - p)]))


@pytest.mark.parametrize("shape", [(1,), (3, 3), (2, 300, 7)])
def test_dropout_takes_one_draw_whatever_the_shape(shape):
    used, spent = generator(1), generator(1)
    Dropout(0.5, used)(torch.ones(shape))
    torch.rand((), generator=spent)  # one 32-bit draw in every version of PyTorch
    assert used.get_state().equal(spent.get_state())


def test_dropout_differs_from_call_to_call_and_repeats_from_a_seed():
    layer = Dropout(0.5, generator(0))
    first, second = layer(torch.ones(100)), layer(torch.ones(100))
    assert not first.equal(second)
    assert Dropout(0.5, generator(0))(torch.ones(100)).equal(first)


def test_dropout_meets_p_on_average():
    # rounded down always, 256 p would make it 0.0977, rounded up 0.1016
    layer, ones = Dropout(0.1, generator()), torch.ones(1000)
    shares = torch.stack([(layer(ones) == 0).float().mean() for _ in range(4000)])
    assert abs(shares.mean().item() - 0.1) < 6e-4  # four standard deviations


def test_dropout_meets_a_high_p_on_average():
    layer, ones = Dropout(0.9, generator()), torch.ones(1000)
    shares = torch.stack([(layer(ones) == 0).float().mean() for _ in range(400)])
    assert abs(shares.mean().item() - 0.9) < 2e-3  # four standard deviations


@pytest.mark.parametrize("p", [0.1, 0.5])
def test_dropout_drops_each_entry_by_itself(p):
    """Eight neighbours come from one draw: none more often than another, none together."""
    lanes = (Dropout(p, generator(1))(torch.ones(100_000, 8)) == 0).double()
    assert (lanes.mean(dim=0) - p).abs().max() < 0.008
    assert (lanes.T.corrcoef() - torch.eye(8)).abs().max() < 0.015
    along = torch.stack([lanes[:-1].flatten(), lanes[1:].flatten()]).corrcoef()
    assert along[0, 1].abs() < 0.015


def test_dropout_has_the_mask_that_the_mersenne_twister_gives():
    """So it is the same on every build of PyTorch: here it comes from NumPy's generator."""

    def twister(seed: int, draws: int) -> np.ndarray:
        engine = np.random.MT19937()
        engine._legacy_seeding(seed)
        return engine.random_raw(draws).astype(np.uint32)

    own = int(twister(5, 1)[0]) % 2**24
    high, low = twister(own, 4).reshape(2, 2).T.astype(np.uint64)
    drawn = (high << np.uint64(32) | low).view(np.int8)[:15].astype(int)
    kept = torch.from_numpy(drawn + 128 >= np.floor(0.3 * 256 + own / 2**24))
    assert (Dropout(0.3, generator(5))(torch.ones(3, 5)) != 0).flatten().equal(kept)


@pytest.mark.parametrize("shape", [(), (0,), (0, 3), (1,), (5,), (3, 7), (2, 3, 4)], ids=str)
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float64], ids=str)
def test_dropout_in_every_shape_and_dtype(shape, dtype):
    x = torch.ones(shape, dtype=dtype)
    out = Dropout(0.5, generator(2))(x)
    flat = Dropout(0.5, generator(2))(torch.ones(24))
    assert out.shape == x.shape and out.dtype == dtype
    assert out.flatten().float().equal(flat[: x.numel()])
    turned = Dropout(0.5, generator(2))(x.T if x.ndim == 2 else x)
    assert turned.flatten().equal(out.flatten())


def test_the_highest_p_that_a_byte_can_say_keeps_one_entry_of_256():
    kept = (Dropout(255 / 256, generator())(torch.ones(200_000)) != 0).double().mean()
    assert kept.item() == pytest.approx(1 / 256, abs=6e-4)  # four standard deviations


@pytest.mark.parametrize("p", [256 / 257, 1 - 1e-9, 1.0])
def test_a_p_that_a_byte_cannot_say_is_refused(p):
    """A mean of what is kept would be far from what went in."""
    said = re.escape(f" is {p}, but must be in [0, 255/256]")
    for made in (
        lambda: Dropout(p),
        lambda: SelfAttention(4, 4, dropout=p),
        lambda: Sizes(dropout=p),
    ):
        with pytest.raises(ValueError, match=said):
            made()


def test_the_mask_of_dropout_is_of_ones_and_zeros_like_its_tensor():
    for dtype in (torch.float64, torch.bfloat16):
        mask = dropout_mask(torch.full((3, 5), 7.0, dtype=dtype), 0.5, generator())
        assert (
            mask.dtype == dtype and mask.shape == (3, 5) and set(mask.unique().tolist()) == {0, 1}
        )


@pytest.mark.parametrize("p", [1e-9, 255 / 256])
def test_dropout_at_the_ends_of_its_range(p):
    dropped = Dropout(p, generator())(torch.ones(1000)) == 0
    assert abs(dropped.float().mean().item() - p) < 0.01


def test_dropout_rests_outside_training_and_passes_gradients():
    layer, x = Dropout(0.5, generator(0)), torch.ones(50, requires_grad=True)
    out = layer(x)
    out.sum().backward()
    assert x.grad.equal(out.detach())
    assert layer.eval()(x) is x
    assert Dropout(0.0)(x) is x


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float64], ids=str)
def test_layers_in_other_dtypes(dtype):
    layer = MultiHeadAttention(4, 2, generator=generator()).to(dtype)
    exact = copy.deepcopy(layer).double()
    x = draw(2, 3, 4).to(dtype)
    context = layer(x, x, x, causal_mask(3))
    assert context.dtype == dtype
    expected = exact(x.double(), x.double(), x.double(), causal_mask(3))
    tolerance = 40 * torch.finfo(dtype).eps
    torch.testing.assert_close(context.double(), expected, rtol=tolerance, atol=tolerance)
    dropping = SelfAttention(4, 4, dropout=0.5, generator=generator()).to(dtype)
    assert dropping(x).dtype == dtype


X = torch.zeros(2, 3, 4)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: linear(0, 3), r"d_in is 0, but must be an integer of at least 1"),
        (lambda: linear(3, 2.0), r"d_out is 2\.0, but must be an integer"),
        (lambda: Dropout(1.0), r"p is 1\.0, but must be in \[0, 255/256\]"),
        (lambda: Dropout(-0.1), r"p is -0\.1, but must be in"),
        (lambda: Dropout("half"), r"p is 'half', but must be in"),
        (
            lambda: Dropout(0.5)(torch.ones(3).long()),
            r"x is torch\.int64 .* must hold floats",
        ),
        (
            lambda: SelfAttention(5, 4)(X),
            r"x has shape \(2, 3, 4\), but its last dimension must be 5",
        ),
        (
            lambda: SelfAttention(4, 4)(X, causal_mask(2)),
            r"mask has shape \(2, 2\), but must broadcast",
        ),
        (lambda: SelfAttention(4, 0), r"d_out is 0"),
        (
            lambda: MultiHeadAttention(5, 2),
            r"d_model is 5, but must be a multiple of n_heads, 2",
        ),
        (
            lambda: MultiHeadAttention(4, 0),
            r"n_heads is 0, but must be an integer of at least 1",
        ),
        (
            lambda: MultiHeadAttention(4, 2)(X, X, X[..., :3]),
            r"value has shape \(2, 3, 3\), but its last dim.* be 4",
        ),
        (
            lambda: MultiHeadAttention(4, 2)(X, X, X, "causal"),
            r"mask is str, but must be a tensor of torch\.bool",
        ),
        (
            lambda: split_heads(X, 3),
            r"x has shape \(2, 3, 4\), but 3 heads must divide its last dimension",
        ),
        (lambda: split_heads(X, 0), r"n_heads is 0"),
        (lambda: split_heads(X[0, 0], 2), r"x is .* \(4,\), but must hold floats in at least 2"),
        (lambda: split_heads(X.long(), 2), r"x is torch\.int64 .* must hold floats"),
        (lambda: MultiHeadAttention(0, 2), r"d_model is 0, but must be an integer of at least 1"),
        (
            lambda: MultiHeadAttention(4, 2)(X[..., :1], X, X),
            r"query has shape \(2, 3, 1\), but its last dim.* be 4",
        ),
        (
            lambda: MultiHeadAttention(4, 2)(X, X[..., :2], X),
            r"key has shape \(2, 3, 2\), but its last dim.* be 4",
        ),
        (
            lambda: merge_heads(X[0]),
            r"x is torch\.float32 of shape \(3, 4\), but must hold floats in at least 3",
        ),
    ],
)
def test_bad_input_says_what_was_given_and_what_is_allowed(call, message):
    with pytest.raises(ValueError, match=message):
        call()
