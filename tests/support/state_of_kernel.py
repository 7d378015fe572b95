"""Whether a cell leaves all that it reads as it found it: run once more, it would then print the same.

`digest` is taken before a cell and after it, and so are the `generators` that all cells share. Where they are the same,
a second run has the same code and the same input as the first. What cannot be read whole has no digest.
"""

import hashlib
import io
import marshal
import pickle
import random
import sys
from types import FunctionType, ModuleType

import numpy
import torch

from support.names_in_code import names


def generators() -> str:
    """A digest of those that whoever names none draws from."""
    states = torch.get_rng_state().tolist(), random.getstate(), numpy.random.get_state()
    return hashlib.sha256(pickle.dumps(states)).hexdigest()


def digest(wanted: set[str], known: dict) -> str | None:
    """Of the values of these names, where they are known."""
    file = io.BytesIO()
    try:
        Contents(file).dump([[name, known[name]] for name in sorted(wanted & known.keys())])
    except Exception:  # each kind of value fails in its own way
        return None
    return hashlib.sha256(file.getbuffer()).hexdigest()


class Contents(pickle.Pickler):
    """What is equal only if all is that a computation can depend on: gradients, and functions with what they use."""

    def __init__(self, file: io.BytesIO):
        super().__init__(file, protocol=5)
        self.functions: set[int] = set()

    def reducer_override(self, value: object) -> object:
        own = getattr(value, "__module__", None) == "__main__"
        if isinstance(value, torch.Tensor):
            return list, (tensor(value),)
        if isinstance(value, torch.Generator):
            return list, (tensor(value.get_state()),)
        if isinstance(value, ModuleType):
            return str, (value.__name__,)
        if isinstance(value, FunctionType) and (own or not is_found(value)):
            return list, (self.function(value),)
        if isinstance(value, property):
            return list, ((value.fget, value.fset, value.fdel),)
        if isinstance(value, classmethod | staticmethod):
            return list, ((type(value).__name__, value.__func__),)
        if isinstance(value, type) and own:
            inside = {k: v for k, v in vars(value).items() if k not in ("__dict__", "__weakref__")}
            return list, ((value.__qualname__, inside),)
        if isinstance(value, type) and not is_found(value):
            return str, (f"{value.__module__}.{value.__qualname__}",)
        return NotImplemented

    def function(self, value: FunctionType) -> tuple:
        if id(value) in self.functions:  # it calls itself
            return (value.__qualname__,)
        self.functions.add(id(value))
        used = sorted(names(value.__code__)[0] & value.__globals__.keys())
        enclosed = [cell.cell_contents for cell in value.__closure__ or ()]
        outside = [[name, value.__globals__[name]] for name in used]
        defaults = value.__defaults__, value.__kwdefaults__
        return marshal.dumps(value.__code__), outside, enclosed, defaults


def is_found(value: type | FunctionType) -> bool:
    """Whether its module has it under its name; torch's enumerations and local functions have another one."""
    found = sys.modules.get(value.__module__)
    for name in value.__qualname__.split("."):
        found = getattr(found, name, None)
    return found is value


def tensor(value: torch.Tensor) -> tuple:
    if value.grad_fn is not None:
        raise pickle.PicklingError("a graph can be used up")
    kind = type(value).__name__, str(value.dtype), tuple(value.shape), value.requires_grad
    content = value.detach().reshape(-1).contiguous().view(torch.uint8).numpy().tobytes()
    return *kind, content, value.grad
