"""Many layers, one behind the other, and several seeds of them side by side."""

from collections.abc import Callable, Sequence

import torch
import torch.nn.functional as F
from torch import Tensor

from tensorbytensor.basics import (
    check_call,
    check_count,
    check_floats,
    check_kind,
    check_seeds,
)
from tensorbytensor.learning.check_same_shape import check_like


def draw_layers(
    depth: int, width: int, seeds: Sequence[int], he_style: bool = False
) -> Tensor:
    """Weights (depth, 2, seeds, width, width): of each layer inner and outer.

    Uniform between -1/√width and 1/√width, as `nn.Linear` has them; with he_style
    normal, with the variances 1/width and 2/width: outer reads what ReLU left.
    """
    check_count(depth=depth, width=width)
    check_seeds(seeds)
    check_kind(bool, he_style=he_style)
    shape = (depth, 2, width, width)
    variances = torch.tensor([1 / width, 2 / width])[:, None, None]
    drawn = []
    for seed in seeds:
        rng = torch.Generator().manual_seed(seed)
        uniform = (2 * torch.rand(shape, generator=rng) - 1) / width**0.5
        normal = torch.randn(shape, generator=rng) * variances.sqrt()
        drawn.append(normal if he_style else uniform)
    return torch.stack(drawn, dim=2)


def go_through(x: Tensor, weights: Tensor, combine: Callable) -> list[Tensor]:
    """The tokens x (seeds, T, width), and what each layer made of them.

    combine: of what a layer gets, x, and its network f, for example x + f(x).
    """
    check_floats("x", x, min_ndim=3)
    check_floats("weights", weights, min_ndim=5)
    seeds, width = x.shape[0], x.shape[-1]
    check_like(x, (len(weights), 2, seeds, width, width), weights=weights)
    check_call(combine=combine)
    states = [x]
    for inner, outer in weights:
        network = _network(inner, outer)
        states.append(combine(states[-1], network))
    return states


def _network(inner: Tensor, outer: Tensor) -> Callable[[Tensor], Tensor]:
    """The feed-forward network of a layer, without biases."""
    return lambda x: F.relu(x @ inner) @ outer
