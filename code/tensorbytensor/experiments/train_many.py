"""Many models at once: weights stacked, trained as one batched computation."""

from collections.abc import Sequence

import torch
from torch import Tensor, nn
from torch.func import functional_call, stack_module_state, vmap

from tensorbytensor.basics import check_count, check_positive
from tensorbytensor.experiments.check_models_and_batches import (
    check_batches,
    check_models,
)


class _Loss(nn.Module):
    """A module whose forward is the loss of another one."""

    def __init__(self, model: nn.Module):
        super().__init__()
        self.model = model

    def forward(self, *batch: Tensor) -> Tensor:
        return self.model.loss(*batch)


def train_many(
    models: Sequence[nn.Module],
    batches: Sequence[tuple[Tensor, ...]],
    epochs: int,
    lr: float,
) -> None:
    """Trains each model as if it were alone, with Adam; changes their weights.

    The models differ in their weights only. The gradient of the sum of their losses
    by one model's weights is the gradient of its own loss, and Adam works number by
    number, so stacking changes nothing but the speed.
    """
    check_models(models)
    check_batches(batches)
    check_count(epochs=epochs)
    check_positive(lr=lr)
    losses = [_Loss(model) for model in models]
    stacked, buffers = stack_module_state(losses)  # each (M, ...): M models
    optimizer = torch.optim.Adam(stacked.values(), lr=lr, fused=True)

    def loss(parameters: dict, buffers: dict, batch: tuple[Tensor, ...]) -> Tensor:
        return functional_call(losses[0], (parameters, buffers), batch)

    for _ in range(epochs):
        for batch in batches:
            optimizer.zero_grad()
            vmap(loss, (0, 0, None))(stacked, buffers, batch).sum().backward()
            optimizer.step()
    with torch.no_grad():
        for number, model in enumerate(losses):
            for name, parameter in model.named_parameters():
                parameter.copy_(stacked[name][number])
