"""Clear errors for what a sentence is made of."""

from tensorbytensor.basics import check_choice, check_kind, check_texts, require
from tensorbytensor.corpus.lexicon import Adjective, Noun, Verb

SINGULAR = ("the", "a", "my", "this")
PLURAL = ("the", "my", "this", "some", "all")
TENSES = ("present", "past", "future")
PERSONS = 6


def check_phrase(
    determiner: str,
    noun: Noun,
    plural: bool,
    adjective: Adjective | None,
    more: tuple[str, ...] = (),
) -> None:
    """A determiner, or one of `more`, that suits the number; noun and adjective."""
    check_kind(bool, plural=plural)
    check_choice((PLURAL if plural else SINGULAR) + more, determiner=determiner)
    check_kind(Noun, noun=noun)
    check_kind(Adjective | None, adjective=adjective)


def check_form(adjective: Adjective, noun: Noun, plural: bool) -> None:
    check_kind(Adjective, adjective=adjective)
    check_kind(Noun, noun=noun)
    check_kind(bool, plural=plural)


def check_article(determiner: str, gender: str, plural: bool, before: str) -> None:
    """As for a phrase, or no."""
    check_kind(bool, plural=plural)
    check_choice((*(PLURAL if plural else SINGULAR), "no"), determiner=determiner)
    check_choice(("m", "f"), gender=gender)
    check_words(before=[before])


def check_words(**lists: list[str]) -> None:
    """Lists of words, one at least, none of which is empty."""
    check_texts(**lists)
    for name, words in lists.items():
        ok = len(words) > 0 and all(words)
        require(ok, f"{name} is {words}, but must have a word, with a letter")


def check_clause(
    subject: list[str],
    person: int,
    verb: Verb,
    tense: str,
    negative: bool,
    question: bool,
) -> None:
    """What both languages make a clause of."""
    check_words(subject=subject)
    check_person(person)
    check_kind(Verb, verb=verb)
    check_choice(TENSES, tense=tense)
    check_kind(bool, negative=negative, question=question)


def check_person(person: int) -> None:
    """A place in the list of pronouns."""
    ok = type(person) is int and 0 <= person < PERSONS
    allowed = f"must be an integer in 0 to {PERSONS - 1}"
    require(ok, f"person is {person!r}, but {allowed}")
