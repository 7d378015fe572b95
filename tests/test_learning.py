"""The taught code of `learning`: gradients as PyTorch computes them, Adam's steps as PyTorch takes them."""

import math

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from support.small_models import draw
from tensorbytensor.attention import attention, causal_mask, masked_softmax
from tensorbytensor.learning import (
    Scalar,
    adam_step,
    attention_backward,
    draw_layers,
    finite_differences,
    go_through,
    softmax_backward,
)
from tensorbytensor.learning.check_same_shape import check_like
from tensorbytensor.transformer import FeedForward

HIDDEN = torch.tensor([[False, True, False], [False, False, True]])


def leaf(*shape: int, seed: int) -> torch.Tensor:
    return draw(*shape, seed=seed).requires_grad_()


@pytest.mark.parametrize("mask", [None, HIDDEN])
@pytest.mark.parametrize("before", [(), (4,)])
def test_attention_backwards_is_autograd(mask, before):
    query, key = leaf(*before, 2, 5, seed=1), leaf(*before, 3, 5, seed=2)
    value = leaf(*before, 3, 4, seed=3)
    context, weights = attention(query, key, value, mask)
    d_context = draw(*before, 2, 4, seed=4)
    wanted = torch.autograd.grad(context, (query, key, value), d_context)
    given = attention_backward(query, key, value, weights, d_context)
    for ours, theirs in zip(given, wanted, strict=True):
        torch.testing.assert_close(ours, theirs)


def test_softmax_backwards_is_autograd_and_the_product_with_the_jacobian():
    scores, d_weights = leaf(2, 3, seed=1), draw(2, 3, seed=2)
    weights = masked_softmax(scores, HIDDEN)
    (wanted,) = torch.autograd.grad(weights, scores, d_weights)
    given = softmax_backward(weights.detach(), d_weights)
    torch.testing.assert_close(given, wanted)
    for row, d_row, d_scores in zip(weights.detach(), d_weights, given, strict=True):
        torch.testing.assert_close(d_row @ (row.diag() - row[:, None] * row), d_scores)


def test_what_is_hidden_has_no_gradient_and_each_row_sums_to_zero():
    weights = masked_softmax(draw(4, 4, seed=1), causal_mask(4))
    d_scores = softmax_backward(weights, draw(4, 4, seed=2))
    assert not d_scores[causal_mask(4)].any()
    torch.testing.assert_close(d_scores.sum(dim=-1), torch.zeros(4, dtype=d_scores.dtype))


def test_finite_differences_are_the_gradient_and_leave_their_input_alone():
    x = draw(2, 3, seed=1)
    before = x.clone()
    given = finite_differences(lambda x: (x**3).sum() + x[0, 0] * x[1, 2], x)
    wanted = 3 * x**2
    wanted[0, 0] += x[1, 2]
    wanted[1, 2] += x[0, 0]
    torch.testing.assert_close(given, wanted, rtol=1e-6, atol=1e-8)
    assert torch.equal(x, before)


def test_finite_differences_of_what_is_trained_are_plain_numbers():
    x = draw(2, 3, seed=1).requires_grad_()
    given = finite_differences(lambda x: (x**2).sum(), x)
    assert not given.requires_grad and x.grad is None
    torch.testing.assert_close(given, 2 * x.detach(), rtol=1e-6, atol=1e-8)


def test_finite_differences_look_in_both_directions_as_far_as_they_are_told():
    x = torch.tensor(1.0, dtype=torch.double)
    wide = finite_differences(lambda x: x**3, x, step=0.5)
    assert wide.item() == pytest.approx(3 + 0.5**2)  # one-sided: 3 + 3 · 0.5 + 0.5²


def test_ten_steps_of_adam_are_those_of_pytorch():
    theirs = leaf(2, 3, seed=1)
    theta, m, v = theirs.detach().clone(), *torch.zeros(2, 2, 3, dtype=torch.double)
    optimizer = torch.optim.Adam([theirs], lr=0.03)
    for t in range(1, 11):
        gradient = draw(2, 3, seed=t) * 1e-7 ** (t % 2)  # eps counts where it is small
        theirs.grad = gradient
        optimizer.step()
        theta, m, v = adam_step(theta, gradient, m, v, t, lr=0.03)
    torch.testing.assert_close(theta, theirs.detach(), rtol=1e-9, atol=1e-12)


def test_adam_needs_a_mean_of_squares():
    x = torch.zeros(2)
    with pytest.raises(ValueError, match=r"v is at least -1\.0, but must not be below 0"):
        adam_step(x, x, x, x - 1, 1, 0.1)


def test_scalars_have_the_gradients_of_autograd():
    def f(a, b, exp, log, inverse):
        shared = a * b + a
        return log(exp(shared) + b * b) * inverse(shared * a) + shared * shared

    a, b = (torch.tensor(n, dtype=torch.double, requires_grad=True) for n in (0.7, -1.3))
    wanted = f(a, b, torch.exp, torch.log, torch.reciprocal)
    wanted.backward()
    x, y = Scalar(0.7), Scalar(-1.3)
    given = f(x, y, Scalar.exp, Scalar.log, Scalar.inverse)
    given.backward()
    assert given.value == pytest.approx(wanted.item())
    assert (x.gradient, y.gradient) == pytest.approx((a.grad.item(), b.grad.item()))


