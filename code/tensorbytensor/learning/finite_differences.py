"""A gradient without any derivation: change each number a little, and look."""

from collections.abc import Callable

import torch
from torch import Tensor

from tensorbytensor.basics import check_call, check_floats, check_positive, require


def finite_differences(
    f: Callable[[Tensor], Tensor], x: Tensor, step: float = 1e-5
) -> Tensor:
    """Gradient of f at x, in the shape of x; f gives one number.

    Each entry is (f(x + step) - f(x - step)) / (2 step), where only this entry
    changes. In double precision, for the difference of two close numbers has
    fewer digits than they have.
    """
    check_call(f=f)
    check_floats("x", x, min_ndim=0)
    check_positive(step=step)
    ok = x.dtype == torch.double
    require(
        ok, f"x is {x.dtype}, but must be torch.float64: differences cost digits"
    )
    gradient = torch.empty(x.numel(), dtype=x.dtype, device=x.device)
    with torch.no_grad():
        for place in range(x.numel()):
            moved = torch.zeros_like(gradient)
            moved[place] = step
            moved = moved.view(x.shape)
            gradient[place] = (f(x + moved) - f(x - moved)) / (2 * step)
    return gradient.view(x.shape)
