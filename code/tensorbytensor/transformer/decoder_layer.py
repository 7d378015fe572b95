"""One layer of the full decoder (Vaswani et al. 2017, section 3.1, figure 1)."""

import torch
from torch import Tensor, nn

from tensorbytensor.attention import MultiHeadAttention
from tensorbytensor.transformer.add_and_norm import AddAndNorm
from tensorbytensor.transformer.feed_forward import FeedForward
from tensorbytensor.transformer.sizes import Sizes


class DecoderLayer(nn.Module):
    """Masked self-attention, cross-attention and feed-forward network."""

    def __init__(self, sizes: Sizes, generator: torch.Generator | None = None):
        super().__init__()
        d, h, p = sizes.d_model, sizes.n_heads, sizes.dropout
        self.self_attention = MultiHeadAttention(d, h, p, True, generator)
        self.cross_attention = MultiHeadAttention(d, h, p, True, generator)
        self.feed_forward = FeedForward(
            d, sizes.d_ff, sizes.activation, p, generator
        )
        self.around_self, self.around_cross, self.around_feed_forward = (
            AddAndNorm(d, sizes.norm_first, p, generator) for _ in range(3)
        )

    def forward(
        self,
        x: Tensor,
        memory: Tensor,
        mask: Tensor | None = None,
        memory_mask: Tensor | None = None,
    ) -> Tensor:
        """(..., T, D) and memory (..., S, D) to (..., T, D).

        mask (..., T, T) and memory_mask (..., T, S): True for what is hidden.
        """
        x = self.around_self(
            x, lambda x: self.self_attention(x, x, x, mask, need_weights=False)[0]
        )
        x = self.around_cross(
            x,
            lambda x: self.cross_attention(
                x, memory, memory, memory_mask, need_weights=False
            )[0],
        )
        return self.around_feed_forward(x, self.feed_forward)
