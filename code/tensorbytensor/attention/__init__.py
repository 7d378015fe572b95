"""Attention: the function, and the classes made of it.

The function returns context and weights. A class that is called returns the
context; its method `weights`, where it has one, the weights; `watch` collects them.
Arguments are query, key and value; once projected they are q, k and v. A mask is
True where a query may not look: `mask` at its own sentence, `memory_mask` at an
encoder's memory; `causal_mask` and `padding_mask` say what a mask is made of.
"""

from tensorbytensor.attention.fused_attention import fused_attention
from tensorbytensor.attention.multi_head_attention import (
    MultiHeadAttention,
    merge_heads,
    split_heads,
)
from tensorbytensor.attention.one_head_attention import OneHeadAttention
from tensorbytensor.attention.scaled_dot_product import (
    attention,
    causal_mask,
    masked_softmax,
)
from tensorbytensor.attention.self_attention import SelfAttention
from tensorbytensor.attention.watch import watch
from tensorbytensor.attention.wide_head_attention import WideHeadAttention

__all__ = [
    "MultiHeadAttention",
    "OneHeadAttention",
    "SelfAttention",
    "WideHeadAttention",
    "attention",
    "causal_mask",
    "fused_attention",
    "masked_softmax",
    "merge_heads",
    "split_heads",
    "watch",
]
