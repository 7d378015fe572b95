"""The full Transformer (Vaswani et al. 2017): embeddings, stacks, output layer."""

import math

import torch
from torch import Tensor, nn

from tensorbytensor.attention import causal_mask
from tensorbytensor.basics import (
    Dropout,
    PositionEncoding,
    check_count,
    check_id,
    check_ids,
    check_kind,
    check_pair,
    check_rows,
    embedding,
    linear,
)
from tensorbytensor.transformer.decoder_layer import DecoderLayer
from tensorbytensor.transformer.encoder_layer import EncoderLayer
from tensorbytensor.transformer.sizes import Sizes


class Transformer(nn.Module):
    """Source ids (..., S) and target ids (..., T) to logits (..., T, V).

    n_src, n_tgt: the sizes of the vocabularies; pad: the id of padding in both.
    """

    def __init__(
        self,
        n_src: int,
        n_tgt: int,
        sizes: Sizes,
        pad: int = 0,
        generator: torch.Generator | None = None,
    ):
        super().__init__()
        check_count(n_src=n_src, n_tgt=n_tgt)
        check_kind(Sizes, sizes=sizes)
        check_id(min(n_src, n_tgt), pad=pad)
        self.sizes, self.pad = sizes, pad
        std = sizes.d_model**-0.5  # so that √d_model makes it 1
        self.src_embedding = embedding(n_src, sizes.d_model, generator, std)
        self.tgt_embedding = embedding(n_tgt, sizes.d_model, generator, std)
        self.positions = PositionEncoding(sizes.d_model, sizes.max_len)
        layers = range(sizes.n_layers)
        self.encoder = nn.ModuleList(EncoderLayer(sizes, generator) for _ in layers)
        self.decoder = nn.ModuleList(DecoderLayer(sizes, generator) for _ in layers)
        # with pre-norm nothing normalizes what the last layer adds, so this does
        last = nn.LayerNorm if sizes.norm_first else nn.Identity
        self.encoder_norm = last(sizes.d_model)
        self.decoder_norm = last(sizes.d_model)
        self.dropout = Dropout(sizes.dropout, generator)
        self.output = linear(sizes.d_model, n_tgt, True, generator)

    def _embed(self, ids: Tensor, table: nn.Embedding) -> Tensor:
        check_ids(ids, table.weight, self.sizes.max_len)
        x = table(ids) * math.sqrt(self.sizes.d_model)
        return self.dropout(self.positions(x))  # (..., T, D)

    def padding_mask(self, ids: Tensor) -> Tensor:
        """(..., 1, S), True at padding, which nobody may see."""
        check_rows(ids)
        return (ids == self.pad).unsqueeze(-2)

    def mask(self, tgt: Tensor) -> Tensor:
        """(..., T, T), True for what a token of tgt may not see of tgt."""
        check_rows(tgt, "tgt")
        return causal_mask(tgt.shape[-1], tgt.device) | self.padding_mask(tgt)

    def encode(self, src: Tensor) -> tuple[Tensor, Tensor]:
        """Memory (..., S, D), and the mask (..., 1, S) for who looks into it."""
        mask, x = self.padding_mask(src), self._embed(src, self.src_embedding)
        for layer in self.encoder:
            x = layer(x, mask)
        return self.encoder_norm(x), mask

    def decode(
        self, tgt: Tensor, memory: Tensor, memory_mask: Tensor | None
    ) -> Tensor:
        """Logits (..., T, V): for each place, the token that follows it."""
        mask, x = self.mask(tgt), self._embed(tgt, self.tgt_embedding)
        for layer in self.decoder:
            x = layer(x, memory, mask, memory_mask)
        return self.output(self.decoder_norm(x))

    def forward(self, src: Tensor, tgt: Tensor) -> Tensor:
        check_pair(src, tgt)
        return self.decode(tgt, *self.encode(src))
