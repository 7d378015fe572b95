"""One class for self-, masked and encoder–decoder attention."""

import torch
from torch import Tensor, nn

from tensorbytensor.attention.scaled_dot_product import attention
from tensorbytensor.basics import check_count, check_width, linear


class OneHeadAttention(nn.Module):
    """One head as wide as the model; W_q, W_k and W_v are (D, D), without bias.

    Self-attention: three times the same tokens. Masked: the same with a mask.
    Encoder–decoder: queries from one sequence, keys and values from another.
    """

    def __init__(self, d_model: int, generator: torch.Generator | None = None):
        super().__init__()
        check_count(d_model=d_model)
        self.W_q = linear(d_model, d_model, generator=generator)
        self.W_k = linear(d_model, d_model, generator=generator)
        self.W_v = linear(d_model, d_model, generator=generator)

    def _attend(
        self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None
    ) -> tuple[Tensor, Tensor]:
        for name, x in {"query": query, "key": key, "value": value}.items():
            check_width(name, x, self.W_q.weight)
        q, k, v = self.W_q(query), self.W_k(key), self.W_v(value)
        return attention(q, k, v, mask)

    def forward(
        self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None = None
    ) -> Tensor:
        """Context (..., T, D) of query (..., T, D), key and value (..., S, D).

        mask (..., T, S): True for what a query may not see.
        """
        context, _ = self._attend(query, key, value, mask)
        return context

    def weights(
        self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None = None
    ) -> Tensor:
        """Weights (..., T, S) that make this context."""
        _, weights = self._attend(query, key, value, mask)
        return weights
