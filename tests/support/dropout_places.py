"""What a model drops in training."""

from torch import nn

from tensorbytensor.attention import MultiHeadAttention
from tensorbytensor.basics import Dropout, PositionEncoding
from tensorbytensor.transformer import FeedForward


def given_and_dropped(model: nn.Module, *inputs, embeds: type = PositionEncoding) -> int:
    """How often it drops: each time what an embedding or a sublayer has given, and nothing else.

    As the paper has it: on the embeddings with their positions, and on what each sublayer gives, before it is
    added (Vaswani et al. 2017, section 5.4).
    """
    given, dropped, sources = [], [], (embeds, PositionEncoding, MultiHeadAttention, FeedForward)
    for module in model.modules():
        if isinstance(module, sources):
            module.register_forward_hook(lambda *call: given.append(call[-1]))
        if isinstance(module, Dropout):
            module.register_forward_pre_hook(lambda _, inputs: dropped.append(inputs[0]))
    model(*inputs)
    assert len(given) == len(dropped)
    assert all(one is other for one, other in zip(given, dropped))
    return len(dropped)
