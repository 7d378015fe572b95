"""Ablation: take one part out of a model, and see what it was good for."""

import re
from collections.abc import Callable, Sequence

import torch
from torch import Tensor, nn

from tensorbytensor.basics import (
    check_call,
    check_choice,
    check_floats,
    check_kind,
    check_seeds,
    require,
)

PARTS = (
    "positions",
    "mask",
    "self_attention",
    "encoder.self_attention",
    "decoder.self_attention",
    "decoder.cross_attention",
    "feed_forward",
)


class Nothing(nn.Module):
    """In the place of a sublayer: adds 0 to the residual connection."""

    def forward(self, x: Tensor, *others: Tensor | None) -> Tensor:
        check_floats("x", x, min_ndim=0)
        return torch.zeros_like(x)


def without(model: nn.Module, part: str | None) -> nn.Module:
    """`model` with one part taken out of all its layers; None takes out nothing.

    part: one of PARTS. Modules have it as the end of their name, layers uncounted.
    """
    check_kind(nn.Module, model=model)
    if part is None:
        return model
    check_choice(PARTS, part=part)
    found = 0
    for path, module in list(model.named_modules()):
        name = "." + re.sub(r"\.\d+", "", path)  # decoder.0.feed_forward: no 0
        if part == "mask" and hasattr(module, "mask"):
            module.mask = lambda ids: None
        elif name.endswith("." + part) and not isinstance(module, nn.ModuleList):
            stand_in = nn.Identity() if part == "positions" else Nothing()
            model.set_submodule(path, stand_in)
        else:
            continue
        found += 1
    require(found > 0, f"part is {part!r}, but {type(model).__name__} has none")
    return model


def outcomes(
    part: str | None,
    make: Callable[[int], nn.Module],
    train: Callable[[list[nn.Module]], None],
    right: Callable[[nn.Module], int],
    seeds: Sequence[int] = range(100),
) -> list[int]:
    """right(model) of each model make(seed) without `part`, trained; True is 1."""
    check_call(make=make, train=train, right=right)
    check_seeds(seeds)
    models = [without(make(seed), part) for seed in seeds]
    train(models)
    return [int(right(model)) for model in models]


def learned(
    part: str | None,
    make: Callable[[int], nn.Module],
    train: Callable[[list[nn.Module]], None],
    right: Callable[[nn.Module], int],
    seeds: Sequence[int] = range(100),
) -> int:
    """The sum of `outcomes`: how many models are right, if each is or is not."""
    return sum(outcomes(part, make, train, right, seeds))
