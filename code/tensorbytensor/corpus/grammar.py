"""The book's own parallel corpus, English to French, from a small grammar."""

import random

from tensorbytensor.basics import check_count, check_integer, check_kind, require
from tensorbytensor.corpus import french
from tensorbytensor.corpus.check_parts_of_sentences import TENSES
from tensorbytensor.corpus.english import clause, noun_phrase
from tensorbytensor.corpus.lexicon import ADJECTIVES, NOUNS, PRONOUNS, VERBS, Verb
from tensorbytensor.corpus.sentence_parts import Pair, Part

MOST = 100_000  # the grammar has more sentences; the last would take long to meet


def draw_subject(rng: random.Random) -> Part:
    """A pronoun, or a person."""
    check_kind(random.Random, rng=rng)
    if rng.random() < 0.75:
        person = rng.randrange(len(PRONOUNS))
        return Part([PRONOUNS[person]], [french.PRONOUNS[person]], (), person)
    noun = rng.choice([noun for noun in NOUNS if noun.kind == "person"])
    phrase = rng.choice(("the", "my", "this")), noun, False, None
    return Part(noun_phrase(*phrase), french.noun_phrase(*phrase), (noun.en,))


def draw_object(rng: random.Random, verb: Verb, negative: bool) -> Part:
    """A noun that suits the verb, with a determiner and perhaps an adjective."""
    check_kind(random.Random, rng=rng)
    check_kind(Verb, verb=verb)
    check_kind(bool, negative=negative)
    kinds = verb.kinds.split()
    noun = rng.choice([noun for noun in NOUNS if noun.kind in kinds])
    fitting = [a for a in ADJECTIVES if a.of_persons or noun.kind != "person"]
    adjective = rng.choice(fitting) if rng.random() < 0.5 else None
    plural = rng.random() < 0.5
    bare = "all" if verb.general else "some"
    determiner = rng.choice(("the", "my", "this", bare if plural else "a"))
    english = noun_phrase(determiner, noun, plural, adjective)
    if negative and determiner in ("a", "some"):
        determiner = "no"  # pas de pommes
    words = (noun.en, adjective.en) if adjective else (noun.en,)
    return Part(
        english, french.noun_phrase(determiner, noun, plural, adjective), words
    )


def draw_pair(rng: random.Random) -> Pair:
    """One sentence pair, drawn from the grammar."""
    check_kind(random.Random, rng=rng)
    verb, tense = rng.choice(VERBS), rng.choice(TENSES)
    negative = rng.random() < 0.3
    question = not negative and rng.random() < 0.25
    subject, pronoun = draw_subject(rng), None
    if "person" in verb.kinds and rng.random() < 0.15:
        pronoun = rng.choice(list(french.OBJECTS))
        direct = Part([pronoun], [])
    else:
        direct = draw_object(rng, verb, negative)
    how = tense, negative, question
    words = clause(subject.english, subject.person, verb, *how)
    text = " ".join([*words, *direct.english]) + ("?" if question else ".")
    translation = french.clause(
        subject.french, subject.person, verb, *how, direct.french, pronoun
    )
    meetings = {(verb.en[0], word) for word in direct.words[:1]} | {direct.words}
    return Pair(
        text[0].upper() + text[1:], french.write(translation), frozenset(meetings)
    )


def draw_corpus(count: int, seed: int = 0) -> list[Pair]:
    """`count` pairs, no two of which have the same English sentence."""
    check_count(count=count)
    require(count <= MOST, f"count is {count}, but must be at most {MOST}")
    check_integer(seed=seed)
    rng = random.Random(seed)
    found: dict[str, Pair] = {}
    while len(found) < count:
        pair = draw_pair(rng)
        found.setdefault(pair.english, pair)
    return list(found.values())
