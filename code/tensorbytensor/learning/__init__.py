"""How a model learns: gradients computed in three ways, and a step of Adam."""

from tensorbytensor.learning.adam import adam_step
from tensorbytensor.learning.attention_backward import (
    attention_backward,
    softmax_backward,
)
from tensorbytensor.learning.finite_differences import finite_differences
from tensorbytensor.learning.scalar import Scalar

__all__ = [
    "Scalar",
    "adam_step",
    "attention_backward",
    "finite_differences",
    "softmax_backward",
]
