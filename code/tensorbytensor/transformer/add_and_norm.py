"""A residual connection with layer normalization, in either order."""

from collections.abc import Callable

import torch
from torch import Tensor, nn

from tensorbytensor.basics import Dropout


class AddAndNorm(nn.Module):
    """Adds what a sublayer makes of x to x.

    Post-norm, as in Vaswani et al. 2017, section 3.1: norm(x + sublayer(x)).
    Pre-norm, as models are built today (Xiong et al. 2020): x + sublayer(norm(x)).
    """

    def __init__(
        self,
        d_model: int,
        norm_first: bool = False,
        dropout: float = 0.0,
        generator: torch.Generator | None = None,
    ):
        super().__init__()
        self.norm_first = norm_first
        self.norm = nn.LayerNorm(d_model)
        self.dropout = Dropout(dropout, generator)

    def forward(self, x: Tensor, sublayer: Callable[[Tensor], Tensor]) -> Tensor:
        if self.norm_first:
            return x + self.dropout(sublayer(self.norm(x)))
        return self.norm(x + self.dropout(sublayer(x)))
