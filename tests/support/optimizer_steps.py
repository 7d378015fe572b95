"""What an optimizer is given at each step of a training."""

from collections.abc import Iterator
from contextlib import contextmanager

import torch
from torch import nn
from torch.optim.optimizer import Optimizer, register_optimizer_step_pre_hook


@contextmanager
def steps_by_fresh_gradients(model: nn.Module) -> Iterator[list[float]]:
    """Fails at a step whose gradients are not those of the last backward pass alone; gives the rates of all steps."""
    parameters, last, rates = list(model.parameters()), {}, []
    handles = [
        parameter.register_hook(lambda gradient, n=n: last.update({n: gradient.clone()}))
        for n, parameter in enumerate(parameters)
    ]

    def compare(optimizer: Optimizer, *_) -> None:
        rates.append(optimizer.param_groups[0]["lr"])
        for n, gradient in last.items():
            torch.testing.assert_close(parameters[n].grad, gradient, rtol=0, atol=0)

    handles.append(register_optimizer_step_pre_hook(compare))
    try:
        yield rates
    finally:
        for handle in handles:
            handle.remove()


def place_of_highest(rates: list[float]) -> int:
    """Where the highest rate stands; fails unless the rates rise up to it and then fall to 0."""
    top = rates.index(max(rates))
    assert rates == sorted(rates[:top]) + sorted(rates[top:], reverse=True) and rates[-1] < 1e-6
    return top
