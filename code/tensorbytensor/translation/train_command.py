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

from functools import partial
from typing import ClassVar

from torch import Tensor

from tensorbytensor.basics import next_token_loss
from tensorbytensor.command_line import base_of_training_commands
from tensorbytensor.translation.data_module import TranslationData
from tensorbytensor.translation.tokenizer import PAD_ID
from tensorbytensor.translation.translator import Translator


class Learner(Translator):
    """Real sentences are hardly ever exactly translated, and counting is slow."""

    def validation_step(self, batch: tuple[Tensor, Tensor], batch_idx: int) -> None:
        src, tgt = batch
        loss = next_token_loss(self.model(src, tgt[:, :-1]), tgt[:, 1:], PAD_ID)
        self.log("test_loss", loss, True, batch_size=len(src), sync_dist=True)


class TranslationCommand(base_of_training_commands.TrainingCommand):
    """Real sentences have defaults of their own.

    Measured on such: with dropout and ten epochs the learning rate comes to its end
    before early stopping cuts it short; more epochs and no dropout overfit.
    """

    tokenizers: ClassVar = {
        "src_tokenizer": "src_state",
        "tgt_tokenizer": "tgt_state",
    }
    defaults: ClassVar = {
        "data.tokens": "byte-pairs",
        "model.sizes.dropout": 0.1,
        "model.sizes.max_len": 128,
        "trainer.max_epochs": 10,
    }


fit = partial(
    base_of_training_commands.fit, TranslationCommand, Learner, TranslationData
)
