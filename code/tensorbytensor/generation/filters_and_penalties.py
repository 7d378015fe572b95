"""What may be drawn: logits of tokens that may not become -inf."""

import torch
from torch import Tensor

from tensorbytensor.basics import check_count, check_positive, require
from tensorbytensor.generation.check_logits_and_shares import (
    check_logits,
    check_seen,
    check_share,
)


def top_k(logits: Tensor, k: int) -> Tensor:
    """Keeps the k largest of each row of (..., V), and what equals the k-th.

    Fan et al. 2018, section 5.4.
    """
    check_logits(logits)
    check_count(k=k)
    k = min(k, logits.shape[-1])
    least = logits.topk(k).values[..., -1:]  # (..., 1)
    return logits.masked_fill(logits < least, -torch.inf)


def top_p(logits: Tensor, p: float) -> Tensor:
    """Keeps the fewest tokens of (..., V) whose probabilities add up to p or more.

    Holtzman et al. 2020, section 3.1. The first is always among them.
    """
    check_logits(logits)
    check_share(p=p)
    # probabilities of 16 bits would add up to too much or too little
    fine = torch.promote_types(logits.dtype, torch.float32)
    ordered, places = logits.softmax(-1, fine).sort(descending=True, stable=True)
    before = ordered.cumsum(dim=-1) - ordered  # of those that are more probable
    drop = (before >= p).scatter(-1, places, before >= p)
    return logits.masked_fill(drop, -torch.inf)


def min_p(logits: Tensor, p: float) -> Tensor:
    """Keeps what is at least p times as probable as the most probable token."""
    check_logits(logits)
    check_share(p=p)
    probabilities = logits.softmax(dim=-1)
    least = p * probabilities.amax(dim=-1, keepdim=True)
    return logits.masked_fill(probabilities < least, -torch.inf)


def penalize(logits: Tensor, seen: Tensor, penalty: float) -> Tensor:
    """Makes each token that is in seen (..., T) less probable, once for all times.

    Keskar et al. 2019, section 4.1, divide its logit by the penalty; here one below
    0 is multiplied, as dividing would raise it.
    """
    check_logits(logits)
    check_seen(seen, logits)
    check_positive(penalty=penalty)
    require(penalty >= 1, f"penalty is {penalty!r}, but must be at least 1")
    old = logits.gather(-1, seen)  # (..., T)
    return logits.scatter(
        -1, seen, torch.where(old > 0, old / penalty, old * penalty)
    )
