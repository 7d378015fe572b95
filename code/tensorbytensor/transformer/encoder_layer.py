"""One layer of the full encoder (Vaswani et al. 2017, section 3.1, figure 1)."""

import torch
from torch import Tensor, nn

from tensorbytensor.attention import MultiHeadAttention
from tensorbytensor.basics import Dropout, check_kind, check_width
from tensorbytensor.transformer.feed_forward import FeedForward
from tensorbytensor.transformer.sizes import Sizes


class EncoderLayer(nn.Module):
    """Self-attention and a feed-forward network, each with add & norm."""

    def __init__(self, sizes: Sizes, generator: torch.Generator | None = None):
        super().__init__()
        check_kind(Sizes, sizes=sizes)
        d, h = sizes.d_model, sizes.n_heads
        self.norm_first = sizes.norm_first
        self.self_attention = MultiHeadAttention(d, h, True, generator)
        self.feed_forward = FeedForward(d, sizes.d_ff, sizes.activation, generator)
        self.attention_norm, self.feed_forward_norm = (
            nn.LayerNorm(d) for _ in range(2)
        )
        self.dropout = Dropout(sizes.dropout, generator)

    def forward(self, x: Tensor, mask: Tensor | None = None) -> Tensor:
        """(..., S, D) to (..., S, D); mask (..., S, S): True for what is hidden."""
        check_width("x", x, self.attention_norm.weight)
        if self.norm_first:
            y = self.attention_norm(x)
            x = x + self.dropout(self.self_attention(y, y, y, mask))
            y = self.feed_forward_norm(x)
            return x + self.dropout(self.feed_forward(y))
        x = x + self.dropout(self.self_attention(x, x, x, mask))
        x = self.attention_norm(x)
        x = x + self.dropout(self.feed_forward(x))
        return self.feed_forward_norm(x)
