"""The loss of next-token prediction."""

import torch.nn.functional as F
from torch import Tensor

from tensorbytensor.basics.check_ids import check_labels
from tensorbytensor.basics.check_numbers import check_probability


def next_token_loss(
    logits: Tensor,
    labels: Tensor,
    pad: int | None = None,
    smoothing: float = 0.0,
) -> Tensor:
    """Mean cross-entropy of logits (..., T, V) and labels (..., T), `pad` left out.

    `F.cross_entropy` takes the softmax itself: it wants logits, not probabilities.
    smoothing: the part of each label that goes to all tokens alike (Szegedy et al.
    2016, section 7).
    """
    check_labels(logits, labels, pad)
    check_probability(smoothing=smoothing)
    ignored = -100 if pad is None else pad  # no id is -100: nothing is left out
    return F.cross_entropy(
        logits.flatten(0, -2),
        labels.flatten(),
        ignore_index=ignored,
        label_smoothing=smoothing,
    )
