"""The small models of the sources: two numbers a token, all of them printed."""

from tensorbytensor.small.decoder import SmallDecoder
from tensorbytensor.small.decoder_only import DecoderOnly
from tensorbytensor.small.encoder import SmallEncoder
from tensorbytensor.small.encoder_decoder import EncoderDecoder
from tensorbytensor.small.key_value_cache import CachedDecoder

__all__ = [
    "CachedDecoder",
    "DecoderOnly",
    "EncoderDecoder",
    "SmallDecoder",
    "SmallEncoder",
]
