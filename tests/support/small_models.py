"""Small models with random weights, for the tests."""

import torch
from torch import Tensor

from tensorbytensor.basics import Vocabulary
from tensorbytensor.small import DecoderOnly, EncoderDecoder, SmallDecoder, SmallEncoder

ENGLISH = Vocabulary(["<SOS>", "lets", "to", "go"])
SPANISH = Vocabulary(["<SOS>", "ir", "vamos", "y", "<EOS>"])
PROMPTS = Vocabulary(["what", "is", "statquest", "awesome", "<EOS>"])
SOURCE = Vocabulary(["a", "b", "c", "<PAD>", "d", "e"])
TARGET = Vocabulary(["<PAD>", "<SOS>", "u", "v", "<EOS>", "w"])
DEEP = {"d_model": 4, "max_len": 6, "n_heads": 2, "n_layers": 2}
PARTS = ((SmallEncoder, SOURCE), (SmallDecoder, TARGET))


def generator(seed: int = 0) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def draw(*shape: int, seed: int = 0, dtype: torch.dtype = torch.float64) -> Tensor:
    return torch.randn(*shape, generator=generator(seed), dtype=dtype)


def tiny_translator() -> EncoderDecoder:
    """The tutorial's, from the tutorial's seeds."""
    encoder = SmallEncoder(ENGLISH, generator=generator(42))
    return EncoderDecoder(encoder, SmallDecoder(SPANISH, generator=generator(43)))


def translator(seed: int = 0, dtype: torch.dtype = torch.float64) -> EncoderDecoder:
    """Two heads, two layers, both vocabularies with <PAD>."""
    random = generator(seed)
    encoder, decoder = (kind(v, **DEEP, generator=random) for kind, v in PARTS)
    return EncoderDecoder(encoder, decoder).to(dtype)


def continuer(seed: int = 0, dtype: torch.dtype = torch.float64) -> DecoderOnly:
    """Two heads, two layers, a vocabulary with <PAD>."""
    return DecoderOnly(TARGET, **DEEP, generator=generator(seed)).to(dtype)
