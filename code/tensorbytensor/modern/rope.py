"""Rotary positions: places turn queries and keys (Su et al. 2021)."""

import torch
from torch import Tensor

from tensorbytensor.basics import (
    check_choice,
    check_count,
    check_floats,
    check_from_zero,
    check_known,
    check_positive,
    require,
    shape_of,
)

PAIRS = ("interleaved", "halved")


def _check_even(width: int) -> None:
    check_count(width=width)
    require(width % 2 == 0, f"width is {width}, but must be even")


def angles(
    length: int, width: int, base: float = 10000.0, start: int = 0
) -> Tensor:
    """(T, width / 2), in double: place t turns pair i by t / base^(2i/width).

    start: the place of the first token.
    """
    check_count(length=length)
    check_from_zero(start=start)
    _check_even(width)
    check_positive(base=base)
    places = torch.arange(start, start + length).double()
    return places[:, None] / base ** (torch.arange(0, width, 2).double() / width)


def rotate(x: Tensor, angle: Tensor, pairs: str = "halved") -> Tensor:
    """x (..., T, K), each pair of its columns turned by angle (T, K / 2).

    pairs: "interleaved" turns columns 2i and 2i + 1 together, as the paper has it,
    "halved" columns i and i + K / 2, as Llama in the layout of HuggingFace has it.
    """
    check_floats("x", x, min_ndim=2)
    check_floats("angle", angle, min_ndim=2)
    check_known("angle", angle)
    check_choice(PAIRS, pairs=pairs)
    given, fit = (
        f"angle has shape {shape_of(angle)}",
        (x.shape[-2], x.shape[-1] / 2),
    )
    allowed = f"must be one for each row and pair of x {shape_of(x)}"
    require(angle.shape == fit, f"{given}, but {allowed}")
    c, s = angle.cos().to(x), angle.sin().to(x)  # (T, K / 2)
    if pairs == "interleaved":
        a, b = x[..., 0::2], x[..., 1::2]
        return torch.stack([a * c - b * s, a * s + b * c], dim=-1).flatten(-2)
    a, b = x.chunk(2, dim=-1)
    return torch.cat([a * c - b * s, a * s + b * c], dim=-1)


def halved(width: int) -> Tensor:
    """(width,): the interleaved column for each halved one."""
    _check_even(width)
    return torch.arange(width).view(-1, 2).T.flatten()
