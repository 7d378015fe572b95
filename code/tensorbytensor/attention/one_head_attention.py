"""One class for self-, masked and encoder–decoder attention."""

import torch
from torch import Tensor, nn

from tensorbytensor.attention.scaled_dot_product import attention
from tensorbytensor.basics import check_width, linear


class OneHeadAttention(nn.Module):
    """One head as wide as the model; W_q, W_k and W_v are (D, D), without bias.

    Self-attention: three times the same tokens. Masked: the same with a mask.
    Encoder–decoder: queries from one sequence, keys and values from another.
    """

    def __init__(self, d_model: int, generator: torch.Generator | None = None):
        super().__init__()
        self.W_q = linear(d_model, d_model, generator=generator)
        self.W_k = linear(d_model, d_model, generator=generator)
        self.W_v = linear(d_model, d_model, generator=generator)

    def forward(
        self,
        for_q: Tensor,
        for_k: Tensor,
        for_v: Tensor,
        mask: Tensor | None = None,
    ) -> tuple[Tensor, Tensor]:
        """Context (..., T, D) and weights (..., T, S).

        for_q (..., T, D), for_k and for_v (..., S, D).
        mask (..., T, S): True for what a query may not see.
        """
        for name, x in {"for_q": for_q, "for_k": for_k, "for_v": for_v}.items():
            check_width(name, x, self.W_q.in_features)
        return attention(self.W_q(for_q), self.W_k(for_k), self.W_v(for_v), mask)
