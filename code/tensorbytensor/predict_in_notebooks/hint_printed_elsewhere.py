"""Where else a number was printed: in the same tensor, or in another output.

Hints are names of sentences.
"""

from typing import NamedTuple

from tensorbytensor.predict_in_notebooks.entries_and_tolerances import Entry, Output
from tensorbytensor.predict_in_notebooks.read_answer import Number

STEPS = ("softmax", "mask", "scale")


class Judgement(NamedTuple):
    """One of `right`, `wrong` and `unread`, a hint or "", and what it needs."""

    result: str
    hint: str = ""
    place: str = ""


def in_tensor(given: Number, entry: Entry, output: Output) -> Judgement | None:
    """Transposed, in the same row or column, in another head."""
    others = [each for each in output.beside(entry) if each.text != entry.text]
    found = [each for each in others if each.is_meant(given)]
    path, n = entry.path, len(entry.path)
    if n > 1 and any(each.path == [*path[:-2], *path[:-3:-1]] for each in found):
        return Judgement("wrong", "transposed")
    if not found:
        return None
    near = (each for each in found if len(differing(each.path, path)) == 1)
    nearest = next(near, found[0])
    if entry.tensor is None:
        return Judgement("wrong", "otherNumber")
    where = differing(nearest.path, path)
    hint = "column" if where == [n - 1] else "row" if where == [n - 2] else "head"
    hint = hint if len(where) == 1 and n > 1 else "elsewhere"
    return Judgement("wrong", hint, joined(nearest.path))


def in_others(given: Number, entry: Entry, here: int, outputs: list[Output]) -> str:
    """At the same place of a tensor with this shape, printed before or after."""
    shape = outputs[here].shape(entry)

    def has(output: Output) -> bool:
        return any(
            each.tensor is not None
            and (output.shape(each), each.path) == (shape, entry.path)
            and each.is_meant(given)
            for each in output.entries
        )

    if any(map(has, outputs[:here])):
        return _named("before", outputs[here].step)
    later = next(filter(has, outputs[here + 1 :]), None)
    return _named("after", later.step) if later else ""


def _named(when: str, step: str) -> str:
    return when + step.capitalize() if step in STEPS else "otherOutput"


def differing(a: list[int], b: list[int]) -> list[int]:
    return [d for d, index in enumerate(a) if d >= len(b) or index != b[d]]


def joined(indices: list[int]) -> str:
    return ", ".join(map(str, indices))
