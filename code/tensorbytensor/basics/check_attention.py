"""Clear errors for the tensors that meet in attention."""

import torch
from torch import Tensor

from tensorbytensor.basics.check_tensors import (
    check_floats,
    check_mask,
    check_width,
    shape_of,
)


def _scores(query: Tensor, key: Tensor) -> Tensor:
    """A tensor of the scores' shape, (..., T, S), that takes no memory."""
    batch = torch.broadcast_shapes(query.shape[:-2], key.shape[:-2])
    return query.new_empty(()).expand(*batch, query.shape[-2], key.shape[-2])


def _meet(queries: torch.Size, keys: torch.Size) -> bool:
    """Have they as many batch dimensions, all of them equal or 1?"""
    return len(queries) == len(keys) and all(
        q == k or 1 in (q, k) for q, k in zip(queries, keys)
    )


def _mismatch(query: Tensor, key: Tensor, value: Tensor) -> str | None:
    """What all three must be and are not."""
    if not query.dtype == key.dtype == value.dtype:
        return "all three must have one dtype"
    if not query.device == key.device == value.device:
        return "all three must be on one device"
    if not query.shape[-1] == key.shape[-1] > 0:
        return "query and key must be equally wide, 1 at least"
    if key.shape[-2] != value.shape[-2]:
        return "key and value must be equally long"
    if key.shape[:-2] != value.shape[:-2]:
        return "key and value must have the same batch dimensions"
    if not _meet(query.shape[:-2], key.shape[:-2]):
        return "the batch dimensions of query and key must match or be 1"
    return None


def check_attention(
    query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None = None
) -> None:
    """query (..., T, K), key (..., S, K), value (..., S, V) and mask fit."""
    tensors = {"query": query, "key": key, "value": value}
    for name, tensor in tensors.items():
        check_floats(name, tensor, min_ndim=2)
    if allowed := _mismatch(query, key, value):
        given = ", ".join(
            f"{name} {shape_of(tensor)} {tensor.dtype} on {tensor.device}"
            for name, tensor in tensors.items()
        )
        raise ValueError(f"given {given}, but {allowed}")
    if mask is not None:
        check_mask(mask, _scores(query, key))


def check_memory(x: Tensor, memory: Tensor, memory_mask: Tensor | None) -> None:
    """memory (..., S, D) and memory_mask (..., T, S) fit x (..., T, D)."""
    check_width("memory", memory, x)
    if not _meet(x.shape[:-2], memory.shape[:-2]):
        given = f"memory has shape {shape_of(memory)}"
        allowed = f"its batch dimensions must be those of {shape_of(x)} or 1"
        raise ValueError(f"{given}, but {allowed}")
    if memory_mask is not None:
        check_mask(memory_mask, _scores(x, memory), "memory_mask")
