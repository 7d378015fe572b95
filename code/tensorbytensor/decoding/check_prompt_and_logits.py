"""Clear errors for what decoding is given: a prompt, ids, and who predicts."""

from collections.abc import Callable

from torch import Tensor

from tensorbytensor.basics import (
    check_call,
    check_count,
    check_floats,
    check_from_zero,
    check_id,
    check_rows,
    require,
    shape_of,
)


def check_decoding(
    predict: Callable[[Tensor], Tensor], prompt: Tensor, steps: int, **ids: int
) -> None:
    """`prompt` is (T,) or (B, T); ids are what `end` and `pad` are."""
    check_call(predict=predict)
    check_rows(prompt, "prompt")
    allowed = "all ids must be at least 0"
    require(
        prompt.min().item() >= 0, f"prompt has {prompt.min().item()}, but {allowed}"
    )
    check_count(steps=steps)
    check_from_zero(**ids)


def checked(
    predict: Callable[[Tensor], Tensor], **special: int
) -> Callable[[Tensor], Tensor]:
    """`predict`, but what it gives must be logits for each of the ids.

    special: the ids of `end` and `pad`, which the logits must know.
    """

    def checking(ids: Tensor) -> Tensor:
        logits = predict(ids)
        check_floats("what predict gives", logits, min_ndim=2)
        given = f"what predict gives has shape {shape_of(logits)}"
        allowed = f"must be (..., V) for ids of shape {shape_of(ids)}"
        require(logits.shape[:-1] == ids.shape, f"{given}, but {allowed}")
        given = "what predict gives has NaN or infinity as a row's largest number"
        ok = logits.amax(dim=-1).isfinite().all().item()
        require(ok, f"{given}, but must be logits")
        check_id(logits.shape[-1], **special)
        return logits

    return checking
