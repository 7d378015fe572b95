"""What every model is made of: checks, layers, vocabulary, positions, loss."""

from tensorbytensor.basics.check_attention import check_attention, check_memory
from tensorbytensor.basics.check_ids import (
    check_id,
    check_ids,
    check_integers,
    check_labels,
    check_pair,
    check_range,
    check_row,
    check_rows,
)
from tensorbytensor.basics.check_kinds import (
    check_call,
    check_choice,
    check_device,
    check_generator,
    check_kind,
    check_seeds,
    check_texts,
)
from tensorbytensor.basics.check_numbers import (
    check_count,
    check_dropout,
    check_from_zero,
    check_integer,
    check_positive,
    check_probability,
    is_integer,
    is_number,
    require,
)
from tensorbytensor.basics.check_tensors import (
    check_floats,
    check_known,
    check_mask,
    check_no_nan,
    check_width,
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
    "check_call",
    "check_choice",
    "check_count",
    "check_device",
    "check_dropout",
    "check_floats",
    "check_from_zero",
    "check_generator",
    "check_id",
    "check_ids",
    "check_integer",
    "check_integers",
    "check_kind",
    "check_known",
    "check_labels",
    "check_mask",
    "check_memory",
    "check_no_nan",
    "check_pair",
    "check_positive",
    "check_probability",
    "check_range",
    "check_row",
    "check_rows",
    "check_seeds",
    "check_texts",
    "check_width",
    "embedding",
    "is_integer",
    "is_number",
    "linear",
    "next_token_loss",
    "require",
    "shape_of",
    "sinusoids",
]
