"""A look at the weights of attentions that nobody else asks for."""

from collections.abc import Iterator
from contextlib import contextmanager

from torch import Tensor, nn

from tensorbytensor.attention.multi_head_attention import MultiHeadAttention


@contextmanager
def watch(model: nn.Module) -> Iterator[dict[str, Tensor]]:
    """Within it, each attention of `model` keeps its weights (..., H, T, S) here.

    By the name of the module, those of its last call.
    """
    weights: dict[str, Tensor] = {}

    def ask(module: nn.Module, args: tuple, kwargs: dict) -> tuple[tuple, dict]:
        return args, kwargs | {"need_weights": True}

    def keep(name: str):
        def hook(module: nn.Module, args: tuple, output: tuple) -> None:
            weights[name] = output[1].detach()

        return hook

    hooks = []
    for name, module in model.named_modules():
        if isinstance(module, MultiHeadAttention):
            hooks.append(module.register_forward_pre_hook(ask, with_kwargs=True))
            hooks.append(module.register_forward_hook(keep(name)))
    try:
        yield weights
    finally:
        for hook in hooks:
            hook.remove()
