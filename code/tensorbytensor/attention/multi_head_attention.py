"""Multi-head attention, all heads at once (Vaswani et al. 2017, section 3.2.2)."""

import torch
from torch import Tensor, nn

from tensorbytensor.attention.fused_attention import fused_attention
from tensorbytensor.attention.scaled_dot_product import attention
from tensorbytensor.basics import (
    check_count,
    check_floats,
    check_width,
    linear,
    require,
    shape_of,
)


def split_heads(x: Tensor, n_heads: int) -> Tensor:
    """(..., T, D) to (..., H, T, K): head h gets K = D / H columns, from h K on."""
    check_count(n_heads=n_heads)
    check_floats("x", x, min_ndim=2)
    given = f"x has shape {shape_of(x)}"
    fits = x.shape[-1] > 0 and x.shape[-1] % n_heads == 0
    require(fits, f"{given}, but {n_heads} heads must divide its last dimension")
    x = x.unflatten(-1, (n_heads, -1))  # (..., T, H, K)
    return x.transpose(-3, -2)  # (..., H, T, K)


def merge_heads(x: Tensor) -> Tensor:
    """(..., H, T, K) to (..., T, D): undoes `split_heads`."""
    check_floats("x", x, min_ndim=3)
    x = x.transpose(-3, -2)  # (..., T, H, K)
    return x.flatten(-2)  # (..., T, D)


class MultiHeadAttention(nn.Module):
    """n_heads attentions, each d_model / n_heads wide, and an output projection."""

    def __init__(
        self,
        d_model: int,
        n_heads: int,
        bias: bool = False,
        generator: torch.Generator | None = None,
    ):
        super().__init__()
        check_count(d_model=d_model, n_heads=n_heads)
        fits = d_model % n_heads == 0
        require(
            fits,
            f"d_model is {d_model}, but must be a multiple of n_heads, {n_heads}",
        )
        self.n_heads = n_heads
        self.W_q = linear(d_model, d_model, bias, generator)
        self.W_k = linear(d_model, d_model, bias, generator)
        self.W_v = linear(d_model, d_model, bias, generator)
        self.W_o = linear(d_model, d_model, bias, generator)

    def _heads(
        self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None
    ) -> tuple[Tensor, Tensor, Tensor, Tensor | None]:
        """q (..., H, T, K), k and v (..., H, S, K), and the mask for all heads."""
        for name, tensor in {"query": query, "key": key, "value": value}.items():
            check_width(name, tensor, self.W_q.weight)
        q = split_heads(self.W_q(query), self.n_heads)  # (..., H, T, K)
        k = split_heads(self.W_k(key), self.n_heads)  # (..., H, S, K)
        v = split_heads(self.W_v(value), self.n_heads)  # (..., H, S, K)
        if isinstance(mask, Tensor) and mask.ndim > 2:
            mask = mask.unsqueeze(-3)  # (..., 1, T, S)
        return q, k, v, mask

    def forward(
        self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None = None
    ) -> Tensor:
        """Context (..., T, D) of query (..., T, D), key and value (..., S, D).

        mask (..., T, S): True for what a query may not see, the same for all heads.
        """
        context = fused_attention(*self._heads(query, key, value, mask))
        return self.W_o(merge_heads(context))

    def weights(
        self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None = None
    ) -> Tensor:
        """Weights (..., H, T, S) behind that context."""
        _, weights = attention(*self._heads(query, key, value, mask))
        return weights
