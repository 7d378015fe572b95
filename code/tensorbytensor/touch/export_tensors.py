"""Tensors for the interactive pieces of a page: the numbers that the kernel has."""

import math

import torch
from torch import Tensor

from tensorbytensor.basics import check_kind, check_known, require, shape_of

EXPORTED_TYPE = "application/vnd.tensorbytensor+json"
Numbers = list["Numbers"] | float | None


class Exported:
    """Tensors that a page has at its disposal, by name, where a cell shows this.

    A notebook shows their names and shapes.
    """

    def __init__(self, **tensors: Tensor):
        require(len(tensors) > 0, "no tensors given, but at least one is needed")
        self.numbers = {name: exact(name, each) for name, each in tensors.items()}
        shapes = (f"{name} {shape_of(each)}" for name, each in tensors.items())
        self.words = ", ".join(shapes)

    def _repr_mimebundle_(self, **_: object) -> dict[str, object]:
        """Jupyter passes over a type that it does not know."""
        return {EXPORTED_TYPE: {"tensors": self.numbers}, "text/plain": self.words}

    def __repr__(self) -> str:
        return self.words


def exact(name: str, tensor: Tensor) -> Numbers:
    """As lists for JSON: NaN as None, booleans as 0 and 1.

    Nine digits, which are enough for float32; seventeen for float64 and integers.
    """
    check_kind(Tensor, **{name: tensor})
    check_known(name, tensor)
    given = f"{name} is of {tensor.dtype}"
    require(not tensor.is_complex(), f"{given}, but must have real numbers")
    given = f"{name} has infinity, but must have finite numbers or NaN"
    require(not bool(tensor.isinf().any()), given)
    single = tensor.is_floating_point() and tensor.dtype != torch.float64
    digits = 9 if single else 17
    return _shortened(tensor.detach().cpu().double().tolist(), digits)


def _shortened(numbers: Numbers, digits: int) -> Numbers:
    if isinstance(numbers, list):
        return [_shortened(each, digits) for each in numbers]
    return None if math.isnan(numbers) else float(f"{numbers:.{digits}g}")
