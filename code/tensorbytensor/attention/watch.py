"""A look at the weights inside a model, while it computes."""

from collections.abc import Iterator
from contextlib import contextmanager

import torch
from torch import Tensor, nn

from tensorbytensor.attention.multi_head_attention import MultiHeadAttention
from tensorbytensor.attention.one_head_attention import OneHeadAttention
from tensorbytensor.basics import check_kind


@contextmanager
def watch(model: nn.Module) -> Iterator[dict[str, Tensor]]:
    """Within it, each attention of one or many heads puts its weights in here.

    By the name of the module, (..., T, S), those of its last call. An attention
    returns its context alone; that, and what is drawn, stay the same to the bit.
    """
    check_kind(nn.Module, model=model)
    weights: dict[str, Tensor] = {}

    def keep(name: str):
        @torch.no_grad()
        def hook(module: nn.Module, args: tuple, kwargs: dict, context: Tensor):
            weights[name] = module.weights(*args, **kwargs)

        return hook

    hooks = [
        module.register_forward_hook(keep(name), with_kwargs=True)
        for name, module in model.named_modules()
        if isinstance(module, (MultiHeadAttention, OneHeadAttention))
    ]
    try:
        yield weights
    finally:
        for hook in hooks:
            hook.remove()
