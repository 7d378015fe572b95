"""Writing: the prompt is read at once, then each step reads one token."""

from collections.abc import Callable

import torch
from torch import Tensor

from tensorbytensor.basics import (
    check_call,
    check_count,
    check_id,
    check_range,
    check_rows,
    require,
    shape_of,
)


def largest(logits: Tensor, ids: Tensor) -> Tensor:
    """Greedy: the most probable token of each row, (B,) for (B, V)."""
    return logits.argmax(dim=-1)


@torch.no_grad()
def write(
    read: Callable[[Tensor], Tensor],
    prompt: Tensor,
    end: int,
    steps: int,
    pad: int,
    choose: Callable[[Tensor, Tensor], Tensor] = largest,
) -> Tensor:
    """`prompt` (B, T) with up to `steps` new tokens behind each row.

    read: the ids that it has not read yet, (B, T) and then (B, 1), to logits
    (B, ..., V). choose: logits (B, V) and all ids so far to the next ids (B,).
    Shorter prompts begin with `pad`; a row that has ended goes on with it.
    """
    check_call(read=read, choose=choose)
    check_rows(prompt, "prompt")
    require(
        prompt.ndim == 2, f"prompt has shape {shape_of(prompt)}, but must be (B, T)"
    )
    check_count(steps=steps)
    ids, ended = prompt, torch.zeros_like(prompt[:, 0], dtype=torch.bool)
    new = prompt
    for _ in range(steps):
        logits = read(new)[:, -1]  # (B, V)
        check_id(logits.shape[-1], end=end, pad=pad)
        check_range(new, logits.shape[-1])
        token = choose(logits, ids).masked_fill(ended, pad)  # (B,)
        new = token.unsqueeze(1)
        ids = torch.cat([ids, new], dim=1)
        ended = ended | (token == end)
        if ended.all():
            break
    return ids
