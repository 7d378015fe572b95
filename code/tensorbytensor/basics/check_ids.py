"""Clear errors for ids, and for the labels and logits that belong to them."""

import torch
from torch import Tensor

from tensorbytensor.basics.check_numbers import MOST, is_integer, require
from tensorbytensor.basics.check_tensors import check_floats, check_known, shape_of


def check_integers(ids: Tensor, name: str = "ids") -> None:
    """`ids` is a tensor of torch.int64, and its numbers are known."""
    given = ids.dtype if isinstance(ids, Tensor) else type(ids).__name__
    given = f"{name} {'are' if name.endswith('s') else 'is'} {given}"
    ok = isinstance(ids, Tensor) and ids.dtype == torch.int64
    require(ok, f"{given}, but must be a tensor of torch.int64")
    check_known(name, ids)


def check_rows(ids: Tensor, name: str = "ids") -> None:
    """`ids` is (T,) or (B, T), of torch.int64, with a token at least."""
    check_integers(ids, name)
    given = (
        f"{name} {'have' if name.endswith('s') else 'has'} shape {shape_of(ids)}"
    )
    require(ids.ndim in (1, 2), f"{given}, but must be (T,) or (B, T)")
    require(ids.numel() > 0, f"{given}, but at least one token is needed")


def check_range(ids: Tensor, n_tokens: int, what: str = "id") -> None:
    """Each of the ids, one at least, is below n_tokens, and none is negative."""
    low, high = torch.stack(ids.aminmax()).tolist()  # a GPU is waited for once
    allowed = f"the vocabulary has 0 to {n_tokens - 1}"
    require(low >= 0, f"{what} {low} given, but {allowed}")
    require(high < n_tokens, f"{what} {high} given, but {allowed}")


def check_ids(ids: Tensor, table: Tensor, max_len: int) -> None:
    """`ids` (T,) or (B, T) holds 1 to max_len numbers of rows of table (V, D)."""
    check_rows(ids)
    length = ids.shape[-1]
    require(length <= max_len, f"{length} tokens, but max_len is {max_len}")
    given, ok = f"ids are on {ids.device}", ids.device == table.device
    require(ok, f"{given}, but must be on {table.device}")
    check_range(ids, len(table))


def check_row(ids: Tensor, n_tokens: int) -> None:
    """`ids` (T,) holds numbers below n_tokens; there may be none."""
    check_integers(ids)
    require(ids.ndim == 1, f"ids have shape {shape_of(ids)}, but must be (T,)")
    if ids.numel() > 0:
        check_range(ids, n_tokens)


def check_id(n_tokens: int, /, **ids: int) -> None:
    """Each is an integer in 0 to n_tokens - 1."""
    for name, number in ids.items():
        ok = is_integer(number) and 0 <= number < n_tokens
        allowed = f"must be an integer in 0 to {n_tokens - 1}"
        require(ok, f"{name} is {number!r}, but {allowed}")


def check_pair(src: Tensor, tgt: Tensor) -> None:
    """Source ids (..., S) and target ids (..., T) have the same batch dimension."""
    check_rows(src, "src")
    check_rows(tgt, "tgt")
    given = f"src has shape {shape_of(src)}, tgt {shape_of(tgt)}"
    allowed = "both must be one sentence or batches of one size"
    require(src.shape[:-1] == tgt.shape[:-1], f"{given}, but {allowed}")


def check_labels(logits: Tensor, labels: Tensor, pad: int | None) -> None:
    """labels (..., T) fit logits (..., T, V), and not all of them are `pad`."""
    check_floats("logits", logits, min_ndim=2)
    check_integers(labels, "labels")
    given = f"labels have shape {shape_of(labels)}, logits {shape_of(logits)}"
    ok = labels.shape == logits.shape[:-1]
    require(ok, f"{given}, but must have all dimensions of the logits but the last")
    given, ok = f"labels are on {labels.device}", labels.device == logits.device
    require(ok, f"{given}, but must be on {logits.device}")
    ok = pad is None or (is_integer(pad) and abs(pad) < MOST)
    allowed = f"must be an integer within ±{MOST - 1}, or None"
    require(ok, f"pad is {pad!r}, but {allowed}")
    real = labels if pad is None else labels[labels != pad]
    given = f"labels of shape {shape_of(labels)} are all padding"
    require(real.numel() > 0, f"{given}, but at least one token is needed")
    check_range(real, logits.shape[-1], "label")
