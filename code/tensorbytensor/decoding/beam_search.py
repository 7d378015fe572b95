"""Beam search: several continuations at once, to find the most probable one."""

import math
from collections.abc import Callable

import torch
from torch import Tensor

from tensorbytensor.basics import check_count, is_number, require, shape_of
from tensorbytensor.decoding.checks import check_decoding, checked


@torch.no_grad()
def beam_search(
    predict: Callable[[Tensor], Tensor],
    prompt: Tensor,
    end: int,
    steps: int,
    width: int = 4,
    penalty: float = 0.6,
) -> Tensor:
    """`prompt` (T,) with up to `steps` new tokens: the best of `width` beams.

    predict: ids (W, T) to logits (W, T, V). A continuation of n tokens is worth the
    sum of their log-probabilities divided by ((5 + n) / 6)^penalty: Wu et al. 2016,
    equation 14. One that has ended is better than any that has not, and leaves its
    place among the beams to another one.
    """
    check_decoding(predict, prompt, steps, end=end)
    check_count(width=width)
    ok = is_number(penalty) and 0 <= penalty <= 10
    require(ok, f"penalty is {penalty!r}, but must be a number in [0, 10]")
    require(prompt.ndim == 1, f"prompt is {shape_of(prompt)}, but must be (T,)")
    predict = checked(predict, end=end)
    beams, sums = prompt.unsqueeze(0), torch.zeros(1, device=prompt.device)
    most, ended = -math.inf, None
    for n in range(1, steps + 1):
        next_token = predict(beams)[:, -1].log_softmax(dim=-1)  # (W, V)
        totals = sums.unsqueeze(1) + next_token  # (W, V)
        worth, row = (totals[:, end] / ((5 + n) / 6) ** penalty).max(dim=0)
        if worth > most:
            most, ended = worth, torch.cat([beams[row], prompt.new_tensor([end])])
        totals[:, end] = -math.inf  # the beams are those that go on
        best = totals.flatten().topk(min(width, totals.numel()))
        rows = best.indices // totals.shape[1]
        tokens = best.indices % totals.shape[1]
        beams = torch.cat([beams[rows], tokens.unsqueeze(1)], dim=1)  # (W, T + 1)
        sums = best.values
        if most >= sums[0] / ((5 + steps) / 6) ** penalty:
            break  # a sum never grows, so no beam can become worth more
    return beams[0] if ended is None else ended
