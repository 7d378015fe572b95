"""The feed-forward network of a layer (Vaswani et al. 2017, section 3.3)."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from tensorbytensor.basics import check_choice, check_count, check_width, linear

ACTIVATIONS = {"relu": F.relu, "gelu": F.gelu}


class FeedForward(nn.Module):
    """(..., T, D) to (..., T, D) by way of (..., T, d_ff), each token by itself."""

    def __init__(
        self,
        d_model: int,
        d_ff: int,
        activation: str = "relu",
        generator: torch.Generator | None = None,
    ):
        super().__init__()
        check_count(d_model=d_model, d_ff=d_ff)
        check_choice(ACTIVATIONS, activation=activation)
        self.activation = activation
        self.inner = linear(d_model, d_ff, bias=True, generator=generator)
        self.outer = linear(d_ff, d_model, bias=True, generator=generator)

    def forward(self, x: Tensor) -> Tensor:
        check_width("x", x, self.inner.weight)
        wide = ACTIVATIONS[self.activation](self.inner(x))  # (..., T, d_ff)
        return self.outer(wide)
