"""Windows of a text: what a language model reads, and what it is to predict."""

import hashlib
from pathlib import Path

import lightning as L
from torch import Tensor
from torch.utils.data import DataLoader, Dataset

from tensorbytensor.basics import check_count, require
from tensorbytensor.command_line.share_batches_among_processes import Shares
from tensorbytensor.language_model.tokenize_into_file import (
    encode_to_file,
    read_blocks,
    train_tokenizer,
)


class Windows(Dataset[Tensor]):
    """Ids (N,) in windows (T + 1,): T tokens are read, the next of each is guessed.

    A window begins with the last token of the one before: each is guessed once.
    """

    def __init__(self, ids: Tensor, length: int):
        self.ids, self.length = ids, length

    def __len__(self) -> int:
        return (len(self.ids) - 1) // self.length

    def __getitem__(self, number: int) -> Tensor:
        start = range(len(self))[number] * self.length
        return self.ids[start : start + self.length + 1].long()


class TextData(L.LightningDataModule):
    """The windows of a text file: its end tests what is trained on all before.

    path: a text in UTF-8. vocabulary_size: byte pairs at most. batch_size: windows
    a step, over all processes. max_len: tokens a window. test_share: of all tokens.
    folder: where the ids of the text are kept, two bytes a token.
    """

    def __init__(
        self,
        path: str,
        vocabulary_size: int = 8000,
        batch_size: int = 32,
        max_len: int = 256,
        test_share: float = 0.05,
        folder: str = ".",
        seed: int = 0,
    ):
        super().__init__()
        check_count(batch_size=batch_size, max_len=max_len)
        given = f"test_share is {test_share}"
        require(0 < test_share < 1, f"{given}, but must be between 0 and 1")
        self.batch_size, self.seed, self.problems = batch_size, seed, []
        digest = hashlib.sha256()
        for block in read_blocks(path):
            digest.update(block.encode("utf8"))
        self.tokenizer = train_tokenizer(path, vocabulary_size)
        digest.update(self.tokenizer.state.encode("utf8"))
        self.contents = digest.hexdigest()[:16]
        file = Path(folder) / f"tokens-{self.contents}.bin"
        ids = encode_to_file(path, self.tokenizer, file)
        n_train = round(len(ids) * (1 - test_share))
        parts = ids[:n_train], ids[n_train:]
        self.train, self.test = (Windows(part, max_len) for part in parts)
        enough = min(len(self.train), len(self.test)) > 0
        given = f"{path} has {len(ids)} tokens, {n_train} of them to train on"
        require(
            enough, f"{given}, but each part needs more than max_len, {max_len}"
        )

    def shares(self, world: int = 1, rank: int = 0) -> Shares:
        """What the process `rank` of `world` reads, from where it resumes."""

        def done() -> int:
            loop = self.trainer and self.trainer.fit_loop.epoch_loop
            return loop.batch_progress.current.ready if loop else 0

        n = len(self.train)
        return Shares(n, self.batch_size, world, rank, self.seed, done)

    def train_dataloader(self) -> DataLoader:
        """Shuffled anew each epoch; of each batch, each process gets its share."""
        trainer = self.trainer
        place = (trainer.world_size, trainer.global_rank) if trainer else (1, 0)
        return DataLoader(self.train, batch_sampler=self.shares(*place))

    def val_dataloader(self) -> DataLoader:
        return DataLoader(self.test, self.batch_size)
