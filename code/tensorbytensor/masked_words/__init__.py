"""An encoder alone, on text: it fills in hidden words, as BERT does."""

from tensorbytensor.masked_words.hide_words import hide
from tensorbytensor.masked_words.word_filler import WordFiller

__all__ = ["WordFiller", "hide"]
