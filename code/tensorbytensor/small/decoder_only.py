"""The decoder-only model, ready for Lightning's Trainer."""

import lightning as L
import torch
from torch import Tensor, nn

from tensorbytensor.attention import WideHeadAttention, causal_mask
from tensorbytensor.basics import (
    END,
    PositionEncoding,
    Vocabulary,
    check_count,
    check_ids,
    check_kind,
    check_positive,
    check_rows,
    embedding,
    linear,
    next_token_loss,
)
from tensorbytensor.decoding import greedy


class DecoderOnly(L.LightningModule):
    """Continues a text. Draws in this order: embedding, self-attention, output."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        d_model: int = 2,
        max_len: int = 6,
        n_heads: int = 1,
        n_layers: int = 1,
        lr: float = 0.1,
        generator: torch.Generator | None = None,
    ):
        super().__init__()
        check_count(n_layers=n_layers)
        check_kind(Vocabulary, vocabulary=vocabulary)
        check_positive(lr=lr)
        self.vocabulary, self.max_len, self.lr = vocabulary, max_len, lr
        self.embedding = embedding(len(vocabulary), d_model, generator)
        self.positions = PositionEncoding(d_model, max_len)
        self.self_attention = nn.ModuleList(
            WideHeadAttention(d_model, n_heads, generator) for _ in range(n_layers)
        )
        self.output = linear(d_model, len(vocabulary), True, generator)

    def mask(self, ids: Tensor) -> Tensor:
        """What a token may not see, (T, T): all that comes after it."""
        check_rows(ids)
        return causal_mask(ids.shape[-1], ids.device)

    def forward(self, ids: Tensor) -> Tensor:
        """Logits (..., T, V) for ids (..., T)."""
        check_ids(ids, self.embedding.weight, self.max_len)
        mask = self.mask(ids)
        x = self.positions(self.embedding(ids))  # (..., T, D)
        for attend in self.self_attention:
            x = x + attend(x, x, x, mask)
        return self.output(x)

    def loss(self, ids: Tensor) -> Tensor:
        """Reads all but the last token, predicts all but the first."""
        check_rows(ids)
        return next_token_loss(
            self(ids[..., :-1]), ids[..., 1:], self.vocabulary.pad
        )

    def training_step(self, batch: tuple[Tensor], batch_idx: int) -> Tensor:
        return self.loss(*batch)

    def configure_optimizers(self) -> torch.optim.Optimizer:
        return torch.optim.Adam(self.parameters(), lr=self.lr)

    def generate(self, prompt: Tensor) -> Tensor:
        """Ids (T,) or (B, T): the prompt, (T,) or (B, T), and its continuation.

        No row gets more new tokens than the longest prompt leaves room for.
        """
        check_ids(prompt, self.embedding.weight, self.max_len)
        steps = self.max_len - prompt.shape[-1] + 1  # the last token is never read
        end, pad = self.vocabulary.id(END), self.vocabulary.pad
        return greedy(self, prompt, end, steps, pad)
