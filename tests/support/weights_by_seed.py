"""What every model owes to who gives it a generator."""

from collections.abc import Callable

import torch
from torch import Tensor, nn

from support.small_models import generator


def drawn_by_seed(make: Callable[[torch.Generator], nn.Module]) -> dict[str, Tensor]:
    """The weights of seed 0, when it is sure that a seed decides them all and that no other generator was used."""
    before = torch.get_rng_state()
    one, two, other = (make(generator(seed)).state_dict() for seed in (0, 0, 1))
    assert torch.get_rng_state().equal(before)
    assert all(one[name].equal(two[name]) for name in one)
    assert not one["output.weight"].equal(other["output.weight"])
    return one
