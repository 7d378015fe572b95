"""Grouped queries (Ainslie et al. 2023): several heads share a key and a value."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from tensorbytensor.attention import merge_heads, split_heads
from tensorbytensor.basics import (
    check_count,
    check_mask,
    check_width,
    linear,
    require,
)
from tensorbytensor.generation.checks import check_three
from tensorbytensor.generation.key_values import KeyValues


class GroupedAttention(nn.Module):
    """Self-attention of n_heads queries over n_groups keys and values.

    With n_groups = n_heads it is multi-head attention, with 1 multi-query attention
    (Shazeer 2019). Head h looks into group h · n_groups // n_heads.
    """

    def __init__(
        self,
        d_model: int,
        n_heads: int,
        n_groups: int,
        generator: torch.Generator | None = None,
    ):
        super().__init__()
        check_count(d_model=d_model, n_heads=n_heads, n_groups=n_groups)
        for name, whole, part in (
            ("d_model", d_model, n_heads),
            ("n_heads", n_heads, n_groups),
        ):
            require(
                whole % part == 0,
                f"{name} is {whole}, but must be a multiple of {part}",
            )
        width = d_model // n_heads
        self.n_heads, self.n_groups = n_heads, n_groups
        self.W_q = linear(d_model, d_model, generator=generator)
        self.W_k = linear(d_model, n_groups * width, generator=generator)
        self.W_v = linear(d_model, n_groups * width, generator=generator)
        self.W_o = linear(d_model, d_model, generator=generator)

    def forward(
        self, x: Tensor, mask: Tensor, kept: KeyValues | None = None
    ) -> Tensor:
        """x (B, T, D) to (B, T, D); mask (B, T, S), True for what is hidden.

        kept: the keys and values of earlier calls, to which those of x are added.
        """
        check_width("x", x, self.W_q.weight)
        q = split_heads(self.W_q(x), self.n_heads)  # (B, H, T, K)
        k = split_heads(self.W_k(x), self.n_groups)  # (B, G, T, K)
        v = split_heads(self.W_v(x), self.n_groups)
        if kept is not None:
            k, v = kept.add(k, v)  # (B, G, S, K)
        check_mask(mask, x.new_empty(()).expand(len(x), x.shape[1], k.shape[-2]))
        check_three(mask=mask)
        k, v = (
            t.repeat_interleave(self.n_heads // self.n_groups, dim=1)
            for t in (k, v)
        )
        context = F.scaled_dot_product_attention(q, k, v, ~mask.unsqueeze(-3))
        return self.W_o(merge_heads(context))
