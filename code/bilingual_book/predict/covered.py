"""An output as plain text with its numbers covered, as the page covers it (`predict-cover.js`), and the question above it."""

from __future__ import annotations

import re

from bilingual_book.predict.bets import Question
from bilingual_book.predict.names import name_at
from bilingual_book.predict.outputs import Entry, Output

COVER, MARK = "▒", "?"


def covered(output: Output, question: Question) -> str:
    width = max((len(e.text) for e in output.entries if e.tensor is not None), default=0)
    has_signs = any(entry.text.startswith("-") for entry in output.entries)
    parts, end = [], 0
    asked = [question.entry] if question.entry else question.entries
    for entry in output.entries:
        if is_label(entry, output, question):
            continue
        gap, length = output.text[end : entry.at], len(entry.text)
        end = entry.at + length
        blanks = len(gap) - len(gap.rstrip(" "))
        if entry.kind == "number":  # no cover says whether its number has a sign
            aligned = entry.tensor is not None or blanks > 1
            wider = has_signs and not entry.text.startswith("-")
            pad = width - length if entry.tensor is not None else int(wider)
            gap = gap[: len(gap) - min(pad, blanks)] if aligned else gap
            length += min(pad, blanks)
        sign = MARK if any(each is entry for each in asked) else COVER
        parts += [gap, sign * length]
    return "".join([*parts, output.text[end:]])


def is_label(entry: Entry, output: Output, question: Question) -> bool:
    """What stays in sight: the first number of each line, and whole numbers beside decimals."""
    asked = question.entry
    if entry is asked or entry.tensor is not None or entry.kind != "number":
        return False
    if asked and asked.kind == "word":
        return False
    loose = [e for e in output.entries if e.tensor is None and e.path]
    line = [e for e in loose if e.path[0] == entry.path[0]]
    lines = {
        ("line", e.path[0]) if e.tensor is None and e.path else e.tensor for e in output.entries
    }
    if len(lines) < 2 or len(line) < 2:
        return False
    is_part = asked and "." not in asked.text and asked in line
    is_whole = "." not in entry.text and any("." in e.text for e in line)
    return entry.path[1] == 0 or (not is_part and is_whole)


def sentence(question: Question, say: dict[str, str]) -> str:
    """In one language, as `predict-form.js` says it; `say`: the sentences by their keys."""
    entry, kind, n = question.entry, question.kind, len(question.entries)
    if entry is None:
        place = ", ".join(map(str, question.row))
        return say["largestInRow" if place else kind].format(place=place, n=n)
    place = question.name or name_at(entry)
    if kind == "shape" and place:
        place = re.sub(r"^tuple\((.*)\)$", r"\1", place).removesuffix(".shape")
    alone = {"number": "line", "shape": "markedShape", "truth": "lineTruth"}
    key = kind if place else alone.get(kind, kind)
    line, number = [i + 1 for i in entry.path][:2] if key in ("line", "lineTruth") else (0, 0)
    return say[key].format(place=place, line=line, n=number)
