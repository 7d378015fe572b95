"""English sentences from their parts."""

from tensorbytensor.basics import require
from tensorbytensor.corpus.check_parts_of_sentences import (
    check_clause,
    check_phrase,
)
from tensorbytensor.corpus.lexicon import Adjective, Noun, Verb

HE, SHE = 2, 3  # the persons whose verb ends in -s


def noun_phrase(
    determiner: str, noun: Noun, plural: bool, adjective: Adjective | None
) -> list[str]:
    """the, a, my, this; all and some for bare plurals."""
    check_phrase(determiner, noun, plural, adjective)
    words = [adjective.en] if adjective else []
    words.append(noun.en_plural if plural else noun.en)
    if determiner == "a" and words[0][0] in "aeiou":
        determiner = "an"
    if determiner == "this" and plural:
        determiner = "these"
    return words if determiner in ("some", "all") else [determiner, *words]


def clause(
    subject: list[str],
    person: int,
    verb: Verb,
    tense: str,
    negative: bool,
    question: bool,
) -> list[str]:
    """Subject and verb: I see, she does not see, did they see."""
    check_clause(subject, person, verb, tense, negative, question)
    both = "negative and question are both True"
    require(not (negative and question), f"{both}, but only one is allowed")
    base, third_person, past = verb.en
    third = person in (HE, SHE)
    present = "does" if third else "do"
    helper = {"present": present, "past": "did", "future": "will"}[tense]
    if question:
        return [helper, *subject, base]
    if negative:
        return [*subject, helper, "not", base]
    if tense == "future":
        return [*subject, helper, base]
    return [*subject, past if tense == "past" else third_person if third else base]
