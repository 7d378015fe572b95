"""Clear errors for tensors that belong together."""

from collections.abc import Sequence

from torch import Tensor

from tensorbytensor.basics import check_floats, require, shape_of


def check_like(like: Tensor, shape: Sequence[int], **tensors: Tensor) -> None:
    """Each has this shape, and dtype and device as `like` has them."""
    for name, x in tensors.items():
        check_floats(name, x, min_ndim=0)
        allowed = f"must have the shape {tuple(shape)}"
        ok = tuple(x.shape) == tuple(shape)
        require(ok, f"{name} has the shape {shape_of(x)}, but {allowed}")
        given = f"{name} is {x.dtype} on {x.device}"
        ok = (x.dtype, x.device) == (like.dtype, like.device)
        require(ok, f"{given}, but must be {like.dtype} on {like.device}")
