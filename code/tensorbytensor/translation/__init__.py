"""The full model as a translator: tokens, data, training, translating."""

from tensorbytensor.translation.data_module import TranslationData, collate
from tensorbytensor.translation.read_sentence_pairs import SentencePairs, read_pairs
from tensorbytensor.translation.tokenizer import (
    END_ID,
    PAD_ID,
    SPECIAL,
    START_ID,
    Tokenizer,
)
from tensorbytensor.translation.train_book_translator import trained_translator
from tensorbytensor.translation.translate_and_compare import (
    exact,
    translate,
    translate_by_beams,
)
from tensorbytensor.translation.translator import Translator

__all__ = [
    "END_ID",
    "PAD_ID",
    "SPECIAL",
    "START_ID",
    "SentencePairs",
    "Tokenizer",
    "TranslationData",
    "Translator",
    "collate",
    "exact",
    "read_pairs",
    "trained_translator",
    "translate",
    "translate_by_beams",
]
