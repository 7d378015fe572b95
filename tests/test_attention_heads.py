"""`OneHeadAttention` and `WideHeadAttention`: the recorded facts, against PyTorch, on bad input."""

import pytest
import torch
import torch.nn.functional as F
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from support.small_models import draw, generator
from tensorbytensor.attention import OneHeadAttention, WideHeadAttention, causal_mask

sizes = st.integers(1, 4)


def random_mask(*shape: int, seed: int = 0) -> Tensor:
    mask = torch.rand(*shape, generator=generator(seed)) < 0.4
    mask[..., 0] = False  # PyTorch gives NaN where a row has nothing to see
    return mask


def test_attention_repeats_the_recorded_facts():
    x = torch.tensor([[1.16, 0.23], [0.57, 1.36], [4.41, -2.16]])
    first = torch.tensor([[1.0100, 1.0641], [0.2040, 0.7057], [3.4989, 2.2427]])
    second = torch.tensor([[-0.7081, -0.8268], [-0.7417, -0.9193], [-0.7190, -0.8447]])
    context = OneHeadAttention(2, generator(42))(x, x, x)
    torch.testing.assert_close(context, first, rtol=0, atol=5.1e-5)
    contexts = WideHeadAttention(2, n_heads=2, generator=generator(42)).concatenated(x, x, x)
    torch.testing.assert_close(contexts, torch.cat([first, second], 1), rtol=0, atol=5.1e-5)


@settings(deadline=None, max_examples=40)
@given(
    shape=st.lists(sizes, max_size=2),
    T=sizes,
    S=sizes,
    D=sizes,
    seed=st.integers(0, 9),
    cross=st.booleans(),
    masked=st.booleans(),
)
def test_attention_equals_pytorch(shape, T, S, D, seed, cross, masked):
    layer = OneHeadAttention(D, generator(seed)).double()
    query = draw(*shape, T, D, seed=seed)
    key = draw(*shape, S, D, seed=seed + 1) if cross else query
    value = draw(*shape, S, D, seed=seed + 2) if cross else query
    mask = random_mask(T, key.shape[-2], seed=seed) if masked else None
    context = layer(query, key, value, mask)
    projected = layer.W_q(query), layer.W_k(key), layer.W_v(value)
    expected = F.scaled_dot_product_attention(*projected, None if mask is None else ~mask)
    torch.testing.assert_close(context, expected)
    weights = layer.weights(query, key, value, mask)
    torch.testing.assert_close(weights @ projected[2], expected)


@settings(deadline=None, max_examples=40)
@given(B=sizes, T=sizes, S=sizes, D=sizes, H=sizes, seed=st.integers(0, 9), masked=st.booleans())
def test_heads_equal_pytorch_in_values_and_gradients(B, T, S, D, H, seed, masked):
    layer = WideHeadAttention(D, H, generator(seed)).double()
    query, key, value = (draw(B, n, D, seed=seed + i) for i, n in enumerate((T, S, S)))
    mask = random_mask(T, S, seed=seed) if masked else None
    ours = layer(query, key, value, mask)
    weights = {
        f"{name[-1]}_proj_weight": torch.cat([getattr(head, name).weight for head in layer.heads])
        for name in ("W_q", "W_k", "W_v")
    }
    wide = H * D  # PyTorch's heads share the query's width: ours are a query with zeros behind it
    weights["q_proj_weight"] = F.pad(weights["q_proj_weight"], (0, wide - D))
    W_o = torch.eye(D).double() if H == 1 else F.pad(layer.W_o.weight, (0, 0, 0, wide - D))
    theirs, _ = F.multi_head_attention_forward(
        *(x.transpose(0, 1) for x in (F.pad(query, (0, wide - D)), key, value)),
        *(wide, H, None, None, None, None, False, 0.0, W_o, None),
        attn_mask=mask,
        use_separate_proj_weight=True,
        **weights,
    )
    theirs = theirs.transpose(0, 1)[..., :D]
    torch.testing.assert_close(ours, theirs)
    gradients = (torch.autograd.grad(x.square().sum(), layer.parameters()) for x in (ours, theirs))
    for mine, yours in zip(*gradients):
        torch.testing.assert_close(mine, yours)


def test_one_head_needs_no_projection_and_several_have_one():
    assert sum(p.numel() for p in WideHeadAttention(3).parameters()) == 3 * 9
    assert sum(p.numel() for p in WideHeadAttention(3, 2).parameters()) == 2 * 3 * 9 + 6 * 3
    x, layer = draw(2, 4, 3, dtype=torch.float32), WideHeadAttention(3, generator=generator())
    assert layer(x, x, x).equal(OneHeadAttention(3, generator())(x, x, x))
    assert not any(name.endswith("bias") for name, _ in WideHeadAttention(3, 2).named_parameters())


X = torch.zeros(2, 3, 4)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: WideHeadAttention(2, 0), "n_heads is 0, but must be an integer of at least 1"),
        (
            lambda: OneHeadAttention(4)(X, X[..., :2], X),
            r"key has shape \(2, 3, 2\), but its last dimension must be 4",
        ),
        (
            lambda: OneHeadAttention(4)(X[..., :3], X, X),
            r"query has shape \(2, 3, 3\), but its last dimension must be 4",
        ),
        (
            lambda: OneHeadAttention(4)(X, X, X[..., :1]),
            r"value has shape \(2, 3, 1\), but its last dimension must be 4",
        ),
        (
            lambda: OneHeadAttention(4)(X, X, X, causal_mask(2)),
            r"mask has shape \(2, 2\), but must broadcast to the scores' \(2, 3, 3\)",
        ),
    ],
)
def test_bad_input_says_what_was_given_and_what_is_allowed(call, message):
    with pytest.raises(ValueError, match=message):
        call()
