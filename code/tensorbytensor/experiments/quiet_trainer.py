"""Lightning's Trainer without its output, and a record of what the training did."""

import logging
import warnings

import lightning as L
from torch import Tensor

from tensorbytensor.basics import check_count, check_kind


class Recorder(L.Callback):
    """Keeps loss and accuracy of each step, metrics and parameters by epoch.

    steps: after these it keeps all weights, too, in `after`.
    """

    def __init__(self, *steps: int):
        for step in steps:
            check_count(step=step)
        self.after: dict[int, dict[str, Tensor]] = {step: {} for step in steps}
        self.losses: list[float] = []
        self.accuracies: list[float] = []  # where a training step returns them
        self.metrics: list[dict[str, float]] = []
        self.parameters: list[dict[str, Tensor]] = []

    def _keep(self, model: L.LightningModule) -> None:
        named = model.named_parameters()
        self.parameters.append({name: p.detach().clone() for name, p in named})

    def on_train_start(self, trainer: L.Trainer, model: L.LightningModule) -> None:
        self._keep(model)

    def on_train_batch_end(self, trainer, model, outputs, batch, batch_idx) -> None:
        self.losses.append(outputs["loss"].item())
        if "accuracy" in outputs:
            self.accuracies.append(outputs["accuracy"].item())
        if trainer.global_step in self.after:
            state = model.state_dict().items()
            self.after[trainer.global_step] = {n: x.clone() for n, x in state}

    def on_train_epoch_end(
        self, trainer: L.Trainer, model: L.LightningModule
    ) -> None:
        self._keep(model)
        metrics = trainer.callback_metrics.items()
        self.metrics.append({name: value.item() for name, value in metrics})

    def state_dict(self) -> dict:
        names = "after", "losses", "accuracies", "metrics", "parameters"
        return {name: getattr(self, name) for name in names}

    def load_state_dict(self, state_dict: dict) -> None:
        vars(self).update(state_dict)


def quiet_trainer(max_epochs: int, *callbacks: L.Callback) -> L.Trainer:
    """A Trainer on the CPU that prints nothing and writes no files."""
    check_count(max_epochs=max_epochs)
    for callback in callbacks:
        check_kind(L.Callback, callback=callback)
    logging.getLogger("lightning.pytorch").setLevel(logging.ERROR)
    warnings.filterwarnings("ignore", module="lightning.pytorch")
    return L.Trainer(
        max_epochs=max_epochs,
        callbacks=list(callbacks),
        accelerator="cpu",
        logger=False,
        enable_checkpointing=False,
        enable_progress_bar=False,
        enable_model_summary=False,
        num_sanity_val_steps=0,
    )
