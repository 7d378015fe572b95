"""The book's own parallel corpus, English to French."""

from tensorbytensor.corpus import english, french
from tensorbytensor.corpus.grammar import (
    draw_corpus,
    draw_object,
    draw_pair,
    draw_subject,
)
from tensorbytensor.corpus.lexicon import (
    ADJECTIVES,
    NOUNS,
    PRONOUNS,
    VERBS,
    Adjective,
    Noun,
    Verb,
)
from tensorbytensor.corpus.recognize import is_sentence
from tensorbytensor.corpus.sentence_parts import Pair, Part
from tensorbytensor.corpus.split import NEVER_TOGETHER, split_corpus

__all__ = [
    "ADJECTIVES",
    "NEVER_TOGETHER",
    "NOUNS",
    "PRONOUNS",
    "VERBS",
    "Adjective",
    "Noun",
    "Pair",
    "Part",
    "Verb",
    "draw_corpus",
    "draw_object",
    "draw_pair",
    "draw_subject",
    "english",
    "french",
    "is_sentence",
    "split_corpus",
]
