"""An embedding whose weights come from a generator of your choice."""

import torch
from torch import nn

from tensorbytensor.basics.check_kinds import check_generator
from tensorbytensor.basics.check_numbers import check_count, check_positive


def embedding(
    n_tokens: int,
    d_model: int,
    generator: torch.Generator | None = None,
    std: float = 1.0,
) -> nn.Embedding:
    """`nn.Embedding` as PyTorch initializes it: standard normal, one row a token.

    generator: where the draws come from; None is the global one, as in
    `nn.Embedding`. std: the standard deviation, which is 1 there.
    """
    check_count(n_tokens=n_tokens, d_model=d_model)
    check_positive(std=std)
    check_generator(generator)
    weight = torch.empty(n_tokens, d_model).normal_(0, std, generator=generator)
    return nn.Embedding(n_tokens, d_model, _weight=weight)
