"""A decoder-only Transformer that can go on from where it stopped."""

import math

import torch
from torch import Tensor, nn

from tensorbytensor.basics import (
    check_count,
    check_id,
    check_ids,
    check_kind,
    check_rows,
    embedding,
    linear,
    next_token_loss,
    require,
    shape_of,
    sinusoids,
)
from tensorbytensor.generation.cache_of_all_layers import Cache, check_cache, go_on
from tensorbytensor.generation.writer_layer import WriterLayer
from tensorbytensor.transformer import Sizes


class Writer(nn.Module):
    """Ids (B, T) to logits (B, T, V). Padding stands before a text, or behind it.

    n_groups: of keys and values. window: how many tokens one sees, itself included.
    """

    def __init__(
        self,
        n_tokens: int,
        sizes: Sizes,
        n_groups: int | None = None,
        window: int | None = None,
        pad: int = 0,
        generator: torch.Generator | None = None,
    ):
        super().__init__()
        check_count(n_tokens=n_tokens, window=1 if window is None else window)
        check_kind(Sizes, sizes=sizes)
        check_id(n_tokens, pad=pad)
        self.sizes, self.window, self.pad = sizes, window, pad
        self.embedding = embedding(
            n_tokens, sizes.d_model, generator, sizes.d_model**-0.5
        )
        self.register_buffer("table", sinusoids(sizes.max_len, sizes.d_model))
        groups = sizes.n_heads if n_groups is None else n_groups
        layers = range(sizes.n_layers)
        self.layers = nn.ModuleList(
            WriterLayer(sizes, groups, generator) for _ in layers
        )
        self.norm = nn.LayerNorm(sizes.d_model)
        self.output = linear(sizes.d_model, n_tokens, True, generator)

    def _positions(self, real: Tensor, new: int) -> Tensor:
        """(B, new), counted from the first of the tokens that are real (B, T)."""
        return (real.cumsum(dim=1) - 1).clamp(min=0)[:, -new:]

    def _mask(self, real: Tensor, new: int) -> Tensor:
        """(B, new, T): what the last `new` tokens of real (B, T) may not see."""
        at = torch.arange(real.shape[1], device=real.device)
        back = at[-new:, None] - at  # (new, T): how far each one lies back
        hidden = (back < 0) | (back >= (self.window or len(at)))
        hidden = hidden | ~real.unsqueeze(1)  # (B, new, T)
        return hidden & (back != 0)  # each sees itself, so that no row is empty

    def forward(self, ids: Tensor, cache: Cache | None = None) -> Tensor:
        """With a cache, ids are those that follow what it holds."""
        if cache is not None:
            check_cache(cache, len(self.layers), self.window)
        read = 0 if cache is None else cache.read
        check_ids(ids, self.embedding.weight, self.sizes.max_len - read)
        given = f"ids have shape {shape_of(ids)}"
        require(ids.ndim == 2, f"{given}, but must be (B, T)")
        new, real = ids.shape[1], ids != self.pad
        if cache is not None:
            real = go_on(cache, real)
        x = self.embedding(ids) * math.sqrt(self.sizes.d_model)
        x = x + self.table[self._positions(real, new)]
        mask = self._mask(real, new)
        caches = [None] * len(self.layers) if cache is None else cache.layers
        for layer, kept in zip(self.layers, caches):
            held = new if kept is None else kept.length + new
            x = layer(x, mask[..., -held:], kept)
        return self.output(self.norm(x))

    def cache(self, room: int | None = None) -> Cache:
        """For up to `room` tokens, max_len unless told otherwise."""
        most = self.sizes.max_len
        return Cache(len(self.layers), most if room is None else room, self.window)

    def loss(self, ids: Tensor) -> Tensor:
        """Reads all but the last token, predicts all but the first."""
        check_rows(ids)
        return next_token_loss(self(ids[..., :-1]), ids[..., 1:], self.pad)
