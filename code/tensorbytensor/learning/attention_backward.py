"""Attention backwards: from the gradient of the context to query, key and value."""

import math

from torch import Tensor

from tensorbytensor.basics import check_attention, check_floats
from tensorbytensor.learning.check_same_shape import check_like


def softmax_backward(weights: Tensor, d_weights: Tensor) -> Tensor:
    """Gradient (..., T, S) by the scores, from that by the weights (..., T, S).

    Each row a of weights has the Jacobian diag(a) - aᵀa; this multiplies by it
    without writing it down. What a mask hides has weight 0, and so gradient 0.
    """
    check_floats("weights", weights, min_ndim=1)
    check_like(weights, weights.shape, d_weights=d_weights)
    mean = (weights * d_weights).sum(dim=-1, keepdim=True)  # (..., T, 1)
    return weights * (d_weights - mean)


def attention_backward(
    query: Tensor, key: Tensor, value: Tensor, weights: Tensor, d_context: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    """Gradients by query (..., T, K), key (..., S, K) and value (..., S, V).

    weights (..., T, S) are those of the way forward, d_context (..., T, V) is the
    gradient by the context. Raises ValueError where shapes do not fit.
    """
    check_attention(query, key, value)
    check_like(query, (*query.shape[:-1], key.shape[-2]), weights=weights)
    check_like(query, (*query.shape[:-1], value.shape[-1]), d_context=d_context)
    d_weights = d_context @ value.mT  # (..., T, S)
    d_products = softmax_backward(weights, d_weights) / math.sqrt(query.shape[-1])
    return d_products @ key, d_products.mT @ query, weights.mT @ d_context
