"""One token for each row, drawn by its probabilities."""

import torch
from torch import Tensor

from tensorbytensor.basics import check_generator
from tensorbytensor.generation.check_logits_and_shares import check_probabilities


def draw(probabilities: Tensor, generator: torch.Generator | None = None) -> Tensor:
    """Ids (...) for probabilities (..., V), which need not add up to 1.

    A number from 0 to the sum falls into one token's share. A token whose
    probability is 0 has no share, and is never drawn.
    """
    check_probabilities(probabilities=probabilities)
    check_generator(generator)
    ends = probabilities.double().cumsum(dim=-1)  # (..., V): where shares end
    point = torch.rand(ends.shape[:-1], dtype=torch.float64, generator=generator)
    point = point.to(ends.device).unsqueeze(-1) * ends[..., -1:]  # (..., 1)
    return (ends > point).int().argmax(dim=-1)
