"""One layer of the full encoder (Vaswani et al. 2017, section 3.1, figure 1)."""

import torch
from torch import Tensor, nn

from tensorbytensor.attention import MultiHeadAttention
from tensorbytensor.transformer.add_and_norm import AddAndNorm
from tensorbytensor.transformer.feed_forward import FeedForward
from tensorbytensor.transformer.sizes import Sizes


class EncoderLayer(nn.Module):
    """Self-attention and a feed-forward network, with residual connections."""

    def __init__(self, sizes: Sizes, generator: torch.Generator | None = None):
        super().__init__()
        d, p = sizes.d_model, sizes.dropout
        self.self_attention = MultiHeadAttention(
            d, sizes.n_heads, p, True, generator
        )
        self.feed_forward = FeedForward(
            d, sizes.d_ff, sizes.activation, p, generator
        )
        self.around_attention = AddAndNorm(d, sizes.norm_first, p, generator)
        self.around_feed_forward = AddAndNorm(d, sizes.norm_first, p, generator)

    def forward(self, x: Tensor, mask: Tensor | None = None) -> Tensor:
        """(..., S, D) to (..., S, D); mask (..., S, S): True for what is hidden."""
        x = self.around_attention(
            x, lambda x: self.self_attention(x, x, x, mask, need_weights=False)[0]
        )
        return self.around_feed_forward(x, self.feed_forward)
