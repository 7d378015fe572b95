"""Checkpoints that a kill cannot break: the best one, and the last one."""

import os

import lightning as L
from lightning.pytorch.callbacks import ModelCheckpoint
from lightning.pytorch.plugins.io import TorchCheckpointIO

from tensorbytensor.basics import require


class WholeFiles(TorchCheckpointIO):
    """A checkpoint gets its name when it is complete, never earlier."""

    def save_checkpoint(self, checkpoint, path, storage_options=None) -> None:
        super().save_checkpoint(checkpoint, f"{path}.part", storage_options)
        os.replace(f"{path}.part", path)


class BestAndLast(ModelCheckpoint):
    """Keeps best.ckpt and, after each epoch, better or not, last.ckpt."""

    def setup(self, trainer: L.Trainer, module: L.LightningModule, stage: str):
        super().setup(trainer, module, stage)
        trainer.strategy.checkpoint_io = WholeFiles()

    def on_train_start(self, trainer: L.Trainer, module: L.LightningModule):
        planned = trainer.lr_scheduler_configs[0].scheduler.total_steps
        steps = trainer.estimated_stepping_batches
        given = f"the checkpoint's training has {planned} steps"
        require(steps <= planned, f"{given}, but {steps} are asked for")

    def on_train_epoch_end(self, trainer: L.Trainer, module: L.LightningModule):
        super().on_train_epoch_end(trainer, module)
        if not trainer.fast_dev_run:
            trainer.save_checkpoint(os.path.join(self.dirpath, "last.ckpt"), False)
