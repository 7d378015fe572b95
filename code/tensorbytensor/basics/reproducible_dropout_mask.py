"""The mask of dropout: drawn fast, and the same on every build of PyTorch."""

import torch
from torch import Tensor


def dropout_mask(x: Tensor, p: float, generator: torch.Generator | None) -> Tensor:
    """Shaped like x: 0 with probability p, else 1.

    The one number drawn seeds a generator that makes the mask, so what is drawn
    next never depends on a shape or on a build of PyTorch. In one call p is rounded
    to a multiple of 2**-8, up or down at random: on average it is met.
    """
    # below 2**28 every version of PyTorch takes one 32-bit draw for an integer
    seed = torch.randint(2**24, (), generator=generator).item()
    own = torch.Generator(x.device).manual_seed(seed)
    # fast: an entry takes a byte, so one 64-bit draw does for eight
    draws = torch.empty(x.numel() // 8 + 1, dtype=torch.int64, device=x.device)
    draws.random_(-(2**63), None, generator=own)
    drawn = draws.view(torch.int8)[: x.numel()].view(x.shape)  # -128 to 127
    limit = int(256 * p + seed / 2**24) - 128
    return torch.ge(drawn, limit, out=x.new_empty(x.shape))  # 1.0 or 0.0
