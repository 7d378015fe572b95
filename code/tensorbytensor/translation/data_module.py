"""Batches of sentence pairs: of a file, or of the book's own corpus."""

import random

import lightning as L
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader

from tensorbytensor.basics import check_count, require
from tensorbytensor.command_line.share_batches_among_processes import Shares
from tensorbytensor.corpus import split_corpus
from tensorbytensor.translation.read_sentence_pairs import read_pairs, unspaced
from tensorbytensor.translation.tokenizer import PAD_ID, Tokenizer


def collate(rows: list[tuple[Tensor, Tensor]]) -> tuple[Tensor, Tensor]:
    """Rows of ids to src (B, S) and tgt (B, T); shorter ones end in <PAD>."""
    src, tgt = (pad_sequence(side, True, PAD_ID) for side in zip(*rows))
    return src, tgt


class TranslationData(L.LightningDataModule):
    """Pairs of sentences: `train`, `test` and, of the book's corpus, `unseen`.

    path: a tab-separated file, source and target first; None is the book's corpus.
    tokens: words or byte-pairs. batch_size: pairs a step, over all processes.
    max_len: the most tokens a side. What is left out, `problems` says.
    """

    def __init__(
        self,
        path: str | None = None,
        tokens: str = "words",
        vocabulary_size: int = 8000,
        batch_size: int = 128,
        n_test: int = 1000,
        max_len: int = 128,
        seed: int = 0,
    ):
        super().__init__()
        check_count(batch_size=batch_size, n_test=n_test, max_len=max_len)
        self.batch_size, self.max_len, self.seed = batch_size, max_len, seed
        if path is None:
            (pairs, self.unseen), self.problems = split_corpus(24_000), []
        else:
            found = read_pairs(path)
            pairs, self.unseen, self.problems = found.pairs, [], found.problems
        sources = len({src for src, _ in pairs})
        given = f"{len(pairs)} pairs ({sources} sources), but n_test is {n_test}"
        random.Random(seed).shuffle(pairs)
        self.test, rest = pairs[:n_test], pairs[n_test:]
        tested = {src for src, _ in self.test}
        self.train = [pair for pair in rest if pair[0] not in tested]
        require(len(self.train) > 0, f"{given}: none would be left to train on")
        if twice := len(rest) - len(self.train):
            self.problems.insert(0, f"{twice} pairs have the source of a test pair")
        sides = [*zip(*self.train)]
        self.src_tokenizer, self.tgt_tokenizer = (
            Tokenizer.train(side, tokens, vocabulary_size) for side in sides
        )
        for name, side in zip(("sources", "targets"), sides):
            if tokens == "words" and unspaced(side):
                found = f"{name} have no blanks between words"
                self.problems.insert(0, f"{found}: tokens should be byte-pairs")
        self.contents = self.train, self.test
        self.train_rows, self.test_rows = map(self._encode, self.contents)

    def _encode(self, pairs: list[tuple[str, str]]) -> list[tuple[Tensor, Tensor]]:
        """The ids of the pairs that are not too long."""
        encode = self.src_tokenizer.encode, self.tgt_tokenizer.encode
        rows = [(encode[0](src), encode[1](tgt)) for src, tgt in pairs]
        short = [row for row in rows if max(map(len, row)) <= self.max_len]
        if left_out := len(rows) - len(short):
            most = f"more than {self.max_len} tokens on a side"
            self.problems.insert(0, f"{left_out} pairs have {most}")
        require(
            len(short) > 0, f"no pair has {self.max_len} tokens or fewer a side"
        )
        return short

    def shares(self, world: int = 1, rank: int = 0) -> Shares:
        """What the process `rank` of `world` reads, from where it resumes."""

        def done() -> int:
            loop = self.trainer and self.trainer.fit_loop.epoch_loop
            return loop.batch_progress.current.ready if loop else 0

        n = len(self.train_rows)
        return Shares(n, self.batch_size, world, rank, self.seed, done)

    def train_dataloader(self) -> DataLoader:
        """Shuffled anew each epoch; of each batch, each process gets its share."""
        trainer = self.trainer
        place = (trainer.world_size, trainer.global_rank) if trainer else (1, 0)
        shares = self.shares(*place)
        return DataLoader(self.train_rows, batch_sampler=shares, collate_fn=collate)

    def val_dataloader(self) -> DataLoader:
        return DataLoader(self.test_rows, self.batch_size, collate_fn=collate)
