"""A gradient without any derivation: change each number a little, and look."""

from collections.abc import Callable

import torch
from torch import Tensor

from tensorbytensor.basics import check_call, check_floats, check_positive


def finite_differences(
    f: Callable[[Tensor], Tensor], x: Tensor, step: float = 1e-5
) -> Tensor:
    """Gradient of f at x, in the shape of x; f gives one number.

    Each entry is (f(x + step) - f(x - step)) / (2 step), where only this entry
    changes. Meant for double precision.
    """
    check_call(f=f)
    check_floats("x", x, min_ndim=0)
    check_positive(step=step)
    gradient = torch.empty_like(x)
    for place in torch.ones_like(x).nonzero().unbind():
        moved = torch.zeros_like(x)
        moved[tuple(place)] = step
        with torch.no_grad():
            gradient[tuple(place)] = (f(x + moved) - f(x - moved)) / (2 * step)
    return gradient
