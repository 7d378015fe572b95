"""What a model has read, layer by layer."""

from torch import Tensor

from tensorbytensor.basics import check_count
from tensorbytensor.generation.cache_of_one_attention import KeyValues


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
