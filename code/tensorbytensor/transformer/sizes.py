"""The sizes of a Transformer; table 3 of the paper has those of the base model."""

from dataclasses import dataclass

from tensorbytensor.basics import (
    check_choice,
    check_count,
    check_dropout,
    check_kind,
)
from tensorbytensor.transformer.feed_forward import ACTIVATIONS


@dataclass(frozen=True)
class Sizes:
    """The base model of Vaswani et al. 2017, unless told otherwise."""

    d_model: int = 512
    n_heads: int = 8
    d_ff: int = 2048
    n_layers: int = 6
    dropout: float = 0.1
    activation: str = "relu"
    norm_first: bool = False
    max_len: int = 512

    def __post_init__(self):
        check_count(d_model=self.d_model, n_heads=self.n_heads, d_ff=self.d_ff)
        check_count(n_layers=self.n_layers, max_len=self.max_len)
        check_dropout(dropout=self.dropout)
        check_choice(ACTIVATIONS, activation=self.activation)
        check_kind(bool, norm_first=self.norm_first)
