"""Attention that never sees a whole row of scores (Dao et al. 2022)."""

import math

import torch
from torch import Tensor

from tensorbytensor.basics import check_attention, check_count, require


def online_attention(
    query: Tensor, key: Tensor, value: Tensor, size: int
) -> Tensor:
    """The context (..., T, V) of `attention`, `size` keys at a time.

    Of each row it keeps the largest score so far, the sum of the exponentials
    and the sum of the values weighted by them; both are shrunk when it grows.
    """
    check_attention(query, key, value)
    check_count(size=size)
    require(key.shape[-2] > 0, "no key given, but at least one is needed")
    most = query.new_full((*query.shape[:-1], 1), -torch.inf)  # (..., T, 1)
    total, mixed = torch.zeros_like(most), query.new_zeros(())
    for k, v in zip(key.split(size, dim=-2), value.split(size, dim=-2)):
        scores = query @ k.mT / math.sqrt(query.shape[-1])  # (..., T, size)
        larger = torch.maximum(most, scores.amax(dim=-1, keepdim=True))
        shrink, parts = (most - larger).exp(), (scores - larger).exp()
        total = total * shrink + parts.sum(dim=-1, keepdim=True)
        mixed = mixed * shrink + parts @ v  # (..., T, V)
        most = larger
    return mixed / total
