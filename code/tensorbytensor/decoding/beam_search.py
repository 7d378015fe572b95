"""Beam search: several continuations at once, to find the most probable one."""

from collections.abc import Callable

import torch
from torch import Tensor

from tensorbytensor.basics import check_count, require, shape_of


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
    equation 14. One that has ended is better than any that has not.
    """
    check_count(steps=steps, width=width)
    require(prompt.ndim == 1, f"prompt is {shape_of(prompt)}, but must be (T,)")
    beams, sums = prompt.unsqueeze(0), torch.zeros(1, device=prompt.device)
    ended: list[tuple[float, Tensor]] = []
    for n in range(1, steps + 1):
        next_token = predict(beams)[:, -1].log_softmax(dim=-1)  # (W, V)
        totals = sums.unsqueeze(1) + next_token  # (W, V)
        best = totals.flatten().topk(min(width, totals.numel()))
        rows = best.indices // totals.shape[1]
        tokens = best.indices % totals.shape[1]
        beams = torch.cat([beams[rows], tokens.unsqueeze(1)], dim=1)  # (W, T + 1)
        sums = best.values
        done = tokens == end
        worth = sums / ((5 + n) / 6) ** penalty
        ended += zip(worth[done].tolist(), beams[done])
        beams, sums = beams[~done], sums[~done]
        if len(ended) >= width or len(beams) == 0:
            break
    return max(ended, key=lambda pair: pair[0])[1] if ended else beams[0]