def test_a_scalar_that_is_used_late_and_early_is_finished_before_it_hands_on():
    x = Scalar(2.0)
    early = x * x
    (early + early * early * x).backward()  # x² + x⁵
    assert x.gradient == 2 * 2 + 5 * 2**4


def test_a_second_way_back_adds_what_the_first_did():
    def way_back(x, add):
        y = x * x
        z = add(y * y, x)
        z.backward(**({"retain_graph": True} if isinstance(z, torch.Tensor) else {}))
        z.backward()
        return x

    theirs = way_back(torch.tensor(1.5, requires_grad=True), torch.add)
    x = way_back(Scalar(1.5), Scalar.__add__)
    assert x.gradient == theirs.grad.item() == 2 * (4 * 1.5**3 + 1)


def test_a_cross_entropy_of_scalars_has_the_gradient_p_minus_y():
    numbers = [0.3, -1.2, 2.0]
    logits = [Scalar(n) for n in numbers]
    powers = [x.exp() for x in logits]
    loss = (powers[0] + powers[1] + powers[2]).log() + logits[1] * Scalar(-1.0)
    loss.backward()
    z = torch.tensor(numbers, dtype=torch.double, requires_grad=True)
    F.cross_entropy(z, torch.tensor(1)).backward()
    assert [x.gradient for x in logits] == pytest.approx(z.grad.tolist())


def test_each_seed_goes_through_the_feed_forward_networks_of_its_own_layers():
    seeds, depth, width = [3, 8], 4, 6
    weights, x = draw_layers(depth, width, seeds), draw(2, 5, width, seed=1, dtype=torch.float32)
    states = go_through(x, weights, lambda x, f: F.layer_norm(x + f(x), (width,)))
    assert len(states) == depth + 1 and states[0] is x
    for n, seed in enumerate(seeds):
        assert torch.equal(weights[:, :, n], draw_layers(depth, width, [seed])[:, :, 0])
        wanted = x[n]
        for inner, outer in weights[:, :, n]:
            network = FeedForward(width, width)
            with torch.no_grad():
                network.inner.weight[:], network.outer.weight[:] = inner.T, outer.T
                for part in (network.inner, network.outer):
                    part.bias.zero_()
                wanted = F.layer_norm(wanted + network(wanted), (width,))
        torch.testing.assert_close(states[-1][n], wanted)


def test_what_a_layer_hands_on_has_the_gradient_of_finite_differences():
    weights, x = draw_layers(3, 2, [1]).double(), leaf(1, 2, 2, seed=2)

    def loss(x):
        return go_through(x, weights, lambda x, f: x + f(F.layer_norm(x, (2,))))[-1].square().sum()

    (given,) = torch.autograd.grad(loss(x), x)
    wanted = finite_differences(loss, x.detach())
    torch.testing.assert_close(given, wanted, rtol=1e-6, atol=1e-6)


def test_layers_are_drawn_as_pytorch_draws_them_or_in_he_style():
    width = 50
    ours, theirs = draw_layers(9, width, [1]), nn.Linear(width, width).weight.detach()
    assert ours.abs().max() <= 1 / width**0.5
    torch.testing.assert_close(ours.var(), theirs.var(), rtol=0.1, atol=0)
    inner, outer = draw_layers(9, width, [1], he_style=True).unbind(dim=1)
    x = draw(1, 400, width, seed=3, dtype=torch.float32)
    assert inner.var().item() == pytest.approx(1 / width, rel=0.05)
    assert outer.var().item() == pytest.approx(2 / width, rel=0.05)
    (_, after) = go_through(x, torch.stack([inner, outer], dim=1)[:1], lambda x, f: f(x))
    assert after.square().mean().item() == pytest.approx(1, rel=0.15)  # as large as it was


def test_layers_must_have_a_place_for_each_seed():
    weights, x = draw_layers(2, 3, [1, 2]), draw(3, 4, 3, dtype=torch.float32)
    with pytest.raises(ValueError, match=r"weights .* but must have the shape \(2, 2, 3, 3, 3\)"):
        go_through(x, weights, lambda x, f: f(x))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: Scalar(math.nan), "value is nan, but must be a number"),
        (lambda: Scalar(0.0).inverse(), "value is 0, but must not be 0"),
        (lambda: Scalar(-1.0).log(), "value is -1.0, but must be above 0"),
        (lambda: Scalar(0.0).log(), "value is 0.0, but must be above 0"),
        (lambda: Scalar(1.0) + 1, "other"),
        (lambda: Scalar(1.0) * 1, "other"),
    ],
)
def test_scalars_say_what_is_wrong(wrong, message):
    with pytest.raises((TypeError, ValueError), match=message):
        wrong()


def test_a_scalar_below_1_has_a_logarithm():
    half = Scalar(0.5)
    result = half.log()
    result.backward()
    assert (result.value, half.gradient) == (math.log(0.5), 2.0)


def test_a_single_number_is_a_tensor_like_others():
    check_like(torch.tensor(1.0), (), m=torch.tensor(2.0))
    with pytest.raises(ValueError, match=r"m has the shape \(1,\), but must have the shape \(\)"):
        check_like(torch.tensor(1.0), (), m=torch.tensor([2.0]))
