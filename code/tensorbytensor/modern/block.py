"""One layer of a decoder-only model, with the norm behind each part or first."""

import torch
from torch import Tensor, nn

from tensorbytensor.basics import check_kind
from tensorbytensor.modern.feed_forward import FeedForward
from tensorbytensor.modern.grouped_attention import GroupedAttention, Kept
from tensorbytensor.modern.recipe import Recipe
from tensorbytensor.modern.rms_norm import RMSNorm


def norm(recipe: Recipe) -> nn.Module:
    """LayerNorm or RMSNorm, as the recipe has it."""
    if recipe.norm == "rms":
        return RMSNorm(recipe.d_model, recipe.eps)
    return nn.LayerNorm(recipe.d_model, recipe.eps, bias=recipe.bias)


class Block(nn.Module):
    """Attention and a feed-forward network, each with a norm and a residual."""

    def __init__(self, recipe: Recipe, generator: torch.Generator | None = None):
        super().__init__()
        check_kind(Recipe, recipe=recipe)
        self.norm_first = recipe.norm_first
        self.attention = GroupedAttention(recipe, generator)
        self.feed_forward = FeedForward(recipe, generator)
        self.attention_norm, self.feed_forward_norm = norm(recipe), norm(recipe)

    def forward(
        self, x: Tensor, mask: Tensor | None = None, kept: Kept | None = None
    ) -> tuple[Tensor, Kept]:
        """As `GroupedAttention`: (..., T, D) to (..., T, D), and what to keep."""
        if self.norm_first:
            context, kept = self.attention(self.attention_norm(x), mask, kept)
            x = x + context
            return x + self.feed_forward(self.feed_forward_norm(x)), kept
        context, kept = self.attention(x, mask, kept)
        x = self.attention_norm(x + context)
        return self.feed_forward_norm(x + self.feed_forward(x)), kept
