"""Decoding without computing a key or a value twice."""

import torch
from torch import Tensor

from tensorbytensor.attention import OneHeadAttention, WideHeadAttention, attention
from tensorbytensor.basics import (
    check_ids,
    check_kind,
    check_memory,
    check_width,
    require,
    shape_of,
)
from tensorbytensor.small.decoder import SmallDecoder


class CachedDecoder:
    """A `SmallDecoder` that is fed token by token and keeps all keys and values.

    No causal mask is needed: the past is kept, and the future is not there yet.
    """

    def __init__(
        self,
        decoder: SmallDecoder,
        memory: Tensor,
        memory_mask: Tensor | None = None,
    ):
        check_kind(SmallDecoder, decoder=decoder)
        check_width("memory", memory, decoder.output.weight)
        check_memory(memory[..., :1, :], memory, memory_mask)
        self.decoder = decoder
        self.memory, self.memory_mask = memory, memory_mask
        self.length = 0  # tokens read so far
        self.shape: torch.Size | None = None  # of the ids
        self.kept: dict[OneHeadAttention, tuple[Tensor, Tensor]] = {}
        for layer in decoder.cross_attention:
            for head in layer.heads:
                self.kept[head] = head.W_k(memory), head.W_v(memory)

    def _keep(self, layer: WideHeadAttention, x: Tensor) -> None:
        for head in layer.heads:
            k, v = head.W_k(x), head.W_v(x)  # (..., 1, D)
            if head in self.kept:
                keys, values = self.kept[head]
                k = torch.cat([keys, k], dim=-2)
                v = torch.cat([values, v], dim=-2)
            self.kept[head] = k, v  # (..., tokens so far, D)

    def _attend(
        self, layer: WideHeadAttention, x: Tensor, mask: Tensor | None
    ) -> Tensor:
        heads = [(head.W_q(x), *self.kept[head]) for head in layer.heads]
        return layer.W_o(torch.cat([attention(*qkv, mask)[0] for qkv in heads], -1))

    def __call__(self, ids: Tensor) -> Tensor:
        """Logits (..., 1, V) for the next ids, (..., 1)."""
        check_ids(ids, self.decoder.embedding.weight, self.decoder.max_len)
        given = f"ids have shape {shape_of(ids)}"
        require(ids.shape[-1] == 1, f"{given}, but must be one token: (..., 1)")
        require(
            ids.shape == (self.shape or ids.shape),
            f"{given}, but the token before had another",
        )
        x = self.decoder.embedding(ids)
        x = self.decoder.positions(x, start=self.length)  # (..., 1, D)
        check_memory(x, self.memory, self.memory_mask)
        self.length, self.shape = self.length + 1, ids.shape
        layers = zip(self.decoder.self_attention, self.decoder.cross_attention)
        for attend, look_up in layers:
            self._keep(attend, x)
            x = x + self._attend(attend, x, None)
            x = x + self._attend(look_up, x, self.memory_mask)
        return self.decoder.output(x)
