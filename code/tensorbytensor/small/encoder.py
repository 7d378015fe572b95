"""The encoder: embedding, positions, self-attention, residual connections."""

import torch
from torch import Tensor, nn

from tensorbytensor.attention import WideHeadAttention
from tensorbytensor.basics import (
    PositionEncoding,
    Vocabulary,
    check_count,
    check_ids,
    check_kind,
    check_rows,
    embedding,
)


class SmallEncoder(nn.Module):
    """Ids (..., S) to one vector for each token, (..., S, D).

    Draws its weights in this order: embedding, then layer by layer W_q, W_k, W_v.
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

    def padding_mask(self, ids: Tensor) -> Tensor | None:
        """(..., 1, S), True at <PAD>, which nobody may see; None without <PAD>."""
        check_rows(ids)
        pad = self.vocabulary.pad
        return None if pad is None else (ids == pad).unsqueeze(-2)

    def forward(self, ids: Tensor) -> Tensor:
        """Raises ValueError for ids out of range, too many of them, or none."""
        check_ids(ids, self.embedding.weight, self.max_len)
        mask = self.padding_mask(ids)
        x = self.positions(self.embedding(ids))  # (..., S, D)
        for attend in self.self_attention:
            x = x + attend(x, x, x, mask)
        return x
