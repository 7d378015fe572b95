"""Self-attention: queries, keys and values all come from the same tokens."""

import torch
from torch import Tensor, nn

from tensorbytensor.attention.scaled_dot_product import attention
from tensorbytensor.basics import (
    Dropout,
    check_dropout,
    check_width,
    linear,
)


class SelfAttention(nn.Module):
    """One head, (..., T, d_in) to (..., T, d_out), for any number of tokens T."""

    def __init__(
        self,
        d_in: int,
        d_out: int,
        dropout: float = 0.0,
        bias: bool = False,
        generator: torch.Generator | None = None,
    ):
        super().__init__()
        check_dropout(dropout=dropout)
        self.W_q = linear(d_in, d_out, bias, generator)
        self.W_k = linear(d_in, d_out, bias, generator)
        self.W_v = linear(d_in, d_out, bias, generator)
        self.dropout = Dropout(dropout, generator)

    def forward(self, x: Tensor, mask: Tensor | None = None) -> Tensor:
        """Context of each token; mask (..., T, T): True for what it may not see."""
        check_width("x", x, self.W_q.weight)
        context, _ = attention(
            self.W_q(x), self.W_k(x), self.W_v(x), mask, self.dropout
        )
        return context  # (..., T, d_out)
