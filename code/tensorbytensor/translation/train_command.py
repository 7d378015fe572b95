"""Train the translator outside the book, on any file of sentence pairs.

    python -m tensorbytensor.translation fit --data.path pairs.tsv

A line of the file is source, tab, target; without a path it is the book's corpus.
`fit --help` lists all arguments, for example:

    --model.sizes.d_model 256 --model.lr 1e-3 --trainer.max_epochs 20
    --early_stopping.patience 8        epochs without a lower test_loss
    --trainer.default_root_dir runs/1  the folder of checkpoints and logs
    --ckpt_path last                   go on after a stop, with the same arguments
    --trainer.logger TensorBoardLogger
    --trainer.devices 4 --trainer.strategy ddp --trainer.precision bf16-mixed
"""

import sys
import warnings
from importlib.util import find_spec

from lightning.pytorch.cli import LightningArgumentParser, LightningCLI
from torch import Tensor

from tensorbytensor.basics import next_token_loss, require
from tensorbytensor.translation.check_training import check_training
from tensorbytensor.translation.checkpoints import BestAndLast
from tensorbytensor.translation.data_module import TranslationData
from tensorbytensor.translation.tokenizer import PAD_ID
from tensorbytensor.translation.translator import Translator
from tensorbytensor.translation.watch_training import Watch, report

# Measured on real sentences: with dropout and ten epochs the learning rate comes to
# its end before early stopping cuts it short; more epochs and no dropout overfit.
DEFAULTS = {
    "data.tokens": "byte-pairs",
    "model.sizes.dropout": 0.1,
    "model.sizes.max_len": 128,
    "trainer.max_epochs": 10,
    "trainer.default_root_dir": ".",
    "trainer.use_distributed_sampler": False,  # the data brings its own
    "trainer.logger": {"class_path": "lightning.pytorch.loggers.CSVLogger"},
}


class Learner(Translator):
    """Real sentences are hardly ever exactly translated, and counting is slow."""

    def validation_step(self, batch: tuple[Tensor, Tensor], batch_idx: int) -> None:
        src, tgt = batch
        loss = next_token_loss(self.model(src, tgt[:, :-1]), tgt[:, 1:], PAD_ID)
        self.log("test_loss", loss, True, batch_size=len(src), sync_dist=True)


class Training(LightningCLI):
    """Lightning's command line; the data gives the model its tokenizers."""

    @staticmethod
    def subcommands() -> dict[str, set[str]]:
        return {"fit": LightningCLI.subcommands()["fit"]}

    def add_arguments_to_parser(self, parser: LightningArgumentParser) -> None:
        parser.add_lightning_class_args(Watch, "early_stopping")
        parser.add_lightning_class_args(BestAndLast, "checkpoint")
        parser.set_defaults(DEFAULTS)
        link, root = parser.link_arguments, "trainer.default_root_dir"
        link(root, "trainer.logger.init_args.save_dir")
        link(root, "checkpoint.dirpath", lambda path: f"{path}/checkpoints")
        link("model.sizes.max_len", "data.max_len")
        for side in ("src", "tgt"):
            ends = f"data.{side}_tokenizer", f"model.{side}_state"
            link(*ends, lambda tokenizer: tokenizer.state, "instantiate")

    def _parse_ckpt_path(self) -> None:
        """Arguments are those given; that the checkpoint's are alike, it checks."""

    def before_fit(self) -> None:
        """The problems of the data, and those of the arguments."""
        report(self.datamodule.problems)
        check_training(self.config.fit, self.trainer, self.datamodule)


def fit() -> None:
    """Train by the arguments of the command line."""
    tensorboard = "TensorBoardLogger" in str(sys.argv)
    found = not tensorboard or find_spec("tensorboard")
    require(found, "TensorBoardLogger needs pip install tensorboard")
    # the data does start in the middle of an epoch, see Shares
    warnings.filterwarnings("ignore", "You're resuming from a checkpoint")
    Training(
        Learner,
        TranslationData,
        seed_everything_default=False,  # model and data have their own seeds
        auto_configure_optimizers=False,
        load_from_checkpoint_support=False,
        parser_kwargs={"exit_on_error": False, "fit": {"exit_on_error": False}},
    )
