"""Sinusoidal position encoding (Vaswani et al. 2017, section 3.5)."""

import torch
from torch import Tensor, nn

from tensorbytensor.basics.check_numbers import (
    check_count,
    check_from_zero,
    require,
)
from tensorbytensor.basics.check_tensors import check_width


def sinusoids(length: int, d_model: int) -> Tensor:
    """The table (length, D): row p is what a token at position p is given.

    Columns 2i and 2i + 1 are the sine and the cosine of p / 10000^(2i / D).
    """
    check_count(length=length, d_model=d_model)
    given = f"d_model is {d_model}"
    require(d_model % 2 == 0, f"{given}, but must be even: a sine needs its cosine")
    position = torch.arange(length, dtype=torch.float64).unsqueeze(1)  # (length, 1)
    pair = torch.arange(0, d_model, 2, dtype=torch.float64)  # 2i: (D / 2,)
    angle = position / 10000 ** (pair / d_model)  # (length, D / 2)
    table = torch.empty(length, d_model)
    table[:, 0::2] = angle.sin()
    table[:, 1::2] = angle.cos()
    return table


class PositionEncoding(nn.Module):
    """Adds to each token the row of its position; at most max_len tokens."""

    table: Tensor

    def __init__(self, d_model: int, max_len: int):
        super().__init__()
        check_count(max_len=max_len)
        self.register_buffer("table", sinusoids(max_len, d_model))

    def forward(self, x: Tensor, start: int = 0) -> Tensor:
        """x (..., T, D) with positions start, start + 1, … added."""
        check_width("x", x, self.table)
        check_from_zero(start=start)
        end, max_len = start + x.shape[-2], len(self.table)
        require(end <= max_len, f"{end} tokens, but max_len is {max_len}")
        return x + self.table[start:end]
