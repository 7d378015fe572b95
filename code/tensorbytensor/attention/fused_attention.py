"""Attention without its weights: the same context, in less time and memory."""

import torch
import torch.nn.functional as F
from torch import Tensor

from tensorbytensor.basics import (
    check_attention,
    check_kind,
    check_no_nan,
    require,
)


def fused_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    mask: Tensor | None = None,
    causal: bool = False,
) -> Tensor:
    """The context (..., T, V) of `attention`, by one kernel of PyTorch's.

    It need not store scores and weights: it can go block by block (Dao et al.
    2022). mask (..., T, S): True for what a query may not see.
    causal: row t sees keys 0 to t, without a mask that would have to be stored.
    """
    check_attention(query, key, value, mask)
    check_kind(bool, causal=causal)
    require(
        mask is None or not causal,
        "mask given with causal, but only one is allowed",
    )
    if mask is None:  # the kernel would give 0 for scores of NaN
        check_no_nan(query=query, key=key)
    else:  # for PyTorch's function, True marks what is seen
        mask = torch.atleast_2d(~mask)
    # that kernel takes four dimensions; for fewer PyTorch would store the scores
    q, k, v = (t[(None,) * (4 - t.ndim)] for t in (query, key, value))
    context = F.scaled_dot_product_attention(q, k, v, mask, is_causal=causal)
    return context[(0,) * (4 - query.ndim)]
