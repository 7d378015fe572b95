"""Clear errors for what writing is given: logits, shares, ids that were seen."""

from torch import Tensor

from tensorbytensor.basics import (
    check_floats,
    check_integers,
    check_known,
    check_range,
    is_number,
    require,
    shape_of,
)


def check_probabilities(**given: Tensor) -> None:
    """Each (..., V): none below 0, each row with a sum above 0."""
    for name, tensor in given.items():
        check_floats(name, tensor, min_ndim=1)
        check_known(name, tensor)
        require(tensor.numel() > 0, f"{name} has no tokens, but must have one")
        sums = tensor.detach().sum(dim=-1)
        ok = (tensor >= 0).all() and ((sums > 0) & sums.isfinite()).all()
        require(
            bool(ok), f"{name} has a row that is none, but must be probabilities"
        )


def check_logits(logits: Tensor) -> None:
    """(..., V), each row with a finite largest one."""
    check_floats("logits", logits, min_ndim=1)
    check_known("logits", logits)
    require(logits.numel() > 0, "logits has no tokens, but must have one")
    ok = logits.detach().amax(dim=-1).isfinite().all().item()
    require(ok, "logits has a row without a largest number, but each must have one")


def check_alike(**tensors: Tensor) -> None:
    """Each (..., H, T, K), all of one shape, dtype and device."""
    for name, tensor in tensors.items():
        check_floats(name, tensor, min_ndim=3)
    given = ", ".join(f"{name} is {shape_of(t)}" for name, t in tensors.items())
    kinds = {(t.shape, t.dtype, t.device) for t in tensors.values()}
    require(
        len(kinds) == 1, f"{given}, but shapes, dtypes and devices must be equal"
    )


def check_three(**tensors: Tensor) -> None:
    """Each has three dimensions."""
    for name, tensor in tensors.items():
        given = f"{name} has shape {shape_of(tensor)}"
        require(tensor.ndim == 3, f"{given}, but must have three dimensions")


def check_share(**shares: float) -> None:
    """Each is in (0, 1]."""
    for name, share in shares.items():
        ok = is_number(share) and 0 < share <= 1
        require(ok, f"{name} is {share!r}, but must be a number in (0, 1]")


def check_seen(seen: Tensor, logits: Tensor) -> None:
    """seen (..., T) are ids of logits (..., V)."""
    check_integers(seen, "seen")
    given = f"seen has shape {shape_of(seen)}, logits {shape_of(logits)}"
    ok = seen.ndim == logits.ndim and seen.shape[:-1] == logits.shape[:-1]
    require(
        ok, f"{given}, but seen must have all dimensions of the logits but the last"
    )
    require(
        seen.device == logits.device,
        "seen and logits are apart, but must be on one device",
    )
    if seen.numel() > 0:
        check_range(seen, logits.shape[-1], "seen")


def check_proposals(target: Tensor, draft: Tensor, proposed: Tensor) -> None:
    """target (B, n + 1, V), draft (B, n, V) and proposed (B, n) fit."""
    check_floats("target", target, min_ndim=3)
    check_floats("draft", draft, min_ndim=3)
    check_probabilities(target=target)
    if draft.numel() > 0:
        check_probabilities(draft=draft)
    check_integers(proposed, "proposed")
    shapes = [shape_of(tensor) for tensor in (target, draft, proposed)]
    given = f"target, draft and proposed have shapes {', '.join(shapes)}"
    batch, more, tokens = target.shape[-3:]
    ok = target.ndim == 3 and draft.shape == (batch, more - 1, tokens)
    ok = ok and proposed.shape == (batch, more - 1)
    require(ok, f"{given}, but must be (B, n + 1, V), (B, n, V) and (B, n)")
    same = (
        target.dtype == draft.dtype
        and target.device == draft.device == proposed.device
    )
    require(same, "target and draft differ, but dtypes and devices must be one")
    if proposed.numel() > 0:
        check_range(proposed, tokens, "proposed")
