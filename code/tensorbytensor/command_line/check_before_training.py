"""What would fail after hours of training fails before it, with nothing written."""

import math
import os

from jsonargparse import Namespace
from lightning import LightningDataModule, Trainer

from tensorbytensor.basics import check_count, require
from tensorbytensor.command_line.arguments_of_a_resumed_run import (
    check_arguments,
    outcome_arguments,
)
from tensorbytensor.command_line.save_and_read_checkpoints import (
    BestAndLast,
    read_checkpoint,
)


def check_before_training(
    config: Namespace, trainer: Trainer, data: LightningDataModule
) -> None:
    """All that can be known of a training run before it starts.

    data: its `shares` are what each process reads, its `contents` all that it has.
    """
    check_count(accumulate_grad_batches=trainer.accumulate_grad_batches)
    batches, limit = (
        len(data.shares(trainer.world_size)),
        trainer.limit_train_batches,
    )
    batches = int(
        batches * limit if isinstance(limit, float) else min(batches, limit)
    )
    steps = math.ceil(batches / trainer.accumulate_grad_batches)
    require(steps > 0, f"limit_train_batches is {limit}: nothing to train on")
    given = f"limit_val_batches is {trainer.limit_val_batches}"
    enough = trainer.limit_val_batches > 0
    require(
        enough, f"{given}, but the test sentences decide which epoch is the best"
    )
    endless = trainer.max_epochs == trainer.max_steps == -1
    given = f"max_epochs is {trainer.max_epochs}, but must be a number of epochs"
    require(trainer.max_epochs != 0 and not endless, given)
    given = (
        f"max_steps is {trainer.max_steps}, but must be at least {steps}, an epoch"
    )
    require(trainer.max_steps == -1 or trainer.max_steps >= steps, given)
    saver = trainer.checkpoint_callback
    saver.arguments = outcome_arguments(config, data.contents, trainer.world_size)
    check_ckpt_path(config.ckpt_path, saver)


def check_ckpt_path(given: str | None, saver: BestAndLast) -> None:
    """Nothing is overwritten, and a resumed run keeps its arguments."""
    exists = os.path.exists(saver.last)
    if given is None:
        way = "--ckpt_path last goes on with it"
        other = "--trainer.default_root_dir avoids it"
        require(not exists, f"{saver.last} exists: {way}, {other}")
    elif given != "last" or exists:
        path = saver.last if given == "last" else given
        known = os.path.isfile(path)
        require(known, f"ckpt_path is {given!r}, but must be last or a checkpoint")
        folder = os.path.dirname(os.path.realpath(path))
        allowed = f"must be in {saver.dirpath}, where what follows is written"
        require(folder == saver.dirpath, f"ckpt_path is in {folder}, but {allowed}")
        check_arguments(read_checkpoint(path), saver.arguments)
