"""An embedding whose weights come from a generator of your choice."""

import torch
from torch import nn

from tensorbytensor.checks import check_count


def embedding(
    n_tokens: int, d_model: int, generator: torch.Generator | None = None
) -> nn.Embedding:
    """`nn.Embedding` as PyTorch initializes it: standard normal, one row a token.

    generator: where the draws come from; None is the global one, as in
    `nn.Embedding`.
    """
    check_count(n_tokens=n_tokens, d_model=d_model)
    weight = torch.empty(n_tokens, d_model).normal_(generator=generator)
    return nn.Embedding(n_tokens, d_model, _weight=weight)
