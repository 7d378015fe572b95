"""How a model learns: gradients computed in three ways, and a step of Adam.

What becomes of both in deep networks is measured with `deep_stack`.
"""

from tensorbytensor.learning.adam import adam_step
from tensorbytensor.learning.attention_backward import (
    attention_backward,
    softmax_backward,
)
from tensorbytensor.learning.deep_stack import draw_layers, go_through
from tensorbytensor.learning.finite_differences import finite_differences
from tensorbytensor.learning.scalar import Scalar

__all__ = [
    "Scalar",
    "adam_step",
    "attention_backward",
    "draw_layers",
    "finite_differences",
    "go_through",
    "softmax_backward",
]
