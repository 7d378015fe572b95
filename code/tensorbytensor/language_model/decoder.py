"""A decoder-only Transformer of any size; by default pre-norm, as GPT-2 is."""

import math

import torch
from torch import Tensor, nn

from tensorbytensor.attention import causal_mask
from tensorbytensor.basics import (
    Dropout,
    PositionEncoding,
    check_count,
    check_ids,
    check_kind,
    embedding,
    linear,
)
from tensorbytensor.transformer import EncoderLayer, Sizes

MIDDLE = Sizes(256, 8, 1024, 4, 0.1, "gelu", norm_first=True, max_len=256)


class Decoder(nn.Module):
    """Ids (..., T) to logits (..., T, V): encoder layers that cannot look ahead."""

    def __init__(
        self, n_tokens: int, sizes: Sizes, generator: torch.Generator | None = None
    ):
        super().__init__()
        check_count(n_tokens=n_tokens)
        check_kind(Sizes, sizes=sizes)
        self.sizes, d = sizes, sizes.d_model
        self.embedding = embedding(n_tokens, d, generator, d**-0.5)
        self.positions = PositionEncoding(d, sizes.max_len)
        self.dropout = Dropout(sizes.dropout, generator)
        layers = range(sizes.n_layers)
        self.layers = nn.ModuleList(EncoderLayer(sizes, generator) for _ in layers)
        self.norm = (nn.LayerNorm if sizes.norm_first else nn.Identity)(d)
        self.output = linear(d, n_tokens, True, generator)

    def forward(self, ids: Tensor) -> Tensor:
        check_ids(ids, self.embedding.weight, self.sizes.max_len)
        mask = causal_mask(ids.shape[-1], ids.device)
        x = self.embedding(ids) * math.sqrt(self.sizes.d_model)
        x = self.dropout(self.positions(x))  # (..., T, D)
        for layer in self.layers:
            x = layer(x, mask)
        return self.output(self.norm(x))
