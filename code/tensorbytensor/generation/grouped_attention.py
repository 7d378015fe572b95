"""Grouped queries (Ainslie et al. 2023): several heads share a key and a value."""

import torch
from torch import Tensor, nn

from tensorbytensor.attention import fused_attention, merge_heads, split_heads
from tensorbytensor.basics import (
    check_count,
    check_mask,
    check_width,
    linear,
    require,
    shape_of,
)
from tensorbytensor.generation.cache_of_one_attention import KeyValues


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
        bias: bool = False,
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
        d_groups = n_groups * d_model // n_heads
        self.n_heads, self.n_groups = n_heads, n_groups
        self.W_q = linear(d_model, d_model, bias, generator)
        self.W_k = linear(d_model, d_groups, bias, generator)
        self.W_v = linear(d_model, d_groups, bias, generator)
        self.W_o = linear(d_model, d_model, bias, generator)

    def _project(self, x: Tensor, start: int) -> tuple[Tensor, Tensor, Tensor]:
        """Queries (..., H, T, K), keys and values (..., G, T, K).

        start: the place of the first token.
        """
        q = split_heads(self.W_q(x), self.n_heads)
        k, v = (split_heads(W(x), self.n_groups) for W in (self.W_k, self.W_v))
        return q, k, v

    def forward(
        self, x: Tensor, mask: Tensor | None = None, kept: KeyValues | None = None
    ) -> Tensor:
        """x (..., T, D) to (..., T, D); mask (..., T, S), True for what is hidden.

        kept: the keys and values of earlier calls, to which those of x are added.
        """
        check_width("x", x, self.W_q.weight)
        given = f"x has shape {shape_of(x)}"
        require(x.shape[-2] > 0, f"{given}, but at least one token is needed")
        q, k, v = self._project(x, 0 if kept is None else kept.read)
        if kept is not None:
            k, v = kept.add(k, v)  # (..., G, S, K)
        if mask is not None:
            check_mask(mask, x.new_empty(()).expand(*x.shape[:-1], k.shape[-2]))
            mask = mask.unsqueeze(-3) if mask.ndim > 2 else mask  # (..., 1, T, S)
        times = self.n_heads // self.n_groups
        k, v = (t.repeat_interleave(times, dim=-3) for t in (k, v))
        return self.W_o(merge_heads(fused_attention(q, k, v, mask)))
