"""The encoder–decoder model, ready for Lightning's Trainer."""

import lightning as L
import torch
from torch import Tensor

from tensorbytensor.basics import (
    END,
    START,
    check_kind,
    check_pair,
    check_positive,
    check_rows,
    next_token_loss,
)
from tensorbytensor.decoding import greedy
from tensorbytensor.small.decoder import SmallDecoder
from tensorbytensor.small.encoder import SmallEncoder


class EncoderDecoder(L.LightningModule):
    """Reads a source sentence, writes a target sentence; trained with Adam."""

    def __init__(
        self, encoder: SmallEncoder, decoder: SmallDecoder, lr: float = 0.1
    ):
        super().__init__()
        check_kind(SmallEncoder, encoder=encoder)
        check_kind(SmallDecoder, decoder=decoder)
        check_positive(lr=lr)
        self.encoder = encoder
        self.decoder = decoder
        self.lr = lr

    def forward(self, src: Tensor, tgt: Tensor) -> Tensor:
        """Logits (..., T, V) for source ids (..., S) and target ids (..., T)."""
        check_pair(src, tgt)
        return self.decoder(tgt, self.encoder(src), self.encoder.padding_mask(src))

    def loss(self, src: Tensor, tgt: Tensor) -> Tensor:
        """Teacher forcing: tgt (..., T) runs from <SOS> to <EOS>, and the decoder
        reads all of it but the last token, to predict all of it but the first."""
        check_rows(tgt, "tgt")
        logits = self(src, tgt[..., :-1])  # (..., T - 1, V)
        return next_token_loss(logits, tgt[..., 1:], self.decoder.vocabulary.pad)

    def training_step(self, batch: tuple[Tensor, Tensor], batch_idx: int) -> Tensor:
        return self.loss(*batch)

    def configure_optimizers(self) -> torch.optim.Optimizer:
        return torch.optim.Adam(self.parameters(), lr=self.lr)

    @torch.no_grad()
    def generate(self, src: Tensor) -> Tensor:
        """Target ids (T,) or (B, T) for source ids (S,) or (B, S), from <SOS> on.

        The decoder reads at most max_len tokens and adds one more.
        """
        memory, memory_mask = self.encoder(src), self.encoder.padding_mask(src)
        vocabulary, steps = self.decoder.vocabulary, self.decoder.max_len
        start = torch.full_like(src[..., :1], vocabulary.id(START))
        end, pad = vocabulary.id(END), vocabulary.pad

        def predict(ids: Tensor) -> Tensor:
            return self.decoder(ids, memory, memory_mask)

        return greedy(predict, start, end, steps, pad)
