"""Clear errors for the tensors that meet in attention."""

import torch
from torch import Tensor

from tensorbytensor.basics.check_numbers import require
from tensorbytensor.basics.checks import (
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


def check_attention(
    query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None = None
) -> None:
    """query (..., T, K), key (..., S, K), value (..., S, V) and mask fit."""
    tensors = {"query": query, "key": key, "value": value}
    for name, tensor in tensors.items():
        check_floats(name, tensor, min_ndim=2)
    given = ", ".join(
        f"{name} {shape_of(tensor)} {tensor.dtype}"
        for name, tensor in tensors.items()
    )
    require(
        len({t.dtype for t in tensors.values()}) == 1,
        f"given {given}, but all three must have one dtype",
    )
    devices = ", ".join(f"{name} on {t.device}" for name, t in tensors.items())
    require(
        len({t.device for t in tensors.values()}) == 1,
        f"given {devices}, but all three must be on one device",
    )
    require(
        query.shape[-1] == key.shape[-1] > 0,
        f"given {given}, but query and key must be equally wide, 1 at least",
    )
    require(
        key.shape[-2] == value.shape[-2],
        f"given {given}, but key and value must be equally long",
    )
    require(
        key.shape[:-2] == value.shape[:-2],
        f"given {given}, but key and value must have the same batch dimensions",
    )
    batches = "the batch dimensions of query and key must match or be 1"
    require(
        _meet(query.shape[:-2], key.shape[:-2]),
        f"given {given}, but {batches}",
    )
    if mask is not None:
        check_mask(mask, _scores(query, key))


def check_memory(x: Tensor, memory: Tensor, memory_mask: Tensor | None) -> None:
    """memory (..., S, D) and memory_mask (..., T, S) fit x (..., T, D)."""
    check_width("memory", memory, x)
    given = f"memory has shape {shape_of(memory)}"
    allowed = f"its batch dimensions must be those of {shape_of(x)} or 1"
    require(_meet(x.shape[:-2], memory.shape[:-2]), f"{given}, but {allowed}")
    if memory_mask is not None:
        check_mask(memory_mask, _scores(x, memory), "memory_mask")
