"""A decoder that adds, and no weight of it is learned."""

import torch
from torch import Tensor, nn

from tensorbytensor.attention import causal_mask, masked_softmax
from tensorbytensor.basics import (
    check_count,
    check_positive,
    check_range,
    check_rows,
)
from tensorbytensor.by_hand.circle import circle, rotation

SIGNS = [*"0123456789", "+", "="]


def _fixed(*numbers: float | Tensor) -> nn.Parameter:
    """A weight that no training changes."""
    return nn.Parameter(torch.stack([*map(torch.as_tensor, numbers)]), False)


class Adder(nn.Module):
    """Reads a+b= and writes the sum; digits stand from the ones upwards.

    Numbers of n_digits each, and a sum of n_digits + 1: 3 · n_digits + 3 signs.
    """

    def __init__(self, n_digits: int = 10, sharpness: float = 100.0):
        super().__init__()
        check_count(n_digits=n_digits)
        check_positive(sharpness=sharpness)
        self.period = n_digits + 1  # a, + and b, = are one round each
        digits = torch.arange(10.0)
        self.embedding = _fixed(*(-digits / 5), 0.0, 0.0)  # (V,)
        ahead, here = rotation(1, self.period), torch.eye(2)
        self.W_qk = _fixed(sharpness * ahead, sharpness * here)  # (H, 2, 2)
        self.W_ov = _fixed(-10.0, -1.5)  # (H,)
        self.W_1, self.b_1 = _fixed(1.0, 1.0), _fixed(-9.2, -9.7)  # (2,)
        self.W_2 = _fixed(-20.0, 20.0)  # (2,)
        self.W_out = _fixed(*digits, 0.0, 0.0)  # (V,)
        self.b_out = _fixed(*(-(digits**2) / 2), -99.0, -99.0)  # (V,)

    def weights(self, length: int) -> Tensor:
        """What each of both heads looks at, (H, T, T)."""
        p = circle(length, self.period).to(self.W_qk)  # (T, 2)
        return masked_softmax(p @ self.W_qk @ p.T, causal_mask(length, p.device))

    def rough(self, ids: Tensor) -> Tensor:
        """After attention, (..., T): the next digit, or 10 more, to within 0.1."""
        check_rows(ids)
        check_range(ids, len(SIGNS))
        x = self.embedding[ids]  # (..., T)
        ahead, here = self.weights(ids.shape[-1]) * self.W_ov[:, None, None]
        return x + x @ ahead.T + x @ here.T

    def digit(self, ids: Tensor) -> Tensor:
        """After the feed-forward network, (..., T): the next digit, within 0.1."""
        x = self.rough(ids)
        hidden = (x[..., None] * self.W_1 + self.b_1).relu()  # (..., T, 2)
        return x + hidden @ self.W_2

    def forward(self, ids: Tensor) -> Tensor:
        """Logits (..., T, V) for ids (..., T)."""
        return self.digit(ids)[..., None] * self.W_out + self.b_out
