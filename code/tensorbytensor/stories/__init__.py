"""Little stories of a grammar, and a small GPT that tells them."""

from tensorbytensor.stories.continue_stories import count_mistakes, tell_on
from tensorbytensor.stories.draw_stories_from_grammar import draw_stories, to_ids
from tensorbytensor.stories.events_and_sentences import MOST
from tensorbytensor.stories.mistakes_and_surprises import (
    mistake,
    options,
    surprises,
)
from tensorbytensor.stories.scaling import exponents, losses_after
from tensorbytensor.stories.story_grammar import grammar
from tensorbytensor.stories.train_teller import (
    STEPS,
    StoryModel,
    batches,
    recipe,
    train,
    trained_teller,
)
from tensorbytensor.stories.words import (
    BOYS,
    GIRLS,
    NUMBERS,
    THINGS,
    story_vocabulary,
)

__all__ = [
    "BOYS",
    "GIRLS",
    "MOST",
    "NUMBERS",
    "STEPS",
    "THINGS",
    "StoryModel",
    "batches",
    "count_mistakes",
    "draw_stories",
    "exponents",
    "grammar",
    "losses_after",
    "mistake",
    "options",
    "recipe",
    "story_vocabulary",
    "surprises",
    "tell_on",
    "to_ids",
    "train",
    "trained_teller",
]
