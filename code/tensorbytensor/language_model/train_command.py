"""Train a model on a text of your own.

    python -m tensorbytensor.language_model fit --data.path text.txt

`fit --help` lists all arguments, for example:

    --model.sizes.d_model 384 --model.lr 5e-4 --trainer.max_epochs 20
    --sample.text "Once upon a time"   what is continued after each epoch
    --early_stopping.patience 8        epochs without a lower test_loss
    --trainer.default_root_dir runs/1  the folder of checkpoints and logs
    --ckpt_path last                   go on after a stop, with the same arguments
    --trainer.devices 4 --trainer.strategy ddp --trainer.precision bf16-mixed
"""

from functools import partial
from typing import ClassVar

import lightning as L
from lightning.pytorch.cli import LightningArgumentParser

from tensorbytensor.basics import check_count
from tensorbytensor.command_line import base_of_training_commands
from tensorbytensor.command_line.messages import say
from tensorbytensor.language_model.model import LanguageModel
from tensorbytensor.language_model.windows_of_text import TextData


class Sample(L.Callback):
    """Shows after each epoch how the model continues a text.

    text: its beginning. n_tokens: how many more.
    """

    def __init__(self, text: str = "The", n_tokens: int = 50):
        check_count(n_tokens=n_tokens)
        self.text, self.n_tokens = text, n_tokens

    def on_validation_epoch_end(self, trainer: L.Trainer, module: LanguageModel):
        if not trainer.sanity_checking:
            written = module.write(self.text, self.n_tokens)
            say(f"\nepoch {trainer.current_epoch}: {written}")


class TextCommand(base_of_training_commands.TrainingCommand):
    """A text has defaults of its own."""

    tokenizers: ClassVar = {"tokenizer": "state"}
    defaults: ClassVar = {"trainer.max_epochs": 10}

    def add_arguments_to_parser(self, parser: LightningArgumentParser) -> None:
        super().add_arguments_to_parser(parser)
        parser.add_lightning_class_args(Sample, "sample")
        parser.link_arguments("trainer.default_root_dir", "data.folder")


fit = partial(base_of_training_commands.fit, TextCommand, LanguageModel, TextData)
