"""Positions on a circle, and the matrices that turn and flip it."""

import math

import torch
from torch import Tensor

from tensorbytensor.basics import check_count, check_integer


def circle(length: int, period: int) -> Tensor:
    """Positions (T, 2): cosine and sine of position · 2π / period.

    Equal positions of different rounds are equal to the bit.
    """
    check_count(length=length, period=period)
    angle = (torch.arange(length) % period).double() * 2 * math.pi / period
    return torch.stack([angle.cos(), angle.sin()], dim=-1).float()  # (T, 2)


def _cosine_and_sine(steps: int, period: int) -> tuple[float, float]:
    check_integer(steps=steps)
    check_count(period=period)
    angle = steps % period * 2 * math.pi / period
    return math.cos(angle), math.sin(angle)


def rotation(steps: int, period: int) -> Tensor:
    """Matrix (2, 2): position t, times this, is position t + steps."""
    c, s = _cosine_and_sine(steps, period)
    return torch.tensor([[c, s], [-s, c]])


def reflection(total: int, period: int) -> Tensor:
    """Matrix (2, 2): position t, times this, is position total - t."""
    check_integer(total=total)
    c, s = _cosine_and_sine(total, period)
    return torch.tensor([[c, s], [s, -c]])
