"""Clear errors for what is trained, and for what is measured."""

from collections.abc import Callable, Sequence

import torch
from torch import Tensor, nn

from tensorbytensor.basics import check_call, check_choice, require


def _check_list(**lists: Sequence) -> None:
    """Each is a list, or another sequence, that is not empty."""
    for name, given in lists.items():
        ok = isinstance(given, Sequence) and not isinstance(given, str)
        require(ok, f"{name} is a {type(given).__name__}, but must be a list")
        require(len(given) > 0, f"no {name} given, but at least one is needed")


def check_models(models: Sequence[nn.Module]) -> None:
    """Modules with a loss that differ in their weights only."""
    _check_list(models=models)
    sizes = []
    for model in models:
        ok = isinstance(model, nn.Module) and callable(getattr(model, "loss", None))
        given = f"models has a {type(model).__name__}"
        require(ok, f"{given}, but all must be modules with a loss")
        sizes.append({name: t.shape for name, t in model.state_dict().items()})
    ok = all(each == sizes[0] for each in sizes)
    require(ok, "models have unequal sizes, but must differ in their weights only")


def check_batches(batches: Sequence[tuple[Tensor, ...]]) -> None:
    """Tuples of tensors, in a list: each epoch goes through it anew."""
    _check_list(batches=batches)
    for batch in batches:
        ok = isinstance(batch, (tuple, list)) and len(batch) > 0
        ok = ok and all(isinstance(part, Tensor) for part in batch)
        given = f"batches has a {type(batch).__name__}"
        require(ok, f"{given}, but each must be a tuple of tensors")


def check_measured(call: Callable[[], object], device: str) -> None:
    """`call` can be called, and `device` is cpu, or cuda where there is one."""
    check_call(call=call)
    check_choice(("cpu", "cuda"), device=device)
    ok = device == "cpu" or torch.cuda.is_available()
    require(ok, f"device is {device!r}, but must be 'cpu': PyTorch finds no GPU")
