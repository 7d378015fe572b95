"""Beam search: several continuations at once, to find the most probable one."""

from collections.abc import Callable

import torch
from torch import Tensor

from tensorbytensor.basics import check_count, is_number, require, shape_of
from tensorbytensor.decoding.check_prompt_and_logits import check_decoding, checked


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
    equation 14. Whichever of the `width` best have ended leave their places to
    others, until as many have ended; one that has ended is better than any that
    has not.
    """
    check_decoding(predict, prompt, steps, end=end)
    check_count(width=width)
    ok = is_number(penalty) and 0 <= penalty <= 10
    require(ok, f"penalty is {penalty!r}, but must be a number in [0, 10]")
    require(prompt.ndim == 1, f"prompt is {shape_of(prompt)}, but must be (T,)")
    predict = checked(predict, end=end)
    beams, sums = prompt.unsqueeze(0), torch.zeros(1, device=prompt.device)
    ended = []
    for n in range(1, steps + 1):
        next_token = predict(beams)[:, -1].log_softmax(dim=-1)  # (W, V)
        totals = sums.unsqueeze(1) + next_token  # (W, V)
        # Each beam ends in one way, so that W of the 2W best go on.
        best = totals.flatten().topk(min(2 * width, totals.numel()))
        rows = best.indices // totals.shape[1]
        tokens = best.indices % totals.shape[1]
        longer = torch.cat([beams[rows], tokens.unsqueeze(1)], dim=1)  # (2W, T + 1)
        done = tokens == end
        worth = best.values[:width] / ((5 + n) / 6) ** penalty
        ended += zip(worth[done[:width]].tolist(), longer[:width][done[:width]])
        beams, sums = longer[~done][:width], best.values[~done][:width]
        if len(ended) >= width or len(beams) == 0:
            break
    return max(ended, key=lambda pair: pair[0])[1] if ended else beams[0]
