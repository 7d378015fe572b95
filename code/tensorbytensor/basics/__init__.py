"""What every model is made of: checks, layers, vocabulary, positions, loss."""

from tensorbytensor.basics.checks import (
    check_attention,
    check_count,
    check_floats,
    check_ids,
    check_mask,
    check_pair,
    check_width,
    require,
    shape_of,
)
from tensorbytensor.basics.dropout import Dropout
from tensorbytensor.basics.embedding import embedding
from tensorbytensor.basics.linear import linear
from tensorbytensor.basics.next_token_loss import next_token_loss
from tensorbytensor.basics.position_encoding import PositionEncoding, sinusoids
from tensorbytensor.basics.vocabulary import END, PAD, START, Vocabulary

__all__ = [
    "END",
    "PAD",
    "START",
    "Dropout",
    "PositionEncoding",
    "Vocabulary",
    "check_attention",
    "check_count",
    "check_floats",
    "check_ids",
    "check_mask",
    "check_pair",
    "check_width",
    "embedding",
    "linear",
    "next_token_loss",
    "require",
    "shape_of",
    "sinusoids",
]
