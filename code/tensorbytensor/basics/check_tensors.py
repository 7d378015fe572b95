"""Clear errors for tensors: what was given, and what is allowed.

They look at kinds, shapes, dtypes and devices. To look at the numbers would take
time in each training step; they do so only where PyTorch would turn NaN into 0.
"""

import torch
from torch import Tensor

from tensorbytensor.basics.check_numbers import require


def shape_of(tensor: Tensor) -> str:
    return f"({', '.join(map(str, tensor.shape))}{',' if tensor.ndim == 1 else ''})"


def check_floats(name: str, tensor: Tensor, min_ndim: int) -> None:
    """`tensor` holds floats in at least `min_ndim` dimensions."""
    if not isinstance(tensor, Tensor):
        raise ValueError(
            f"{name} is a {type(tensor).__name__}, but must be a tensor"
        )
    if not tensor.is_floating_point() or tensor.ndim < min_ndim:
        given = f"{name} is {tensor.dtype} of shape {shape_of(tensor)}"
        allowed = f"must hold floats in at least {min_ndim} dimension(s)"
        raise ValueError(f"{given}, but {allowed}")


def check_known(name: str, tensor: Tensor) -> None:
    """`tensor` is not on the device meta, where there are shapes and no numbers."""
    given = f"{name} is on {tensor.device}"
    require(not tensor.is_meta, f"{given}, but must be where numbers are known")


def check_no_nan(**tensors: Tensor) -> None:
    """On the CPU; for the answer of a GPU the program would have to wait."""
    for name, tensor in tensors.items():
        ok = tensor.device.type != "cpu" or not tensor.isnan().any()
        require(ok, f"{name} has NaN, but must have numbers")


def check_width(name: str, tensor: Tensor, weight: Tensor) -> None:
    """`tensor` (..., T, D) fits `weight` (..., D): width, dtype and device."""
    check_floats(name, tensor, min_ndim=2)
    width, device = weight.shape[-1], weight.device
    if tensor.shape[-1] != width:
        given = f"{name} has shape {shape_of(tensor)}"
        raise ValueError(f"{given}, but its last dimension must be {width}")
    if tensor.device != device:
        raise ValueError(f"{name} is on {tensor.device}, but must be on {device}")
    same = tensor.dtype == weight.dtype or torch.is_autocast_enabled(device.type)
    require(same, f"{name} is {tensor.dtype}, but must be {weight.dtype}")


def check_mask(mask: Tensor, scores: Tensor, name: str = "mask") -> None:
    """`mask` is boolean and broadcasts to the shape of `scores`, (..., T, S)."""
    kind = mask.dtype if isinstance(mask, Tensor) else type(mask).__name__
    ok = isinstance(mask, Tensor) and mask.dtype == torch.bool
    require(
        ok,
        f"{name} is {kind}, but must be a tensor of torch.bool, "
        "True for what is hidden",
    )
    pairs = zip(reversed(mask.shape), reversed(scores.shape))
    fits = mask.ndim <= scores.ndim and all(m in (1, s) for m, s in pairs)
    given = f"{name} has shape {shape_of(mask)}"
    require(fits, f"{given}, but must broadcast to the scores' {shape_of(scores)}")
    given, ok = f"{name} is on {mask.device}", mask.device == scores.device
    require(ok, f"{given}, but must be on {scores.device}")
