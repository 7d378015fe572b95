"""Attention whose heads share keys and values in groups (Ainslie et al. 2023)."""

import torch
from torch import Tensor, nn

from tensorbytensor.attention import fused_attention, merge_heads, split_heads
from tensorbytensor.basics import (
    check_kind,
    check_mask,
    check_width,
    linear,
    require,
    shape_of,
)
from tensorbytensor.modern.recipe import Recipe
from tensorbytensor.modern.rope import angles, rotate

Kept = tuple[Tensor, Tensor]


class GroupedAttention(nn.Module):
    """Self-attention of n_heads queries and kv_heads keys and values."""

    def __init__(self, recipe: Recipe, generator: torch.Generator | None = None):
        super().__init__()
        check_kind(Recipe, recipe=recipe)
        d, bias, self.recipe = recipe.d_model, recipe.bias, recipe
        d_kv = d // recipe.n_heads * recipe.kv_heads
        self.W_q = linear(d, d, bias, generator)
        self.W_k = linear(d, d_kv, bias, generator)
        self.W_v = linear(d, d_kv, bias, generator)
        self.W_o = linear(d, d, bias, generator)

    def forward(
        self, x: Tensor, mask: Tensor | None = None, kept: Kept | None = None
    ) -> tuple[Tensor, Kept]:
        """Context (..., T, D) of x (..., T, D), and keys and values to keep.

        kept: those of the S - T tokens before; mask (..., T, S): True for what is
        hidden. Keys and values are (..., G, S, K), one for each group.
        """
        check_width("x", x, self.W_q.weight)
        given = f"x has shape {shape_of(x)}"
        require(x.shape[-2] > 0, f"{given}, but at least one token is needed")
        q = split_heads(self.W_q(x), self.recipe.n_heads)  # (..., H, T, K)
        k = split_heads(self.W_k(x), self.recipe.kv_heads)  # (..., G, T, K)
        v = split_heads(self.W_v(x), self.recipe.kv_heads)
        start = kept[0].shape[-2] if kept else 0
        if self.recipe.places == "rope":
            turn = angles(x.shape[-2], q.shape[-1], self.recipe.base, start)
            q, k = (rotate(heads, turn.to(x.device)) for heads in (q, k))
        if kept:
            k, v = torch.cat([kept[0], k], dim=-2), torch.cat([kept[1], v], dim=-2)
        if mask is not None:
            check_mask(mask, x.new_empty(()).expand(*x.shape[:-1], k.shape[-2]))
            mask = mask.unsqueeze(-3) if mask.ndim > 2 else mask  # (..., 1, T, S)
        times = self.recipe.n_heads // self.recipe.kv_heads
        each = (
            t.repeat_interleave(times, dim=-3) for t in (k, v)
        )  # (..., H, S, K)
        return self.W_o(merge_heads(fused_attention(q, *each, mask))), (k, v)
