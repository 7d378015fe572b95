"""What is drawn: every pair of things, and the combinations kept from training."""

import itertools
from collections.abc import Sequence

import torch
from torch import Tensor

from tensorbytensor.basics import check_generator
from tensorbytensor.vision.check_scenes_and_shifts import check_scenes
from tensorbytensor.vision.draw_two_shapes import (
    COLOURS,
    PLACES,
    SHAPES,
    Thing,
    check_things,
    draw,
)

UNSEEN = tuple(zip(COLOURS, SHAPES))  # red circle, green square, …


def scenes() -> list[tuple[Thing, Thing]]:
    """All pairs of things in two different places, in the order of reading."""
    looks = list(itertools.product(COLOURS, SHAPES))
    return [
        (Thing(*first, here), Thing(*second, there))
        for here, there in itertools.combinations(PLACES, 2)
        for first, second in itertools.product(looks, looks)
    ]


def count_unseen(things: Sequence[Thing]) -> int:
    """How many of the things have looks that training does not show."""
    check_things(things)
    return sum((thing.colour, thing.shape) in UNSEEN for thing in things)


def draw_all(
    scenes: Sequence[Sequence[Thing]], generator: torch.Generator | None = None
) -> Tensor:
    """A picture for each scene, (N, 3, 12, 12), each thing shifted at random."""
    check_generator(generator)
    check_scenes(scenes)
    pictures = []
    for things in scenes:
        shifts = torch.randint(0, 2, (len(things), 2), generator=generator)
        pictures.append(draw(things, [tuple(pair) for pair in shifts.tolist()]))
    return torch.stack(pictures)
