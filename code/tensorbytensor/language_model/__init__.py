"""A model of text that continues it: bytes to tokens, training, writing."""

from tensorbytensor.language_model.model import LanguageModel
from tensorbytensor.language_model.tokenize_into_file import (
    encode_to_file,
    read_blocks,
    train_tokenizer,
)
from tensorbytensor.language_model.windows_of_text import TextData, Windows

__all__ = [
    "LanguageModel",
    "TextData",
    "Windows",
    "encode_to_file",
    "read_blocks",
    "train_tokenizer",
]
