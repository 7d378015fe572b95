"""Attention with and without its weights, a look at the weights, and the loss of the translator."""

import pytest
import torch
import torch.nn.functional as F
from hypothesis import example, given, settings
from hypothesis import strategies as st
from torch import Tensor, nn

from support.small_models import draw, generator
from tensorbytensor.attention import (
    MultiHeadAttention,
    OneHeadAttention,
    attention,
    causal_mask,
    fused_attention,
    merge_heads,
    multi_head_attention,
    split_heads,
    watch,
)
from tensorbytensor.basics import next_token_loss
from tensorbytensor.transformer import Sizes, Transformer

sizes = st.integers(1, 5)
MASKS = {
    "none": lambda T, S: None,
    "causal": lambda T, S: causal_mask(max(T, S))[:T, :S],
    "padding": lambda T, S: (torch.arange(S) > S // 2).expand(1, S),
    "everything hidden": lambda T, S: torch.ones(T, S, dtype=torch.bool),
    "one row hidden": lambda T, S: (torch.arange(T) == T - 1)[:, None].expand(T, S),
    "at random": lambda T, S: torch.rand(T, S, generator=generator(5)) < 0.5,
}
masks = st.sampled_from(list(MASKS))


def gradients(context: Tensor, inputs: list[Tensor]) -> list[Tensor]:
    weight = draw(*context.shape, seed=9, dtype=context.dtype)
    return torch.autograd.grad((context * weight).sum(), inputs)


def same(one: Tensor, other: Tensor, inputs: list[Tensor]) -> None:
    """Two contexts and their gradients are finite and equal to what single precision keeps, 2e-6."""
    pairs = [(one, other), *zip(gradients(one, inputs), gradients(other, inputs))]
    for mine, yours in pairs:
        assert mine.isfinite().all() and yours.isfinite().all()
        torch.testing.assert_close(mine, yours, atol=2e-6, rtol=1e-6)


@settings(deadline=None, max_examples=80)
@given(st.lists(sizes, max_size=2), sizes, sizes, sizes, masks)
@example(batch=[2, 4], T=4, S=2, K=5, kind="causal")
def test_fused_attention_equals_the_explained_one(batch, T, S, K, kind):
    inputs = [
        draw(*batch, n, K, seed=seed, dtype=torch.float32).requires_grad_()
        for seed, n in enumerate((T, S, S))
    ]
    mask = MASKS[kind](T, S)
    same(fused_attention(*inputs, mask), attention(*inputs, mask)[0], inputs)


@settings(deadline=None, max_examples=80)
@given(batch=st.sampled_from([(), (1,), (3,)]), T=sizes, S=sizes, kind=masks, own=st.booleans())
def test_the_weights_of_multi_head_attention_make_its_context(batch, T, S, kind, own):
    layer = MultiHeadAttention(6, 2, bias=True, generator=generator())
    query = draw(*batch, T, 6, dtype=torch.float32).requires_grad_()
    memory = draw(*batch, S, 6, seed=1, dtype=torch.float32).requires_grad_()
    mask = MASKS[kind](T, S)
    if mask is not None and own:
        mask = mask.expand(*batch, *mask.shape).clone()  # one for each sentence
    fused = layer(query, memory, memory, mask)
    weights = layer.weights(query, memory, memory, mask)
    assert weights.shape == (*batch, 2, T, S)
    explained = layer.W_o(merge_heads(weights @ split_heads(layer.W_v(memory), 2)))
    same(fused, explained, [query, memory, *layer.parameters()])


def test_a_query_that_sees_nothing_gets_zeros_and_finite_gradients():
    layer = MultiHeadAttention(4, 2, generator=generator())
    x = draw(2, 3, 4, dtype=torch.float32).requires_grad_()
    mask = torch.zeros(2, 3, 3, dtype=torch.bool)
    mask[0, 1] = mask[1] = True
    context = layer(x, x, x, mask)
    blind = mask.all(-1)
    assert (context[blind] == 0).all() and (context[~blind] != 0).all()
    assert all(grad.isfinite().all() for grad in gradients(context, [x, *layer.parameters()]))


@pytest.mark.parametrize("training", [True, False])
def test_a_call_takes_the_fused_face_in_training_and_at_use(monkeypatch, training):
    calls = []
    spy = lambda *inputs: calls.append(1) or fused_attention(*inputs)  # noqa: E731
    monkeypatch.setattr(multi_head_attention, "fused_attention", spy)
    layer = MultiHeadAttention(4, 2, generator=generator()).train(training)
    x = draw(2, 3, 4, dtype=torch.float32)
    layer(x, x, x)
    assert len(calls) == 1
    layer.weights(x, x, x)
    assert len(calls) == 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"mask": torch.zeros(3, 3)}, "mask is torch.float32, but must be a tensor of torch.bool"),
        ({"mask": torch.zeros(2, 3, dtype=torch.bool)}, r"mask has shape \(2, 3\), but must"),
        ({"key": torch.zeros(2, 3, 5)}, "query and key must be equally wide"),
        ({"value": torch.zeros(2, 4, 4)}, "key and value must be equally long"),
    ],
)
def test_what_does_not_fit_is_refused_as_by_the_explained_face(change, message):
    x = torch.zeros(2, 3, 4)
    inputs = {"query": x, "key": x, "value": x, "mask": None} | change
    for face in (attention, fused_attention):
        with pytest.raises(ValueError, match=message):
            face(**inputs)


