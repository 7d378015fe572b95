"""A command that trains: Lightning's command line, and what each training has."""

import sys
import warnings
from importlib.util import find_spec
from typing import ClassVar

import lightning as L
from lightning.pytorch.cli import LightningArgumentParser, LightningCLI

from tensorbytensor.basics import require
from tensorbytensor.command_line.check_before_training import check_before_training
from tensorbytensor.command_line.messages import report
from tensorbytensor.command_line.save_and_read_checkpoints import BestAndLast
from tensorbytensor.command_line.stop_early import Watch

DEFAULTS = {
    "trainer.default_root_dir": ".",
    "trainer.use_distributed_sampler": False,  # the data brings its own
    "trainer.logger": {"class_path": "lightning.pytorch.loggers.CSVLogger"},
}


class TrainingCommand(LightningCLI):
    """Its defaults, and the tokenizers of the data whose states the model gets."""

    defaults: ClassVar[dict] = {}
    tokenizers: ClassVar[dict[str, str]] = {}

    @staticmethod
    def subcommands() -> dict[str, set[str]]:
        return {"fit": LightningCLI.subcommands()["fit"]}

    def add_arguments_to_parser(self, parser: LightningArgumentParser) -> None:
        parser.add_lightning_class_args(Watch, "early_stopping")
        parser.add_lightning_class_args(BestAndLast, "checkpoint")
        parser.set_defaults(DEFAULTS | self.defaults)
        link, root = parser.link_arguments, "trainer.default_root_dir"
        link(root, "trainer.logger.init_args.save_dir")
        link(root, "checkpoint.dirpath", lambda path: f"{path}/checkpoints")
        link("model.sizes.max_len", "data.max_len")
        for name, state in self.tokenizers.items():
            ends = f"data.{name}", f"model.{state}"
            link(*ends, lambda tokenizer: tokenizer.state, "instantiate")

    def _parse_ckpt_path(self) -> None:
        """Arguments are those given; that the checkpoint's are alike, it checks."""

    def before_fit(self) -> None:
        """The problems of the data, and those of the arguments."""
        report(self.datamodule.problems)
        check_before_training(self.config.fit, self.trainer, self.datamodule)


def fit(
    command: type[TrainingCommand],
    model: type[L.LightningModule],
    data: type[L.LightningDataModule],
) -> None:
    """Train by the arguments of the command line."""
    tensorboard = "TensorBoardLogger" in str(sys.argv)
    found = not tensorboard or find_spec("tensorboard")
    require(found, "TensorBoardLogger needs pip install tensorboard")
    # the data does start in the middle of an epoch, see Shares
    warnings.filterwarnings("ignore", "You're resuming from a checkpoint")
    command(
        model,
        data,
        seed_everything_default=False,  # model and data have their own seeds
        auto_configure_optimizers=False,
        load_from_checkpoint_support=False,
        parser_kwargs={"exit_on_error": False, "fit": {"exit_on_error": False}},
    )
