"""Which pairs a process reads in each step: its share of a shuffled batch."""

from collections.abc import Callable, Iterator

import torch
from torch.utils.data import Sampler

from tensorbytensor.basics import require


class Shares(Sampler[list[int]]):
    """The numbers of the pairs, below `n`, of each step of one process.

    The shares of all processes make the batch that one process alone would read,
    and no pair comes twice in an epoch. Where fewer pairs than processes are left
    at its end, they are left out: another epoch shuffles them elsewhere.
    done: how many batches of the epoch are done when training is resumed.
    """

    def __init__(
        self,
        n: int,
        batch_size: int,
        world: int = 1,
        rank: int = 0,
        seed: int = 0,
        done: Callable[[], int] = lambda: 0,
    ):
        given = f"batch_size is {batch_size}, n_train {n}"
        allowed = f"must be at least {world}, a pair for each process"
        require(min(batch_size, n) >= world, f"{given}, but {allowed}")
        self.n, self.batch_size, self.world, self.rank = n, batch_size, world, rank
        self.seed, self.done, self.epoch = seed, done, 0
        self.sampler = self  # Lightning tells a batch sampler's sampler the epoch

    def set_epoch(self, epoch: int) -> None:
        self.epoch = epoch

    def __len__(self) -> int:
        whole, rest = divmod(self.n, self.batch_size)
        return whole + (rest >= self.world)

    def __iter__(self) -> Iterator[list[int]]:
        generator = torch.Generator().manual_seed(self.seed + self.epoch)
        batches = torch.randperm(self.n, generator=generator).split(self.batch_size)
        for batch in batches[self.done() : len(self)]:
            yield batch[self.rank :: self.world].tolist()
