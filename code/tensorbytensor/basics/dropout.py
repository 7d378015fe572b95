"""Dropout (Srivastava et al. 2014) that takes one draw, whatever its input."""

import torch
from torch import Tensor, nn

from tensorbytensor.basics.checks import check_floats, require


class Dropout(nn.Module):
    """In training: sets entries to 0 with probability p, divides the rest by 1 - p.

    The expected value of an entry stays what it was. The one number drawn seeds a
    generator that makes the mask, so what is drawn next never depends on a shape or
    on a build of PyTorch. In one call p is rounded to a multiple of 2**-8, up or
    down at random: on average it is met. generator: None is PyTorch's global one.
    """

    def __init__(self, p: float = 0.5, generator: torch.Generator | None = None):
        super().__init__()
        require(
            isinstance(p, (int, float)) and 0 <= p < 1,
            f"p is {p!r}, but must be in [0, 1)",
        )
        self.p = p
        self.generator = generator

    def forward(self, x: Tensor) -> Tensor:
        check_floats("x", x, min_ndim=0)
        if not self.training or self.p == 0:
            return x
        # below 2**28 every version of PyTorch takes one 32-bit draw for an integer
        seed = torch.randint(2**24, (), generator=self.generator).item()
        own = torch.Generator(x.device).manual_seed(seed)
        # fast: an entry takes a byte, so one 64-bit draw does for eight
        draws = torch.empty(x.numel() // 8 + 1, dtype=torch.int64, device=x.device)
        draws.random_(-(2**63), None, generator=own)
        drawn = draws.view(torch.int8)[: x.numel()].view(x.shape)  # -128 to 127
        limit = min(int(256 * self.p + seed / 2**24), 255) - 128
        kept = torch.ge(drawn, limit, out=x.new_empty(x.shape))  # 1.0 or 0.0
        return x * kept.div_(1 - self.p)

    def extra_repr(self) -> str:
        return f"p={self.p}"
