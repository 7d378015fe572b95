"""The decoder-only Transformer for Lightning's Trainer: it learns, and writes."""

import lightning as L
import torch
from torch import Tensor

from tensorbytensor.basics import (
    check_count,
    check_positive,
    next_token_loss,
    require,
)
from tensorbytensor.language_model.decoder import MIDDLE, Decoder
from tensorbytensor.transformer import Sizes
from tensorbytensor.translation import Tokenizer, Translator


class LanguageModel(L.LightningModule):
    """Learns from windows of ids (B, T + 1); continues texts.

    state: of the tokenizer. lr: the learning rate at its highest, after the share
    `warmup` of all steps.
    """

    def __init__(
        self,
        state: str,
        sizes: Sizes = MIDDLE,
        lr: float = 1e-3,
        warmup: float = 0.1,
        seed: int = 0,
    ):
        super().__init__()
        require(0 <= warmup < 1, f"warmup is {warmup}, but must be in [0, 1)")
        self.save_hyperparameters(logger=False)  # a checkpoint alone can write
        self.lr, self.warmup, self.seed = lr, warmup, seed
        self.generator = torch.Generator().manual_seed(seed)
        self.tokenizer = Tokenizer(state)
        self.model = Decoder(len(self.tokenizer), sizes, self.generator)

    on_train_batch_start = Translator.on_train_batch_start
    on_load_checkpoint = Translator.on_load_checkpoint
    configure_optimizers = Translator.configure_optimizers

    def _loss(self, ids: Tensor) -> Tensor:
        return next_token_loss(self.model(ids[:, :-1]), ids[:, 1:])

    def training_step(self, ids: Tensor, batch_idx: int) -> Tensor:
        loss = self._loss(ids)
        self.log("loss", loss, prog_bar=True, sync_dist=True)
        return loss

    def validation_step(self, ids: Tensor, batch_idx: int) -> None:
        loss = self._loss(ids)
        self.log("test_loss", loss, True, batch_size=len(ids), sync_dist=True)

    @torch.no_grad()
    def write(
        self, text: str, n_tokens: int, temperature: float = 1.0, seed: int = 0
    ) -> str:
        """The text and `n_tokens` more, each drawn from its distribution.

        temperature: what logits are divided by; towards 0, the most probable wins.
        """
        check_count(n_tokens=n_tokens)
        check_positive(temperature=temperature)
        ids = self.tokenizer.inner.encode(text).ids
        require(len(ids) > 0, f"{text!r} has no tokens, but at least one is needed")
        generator, training = torch.Generator().manual_seed(seed), self.training
        self.eval()
        for _ in range(n_tokens):
            window = torch.tensor(ids[-self.model.sizes.max_len :])
            logits = self.model(window.to(self.device))[-1].cpu().double()
            # the largest is 0, and remains it at any temperature
            logits = (logits - logits.max()) / temperature
            probabilities = logits.softmax(dim=-1)
            ids += probabilities.multinomial(1, generator=generator).tolist()
        self.train(training)
        return self.tokenizer.inner.decode(ids)
