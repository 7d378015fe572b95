"""Stories drawn from the grammar, and as ids."""

import random
from collections.abc import Sequence

from torch import Tensor

from tensorbytensor.basics import (
    START,
    check_count,
    check_integer,
    require,
)
from tensorbytensor.stories.check_stories_and_bounds import check_stories
from tensorbytensor.stories.story_grammar import grammar
from tensorbytensor.stories.words import story_vocabulary


def draw_stories(
    count: int, seed: int = 0, start: tuple[int, int] = (1, 4), most_events: int = 2
) -> list[list[str]]:
    """The words of `count` stories, each with <EOS> as its last one."""
    check_count(count=count)
    check_integer(seed=seed)
    rng, stories = random.Random(seed), []
    for _ in range(count):
        story, words = grammar(start, most_events), []
        options = next(story)
        while True:
            words += rng.choices(list(options), list(options.values()))
            try:
                options = story.send(words[-1])
            except StopIteration:
                break
        stories.append(words)
    return stories


def to_ids(stories: Sequence[Sequence[str]]) -> Tensor:
    """(B, 1 + T): <SOS>, the words, and <PAD> behind shorter ones."""
    check_stories(stories=stories)
    require(len(stories) > 0, "no stories given, but at least one is needed")
    texts = [" ".join([START, *story]) for story in stories]
    return story_vocabulary().encode_batch(texts)
