"""What a question is, and the one that a bet asks: a draw decides the numbers."""

from __future__ import annotations

from dataclasses import dataclass, field

from bilingual_book.predict.entries_of_outputs import Entry, Output


@dataclass(frozen=True)
class Question:
    """For one entry, or, in a bet, for how many of `entries` are below zero or which is the largest; `shown` stay in sight."""

    kind: str
    entry: Entry | None = None
    entries: list[Entry] = field(default_factory=list)
    row: tuple[int, ...] = ()
    answers: list[int] = field(default_factory=list)
    name: str = ""
    shown: list[Entry] = field(default_factory=list)


def number_of(text: str) -> int:
    """FNV-1a: the same here and everywhere."""
    number = 2166136261
    for sign in text:
        number = (number ^ ord(sign)) * 16777619 & 0xFFFFFFFF
    return number


def bet(output: Output, numbers: list[Entry], wish: str = "") -> Question | None:
    """How many lie below 0, or where the largest stands: unless one of them is the wish, the first if there are any."""
    drawn = (e.tensor for e in numbers if e.tensor is not None and "." in e.text)
    tensor = next(drawn, None)
    entries = [entry for entry in numbers if entry.tensor == tensor]
    if tensor is None or len(entries) < 3 or any(e.kind == "word" for e in output.entries):
        return None
    below = sum(entry.value < 0 for entry in entries)
    if below and wish != "largest":
        return Question("count", entries=entries, answers=[below])
    if wish == "count":
        return None

    def row_of(entry: Entry) -> list[Entry]:
        return [other for other in entries if other.path[:-1] == entry.path[:-1]]

    tops = [
        entry
        for entry in entries
        if all(other is entry or other.value < entry.value for other in row_of(entry))
    ]
    if not tops:
        return None
    top = tops[number_of(output.text) % len(tops)]
    return Question("largest", entries=row_of(top), row=top.path[:-1], answers=[top.path[-1]])
