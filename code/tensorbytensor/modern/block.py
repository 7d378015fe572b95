"""One layer of a decoder-only model, with the norm behind each part or first."""

import torch
from torch import Tensor, nn

from tensorbytensor.basics import check_kind
from tensorbytensor.generation import GroupedAttention, KeyValues
from tensorbytensor.modern.feed_forward import FeedForward
from tensorbytensor.modern.recipe_of_layers import Recipe
from tensorbytensor.modern.rms_norm import RMSNorm
from tensorbytensor.modern.rotary_attention import RotaryAttention


def norm(recipe: Recipe) -> nn.Module:
    """LayerNorm or RMSNorm, as the recipe has it."""
    if recipe.norm == "rms":
        return RMSNorm(recipe.d_model, recipe.eps)
    return nn.LayerNorm(recipe.d_model, recipe.eps, bias=recipe.bias)


def attention_of(recipe: Recipe, generator: torch.Generator | None) -> nn.Module:
    """With queries and keys that turn, or without."""
    if recipe.places == "rope":
        return RotaryAttention(recipe, generator)
    sizes = recipe.d_model, recipe.n_heads, recipe.kv_heads
    return GroupedAttention(*sizes, generator, recipe.bias)


class Block(nn.Module):
    """Attention and a feed-forward network, each with a norm and a residual."""

    def __init__(self, recipe: Recipe, generator: torch.Generator | None = None):
        super().__init__()
        check_kind(Recipe, recipe=recipe)
        self.norm_first = recipe.norm_first
        self.attention = attention_of(recipe, generator)
        self.feed_forward = FeedForward(recipe, generator)
        self.attention_norm, self.feed_forward_norm = norm(recipe), norm(recipe)

    def forward(
        self, x: Tensor, mask: Tensor | None = None, kept: KeyValues | None = None
    ) -> Tensor:
        """As `GroupedAttention`: (..., T, D) to (..., T, D)."""
        if self.norm_first:
            x = x + self.attention(self.attention_norm(x), mask, kept)
            return x + self.feed_forward(self.feed_forward_norm(x))
        x = self.attention_norm(x + self.attention(x, mask, kept))
        return self.feed_forward_norm(x + self.feed_forward(x))
