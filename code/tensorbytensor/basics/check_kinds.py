"""Clear errors for arguments that are neither numbers nor tensors."""

import reprlib
from collections.abc import Callable, Iterable, Sequence
from types import UnionType

import torch

from tensorbytensor.basics.check_numbers import is_integer, require


def _is(value: object, kind: type | UnionType) -> bool:
    """A class that a chapter defines in a cell is the module's of that name."""
    if isinstance(value, kind):
        return True
    own = getattr(kind, "__module__", "").split(".")[0] in (
        "tensorbytensor",
        "__main__",
    )
    return own and kind.__name__ in [base.__name__ for base in type(value).__mro__]


def check_kind(kind: type | UnionType, /, **given: object) -> None:
    """Each is an instance of `kind`."""
    for name, value in given.items():
        if not _is(value, kind):
            names = str(kind) if isinstance(kind, UnionType) else kind.__name__
            allowed = " or ".join(
                part.split(".")[-1] for part in names.split(" | ")
            )
            was = type(value).__name__
            raise ValueError(f"{name} is a {was}, but must be a {allowed}")


def check_choice(choices: Iterable[str], /, **given: str) -> None:
    """Each is one of `choices`."""
    for name, value in given.items():
        if not (isinstance(value, str | None) and value in choices):
            allowed = f"must be one of {', '.join(map(str, choices))}"
            raise ValueError(f"{name} is {reprlib.repr(value)}, but {allowed}")


def check_texts(**lists: Sequence[str]) -> None:
    """Each is a list of strings, or another sequence of them, but no string."""
    for name, texts in lists.items():
        ok = isinstance(texts, Sequence) and not isinstance(texts, (str, bytes))
        if not (ok and all(isinstance(text, str) for text in texts)):
            given = f"{name} is {reprlib.repr(texts)}"
            raise ValueError(f"{given}, but must be a list of strings")


def check_seeds(seeds: Sequence[int]) -> None:
    """Integers, one at least."""
    ok = isinstance(seeds, Sequence) and len(seeds) > 0
    ok = ok and all(is_integer(seed) for seed in seeds)
    require(ok, f"seeds is {reprlib.repr(seeds)}, but must be a list of integers")


def check_call(**functions: Callable) -> None:
    """Each can be called."""
    for name, function in functions.items():
        given = f"{name} is a {type(function).__name__}"
        require(callable(function), f"{given}, but must be a function")


def check_generator(generator: torch.Generator | None) -> None:
    """None is PyTorch's own; another must be where PyTorch makes its tensors."""
    check_kind(torch.Generator | None, generator=generator)
    allowed = torch.get_default_device().type
    given = generator.device.type if generator else allowed
    require(given == allowed, f"generator is on {given}, but must be on {allowed}")


def check_device(device: torch.device | str | None) -> None:
    """PyTorch can make a tensor there; None is where it makes them by itself."""
    check_kind(torch.device | str | None, device=device)
    try:
        torch.empty(0, device=device)
    except (RuntimeError, AssertionError) as error:
        reason = str(error).partition("\n")[0]
        message = (
            f"device is {device!r}, but must be one that PyTorch has: {reason}"
        )
        raise ValueError(message) from error
