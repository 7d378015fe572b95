"""Scaled dot-product attention (Vaswani et al. 2017, section 3.2.1, equation 1)."""

import math
from collections.abc import Callable

import torch
from torch import Tensor

from tensorbytensor.basics import (
    check_attention,
    check_call,
    check_count,
    check_device,
    check_floats,
    check_mask,
)


def causal_mask(length: int, device: torch.device | str | None = None) -> Tensor:
    """Mask (T, T), True for what a query may not see: row t hides all after t."""
    check_count(length=length)
    check_device(device)
    everything = torch.ones(length, length, dtype=torch.bool, device=device)
    return everything.triu(diagonal=1)


def masked_softmax(scores: Tensor, mask: Tensor | None = None) -> Tensor:
    """Weights (..., T, S) of scores (..., T, S); what `mask` hides has weight 0.

    A row sums to 1; a row with nothing to see is all 0. Finite scores give finite
    weights and gradients, in every dtype.
    """
    check_floats("scores", scores, min_ndim=1)
    if mask is None:
        return scores.softmax(dim=-1)
    check_mask(mask, scores)
    lowest = torch.finfo(scores.dtype).min
    return scores.masked_fill(mask, lowest).softmax(dim=-1).masked_fill(mask, 0.0)


def attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    mask: Tensor | None = None,
    dropout: Callable[[Tensor], Tensor] | None = None,
) -> tuple[Tensor, Tensor]:
    """Context (..., T, V) and weights (..., T, S): softmax(query keyᵀ / √K) value.

    query (..., T, K), key (..., S, K), value (..., S, V).
    mask (..., T, S): True for what a query may not see.
    dropout: applied to the weights, those returned included.
    Raises ValueError where shapes or dtypes do not fit.
    """
    check_attention(query, key, value)
    width = query.shape[-1]
    scores = query @ key.transpose(-2, -1) / math.sqrt(width)  # (..., T, S)
    weights = masked_softmax(scores, mask)  # (..., T, S)
    if dropout is not None:
        check_call(dropout=dropout)
        weights = dropout(weights)
    return weights @ value, weights  # (..., T, V), (..., T, S)
