"""What every model owes to who gives it a generator."""

from collections.abc import Callable

import pytest
import torch
from torch import nn

from support.small_models import generator


def drawn_by_seed(make: Callable[[torch.Generator], nn.Module]) -> None:
    """A seed decides all weights, no other generator is used, and √d_model makes the spread of an embedding 1."""
    before = torch.get_rng_state()
    one, two, other = (make(generator(seed)).state_dict() for seed in (0, 0, 1))
    assert torch.get_rng_state().equal(before)
    assert all(one[name].equal(two[name]) for name in one)
    assert not one["output.weight"].equal(other["output.weight"])
    tables = [one[name] for name in one if name.endswith(("embedding.weight", "positions.weight"))]
    for table in tables:
        spread = table.std().item() * table.shape[-1] ** 0.5
        assert spread == pytest.approx(1, abs=5 / (2 * table.numel()) ** 0.5)
