"""Reading by the grammar: how probable each word is, and the first wrong one."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from tensorbytensor.basics import check_texts, require
from tensorbytensor.stories.events_and_sentences import Options
from tensorbytensor.stories.story_grammar import grammar
from tensorbytensor.stories.words import KINDS


class Mistake(NamedTuple):
    """A name, a pronoun or a quantity that is not what it must be, or `grammar`."""

    kind: str
    place: int


def options(
    words: Sequence[str], start: tuple[int, int] = (1, 4), most_events: int = 2
) -> list[Options]:
    """What may stand at each place, up to a mistake, and behind the last."""
    check_texts(words=words)
    story = grammar(start, most_events)
    allowed = [next(story)]
    for word in words:
        if word not in allowed[-1]:
            break
        try:
            allowed.append(story.send(word))
        except StopIteration:  # the story is over
            allowed.append({})
    return allowed


def mistake(
    words: Sequence[str], start: tuple[int, int] = (1, 4), most_events: int = 2
) -> Mistake | None:
    """The first mistake; a whole story without any has none."""
    allowed = options(words, start, most_events)
    place = len(allowed) - 1
    if place == len(words):
        return Mistake("grammar", place) if allowed[-1] else None
    for kind, alike in KINDS.items():
        if words[place] in alike and any(word in alike for word in allowed[-1]):
            return Mistake(kind, place)
    return Mistake("grammar", place)


def surprises(words: Sequence[str]) -> list[float]:
    """-log p of each word of a story: no model can do better on the average."""
    allowed = options(words)
    given = f"words have a mistake at place {len(allowed) - 1}"
    require(len(allowed) > len(words), f"{given}, but must begin a story")
    return [-math.log(p[word]) for word, p in zip(words, allowed)]
