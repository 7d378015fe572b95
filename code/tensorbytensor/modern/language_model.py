"""A decoder-only model by a recipe: of 2017, of GPT-2, of Llama."""

import torch
from torch import Tensor, nn

from tensorbytensor.attention import causal_mask
from tensorbytensor.basics import (
    check_ids,
    check_kind,
    check_mask,
    embedding,
    linear,
    sinusoids,
)
from tensorbytensor.generation import Cache
from tensorbytensor.modern.block import Block, norm
from tensorbytensor.modern.recipe_of_layers import Recipe


class LanguageModel(nn.Module):
    """Ids (..., T) to logits (..., T, V)."""

    def __init__(self, recipe: Recipe, generator: torch.Generator | None = None):
        super().__init__()
        check_kind(Recipe, recipe=recipe)
        self.recipe = recipe
        sizes = recipe.d_model, generator, recipe.d_model**-0.5
        self.embedding = embedding(recipe.n_tokens, *sizes)
        if recipe.places == "learned":
            self.positions = embedding(recipe.max_len, *sizes)
        blocks = range(recipe.n_layers)
        self.blocks = nn.ModuleList(Block(recipe, generator) for _ in blocks)
        self.norm = norm(recipe) if recipe.norm_first else nn.Identity()
        self.output = linear(recipe.d_model, recipe.n_tokens, False, generator)
        if recipe.tied:
            self.output.weight = self.embedding.weight

    def _embed(self, ids: Tensor, start: int) -> Tensor:
        x, end = self.embedding(ids), start + ids.shape[-1]
        if self.recipe.places == "learned":
            return x + self.positions.weight[start:end]
        if self.recipe.places == "sinusoids":
            scale = self.recipe.d_model**0.5
            return x * scale + sinusoids(end, self.recipe.d_model)[start:].to(x)
        return x

    def forward(
        self,
        ids: Tensor,
        hidden: Tensor | None = None,
        cache: Cache | None = None,
    ) -> Tensor:
        """hidden (..., S): True for padding, of the tokens in the cache, too."""
        start = 0 if cache is None else cache.read
        check_ids(ids, self.embedding.weight, self.recipe.max_len - start)
        end = start + ids.shape[-1]
        mask = causal_mask(end, ids.device)[start:]  # (T, S)
        if hidden is not None:
            rows = self.embedding.weight.new_empty(()).expand(*ids.shape[:-1], end)
            check_mask(hidden, rows, "hidden")
            mask = mask | torch.atleast_1d(hidden).unsqueeze(-2)
        x = self._embed(ids, start)
        caches = [None] * len(self.blocks) if cache is None else cache.layers
        for block, kept in zip(self.blocks, caches):
            x = block(x, mask, kept)
        return self.output(self.norm(x))

    def cache(self, room: int | None = None) -> Cache:
        """For up to `room` tokens, max_len unless told otherwise."""
        most = self.recipe.max_len
        return Cache(len(self.blocks), most if room is None else room)
