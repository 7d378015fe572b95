"""What an answer was, to whatever a question asks for."""

import math
import re

from tensorbytensor.predict_in_notebooks.diagnose_wrong_number import judge_number
from tensorbytensor.predict_in_notebooks.entries_and_tolerances import Entry, Output
from tensorbytensor.predict_in_notebooks.hint_printed_elsewhere import (
    Judgement,
    differing,
    joined,
)
from tensorbytensor.predict_in_notebooks.read_answer import numbers, shape, word


def judge(answer: object, question: dict, outputs: list[Output]) -> Judgement:
    here = question["output"]
    if not str(answer).strip():
        return Judgement("unread", "empty")
    if question["kind"] in ("count", "largest"):
        return _placed(answer, question["answers"])
    entry = outputs[here].entries[question["entry"]]
    if question["kind"] == "number":
        return judge_number(answer, entry, here, outputs, question["bet"])
    if question["kind"] == "shape":
        return _shape(answer, entry)
    return _word(answer, entry, outputs[here])


def _placed(answer: object, right: list[int]) -> Judgement:
    whole = [n.value for n in numbers(answer) if n.value >= 0 and n.value % 1 == 0]
    if not whole:
        return Judgement("unread", "noCount")
    return Judgement("right" if set(whole) & set(right) else "wrong")


def _shape(answer: object, entry: Entry) -> Judgement:
    given = shape(answer)
    if given is None:
        return Judgement("unread", "noShape")
    printed = [int(size) for size in re.findall("[0-9]+", entry.text)]
    wrong = differing(given, printed)
    if given == printed:
        return Judgement("right")
    if sorted(given) == sorted(printed):
        return Judgement("wrong", "exchanged", joined(wrong))
    if len(given) != len(printed):
        hint = "fewer" if len(given) < len(printed) else "more"
        return Judgement("wrong", hint, str(len(given)))
    if math.prod(given) == math.prod(printed):
        return Judgement("wrong", "product", str(math.prod(printed)))
    if len(wrong) == 1:
        return Judgement("wrong", "dimension", str(wrong[0]))
    return Judgement("wrong")


def _word(answer: object, entry: Entry, output: Output) -> Judgement:
    given, is_truth = word(answer), entry.kind == "truth"
    if is_truth and given not in ("true", "false"):
        return Judgement("unread", "noTruth")
    if not given:
        return Judgement("unread", "noWord")
    if given == word(entry.text):
        return Judgement("right")
    others = () if is_truth else output.entries
    is_there = any(given == word(each.text) for each in others)
    return Judgement("wrong", "otherToken" if is_there else "")
