"""The grammar of little stories: how their sentences follow one another."""

from tensorbytensor.basics import END
from tensorbytensor.stories import words as w
from tensorbytensor.stories.check_stories_and_bounds import check_bounds
from tensorbytensor.stories.events_and_sentences import (
    MOST,
    Grammar,
    Tale,
    begin,
    happen,
    sum_up,
)


def grammar(start: tuple[int, int] = (1, 4), most_events: int = 2) -> Grammar:
    """The words of one story: answer each of its options by `send`.

    start: the fewest and the most that a child begins with. After an event either
    another one follows, with probability 1/4, or the sum of all; after a sum the
    story goes on or ends, each with 1/2.
    """
    check_bounds(start, MOST, most_events)
    return _story(start, most_events)


def _story(start: tuple[int, int], most_events: int) -> Grammar:
    tale, n_events, mark, p_more = Tale(), 0, END, 1.0
    for child in (w.GIRL, w.BOY):
        yield from begin(tale, start, child)
    while True:
        known = tale.subjects() if p_more else {}
        options = {word: p_more / len(known) for word in known}
        word = yield options | ({mark: 1 - p_more} if p_more < 1 else {})
        if word == END:
            return
        if word == "Now":
            yield from sum_up(tale)
            mark, p_more = END, 0.5
        else:
            yield from happen(tale, known[word])
            n_events, mark, p_more = n_events + 1, "Now", 0.25
        p_more = 0.0 if n_events == most_events else p_more
