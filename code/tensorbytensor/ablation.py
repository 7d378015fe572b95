"""Ablation: take one part out of a model, and see what it was good for."""

import torch
from torch import Tensor, nn

from tensorbytensor.checks import require

PARTS = (
    "positions",
    "mask",
    "self_attention",
    "encoder.self_attention",
    "decoder.self_attention",
    "decoder.cross_attention",
)


class Nothing(nn.Module):
    """In the place of an attention: adds 0 to the residual connection."""

    def forward(self, x: Tensor, *others: Tensor | None) -> Tensor:
        return torch.zeros_like(x)


def without(model: nn.Module, part: str | None) -> nn.Module:
    """`model` with one part taken out, for good; None takes out nothing.

    part: one of PARTS. "positions" and "mask" are taken out wherever they occur.
    """
    if part is None:
        return model
    require(
        part in PARTS, f"part is {part!r}, but must be one of {', '.join(PARTS)}"
    )
    modules = dict(model.named_modules())  # the model itself has the name ""
    path, _, name = part.rpartition(".")
    if part in ("positions", "mask"):
        owners = [module for module in modules.values() if hasattr(module, part)]
    else:
        owners = [modules[path]] if hasattr(modules.get(path), name) else []
    require(
        len(owners) > 0, f"part is {part!r}, but {type(model).__name__} has none"
    )
    for owner in owners:
        if part == "positions":
            owner.positions = nn.Identity()
        elif part == "mask":
            owner.mask = lambda ids: None
        else:
            nothing = [Nothing() for _ in getattr(owner, name)]
            setattr(owner, name, nn.ModuleList(nothing))
    return model
