"""A normalization without a mean and without a bias (Zhang and Sennrich 2019)."""

import torch
from torch import Tensor, nn

from tensorbytensor.basics import check_count, check_positive, check_width


class RMSNorm(nn.Module):
    """Divides each row by the root of the mean of its squares, times a weight."""

    def __init__(self, d_model: int, eps: float = 1e-6):
        super().__init__()
        check_count(d_model=d_model)
        check_positive(eps=eps)
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(d_model))

    def forward(self, x: Tensor) -> Tensor:
        """(..., T, D) to (..., T, D); squares of 16 bits are added up in 32."""
        check_width("x", x, self.weight)
        wide = x.float() if x.dtype.itemsize < 4 else x
        square = wide.pow(2).mean(dim=-1, keepdim=True)  # (..., T, 1)
        return self.weight * (wide * (square + self.eps).rsqrt()).to(x.dtype)
