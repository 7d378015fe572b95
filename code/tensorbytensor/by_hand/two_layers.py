"""Many attention-only models of two layers side by side, one for each seed."""

import math
from collections.abc import Callable, Sequence

import torch
from torch import Tensor, nn

from tensorbytensor.attention import causal_mask, masked_softmax
from tensorbytensor.basics import (
    check_call,
    check_count,
    check_ids,
    check_seeds,
    require,
    shape_of,
)


class TwoLayers(nn.Module):
    """M models of one shape: two heads, one after the other, with residuals."""

    def __init__(
        self, seeds: Sequence[int], n_tokens: int, d_model: int, max_len: int
    ):
        super().__init__()
        check_seeds(seeds)
        check_count(n_tokens=n_tokens, d_model=d_model, max_len=max_len)
        makers = [torch.Generator().manual_seed(seed) for seed in seeds]

        def draws(*shape: int) -> nn.Parameter:  # (M, ...)
            drawn = [torch.randn(shape, generator=maker) for maker in makers]
            return nn.Parameter(torch.stack(drawn) / math.sqrt(d_model))

        self.embedding = draws(n_tokens, d_model)
        self.positions = draws(max_len, d_model)
        self.heads = draws(2, 4, d_model, d_model)  # query, key, value, output
        self.output = draws(d_model, n_tokens)

    def forward(
        self, ids: Tensor, change: Callable[[int, Tensor], Tensor] | None = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Logits (M, B, T, V) and both layers' weights (M, B, T, T) for ids (B, T).

        change(layer, weights) gives the weights with which a layer goes on.
        """
        check_ids(ids, self.embedding[0], self.positions.shape[1])
        require(
            ids.ndim == 2, f"ids have shape {shape_of(ids)}, but must be (B, T)"
        )
        length, looks = ids.shape[-1], []
        # (M, B, T, D)
        x = self.embedding[:, ids] + self.positions[:, None, :length]
        mask = causal_mask(length, ids.device)
        for layer in (0, 1):
            W_q, W_k, W_v, W_o = self.heads[:, layer, :, None].unbind(dim=1)
            scores = (x @ W_q) @ (x @ W_k).mT / math.sqrt(x.shape[-1])
            weights = masked_softmax(scores, mask)  # (M, B, T, T)
            if change is not None:
                check_call(change=change)
                weights = change(layer, weights)
            looks.append(weights)
            x = x + weights @ (x @ W_v) @ W_o
        return x @ self.output[:, None], *looks
