"""One layer of the full decoder (Vaswani et al. 2017, section 3.1, figure 1)."""

import torch
from torch import Tensor, nn

from tensorbytensor.attention import MultiHeadAttention
from tensorbytensor.basics import Dropout, check_kind, check_memory, check_width
from tensorbytensor.transformer.feed_forward import FeedForward
from tensorbytensor.transformer.sizes import Sizes


class DecoderLayer(nn.Module):
    """Two attentions and a feed-forward network, each with add & norm."""

    def __init__(self, sizes: Sizes, generator: torch.Generator | None = None):
        super().__init__()
        check_kind(Sizes, sizes=sizes)
        d, h = sizes.d_model, sizes.n_heads
        self.norm_first = sizes.norm_first
        self.self_attention = MultiHeadAttention(d, h, True, generator)
        self.cross_attention = MultiHeadAttention(d, h, True, generator)
        self.feed_forward = FeedForward(d, sizes.d_ff, sizes.activation, generator)
        self.self_norm, self.cross_norm, self.feed_forward_norm = (
            nn.LayerNorm(d) for _ in range(3)
        )
        self.dropout = Dropout(sizes.dropout, generator)

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
        check_width("x", x, self.self_norm.weight)
        check_memory(x, memory, memory_mask)
        if self.norm_first:
            y = self.self_norm(x)
            x = x + self.dropout(self.self_attention(y, y, y, mask))
            y = self.cross_norm(x)
            x = x + self.dropout(
                self.cross_attention(y, memory, memory, memory_mask)
            )
            y = self.feed_forward_norm(x)
            return x + self.dropout(self.feed_forward(y))
        x = x + self.dropout(self.self_attention(x, x, x, mask))
        x = self.self_norm(x)
        x = x + self.dropout(self.cross_attention(x, memory, memory, memory_mask))
        x = self.cross_norm(x)
        x = x + self.dropout(self.feed_forward(x))
        return self.feed_forward_norm(x)
