"""A model of text that continues it: bytes to tokens, training, writing."""

from tensorbytensor.language_model.model import LanguageModel
from tensorbytensor.language_model.text_data import TextData, Windows
from tensorbytensor.language_model.token_file import (
    encode_to_file,
    read_blocks,
    train_tokenizer,
)

__all__ = [
    "LanguageModel",
    "TextData",
    "Windows",
    "encode_to_file",
    "read_blocks",
    "train_tokenizer",
]
