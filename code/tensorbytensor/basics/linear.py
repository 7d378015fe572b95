"""A linear layer whose weights come from a generator of your choice."""

import math

import torch
from torch import nn

from tensorbytensor.basics.check_kinds import check_generator, check_kind
from tensorbytensor.basics.check_numbers import check_count


def linear(
    d_in: int,
    d_out: int,
    bias: bool = False,
    generator: torch.Generator | None = None,
) -> nn.Linear:
    """`nn.Linear` as PyTorch initializes it: uniform between -1/√d_in and 1/√d_in.

    generator: where the draws come from; None is the global one, as in `nn.Linear`.
    """
    check_count(d_in=d_in, d_out=d_out)
    check_kind(bool, bias=bias)
    check_generator(generator)
    with torch.random.fork_rng(devices=[]):  # nn.Linear draws weights of its own
        layer = nn.Linear(d_in, d_out, bias=bias)
    bound = 1 / math.sqrt(d_in)
    with torch.no_grad():
        for parameter in layer.parameters():  # first the weight, then the bias
            parameter.uniform_(-bound, bound, generator=generator)
    return layer
