"""Checkpoints that a kill cannot break: the best one, and the last one."""

import os
import zipfile

import lightning as L
import torch
from lightning.pytorch.callbacks import ModelCheckpoint
from lightning.pytorch.plugins.io import TorchCheckpointIO
from lightning.pytorch.utilities.exceptions import SIGTERMException

from tensorbytensor.basics import require


class WholeFiles(TorchCheckpointIO):
    """A checkpoint gets its name when it is complete, never earlier."""

    def save_checkpoint(self, checkpoint, path, storage_options=None) -> None:
        super().save_checkpoint(checkpoint, f"{path}.part", storage_options)
        os.replace(f"{path}.part", path)


class BestAndLast(ModelCheckpoint):
    """Keeps best.ckpt and, after each epoch, better or not, last.ckpt.

    `arguments`, which the command sets, are kept in both.
    """

    def __init__(self, dirpath: str):
        counted = {"enable_version_counter": False}
        super().__init__(dirpath, "best", monitor="test_loss", **counted)
        self.best = os.path.join(self.dirpath, "best.ckpt")
        self.last = os.path.join(self.dirpath, "last.ckpt")
        self.arguments: dict[str, str] = {}

    def setup(self, trainer: L.Trainer, module: L.LightningModule, stage: str):
        super().setup(trainer, module, stage)
        trainer.strategy.checkpoint_io = WholeFiles()

    def on_save_checkpoint(self, trainer, module, checkpoint: dict) -> None:
        checkpoint["arguments"] = self.arguments

    def load_state_dict(self, state_dict: dict) -> None:
        """Where the folder was moved to, there its best.ckpt is.

        Unless it was stopped in the first epoch, when none is the best one yet.
        """
        here, score = {"dirpath": self.dirpath}, state_dict["best_model_score"]
        if score is not None:
            here |= {"best_model_path": self.best, "kth_best_model_path": self.best}
            here["best_k_models"] = {self.best: score}
        super().load_state_dict(state_dict | here)

    def on_train_start(self, trainer: L.Trainer, module: L.LightningModule):
        planned = trainer.lr_scheduler_configs[0].scheduler.total_steps
        steps = trainer.estimated_stepping_batches
        given = f"the checkpoint's training has {planned} steps"
        require(steps <= planned, f"{given}, but {steps} are asked for")

    def on_train_epoch_end(self, trainer: L.Trainer, module: L.LightningModule):
        super().on_train_epoch_end(trainer, module)
        if not trainer.fast_dev_run:
            trainer.save_checkpoint(self.last, False)

    def on_exception(self, trainer, module, exception: BaseException) -> None:
        """SIGTERM comes within an epoch: the steps that are done are not lost.

        But for gradients that are not yet used up, and for several processes.
        """
        loop = trainer.fit_loop.epoch_loop
        whole = loop.batch_progress.current.ready % trainer.accumulate_grad_batches
        ended = isinstance(exception, SIGTERMException) and not trainer.validating
        if ended and whole == 0 and trainer.world_size == 1:
            trainer.save_checkpoint(self.last, False)


def read_checkpoint(path: str) -> dict:
    """What is in a checkpoint of a command; anything else is a ValueError."""
    try:
        with zipfile.ZipFile(path) as file:
            require(file.testzip() is None, "damaged")  # which torch.load overlooks
        checkpoint = torch.load(path, map_location="cpu", weights_only=True)
    except Exception as error:  # a file can be broken in too many ways to name them
        given = f"{path} cannot be read ({type(error).__name__})"
        raise ValueError(f"{given}, but must be a whole checkpoint") from error
    names = {"state_dict", "hyper_parameters", "loops", "arguments"}
    missing = names - set(checkpoint if isinstance(checkpoint, dict) else ())
    given = f"{path} has no {', '.join(sorted(missing))}"
    require(not missing, f"{given}, but must be a checkpoint of this command")
    return checkpoint
