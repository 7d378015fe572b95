"""The sizes of a Transformer, under the names of the paper's table 3."""

from dataclasses import dataclass


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
