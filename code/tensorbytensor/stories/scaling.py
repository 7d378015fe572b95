"""Losses of models of several sizes, and lines through them on log scales."""

from collections.abc import Sequence

import torch
from torch import Tensor
from torch.nn.attention import SDPBackend, sdpa_kernel

from tensorbytensor.basics import (
    check_count,
    check_floats,
    check_known,
    check_rows,
    check_seeds,
    require,
    shape_of,
)
from tensorbytensor.experiments import train_many
from tensorbytensor.stories.train_teller import StoryModel, batches


def losses_after(
    width: int, steps: int, ids: Tensor, seeds: Sequence[int] = (0, 1, 2)
) -> tuple[int, Tensor]:
    """Parameters of a model; its loss of ids (B, T) for each seed, (seeds,).

    The models have two layers, differ in their first weights and are trained as
    one, each step on 16 newly drawn stories.
    """
    check_rows(ids)
    check_count(steps=steps)
    check_seeds(seeds)
    models = [StoryModel(width, 2, seed) for seed in seeds]
    lessons = [(batch,) for batch in batches(16 * steps, seed=1)]
    with sdpa_kernel(SDPBackend.MATH):  # the fused kernel cannot be stacked
        train_many(models, lessons, epochs=1, lr=6e-3)
    with torch.no_grad():
        losses = torch.stack([model.loss(ids) for model in models])
    return sum(p.numel() for p in models[0].parameters()), losses


def exponents(x: Tensor, y: Tensor) -> Tensor:
    """a of y = c · x^a, fitted to each column: x (N,), y (N, M) to (M,)."""
    check_floats("x", x, min_ndim=1)
    check_floats("y", y, min_ndim=2)
    for name, tensor in (("x", x), ("y", y)):
        check_known(name, tensor)
    given = f"x has shape {shape_of(x)}, y {shape_of(y)}"
    ok = x.ndim == 1 and y.ndim == 2 and len(x) == len(y) > 1
    require(ok, f"{given}, but must be (N,) and (N, M), N at least 2")
    require(
        bool((x > 0).all() and (y > 0).all()),
        "x or y has a number that is not above 0, but all must be",
    )
    x, y = x.log(), y.log()
    x, y = x - x.mean(), y - y.mean(dim=0)
    return (x[:, None] * y).sum(dim=0) / (x * x).sum()
