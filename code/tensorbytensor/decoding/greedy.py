"""Greedy decoding: always the most probable token, until the end token."""

from collections.abc import Callable

import torch
import torch.nn.functional as F
from torch import Tensor

from tensorbytensor.basics import require
from tensorbytensor.decoding.check_prompt_and_logits import check_decoding, checked


@torch.no_grad()
def greedy(
    predict: Callable[[Tensor], Tensor],
    prompt: Tensor,
    end: int,
    steps: int,
    pad: int | None = None,
) -> Tensor:
    """`prompt`, (T,) or (B, T), with up to `steps` new tokens behind each row.

    predict: ids shaped like `prompt`, but longer, to logits (..., V) for each.
    A row stops after `end`; `pad`, or else `end`, fills it up to the longest.
    """
    filler = end if pad is None else pad
    check_decoding(predict, prompt, steps, end=end, pad=filler)
    if prompt.ndim == 1:
        alone = checked(predict, end=end)
        return greedy(
            lambda ids: alone(ids[0])[None], prompt[None], end, steps, pad
        )[0]
    predict = checked(predict, end=end, pad=filler)
    ids = prompt  # (B, T)
    rows = torch.arange(len(ids), device=ids.device)
    real = torch.ones_like(ids, dtype=torch.bool) if pad is None else ids != pad
    lengths = real.sum(dim=-1)  # (B,): where the next token goes
    at_end = real[:, 0].all() and (real[:, :-1] | ~real[:, 1:]).all()
    require(
        bool(at_end), "each row must begin with a token, and padding only end it"
    )
    ended = torch.zeros_like(rows, dtype=torch.bool)
    for _ in range(steps):
        logits = predict(ids)[rows, lengths - 1]  # (B, V): at each row's last token
        ids = F.pad(ids, (0, 1), value=filler)  # (B, T + 1)
        ids[rows, lengths] = logits.argmax(dim=-1).masked_fill(ended, filler)
        lengths = lengths + ~ended
        ended = ended | (ids[rows, lengths - 1] == end)
        if ended.all():
            break
    return ids[:, : lengths.max()]
