"""Small drawings: two coloured shapes, each in a quarter of its own."""

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from tensorbytensor.basics import check_choice, check_kind
from tensorbytensor.vision.check_scenes_and_shifts import check_list, check_shifts

COLOURS = {
    "red": (1.0, 0.0, 0.0),
    "green": (0.0, 1.0, 0.0),
    "blue": (0.0, 0.0, 1.0),
    "yellow": (1.0, 1.0, 0.0),
}
SHAPES = {
    "circle": (".###.", "#...#", "#...#", "#...#", ".###."),
    "square": ("#####", "#...#", "#...#", "#...#", "#####"),
    "triangle": ("..#..", "..#..", ".#.#.", ".#.#.", "#####"),
    "cross": ("..#..", "..#..", "#####", "..#..", "..#.."),
}
INK = {  # True where a shape is drawn
    shape: torch.tensor([[sign == "#" for sign in row] for row in rows])
    for shape, rows in SHAPES.items()
}
STAMPS = {  # a shape in a colour, (3, 5, 5)
    (colour, shape): torch.tensor(rgb).view(3, 1, 1) * ink
    for colour, rgb in COLOURS.items()
    for shape, ink in INK.items()
}
PLACES = {  # the row and the column where a quarter begins
    "top left": (0, 0),
    "top right": (0, 6),
    "bottom left": (6, 0),
    "bottom right": (6, 6),
}


class Thing(NamedTuple):
    """One shape in a drawing."""

    colour: str
    shape: str
    place: str


def check_things(things: Sequence[Thing]) -> None:
    """Things, one or more, whose colour, shape and place there are."""
    check_list(things=things)
    for thing in things:
        check_kind(Thing, things=thing)
        check_choice(COLOURS, colour=thing.colour)
        check_choice(SHAPES, shape=thing.shape)
        check_choice(PLACES, place=thing.place)


def draw(things: Sequence[Thing], shifts: Sequence[tuple[int, int]]) -> Tensor:
    """A picture (3, 12, 12) with numbers from 0 to 1, black where nothing is.

    shifts: for each thing, how far down and how far right of its quarter's corner
    it begins, 0 or 1.
    """
    check_things(things)
    check_shifts(shifts, len(things))
    picture = torch.zeros(3, 12, 12)
    for thing, (down, right) in zip(things, shifts):
        y, x = PLACES[thing.place][0] + down, PLACES[thing.place][1] + right
        picture[:, y : y + 5, x : x + 5] = STAMPS[thing.colour, thing.shape]
    return picture
