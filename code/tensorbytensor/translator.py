"""The full Transformer as a translator, ready for Lightning's Trainer."""

import lightning as L
import torch
from torch import Tensor

from tensorbytensor.next_token_loss import next_token_loss
from tensorbytensor.sizes import Sizes
from tensorbytensor.tokenizer import Tokenizer
from tensorbytensor.transformer import Transformer
from tensorbytensor.translate import PAD_ID, exact, translate, translate_by_beams

SMALL = Sizes(64, 4, 128, 2, dropout=0.0, norm_first=True, max_len=32)


class Translator(L.LightningModule):
    """Learns from pairs of src (B, S) and tgt (B, T); translates texts.

    src_state, tgt_state: the states of the tokenizers. lr: the learning rate at its
    highest, after the share `warmup` of all steps. smoothing: of the labels.
    """

    def __init__(
        self,
        src_state: str,
        tgt_state: str,
        sizes: Sizes = SMALL,
        lr: float = 5e-3,
        warmup: float = 0.1,
        smoothing: float = 0.0,
        seed: int = 0,
    ):
        super().__init__()
        self.save_hyperparameters()  # a checkpoint alone can translate
        self.lr, self.warmup, self.smoothing = lr, warmup, smoothing
        self.src_tokenizer = Tokenizer(src_state)
        self.tgt_tokenizer = Tokenizer(tgt_state)
        self.model = Transformer(
            len(self.src_tokenizer),
            len(self.tgt_tokenizer),
            sizes,
            PAD_ID,
            torch.Generator().manual_seed(seed),
        )

    def training_step(self, batch: tuple[Tensor, Tensor], batch_idx: int) -> dict:
        """The loss, and the accuracy: how many labels the largest logit hits."""
        src, tgt = batch
        logits, labels = self.model(src, tgt[:, :-1]), tgt[:, 1:]
        loss = next_token_loss(logits, labels, PAD_ID, self.smoothing)
        self.log("loss", loss, prog_bar=True)
        hits = (logits.argmax(dim=-1) == labels)[labels != PAD_ID].float()
        # each token counts alike, however many of them another process has
        count = torch.tensor(float(len(hits)), device=self.device)
        mean = self.trainer.strategy.reduce(count, reduce_op="mean")
        return {"loss": loss * count / mean, "accuracy": hits.mean()}

    def validation_step(self, batch: tuple[Tensor, Tensor], batch_idx: int) -> None:
        src, tgt = batch
        loss = next_token_loss(self.model(src, tgt[:, :-1]), tgt[:, 1:], PAD_ID)
        right = exact(translate(self.model, src), tgt).float().mean()
        metrics = {"test_loss": loss, "test_exact": right}
        self.log_dict(metrics, prog_bar=True, batch_size=len(src))

    def configure_optimizers(self) -> dict:
        optimizer = torch.optim.AdamW(self.parameters(), lr=self.lr, fused=True)
        schedule = torch.optim.lr_scheduler.OneCycleLR(
            optimizer,
            self.lr,
            total_steps=int(self.trainer.estimated_stepping_batches),
            pct_start=self.warmup,
        )
        each_step = {"scheduler": schedule, "interval": "step"}
        return {"optimizer": optimizer, "lr_scheduler": each_step}

    def translate(self, text: str, beams: int = 1) -> str:
        """The translation of one text, greedily or by beam search."""
        self.eval()
        src = self.src_tokenizer.encode(text).to(self.device)  # (S,)
        if beams > 1:
            return self.tgt_tokenizer.decode(
                translate_by_beams(self.model, src, beams)
            )
        return self.tgt_tokenizer.decode(translate(self.model, src))
