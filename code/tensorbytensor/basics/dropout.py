"""Dropout (Srivastava et al. 2014)."""

import torch
from torch import Tensor, nn

from tensorbytensor.basics.check_kinds import check_generator
from tensorbytensor.basics.check_numbers import check_dropout
from tensorbytensor.basics.check_tensors import check_floats, check_known
from tensorbytensor.basics.reproducible_dropout_mask import dropout_mask


class Dropout(nn.Module):
    """In training: sets entries to 0 with probability p, divides the rest by 1 - p.

    The expected value of an entry stays what it was. A call takes one draw from
    `generator`, whatever the shape of x; None is PyTorch's global one.
    """

    def __init__(self, p: float = 0.5, generator: torch.Generator | None = None):
        super().__init__()
        check_dropout(p=p)
        check_generator(generator)
        self.p = p
        self.generator = generator

    def forward(self, x: Tensor) -> Tensor:
        check_floats("x", x, min_ndim=0)
        if not self.training or self.p == 0:
            return x
        check_known("x", x)
        mask = dropout_mask(x, self.p, self.generator)  # 0 drops, 1 keeps
        return x * mask / (1 - self.p)

    def extra_repr(self) -> str:
        return f"p={self.p}"
