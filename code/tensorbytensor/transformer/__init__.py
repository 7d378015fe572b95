"""The paper's model: batched, multi-head, stacked, masked."""

from tensorbytensor.transformer.decoder_layer import DecoderLayer
from tensorbytensor.transformer.encoder_layer import EncoderLayer
from tensorbytensor.transformer.feed_forward import FeedForward
from tensorbytensor.transformer.sizes import Sizes
from tensorbytensor.transformer.transformer import Transformer

__all__ = [
    "DecoderLayer",
    "EncoderLayer",
    "FeedForward",
    "Sizes",
    "Transformer",
]
