"""Comments that name shapes, `x = table(ids)  # (T, D)`, against the shapes that the names have when the cell ran."""

import re
from collections.abc import Iterator
from math import prod

COMMENTED = re.compile(r"^\s*(\w+(?:, \w+)*) = .*#.*?(\([^()]*\)[^#]*)$", re.MULTILINE)
SHAPE = re.compile(r"\(([\w ]+(?:, [\w ]+)*,?)\)")


def comments(source: str) -> Iterator[tuple[str, list[str]]]:
    """Each name of the cell with the shape that its line says: after an arrow, what comes out."""
    for names, said in COMMENTED.findall(source):
        names = names.split(", ")
        shapes = SHAPE.findall(said.rpartition("->")[2])
        if len(shapes) == 1:
            shapes *= len(names)
        if len(shapes) == len(names):
            yield from ((name, shape.rstrip(",").split(", ")) for name, shape in zip(names, shapes))


def shapes(source: str, known: dict) -> dict[str, list[list[int]]]:
    """Of the names with comments, as they are known after the cell has run: the shape, or those of what a list has."""
    return {name: _shapes(known[name]) for name, _ in comments(source) if name in known}


def _shapes(value: object) -> list[list[int]]:
    if isinstance(value, list | tuple):
        return [shape for item in value for shape in _shapes(item)]
    return [list(value.shape)] if hasattr(value, "shape") else []


def find_wrong(source: str, shapes: dict[str, list[list[int]]]) -> Iterator[str]:
    """Comments whose shape is not that of the name; in a cell a letter stands for one number."""
    known = {}
    for name, said in comments(source):
        for shape in shapes.get(name, []):
            fits = len(shape) == len(said)
            for size, sign in zip(shape, said):
                factors = [int(part) if part.isdigit() else part for part in sign.split()]
                if len(factors) == 1 and isinstance(factors[0], str):
                    fits &= known.setdefault(factors[0], size) == size
                elif all(isinstance(part, int) or part in known for part in factors):
                    fits &= prod(known.get(part, part) for part in factors) == size
            if not fits:
                yield f"{name} is {shape}, but its comment says ({', '.join(said)})"
