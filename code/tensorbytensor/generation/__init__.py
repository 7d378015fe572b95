"""Writing, fast and at will: what is drawn, what is kept, and who proposes."""

from tensorbytensor.generation.cache_of_all_layers import Cache
from tensorbytensor.generation.cache_of_one_attention import KeyValues
from tensorbytensor.generation.cached_transformer import CachedTransformer
from tensorbytensor.generation.draw_token import draw
from tensorbytensor.generation.filters_and_penalties import (
    min_p,
    penalize,
    top_k,
    top_p,
)
from tensorbytensor.generation.grouped_attention import GroupedAttention
from tensorbytensor.generation.speculate import accept, speculate
from tensorbytensor.generation.train_writers import trained_writers
from tensorbytensor.generation.writer import Writer
from tensorbytensor.generation.writing_loop import write

__all__ = [
    "Cache",
    "CachedTransformer",
    "GroupedAttention",
    "KeyValues",
    "Writer",
    "accept",
    "draw",
    "min_p",
    "penalize",
    "speculate",
    "top_k",
    "top_p",
    "trained_writers",
    "write",
]
