"""An encoder alone, on text: which word stands at a place, from all the others."""

import math

import torch
from torch import Tensor, nn

from tensorbytensor.basics import (
    PositionEncoding,
    check_ids,
    check_kind,
    embedding,
    linear,
)
from tensorbytensor.transformer import EncoderLayer, Sizes


class WordFiller(nn.Module):
    """Ids (..., T) to logits (..., T, V): the word that stands at each place."""

    def __init__(
        self, n_tokens: int, sizes: Sizes, generator: torch.Generator | None = None
    ):
        super().__init__()
        check_kind(Sizes, sizes=sizes)
        self.sizes, d = sizes, sizes.d_model
        self.embedding = embedding(n_tokens, d, generator, d**-0.5)
        self.positions = PositionEncoding(d, sizes.max_len)
        layers = range(sizes.n_layers)
        self.encoder = nn.ModuleList(EncoderLayer(sizes, generator) for _ in layers)
        self.norm = nn.LayerNorm(d)
        self.output = linear(d, n_tokens, True, generator)

    def forward(self, ids: Tensor, mask: Tensor | None = None) -> Tensor:
        """mask (..., T, T): True for what a token may not see, as in a decoder."""
        check_ids(ids, self.embedding.weight, self.sizes.max_len)
        x = self.positions(self.embedding(ids) * math.sqrt(self.sizes.d_model))
        for layer in self.encoder:
            x = layer(x, mask)
        return self.output(self.norm(x))
