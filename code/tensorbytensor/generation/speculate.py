"""A small model proposes, a large one judges: exact in distribution."""

import torch
import torch.nn.functional as F
from torch import Tensor

from tensorbytensor.basics import (
    check_count,
    check_from_zero,
    check_generator,
    check_kind,
    check_range,
    check_rows,
    require,
    shape_of,
)
from tensorbytensor.generation.cache_of_all_layers import Cache
from tensorbytensor.generation.check_logits_and_shares import check_proposals
from tensorbytensor.generation.draw_token import draw
from tensorbytensor.generation.writer import Writer


def accept(
    target: Tensor,
    draft: Tensor,
    proposed: Tensor,
    generator: torch.Generator | None = None,
) -> tuple[Tensor, Tensor]:
    """How many proposals of each row stand, (B,), and the token behind them, (B,).

    target (B, n + 1, V), draft (B, n, V): probabilities; proposed (B, n), which was
    drawn by those of draft. Leviathan et al. 2023, algorithm 1.
    """
    check_proposals(target, draft, proposed)
    check_generator(generator)
    chosen = proposed.unsqueeze(-1)
    p = target[:, :-1].gather(-1, chosen).squeeze(-1)  # (B, n)
    q = draft.gather(-1, chosen).squeeze(-1)
    stands = torch.rand(p.shape, generator=generator).to(p) * q < p
    n_stand = (
        stands.int().cumprod(dim=1).sum(dim=1)
    )  # (B,): up to the first that falls
    rows = torch.arange(len(p), device=p.device)
    wanted = target[rows, n_stand]  # (B, V)
    offered = F.pad(draft, (0, 0, 0, 1))[rows, n_stand]  # behind all of them: 0
    missing = (wanted - offered).clamp(min=0)
    empty = missing.sum(dim=-1, keepdim=True) == 0  # by rounding alone
    return n_stand, draw(torch.where(empty, wanted, missing), generator)


def _next(model: Writer, ids: Tensor, cache: Cache) -> Tensor:
    """Probabilities (1, n, V) behind each of the n ids that it has not read yet."""
    return model(ids[:, cache.read :], cache).softmax(dim=-1)


@torch.no_grad()
def speculate(
    target: Writer,
    draft: Writer,
    prompt: Tensor,
    end: int,
    steps: int,
    ahead: int = 3,
    generator: torch.Generator | None = None,
) -> tuple[Tensor, list[int]]:
    """`prompt` (T,) with up to `steps` tokens; how many each call of `target` gave.

    draft proposes up to `ahead` ids. Both keep what they have read, and forget what
    was refused; they have no window.
    """
    check_kind(Writer, target=target, draft=draft)
    check_rows(prompt, "prompt")
    require(prompt.ndim == 1, f"prompt is {shape_of(prompt)}, but must be (T,)")
    check_count(steps=steps, ahead=ahead)
    check_from_zero(end=end)
    ids, given = prompt.unsqueeze(0), []
    limit = ids.shape[1] + steps
    read, helped = target.cache(), draft.cache()
    while ids.shape[1] < limit and not (ids[0, len(prompt) :] == end).any():
        guess, q, length = ids, [], ids.shape[1]
        for _ in range(min(ahead, limit - length - 1)):
            q.append(_next(draft, guess, helped)[:, -1])  # (1, V)
            guess = torch.cat([guess, draw(q[-1], generator).unsqueeze(1)], dim=1)
        p = _next(target, guess, read)[:, -len(q) - 1 :]  # (1, n + 1, V)
        check_range(ids, p.shape[-1])
        offered = torch.stack(q, dim=1) if q else p[:, :0]
        n, token = accept(p, offered, guess[:, length:], generator)
        ids = torch.cat([guess[:, : length + n.item()], token.unsqueeze(1)], dim=1)
        given.append(ids.shape[1] - length)
        for cache in (read, helped):
            cache.cut(min(cache.read, length + n.item()))
    ends = (ids[0, len(prompt) :] == end).nonzero()
    stop = len(prompt) + ends[0].item() + 1 if len(ends) else limit
    return ids[0, :stop], given
