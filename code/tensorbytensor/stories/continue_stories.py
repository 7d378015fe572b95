"""Telling on: beginnings of stories continued, and the continuations counted."""

from collections import Counter
from collections.abc import Callable, Sequence

from torch import Tensor

from tensorbytensor.basics import END, require
from tensorbytensor.generation import write
from tensorbytensor.generation.writing_loop import largest
from tensorbytensor.stories.check_stories_and_bounds import check_stories
from tensorbytensor.stories.draw_stories_from_grammar import to_ids
from tensorbytensor.stories.mistakes_and_surprises import mistake
from tensorbytensor.stories.words import KINDS, story_vocabulary

Choose = Callable[[Tensor, Tensor], Tensor]


def tell_on(
    read: Callable[[Tensor], Tensor],
    beginnings: Sequence[Sequence[str]],
    choose: Choose = largest,
    steps: int = 60,
) -> list[list[str]]:
    """Each of the beginnings, all of one length, with what follows up to <EOS>.

    read, choose, steps: as those of `write`.
    """
    check_stories(beginnings=beginnings)
    require(len(beginnings) > 0, "no beginnings given, but at least one is needed")
    vocabulary, prompt = story_vocabulary(), to_ids(beginnings)
    end, pad = vocabulary.id(END), vocabulary.pad
    ids = write(read, prompt, end, steps, pad, choose)
    return [vocabulary.decode(row[1:]).split() for row in ids]


def count_mistakes(stories: Sequence[Sequence[str]]) -> dict[str, int]:
    """How many have none, and of which kind the first one of the others is."""
    check_stories(stories=stories)
    firsts = (mistake(words) for words in stories)
    found = Counter(first.kind if first else "none" for first in firsts)
    return {kind: found[kind] for kind in ("none", *KINDS, "grammar")}
