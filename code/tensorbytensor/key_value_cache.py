"""Decoding without computing a key or a value twice."""

import torch
from torch import Tensor

from tensorbytensor.attention import attention
from tensorbytensor.attention_heads import AttentionHeads
from tensorbytensor.attention_layer import Attention
from tensorbytensor.decoder import Decoder


class CachedDecoder:
    """A `Decoder` that is fed token by token and keeps all keys and values.

    No mask is needed: what is kept is the past, and the future is not there yet.
    """

    def __init__(self, decoder: Decoder, memory: Tensor):
        self.decoder = decoder
        self.length = 0  # tokens read so far
        self.kept: dict[Attention, tuple[Tensor, Tensor]] = {}
        for layer in decoder.cross_attention:
            for head in layer.heads:
                self.kept[head] = head.W_k(memory), head.W_v(memory)

    def _attend(self, layer: AttentionHeads, x: Tensor) -> Tensor:
        heads = layer.heads
        contexts = [attention(head.W_q(x), *self.kept[head])[0] for head in heads]
        return layer.W_o(torch.cat(contexts, dim=-1))

    def _keep(self, layer: AttentionHeads, x: Tensor) -> None:
        for head in layer.heads:
            new = head.W_k(x), head.W_v(x)
            old = self.kept.get(head, ())
            self.kept[head] = (
                tuple(torch.cat(pair, dim=-2) for pair in zip(old, new)) or new
            )

    def __call__(self, ids: Tensor) -> Tensor:
        """Logits (..., 1, V) for the next ids, (..., 1)."""
        x = self.decoder.embedding(ids)
        x = self.decoder.positions(x, start=self.length)  # (..., 1, D)
        for own, cross in zip(
            self.decoder.self_attention, self.decoder.cross_attention
        ):
            self._keep(own, x)
            x = x + self._attend(own, x)
            x = x + self._attend(cross, x)
        self.length += ids.shape[-1]
        return self.decoder.output(x)
