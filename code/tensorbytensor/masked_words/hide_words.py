"""Which words are hidden, and how (Devlin et al. 2019, section 3.1)."""

import torch
from torch import Tensor

from tensorbytensor.basics import (
    check_count,
    check_generator,
    check_probability,
    check_range,
    check_rows,
    require,
)


def hide(
    ids: Tensor,
    first: int,
    mask: int,
    share: float = 0.15,
    generator: torch.Generator | None = None,
) -> tuple[Tensor, Tensor]:
    """Ids (..., T) as the model sees them, and True, (..., T), where it is asked.

    A share of the words, whose ids are first to mask - 1, is chosen at random. Of
    these, 80 % become the id `mask`, 10 % a random word, and 10 % stay.
    """
    check_rows(ids)
    check_count(first=first, mask=mask)
    require(first < mask, f"first is {first}, but must be below mask, {mask}")
    check_range(ids, mask + 1)
    check_probability(share=share)
    check_generator(generator)
    fate, chance = torch.rand(2, *ids.shape, generator=generator).to(ids.device)
    chosen = (chance < share) & (ids >= first) & (ids < mask)
    drawn = torch.randint(first, mask, ids.shape, generator=generator).to(ids)
    shown = ids.masked_fill(chosen & (fate < 0.8), mask)
    return drawn.where(chosen & (fate >= 0.9), shown), chosen
