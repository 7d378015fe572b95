"""What sentences in both languages are made of, and made into."""

from dataclasses import dataclass

from tensorbytensor.basics import check_kind, check_texts
from tensorbytensor.corpus.check_parts_of_sentences import check_person

THIRD = 2  # he: the person of the verb with a noun as its subject


@dataclass(frozen=True)
class Pair:
    """An English sentence, its French translation, and which words meet in it."""

    english: str
    french: str
    meetings: frozenset[tuple[str, str]]

    def __post_init__(self):
        check_kind(str, english=self.english, french=self.french)
        check_kind(frozenset, meetings=self.meetings)


@dataclass(frozen=True)
class Part:
    """A subject or an object in both languages."""

    english: list[str]
    french: list[str]
    words: tuple[str, ...] = ()  # noun and adjective
    person: int = THIRD

    def __post_init__(self):
        check_texts(english=self.english, french=self.french, words=self.words)
        check_person(self.person)
