"""Several heads, each as wide as the model, and a projection back to its width."""

import torch
from torch import Tensor, nn

from tensorbytensor.attention.one_head_attention import OneHeadAttention
from tensorbytensor.basics import check_count, linear


class WideHeadAttention(nn.Module):
    """n_heads times `OneHeadAttention`, side by side; one head needs no projection.

    The heads draw their weights one after another, the projection last.
    """

    def __init__(
        self,
        d_model: int,
        n_heads: int = 1,
        generator: torch.Generator | None = None,
    ):
        super().__init__()
        check_count(n_heads=n_heads)
        self.heads = nn.ModuleList(
            OneHeadAttention(d_model, generator) for _ in range(n_heads)
        )
        self.W_o = (
            linear(n_heads * d_model, d_model, generator=generator)
            if n_heads > 1
            else nn.Identity()
        )

    def concatenated(
        self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None = None
    ) -> Tensor:
        """The contexts of all heads next to each other, (..., T, H D)."""
        contexts = [head(query, key, value, mask) for head in self.heads]
        return torch.cat(contexts, dim=-1)

    def forward(
        self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None = None
    ) -> Tensor:
        """Context (..., T, D); arguments as in `OneHeadAttention`."""
        return self.W_o(self.concatenated(query, key, value, mask))
