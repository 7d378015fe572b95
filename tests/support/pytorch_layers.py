"""The book's weights under the names that PyTorch's own modules give them; gradients flow back."""

from collections.abc import Sequence

import torch
from torch import Tensor, nn


def attention_weights(ours: nn.Module) -> dict[str, Tensor]:
    """Those of `nn.MultiheadAttention`: the three input matrices one below the other."""
    joined = [ours.W_q, ours.W_k, ours.W_v]
    weights = {
        "in_proj_weight": torch.cat([layer.weight for layer in joined]),
        "out_proj.weight": ours.W_o.weight,
    }
    if ours.W_q.bias is not None:
        weights["in_proj_bias"] = torch.cat([layer.bias for layer in joined])
        weights["out_proj.bias"] = ours.W_o.bias
    return weights


def module_weights(ours: nn.Module, name: str) -> dict[str, Tensor]:
    return {f"{name}.{key}": tensor for key, tensor in ours.state_dict(keep_vars=True).items()}


def layer_weights(
    norms: Sequence[nn.Module], feed_forward: nn.Module, **attentions: nn.Module
) -> dict[str, Tensor]:
    """Those of a layer, whose attentions are self_attn and, in a decoder, multihead_attn."""
    weights = module_weights(feed_forward.inner, "linear1")
    weights |= module_weights(feed_forward.outer, "linear2")
    for number, norm in enumerate(norms, 1):
        weights |= module_weights(norm, f"norm{number}")
    for name, ours in attentions.items():
        weights |= {f"{name}.{key}": tensor for key, tensor in attention_weights(ours).items()}
    return weights
