"""What a model has read, layer by layer."""

import torch
from torch import Tensor

from tensorbytensor.basics import check_count, check_kind, require
from tensorbytensor.generation.cache_of_one_attention import (
    KeyValues,
    check_more,
    check_room,
)


class Cache:
    """Keys and values of `n_layers` layers, and which of the tokens are real."""

    def __init__(self, n_layers: int, room: int, window: int | None = None):
        check_count(n_layers=n_layers)
        self.layers = [KeyValues(room, window) for _ in range(n_layers)]
        self.real: Tensor | None = None  # (B, tokens read)

    def cut(self, length: int) -> None:
        """Forget all that was read but the first `length` tokens."""
        for layer in self.layers:
            layer.cut(length)
        self.real = None if self.real is None else self.real[:, :length]

    @property
    def read(self) -> int:
        """How many tokens were read."""
        return self.layers[0].read

    @property
    def n_bytes(self) -> int:
        return sum(layer.n_bytes for layer in self.layers)


def check_cache(cache: Cache, n_layers: int, window: int | None) -> None:
    """It has a model's layers, and forgets nothing that the model sees."""
    check_kind(Cache, cache=cache)
    own = cache.layers[0].window
    given = f"cache has {len(cache.layers)} layers and window {own}"
    ok = len(cache.layers) == n_layers and own in (None, window)
    require(ok, f"{given}, but must be of {n_layers} layers and window {window}")


def go_on(cache: Cache, real: Tensor) -> Tensor:
    """The new tokens (B, n) follow what was read: which of all of them are real."""
    check_more("ids", real, cache.real, dim=-1)
    check_room(cache.layers[0], real.shape[-1])
    both = [real] if cache.real is None else [cache.real, real]
    cache.real = torch.cat(both, dim=-1)
    return cache.real
