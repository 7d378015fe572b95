"""The sentences of the stories: which words may come next, and how probable."""

from collections.abc import Generator, Sequence

from tensorbytensor.basics import check_texts, require
from tensorbytensor.stories import words as w

Options = dict[str, float]  # words to probabilities, which add up to 1
Grammar = Generator[Options, str, None]
MOST = len(w.NUMBERS) - 1  # nobody has more


def alike(words: Sequence[str]) -> Options:
    """The same probability for each."""
    check_texts(words=words)
    require(len(words) > 0, "no words given, but at least one is needed")
    return dict.fromkeys(words, 1 / len(words))


def _say(text: str) -> Grammar:
    for word in text.split():
        yield {word: 1.0}


class Tale:
    """Two children, GIRL and BOY, and how many of one thing each of them has."""

    def __init__(self):
        self.names: dict[tuple, str] = {}
        self.has: dict[tuple, int] = {}
        self.thing = ""

    def subjects(self) -> dict[str, tuple]:
        """The four words for them at the start of a sentence."""
        words = {name: child for child, name in self.names.items()}
        return words | {child[0]: child for child in self.names}


def begin(tale: Tale, start: tuple[int, int], child: tuple) -> Grammar:
    """Anna has two apples ."""
    tale.names[child] = yield alike(w.GIRLS if child == w.GIRL else w.BOYS)
    yield from _say("has")
    word = yield alike(w.NUMBERS[start[0] : start[1] + 1])
    tale.has[child] = number = w.NUMBERS.index(word)
    if tale.thing:
        yield from _say(tale.thing if number == 1 else w.THINGS[tale.thing])
    else:
        forms = {pair[number != 1]: pair[0] for pair in w.THINGS.items()}
        tale.thing = forms[(yield alike(list(forms)))]
    yield from _say(".")


def happen(tale: Tale, child: tuple) -> Grammar:
    """Anna … gives him one apple . finds, loses; takes her dog to the park ."""
    other = w.BOY if child == w.GIRL else w.GIRL
    has, room = tale.has[child], MOST - tale.has[child]
    most = {"finds": room, "loses": has, "gives": min(has, MOST - tale.has[other])}
    verb = yield alike([*(verb for verb in most if most[verb]), "takes"])
    if verb == "takes":
        yield from _say(child[2])
        yield alike(w.PETS)
        yield from _say("to the")
        yield alike(w.PLACES)
    else:
        if verb == "gives":
            yield alike([tale.names[other], other[1]])
            tale.has[other] += 1
        yield from _say(f"one {tale.thing}")
        tale.has[child] += 1 if verb == "finds" else -1
    yield from _say(".")


def sum_up(tale: Tale) -> Grammar:
    """Now … Anna has one and Ben has two ."""
    for child, mark in ((w.GIRL, "and"), (w.BOY, ".")):
        number = w.NUMBERS[tale.has[child]]
        yield from _say(f"{tale.names[child]} has {number} {mark}")
