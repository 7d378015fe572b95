"""From logits to a text: greedily, or by beams."""

from tensorbytensor.decoding.beam_search import beam_search
from tensorbytensor.decoding.greedy import greedy

__all__ = ["beam_search", "greedy"]
