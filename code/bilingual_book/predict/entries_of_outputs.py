"""An output as its entries: numbers, truths, shapes and words, each with its place in the text and in its tensor.

The page reads it in the same way (`predict-output.js`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

VALUE = r"(?<![\w.'])-?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|inf)(?!\.?[\w'])|\b(?:True|False|nan)\b"
SHAPE = r"torch\.Size\(\[[\d, ]*\]\)|(?<!\w)\((?:\d+, )+\d+\)|(?<!\w)\(\d+,\)"
PARTS = re.compile(rf"(?P<shape>{SHAPE})|(?P<value>{VALUE})|[\[\],\n]", re.ASCII)
LETTER = r"[^\W\d_]"
WORD = re.compile(rf"<[A-Z]+>|{LETTER}(?:{LETTER}|-)*'?")
QUOTED = re.compile(r"(?:(?<=\[)|(?<=, ))([\"'])(.+?)\1(?=[,\]])")


@dataclass(frozen=True)
class Entry:
    """tensor: the number of the brackets that it is in, None outside of any; path: its indices, or line and place there."""

    kind: str
    text: str
    at: int
    tensor: int | None
    path: tuple[int, ...]

    @property
    def value(self) -> float:
        return float(self.text)

    @property
    def group(self) -> tuple:
        """What was printed as one: a tensor, or a number alone."""
        return (self.tensor,) if self.tensor is not None else ("at", self.at)


@dataclass(frozen=True)
class Output:
    text: str
    entries: list[Entry]

    @cached_property
    def dims(self) -> dict[int, tuple[int, ...]]:
        """The shape of each tensor."""
        shapes: dict[int, tuple[int, ...]] = {}
        for entry in self.entries:
            if entry.tensor is not None:
                before = shapes.get(entry.tensor, (0,) * len(entry.path))
                shapes[entry.tensor] = tuple(map(max, before, (i + 1 for i in entry.path)))
        return shapes


def read(text: str) -> Output:
    """Tokens in quotes, or words alone, are entries, too."""
    tokens = list(_quoted(text))
    values = [
        entry
        for entry in _values(text)
        if not any(token.at <= entry.at < token.at + len(token.text) for token in tokens)
    ]
    words = (Entry("word", found[0], found.start(), None, ()) for found in WORD.finditer(text))
    return Output(text, sorted([*tokens, *values], key=lambda entry: entry.at) or list(words))


def _values(text: str) -> Iterator[Entry]:
    commas: list[int] = []  # how many stand before, in each bracket
    tensor, line, in_line = -1, 0, 0
    for found in PARTS.finditer(text):
        part = found[0]
        if part == "[":
            commas.append(0)
            tensor += len(commas) == 1
        elif part == "]" and commas:
            commas.pop()
        elif part == "," and commas:
            commas[-1] += 1
        elif part == "\n" and not commas:
            line, in_line = line + 1, 0
        elif found["shape"] or found["value"]:
            kind = "shape" if found["shape"] else "truth" if part[0] in "TF" else "number"
            if commas:
                yield Entry(kind, part, found.start(), tensor, tuple(commas))
            else:
                yield Entry(kind, part, found.start(), None, (line, in_line))
                in_line += 1


def _quoted(text: str) -> Iterator[Entry]:
    """Words of a list."""
    found = QUOTED.search(text)
    while found:
        line = text.rfind("\n", 0, found.start()) + 1
        is_item = text[found.start() - 1] == "[" or "[" in text[line : found.start() - 2]
        if is_item:
            yield Entry("word", found[2], found.start(2), None, ())
        found = QUOTED.search(text, found.end() if is_item else found.start() + 1)
