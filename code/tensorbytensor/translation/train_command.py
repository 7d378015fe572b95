"""Train the translator outside the book, on any file of sentence pairs.

    python -m tensorbytensor.translation.train_command fit --data.path pairs.tsv

A line of the file is source, tab, target; without a path it is the book's corpus.
`fit --help` lists all arguments, for example:

    --data.tokens byte-pairs           words are for the book's corpus
    --model.sizes.d_model 256 --model.lr 1e-3 --trainer.max_epochs 20
    --early_stopping.patience 5        epochs without a lower test_loss
    --trainer.default_root_dir runs/1  the folder of checkpoints and logs
    --ckpt_path last                   go on after a kill, with the same arguments
    --trainer.logger TensorBoardLogger
    --trainer.devices 4 --trainer.strategy ddp --trainer.precision bf16-mixed

Then `Translator.load_from_checkpoint("checkpoints/best.ckpt")` translates.
"""

import os
import sys
from importlib.util import find_spec

from jsonargparse import ArgumentError
from lightning.pytorch.callbacks import EarlyStopping
from lightning.pytorch.cli import LightningArgumentParser, LightningCLI
from lightning.pytorch.utilities import rank_zero_only
from lightning.pytorch.utilities.exceptions import MisconfigurationException

from tensorbytensor.basics import require
from tensorbytensor.translation.checkpoints import BestAndLast
from tensorbytensor.translation.data_module import TranslationData
from tensorbytensor.translation.translator import Translator

DEFAULTS = {
    "trainer.max_epochs": 3,
    "trainer.default_root_dir": ".",
    "trainer.use_distributed_sampler": False,  # the data brings its own
    "trainer.logger": {"class_path": "lightning.pytorch.loggers.CSVLogger"},
    "early_stopping.monitor": "test_loss",
    "checkpoint.monitor": "test_loss",
    "checkpoint.filename": "best",
}
EXPECTED = (ArgumentError, MisconfigurationException, OSError, ValueError)


@rank_zero_only
def report(problems: list[str], most: int = 20) -> None:
    """Say on the standard error stream what of the data is left out."""
    if problems:
        more = len(problems) - most
        lines = problems[:most] + ([f"and {more} more"] if more > 0 else [])
        print(f"{len(problems)} problems:", *lines, sep="\n", file=sys.stderr)


class Training(LightningCLI):
    """Lightning's command line; the data gives the model its tokenizers."""

    @staticmethod
    def subcommands() -> dict[str, set[str]]:
        return {"fit": LightningCLI.subcommands()["fit"]}

    def add_arguments_to_parser(self, parser: LightningArgumentParser) -> None:
        parser.add_lightning_class_args(EarlyStopping, "early_stopping")
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
        """What would fail later fails now, before anything is written."""
        report(self.datamodule.problems)
        self.datamodule.share(self.trainer.world_size)
        endless = self.trainer.max_epochs == self.trainer.max_steps == -1
        require(not endless, "max_epochs is -1, but must be a number of epochs")
        given = self.config.fit.ckpt_path
        known = given in (None, "last") or os.path.isfile(given)
        require(known, f"ckpt_path is {given!r}, but must be last or a checkpoint")
        last = os.path.join(self.trainer.checkpoint_callback.dirpath, "last.ckpt")
        ways = (
            "--ckpt_path last goes on with it, --trainer.default_root_dir avoids it"
        )
        require(given or not os.path.exists(last), f"{last} exists: {ways}")


def main() -> None:
    if "TensorBoardLogger" in str(sys.argv) and not find_spec("tensorboard"):
        sys.exit("error: TensorBoardLogger needs pip install tensorboard")
    try:
        Training(
            Translator,
            TranslationData,
            seed_everything_default=False,  # model and data have their own seeds
            auto_configure_optimizers=False,
            load_from_checkpoint_support=False,
            parser_kwargs={"exit_on_error": False, "fit": {"exit_on_error": False}},
        )
    except EXPECTED as error:
        if "JSONARGPARSE_DEBUG" in os.environ:
            raise
        message = " ".join(str(error).split())
        sys.exit(1 if rank_zero_only.rank else f"error: {message}")


if __name__ == "__main__":
    main()