SMALL = Sizes(d_model=8, n_heads=2, d_ff=8, n_layers=2, dropout=0.0, max_len=9)
SRC = torch.tensor([[3, 5, 2, 7], [4, 6, 0, 0]])
TGT = torch.tensor([[1, 5, 4], [1, 6, 2]])


def hooks(model: nn.Module) -> int:
    return sum(len(m._forward_hooks) + len(m._forward_pre_hooks) for m in model.modules())


def test_watched_attentions_keep_their_weights_under_their_names():
    model = Transformer(8, 7, SMALL, generator=generator())
    alone = model(SRC, TGT)
    with watch(model) as weights:
        assert torch.equal(model(SRC, TGT), alone)
    sides = {"encoder": ["self"], "decoder": ["self", "cross"]}
    shapes = {"encoder.self": (4, 4), "decoder.self": (3, 3), "decoder.cross": (3, 4)}
    assert weights.keys() == {
        f"{side}.{n}.{kind}_attention" for side in sides for kind in sides[side] for n in (0, 1)
    }
    for name, seen in weights.items():
        side, _, kind = name.removesuffix("_attention").split(".")
        assert seen.shape == (2, 2, *shapes[f"{side}.{kind}"]) and not seen.requires_grad
        torch.testing.assert_close(seen.sum(-1), torch.ones(seen.shape[:-1]))
    assert (weights["decoder.0.self_attention"].triu(1) == 0).all()
    assert (weights["decoder.1.cross_attention"][1, :, :, 2:] == 0).all()


def test_the_weights_kept_are_those_of_the_last_call():
    model = Transformer(8, 7, SMALL, generator=generator())
    with watch(model) as weights:
        model(SRC, TGT)
        first = weights["encoder.0.self_attention"]
        model(SRC[:1], TGT[:1])
        assert weights["encoder.0.self_attention"].shape == (1, 2, 4, 4) != first.shape


def test_nothing_is_watched_afterwards_also_after_an_exception():
    model = Transformer(8, 7, SMALL, generator=generator())
    with watch(model):
        assert hooks(model) == 6
    assert hooks(model) == 0
    with pytest.raises(ZeroDivisionError), watch(model):
        raise ZeroDivisionError
    assert hooks(model) == 0


def test_to_watch_a_training_changes_nothing_in_it():
    sizes = Sizes(**{**vars(SMALL), "dropout": 0.5})
    alone, watched = (Transformer(8, 7, sizes, generator=generator()) for _ in range(2))
    with watch(watched) as weights:
        logits = watched(SRC, TGT)
    assert torch.equal(logits, alone(SRC, TGT)) and len(weights) == 6
    assert torch.equal(watched(SRC, TGT), alone(SRC, TGT))


def test_an_attention_of_one_head_can_be_watched_by_itself():
    layer, x = OneHeadAttention(4, generator()), draw(3, 4, dtype=torch.float32)
    with watch(layer) as weights:
        layer(x, x, value=x, mask=causal_mask(3))
    assert torch.equal(weights[""], layer.weights(x, x, x, causal_mask(3)))
    assert not weights[""].requires_grad


@settings(deadline=None, max_examples=50)
@given(sizes, sizes, st.integers(2, 6), st.sampled_from([0.0, 0.1, 0.7]), st.booleans())
def test_the_smoothed_loss_is_pytorchs_and_leaves_padding_out(B, T, V, smoothing, padded):
    logits = draw(B, T, V).requires_grad_()
    labels = torch.randint(1, V, (B, T), generator=generator(3))
    if padded and T > 1:
        labels[:, -1] = 0
    loss = next_token_loss(logits, labels, 0, smoothing)
    real = labels != 0
    target = F.one_hot(labels[real], V) * (1 - smoothing) + smoothing / V
    expected = F.cross_entropy(logits[real], target)
    torch.testing.assert_close(loss, expected)
    (grad,) = torch.autograd.grad(loss, logits)
    assert (grad[~real] == 0).all() and grad.isfinite().all()
