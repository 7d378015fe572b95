"""The full Transformer as a translator, ready for Lightning's Trainer."""

import lightning as L
import torch
from torch import Tensor

from tensorbytensor.basics import next_token_loss, require
from tensorbytensor.transformer import Sizes, Transformer
from tensorbytensor.translation.tokenizer import PAD_ID, Tokenizer
from tensorbytensor.translation.translate_and_compare import (
    exact,
    translate,
    translate_by_beams,
)

SMALL = Sizes(64, 4, 128, 2, dropout=0.0, norm_first=True, max_len=32)
torch.serialization.add_safe_globals([Sizes])  # torch.load may make them


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
        for name, share in (("warmup", warmup), ("smoothing", smoothing)):
            require(0 <= share < 1, f"{name} is {share}, but must be in [0, 1)")
        self.save_hyperparameters(logger=False)  # a checkpoint alone can translate
        self.lr, self.warmup, self.smoothing = lr, warmup, smoothing
        self.seed, self.generator = seed, torch.Generator().manual_seed(seed)
        self.src_tokenizer = Tokenizer(src_state)
        self.tgt_tokenizer = Tokenizer(tgt_state)
        vocabularies = len(self.src_tokenizer), len(self.tgt_tokenizer)
        self.model = Transformer(*vocabularies, sizes, PAD_ID, self.generator)

    def on_train_batch_start(self, batch: tuple, batch_idx: int) -> None:
        """A resumed training drops what it would have; each process its own."""
        nth = self.current_epoch * self.trainer.num_training_batches + batch_idx
        nth = nth * self.trainer.world_size + self.global_rank
        self.generator.manual_seed(self.seed + 1 + nth)

    def on_load_checkpoint(self, checkpoint: dict) -> None:
        """Other tokenizers would read other meanings into the same ids."""
        saved = checkpoint[self.CHECKPOINT_HYPER_PARAMS_KEY]
        changed = [name for name in saved if saved[name] != self.hparams.get(name)]
        given = f"{', '.join(changed)} not as in the checkpoint"
        require(not changed, f"{given}, but data and arguments must be the same")

    def training_step(self, batch: tuple[Tensor, Tensor], batch_idx: int) -> dict:
        """The loss, and the accuracy: how many labels the largest logit hits."""
        src, tgt = batch
        logits, labels = self.model(src, tgt[:, :-1]), tgt[:, 1:]
        loss = next_token_loss(logits, labels, PAD_ID, self.smoothing)
        hits = (logits.argmax(dim=-1) == labels)[labels != PAD_ID].float()
        # each token counts alike, however many of them another process has
        count = torch.tensor(float(len(hits)), device=self.device)
        mean = self.trainer.strategy.reduce(count.clone(), reduce_op="mean")
        loss = loss * count / mean
        self.log("loss", loss, prog_bar=True, sync_dist=True)
        return {"loss": loss, "accuracy": hits.mean()}

    def validation_step(self, batch: tuple[Tensor, Tensor], batch_idx: int) -> None:
        src, tgt = batch
        loss = next_token_loss(self.model(src, tgt[:, :-1]), tgt[:, 1:], PAD_ID)
        right = exact(translate(self.model, src), tgt).float().mean()
        metrics = {"test_loss": loss, "test_exact": right}
        self.log_dict(metrics, prog_bar=True, batch_size=len(src), sync_dist=True)

    def configure_optimizers(self) -> dict:
        optimizer = torch.optim.AdamW(self.parameters(), lr=self.lr, fused=True)
        steps = int(self.trainer.estimated_stepping_batches)
        start = self.warmup if self.warmup * steps > 1 else 0.0
        cycle = torch.optim.lr_scheduler.OneCycleLR
        schedule = cycle(optimizer, self.lr, steps, pct_start=start)
        each_step = {"scheduler": schedule, "interval": "step"}
        return {"optimizer": optimizer, "lr_scheduler": each_step}

    def translate(self, text: str, beams: int = 1) -> str:
        """The translation of one text, greedily or by beam search."""
        src = self.src_tokenizer.encode(text).to(self.device)  # (S,)
        training = self.training
        self.eval()
        if beams == 1:
            written = translate(self.model, src)
        else:
            written = translate_by_beams(self.model, src, beams)
        self.train(training)
        return self.tgt_tokenizer.decode(written)
