"""What a number was: right, or what else it is, among all that was printed."""

import math

from tensorbytensor.predict_in_notebooks.entries_and_tolerances import (
    Entry,
    Output,
    has_digits,
)
from tensorbytensor.predict_in_notebooks.hint_printed_elsewhere import (
    Judgement,
    in_others,
    in_tensor,
)
from tensorbytensor.predict_in_notebooks.read_answer import Number, numbers


def judge_number(
    answer: object,
    entry: Entry,
    here: int,
    outputs: list[Output],
    is_bet: bool = False,
) -> Judgement:
    """here: which of the outputs is asked for."""
    given = numbers(answer)
    if not given:
        return Judgement("unread", "noNumber")
    if any(entry.is_same(each.value) for each in given):
        return Judgement("right")
    if rounded := [each for each in given if entry.is_rounded(each)]:
        fine = has_digits(rounded[0])
        return (
            Judgement("right", "rounded") if fine else Judgement("unread", "coarse")
        )
    if is_bet and any(entry.is_hit(each.value) for each in given):
        return Judgement("right")
    if any(entry.is_nearly(each.value) for each in given):
        return Judgement("right", "rounded")
    found = (_diagnose(each, entry, here, outputs) for each in given)
    return next(filter(None, found), Judgement("wrong"))


def _diagnose(
    given: Number, entry: Entry, here: int, outputs: list[Output]
) -> Judgement | None:
    value, unit = entry.number
    known = math.isfinite(given.value) and abs(given.value) not in (0, 1)
    if not known or not value or math.isnan(value):
        return None
    if entry.is_meant(given._replace(value=-given.value)):
        return Judgement("wrong", "sign")
    if found := in_tensor(given, entry, outputs[here]):
        return found
    if entry.tensor is not None and (
        hint := in_others(given, entry, here, outputs)
    ):
        return Judgement("wrong", hint)
    if any(entry.is_same(given.value * 10**n) for n in (1, 2, 3, -1, -2, -3)):
        return Judgement("wrong", "point")
    if abs(given.value - value) <= 5 * unit and unit < 1:
        return Judgement("wrong", "digits")
    return None
