"""A training run that learns nothing more, or nothing at all, ends and says so."""

import math

import lightning as L
import torch
from lightning.pytorch.callbacks import EarlyStopping

from tensorbytensor.basics import check_count, require
from tensorbytensor.command_line.messages import say

SLOWER = "a lower --model.lr may help"


class Watch(EarlyStopping):
    """Stops after `patience` epochs without a lower test_loss; says what is best.

    Raises ValueError where nothing is learned.
    """

    def __init__(self, patience: int = 5, min_delta: float = 0.0):
        check_count(patience=patience)
        super().__init__("test_loss", min_delta, patience)

    def load_state_dict(self, state_dict: dict) -> None:
        """A resumed training has the patience that is asked for now."""
        super().load_state_dict(state_dict | {"patience": self.patience})

    def on_train_start(self, trainer: L.Trainer, module: L.LightningModule) -> None:
        """One that had stopped early stays so, unless there is more patience."""
        trainer.should_stop = self.wait_count >= self.patience

    def on_train_batch_end(
        self, trainer, module, outputs, batch, batch_idx
    ) -> None:
        loss = outputs["loss"].item()
        where = f"the loss is {loss} in step {trainer.global_step}"
        require(math.isfinite(loss), f"{where}: training diverged, {SLOWER}")

    def on_train_end(self, trainer: L.Trainer, module: L.LightningModule) -> None:
        best = trainer.checkpoint_callback.best_model_path
        if best:
            say(self._best(trainer, best))
        loss = trainer.callback_metrics.get("test_loss", torch.tensor(0.0)).item()
        guess = math.log(module.model.output.out_features)
        given = f"the last test_loss is {loss:.3f}, and guessing has {guess:.3f}"
        learned = loss < guess or trainer.fast_dev_run
        require(learned, f"{given}: training diverged or was short, {SLOWER}")

    def _best(self, trainer: L.Trainer, best: str) -> str:
        """The best epoch, counted as the progress bar does, and its file."""
        saved = torch.load(best, map_location="cpu", weights_only=True)
        score = trainer.checkpoint_callback.best_model_score.item()
        line = f"best: epoch {saved['epoch']}, test_loss {score:.3f}, {best}"
        if self.wait_count < self.patience:
            return line
        stopped = (
            f"stopped early: {self.wait_count} epochs without a lower test_loss"
        )
        why = "before the learning rate had fallen to its end"
        ways = (
            "fewer --trainer.max_epochs or more --model.sizes.dropout may do better"
        )
        return f"{stopped}, {why}; {ways}\n{line}"
