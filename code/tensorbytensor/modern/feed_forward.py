"""The feed-forward network, plain or with a gate (Shazeer 2020)."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from tensorbytensor.basics import check_kind, check_width, linear
from tensorbytensor.modern.recipe_of_layers import Recipe


class FeedForward(nn.Module):
    """(..., T, D) to (..., T, D) by way of (..., T, d_ff), each token by itself."""

    def __init__(self, recipe: Recipe, generator: torch.Generator | None = None):
        super().__init__()
        check_kind(Recipe, recipe=recipe)
        self.activation = recipe.activation
        sizes = recipe.d_model, recipe.d_ff, recipe.bias, generator
        if self.activation == "swiglu":
            self.gate = linear(*sizes)
        self.inner = linear(*sizes)
        self.outer = linear(recipe.d_ff, recipe.d_model, recipe.bias, generator)

    def forward(self, x: Tensor) -> Tensor:
        check_width("x", x, self.inner.weight)
        wide = self.inner(x)  # (..., T, d_ff)
        if self.activation == "swiglu":
            return self.outer(F.silu(self.gate(x)) * wide)
        if self.activation == "gelu":
            return self.outer(F.gelu(wide, approximate="tanh"))
        return self.outer(F.relu(wide))
