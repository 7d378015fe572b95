"""One layer of a `Writer`."""

import torch
from torch import Tensor, nn

from tensorbytensor.generation.cache_of_one_attention import KeyValues
from tensorbytensor.generation.grouped_attention import GroupedAttention
from tensorbytensor.transformer import FeedForward, Sizes


class WriterLayer(nn.Module):
    """Attention and feed-forward network, each x + f(norm(x))."""

    def __init__(
        self, sizes: Sizes, n_groups: int, generator: torch.Generator | None
    ):
        super().__init__()
        d = sizes.d_model
        self.attention = GroupedAttention(d, sizes.n_heads, n_groups, generator)
        self.feed_forward = FeedForward(d, sizes.d_ff, sizes.activation, generator)
        self.norms = nn.ModuleList(nn.LayerNorm(d) for _ in range(2))

    def forward(self, x: Tensor, mask: Tensor, kept: KeyValues | None) -> Tensor:
        x = x + self.attention(self.norms[0](x), mask, kept)
        return x + self.feed_forward(self.norms[1](x))
