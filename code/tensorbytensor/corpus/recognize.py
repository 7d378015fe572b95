"""Is it a sentence of the grammar? Not by drawing, but by taking it apart."""

from functools import cache

from tensorbytensor.basics import check_kind
from tensorbytensor.corpus import french
from tensorbytensor.corpus.check_parts_of_sentences import TENSES
from tensorbytensor.corpus.english import clause, noun_phrase
from tensorbytensor.corpus.lexicon import ADJECTIVES, NOUNS, PRONOUNS, VERBS, Verb
from tensorbytensor.corpus.sentence_parts import THIRD


def _subjects() -> list[tuple[list[str], int]]:
    """Their words, and the person of their verb."""
    persons = [noun for noun in NOUNS if noun.kind == "person"]
    phrases = [
        noun_phrase(determiner, noun, False, None)
        for noun in persons
        for determiner in ("the", "my", "this")
    ]
    pronouns = [([word], person) for person, word in enumerate(PRONOUNS)]
    return [*pronouns, *((words, THIRD) for words in phrases)]


def _objects(verb: Verb) -> set[str]:
    found = set(french.OBJECTS) if "person" in verb.kinds.split() else set()
    for noun in (noun for noun in NOUNS if noun.kind in verb.kinds.split()):
        fitting = [a for a in ADJECTIVES if a.of_persons or noun.kind != "person"]
        for adjective in (None, *fitting):
            for word in ("the", "my", "this", "a"):
                found.add(" ".join(noun_phrase(word, noun, False, adjective)))
            for word in ("the", "my", "this", "all"):
                found.add(" ".join(noun_phrase(word, noun, True, adjective)))
    return found


@cache
def _grammar() -> dict[str, set[str]]:
    """Each beginning, with "?" or "." before it, to the objects that may follow."""
    endings: dict[str, set[str]] = {}
    for verb in VERBS:
        objects = _objects(verb)
        for subject, person in _subjects():
            for tense in TENSES:
                for mark, *how in (
                    (".", False, False),
                    (".", True, False),
                    ("?", False, True),
                ):
                    words = clause(subject, person, verb, tense, *how)
                    endings.setdefault(
                        " ".join([mark, *words]).lower(), set()
                    ).update(objects)
    return endings


def is_sentence(text: str) -> bool:
    """Can the grammar make this English sentence? Capital letters do not count."""
    check_kind(str, text=text)
    mark, words = text[-1:], text[:-1].lower().split()
    grammar = _grammar()
    return any(
        " ".join(words[i:]) in grammar.get(" ".join([mark, *words[:i]]), ())
        for i in range(2, len(words))
    )
