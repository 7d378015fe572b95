"""Attention in which queries and keys are turned by their places."""

import torch
from torch import Tensor

from tensorbytensor.basics import check_kind
from tensorbytensor.generation import GroupedAttention
from tensorbytensor.modern.recipe_of_layers import Recipe
from tensorbytensor.modern.rope import angles, rotate


class RotaryAttention(GroupedAttention):
    """Keys are kept as they were turned, so that none is turned twice."""

    def __init__(self, recipe: Recipe, generator: torch.Generator | None = None):
        check_kind(Recipe, recipe=recipe)
        sizes = recipe.d_model, recipe.n_heads, recipe.kv_heads
        super().__init__(*sizes, generator, recipe.bias)
        self.base = recipe.base

    def _project(self, x: Tensor, start: int) -> tuple[Tensor, Tensor, Tensor]:
        q, k, v = super()._project(x, start)
        turn = angles(q.shape[-2], q.shape[-1], self.base, start).to(x.device)
        return rotate(q, turn), rotate(k, turn), v
