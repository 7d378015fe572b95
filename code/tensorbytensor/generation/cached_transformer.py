"""The full Transformer's decoder, which computes no key and no value twice."""

import math

import torch
import torch.nn.functional as F
from torch import Tensor

from tensorbytensor.attention import MultiHeadAttention, merge_heads, split_heads
from tensorbytensor.basics import check_ids, check_kind, check_memory, check_width
from tensorbytensor.generation.cache_of_one_attention import KeyValues, check_more
from tensorbytensor.generation.check_logits_and_shares import check_three
from tensorbytensor.transformer import DecoderLayer, Transformer


class CachedTransformer:
    """`model.decode`, fed piece by piece: a prompt first, then token by token.

    Cross-attention: keys and values of the memory (B, S, D), computed here, once.
    Self-attention: those of what was read, which grow with it.
    """

    def __init__(self, model: Transformer, memory: Tensor, memory_mask: Tensor):
        check_kind(Transformer, model=model)
        check_width("memory", memory, model.output.weight)
        check_memory(memory[..., :1, :], memory, memory_mask)
        check_kind(Tensor, memory_mask=memory_mask)
        check_three(memory=memory, memory_mask=memory_mask)
        self.model = model
        self.memory = memory, memory_mask
        self.ids: Tensor | None = None  # (B, length): what was read
        self.seen = ~memory_mask.unsqueeze(-3)  # (B, 1, 1, S)
        self.crossed = [
            self._keys_values(layer.cross_attention, memory)
            for layer in model.decoder
        ]
        self.kept = [KeyValues(model.sizes.max_len) for _ in model.decoder]

    @property
    def length(self) -> int:
        """How many tokens were read."""
        return 0 if self.ids is None else self.ids.shape[-1]

    @staticmethod
    def _keys_values(
        attention: MultiHeadAttention, x: Tensor
    ) -> tuple[Tensor, Tensor]:
        """(B, T, D) to keys and values (B, H, T, K)."""
        h = attention.n_heads
        return split_heads(attention.W_k(x), h), split_heads(attention.W_v(x), h)

    @staticmethod
    def _attend(
        attention: MultiHeadAttention,
        x: Tensor,
        kv: tuple[Tensor, Tensor],
        seen: Tensor,
    ) -> Tensor:
        q = split_heads(attention.W_q(x), attention.n_heads)  # (B, H, T, K)
        return attention.W_o(
            merge_heads(F.scaled_dot_product_attention(q, *kv, seen))
        )

    def _read(
        self, layer: DecoderLayer, number: int, x: Tensor, seen: Tensor
    ) -> Tensor:
        def own(y: Tensor) -> Tensor:
            kv = self.kept[number].add(*self._keys_values(layer.self_attention, y))
            return self._attend(layer.self_attention, y, kv, seen)

        def cross(y: Tensor) -> Tensor:
            return self._attend(
                layer.cross_attention, y, self.crossed[number], self.seen
            )

        parts = (
            (layer.self_norm, own),
            (layer.cross_norm, cross),
            (layer.feed_forward_norm, layer.feed_forward),
        )
        for norm, part in parts:
            x = x + part(norm(x)) if layer.norm_first else norm(x + part(x))
        return x

    @torch.no_grad()
    def __call__(self, ids: Tensor) -> Tensor:
        """Logits (B, T, V) for the next ids (B, T)."""
        model, start = self.model, self.length
        check_ids(ids, model.tgt_embedding.weight, model.sizes.max_len - start)
        check_more("ids", ids, self.ids, dim=-1)
        x = model.tgt_embedding(ids) * math.sqrt(model.sizes.d_model)
        x, n = model.positions(x, start=start), ids.shape[-1]
        check_memory(x, *self.memory)
        self.ids = ids if self.ids is None else torch.cat([self.ids, ids], dim=-1)
        # one token sees all that is kept but padding; several need the whole mask
        hide = model.padding_mask if n == 1 else model.mask
        seen = ~hide(self.ids)[..., -n:, :].unsqueeze(-3)  # (B, 1, n, T)
        for number, layer in enumerate(model.decoder):
            x = self._read(layer, number, x, seen)
        return model.output(model.decoder_norm(x))
