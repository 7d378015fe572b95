"""The keys and values of one attention, kept from call to call."""

import torch
from torch import Tensor

from tensorbytensor.basics import (
    check_count,
    check_from_zero,
    require,
    shape_of,
)
from tensorbytensor.generation.check_logits_and_shares import check_alike


def check_more(name: str, more: Tensor, kept: Tensor | None, dim: int) -> None:
    """What is added has the shape of what is kept, but for the tokens in `dim`."""
    if kept is not None:
        given, allowed = list(more.shape), list(kept.shape)
        given[dim] = allowed[dim] = "n"
        sizes = ", ".join(map(str, allowed))
        said = f"{name} has shape {shape_of(more)}, but must be ({sizes}) as before"
        require(given == allowed, said)


class KeyValues:
    """Room for the keys and values (..., H, T, K) of up to `room` tokens.

    The memory is taken once; what is added is copied behind what is there. With a
    window, only the last `window` - 1 tokens stay, and there is room for no more.
    """

    def __init__(self, room: int, window: int | None = None):
        check_count(room=room)
        check_count(window=room if window is None else window)
        self.room, self.window = room, window
        self.read = 0  # tokens that were added
        self.keys: Tensor | None = None
        self.values: Tensor | None = None

    def add(self, key: Tensor, value: Tensor) -> tuple[Tensor, Tensor]:
        """All keys and values that new ones (..., H, n, K) may be looked for in."""
        check_alike(key=key, value=value)
        check_more("key", key, self.keys, dim=-2)
        check_room(self, key.shape[-2])
        if self.window is not None:
            return self._slide(key, value)
        if self.keys is None:
            size = (*key.shape[:-2], self.room, key.shape[-1])  # (..., room, K)
            self.keys, self.values = key.new_empty(size), value.new_empty(size)
        end = self.read + key.shape[-2]
        self.keys[..., self.read : end, :] = key
        self.values[..., self.read : end, :] = value
        self.read = end
        return self.keys[..., :end, :], self.values[..., :end, :]

    def _slide(self, key: Tensor, value: Tensor) -> tuple[Tensor, Tensor]:
        self.read += key.shape[-2]
        if self.keys is not None:
            key = torch.cat([self.keys, key], dim=-2)
            value = torch.cat([self.values, value], dim=-2)
        # what the next token sees besides itself
        last = slice(max(0, key.shape[-2] - self.window + 1), None)
        self.keys, self.values = key[..., last, :], value[..., last, :]
        return key, value

    def cut(self, length: int) -> None:
        """Forget all tokens but the first `length`; not with a window."""
        check_from_zero(length=length)
        given = f"length is {length}, but must be at most {self.read}"
        require(length <= self.read, given)
        require(
            self.window is None, "with a window, what was forgotten must be kept"
        )
        self.read = length

    @property
    def length(self) -> int:
        """How many tokens are kept."""
        return self.read if self.window is None else min(self.read, self.window - 1)

    @property
    def n_bytes(self) -> int:
        """What is kept, without the room that is still free."""
        if self.keys is None:
            return 0
        used = self.keys[..., : self.length, :]
        return 2 * used.numel() * used.element_size()


def check_room(kept: KeyValues, new: int) -> None:
    """There is room for `new` tokens more; with a window, always."""
    end = kept.read + new
    ok = kept.window is not None or end <= kept.room
    require(ok, f"{end} tokens, but room is {kept.room}")
