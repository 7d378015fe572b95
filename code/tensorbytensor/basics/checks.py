"""Clear errors: what was given, and what is allowed."""

import torch
from torch import Tensor


def require(ok: bool, message: str) -> None:
    """Raise ValueError with `message` unless `ok`."""
    if not ok:
        raise ValueError(message)


def shape_of(tensor: Tensor) -> str:
    return f"({', '.join(map(str, tensor.shape))}{',' if tensor.ndim == 1 else ''})"


def check_count(**counts: int) -> None:
    """Each count is an integer of at least 1."""
    for name, count in counts.items():
        ok = isinstance(count, int) and not isinstance(count, bool) and count >= 1
        require(ok, f"{name} is {count!r}, but must be an integer of at least 1")


def check_floats(name: str, tensor: Tensor, min_ndim: int) -> None:
    """`tensor` holds floats in at least `min_ndim` dimensions."""
    require(
        isinstance(tensor, Tensor),
        f"{name} is a {type(tensor).__name__}, but must be a tensor",
    )
    ok = tensor.is_floating_point() and tensor.ndim >= min_ndim
    allowed = f"must hold floats in at least {min_ndim} dimension(s)"
    require(
        ok, f"{name} is {tensor.dtype} of shape {shape_of(tensor)}, but {allowed}"
    )


def check_width(name: str, tensor: Tensor, width: int) -> None:
    """`tensor` is (..., T, width) and holds floating-point numbers."""
    check_floats(name, tensor, min_ndim=2)
    given = f"{name} has shape {shape_of(tensor)}"
    ok = tensor.shape[-1] == width
    require(ok, f"{given}, but its last dimension must be {width}")


def check_mask(mask: Tensor, scores: Tensor) -> None:
    """`mask` is boolean and broadcasts to the shape of `scores`, (..., T, S)."""
    given = (
        f"mask is {mask.dtype if isinstance(mask, Tensor) else type(mask).__name__}"
    )
    ok = isinstance(mask, Tensor) and mask.dtype == torch.bool
    require(
        ok, f"{given}, but must be a tensor of torch.bool, True for what is hidden"
    )
    pairs = zip(reversed(mask.shape), reversed(scores.shape))
    fits = mask.ndim <= scores.ndim and all(m in (1, s) for m, s in pairs)
    given = f"mask has shape {shape_of(mask)}"
    require(fits, f"{given}, but must broadcast to the scores' {shape_of(scores)}")


def check_attention(query: Tensor, key: Tensor, value: Tensor) -> None:
    """query (..., T, K), key (..., S, K) and value (..., S, V) fit together."""
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
    require(
        query.shape[-1] == key.shape[-1],
        f"given {given}, but query and key must be equally wide",
    )
    require(
        key.shape[-2] == value.shape[-2],
        f"given {given}, but key and value must be equally long",
    )
    batches = [t.shape[:-2] for t in tensors.values()]
    require(
        batches[1] == batches[2],
        f"given {given}, but key and value must have the same batch dimensions",
    )
    fits = len(batches[0]) == len(batches[1]) and all(
        q == k or 1 in (q, k) for q, k in zip(*batches[:2])
    )
    allowed = "the batch dimensions of query and key must match or be 1"
    require(fits, f"given {given}, but {allowed}")


def check_ids(ids: Tensor, n_tokens: int, max_len: int) -> None:
    """`ids` (T,) or (B, T) holds 1 to max_len ids a row, each below n_tokens."""
    ok = isinstance(ids, Tensor) and ids.dtype == torch.int64
    given = str(ids.dtype) if isinstance(ids, Tensor) else type(ids).__name__
    require(ok, f"ids are {given}, but must be a tensor of torch.int64")
    given = f"ids have shape {shape_of(ids)}"
    require(ids.ndim in (1, 2), f"{given}, but must be (T,) or (B, T)")
    require(ids.numel() > 0, f"{given}, but at least one token is needed")
    length = ids.shape[-1]
    require(length <= max_len, f"{length} tokens, but max_len is {max_len}")
    low, high = ids.min().item(), ids.max().item()
    allowed = f"the vocabulary has 0 to {n_tokens - 1}"
    require(low >= 0, f"id {low} given, but {allowed}")
    require(high < n_tokens, f"id {high} given, but {allowed}")


def check_pair(src: Tensor, tgt: Tensor) -> None:
    """Source ids (..., S) and target ids (..., T) have the same batch dimension."""
    given = f"src has shape {shape_of(src)}, tgt {shape_of(tgt)}"
    allowed = "both must be one sentence or batches of one size"
    require(src.shape[:-1] == tgt.shape[:-1], f"{given}, but {allowed}")
