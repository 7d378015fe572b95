"""The decoder: masked self-attention, then attention to what the encoder made."""

import torch
from torch import Tensor, nn

from tensorbytensor.attention import WideHeadAttention, causal_mask
from tensorbytensor.basics import (
    PositionEncoding,
    Vocabulary,
    check_count,
    check_ids,
    check_kind,
    check_memory,
    check_rows,
    embedding,
    linear,
)


class SmallDecoder(nn.Module):
    """Ids (..., T) and the encoder's memory (..., S, D) to logits (..., T, V).

    Draws in this order: embedding, self-attention, cross-attention, output.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        d_model: int = 2,
        max_len: int = 3,
        n_heads: int = 1,
        n_layers: int = 1,
        generator: torch.Generator | None = None,
    ):
        super().__init__()
        check_count(n_layers=n_layers)
        check_kind(Vocabulary, vocabulary=vocabulary)
        self.vocabulary = vocabulary
        self.max_len = max_len
        self.embedding = embedding(len(vocabulary), d_model, generator)
        self.positions = PositionEncoding(d_model, max_len)
        self.self_attention = nn.ModuleList(
            WideHeadAttention(d_model, n_heads, generator) for _ in range(n_layers)
        )
        self.cross_attention = nn.ModuleList(
            WideHeadAttention(d_model, n_heads, generator) for _ in range(n_layers)
        )
        self.output = linear(d_model, len(vocabulary), True, generator)

    def mask(self, ids: Tensor) -> Tensor:
        """What a token may not see of its own sentence, (T, T)."""
        check_rows(ids)
        return causal_mask(ids.shape[-1], ids.device)

    def forward(
        self, ids: Tensor, memory: Tensor, memory_mask: Tensor | None = None
    ) -> Tensor:
        """memory_mask (..., 1, S): True for what of the memory is padding."""
        check_ids(ids, self.embedding.weight, self.max_len)
        mask = self.mask(ids)
        x = self.positions(self.embedding(ids))  # (..., T, D)
        check_memory(x, memory, memory_mask)
        for attend, look_up in zip(self.self_attention, self.cross_attention):
            x = x + attend(x, x, x, mask)
            x = x + look_up(x, memory, memory, memory_mask)
        return self.output(x)  # (..., T, V)
