"""What a chapter printed: entries, each with its place in its tensor."""

import math
import re
from dataclasses import dataclass
from functools import cached_property

from tensorbytensor.predict_in_notebooks.read_answer import Number, numbers

TRIVIAL = re.compile(r"-?[01](\.0*)?|inf|nan")


@dataclass(frozen=True)
class Entry:
    """tensor: which of the output, None outside of any; path: its indices there."""

    kind: str
    text: str
    tensor: int | None
    path: list[int]

    @cached_property
    def number(self) -> Number:
        return numbers(self.text)[0]

    def is_same(self, value: float) -> bool:
        """To half a unit of the last digit printed; what counts is exact."""
        printed, unit = self.number
        return is_near(value, printed, unit if unit < 1 else 0)

    def is_rounded(self, given: Number) -> bool:
        """To the last digit given, where fewer are given than printed."""
        is_coarser = math.isfinite(given.value) and given.unit > self.number.unit
        return is_coarser and is_near(self.number.value, given.value, given.unit)

    def is_nearly(self, value: float) -> bool:
        """Who computes with what is printed meets the roundings of several numbers.

        One unit off of two digits, two of three.
        """
        printed, unit = self.number
        digits = abs(printed / unit)
        units = 4 if digits > 99.5 else 2 if digits > 9.5 else 0
        return unit < 1 and is_near(value, printed, unit * units)

    def is_hit(self, value: float) -> bool:
        """What wins a bet: a tenth off, or one in the last digit."""
        printed, unit = self.number
        digit = 2 * unit if unit < 1 else 0
        near = is_near(value, printed, max(abs(printed) / 5, digit))
        return near and math.isfinite(printed)

    def is_meant(self, given: Number) -> bool:
        if self.kind != "number" or TRIVIAL.fullmatch(self.text):
            return False
        rounded = self.is_rounded(given) and has_digits(given)
        return self.is_same(given.value) or rounded


@dataclass(frozen=True)
class Output:
    """step: what its cell does, `softmax`, `mask`, `scale` or nothing of these."""

    step: str
    entries: list[Entry]
    shapes: dict[str, list[int]]

    def shape(self, entry: Entry) -> list[int] | None:
        return self.shapes.get(str(entry.tensor))

    def beside(self, entry: Entry) -> list[Entry]:
        return [each for each in self.entries if each.tensor == entry.tensor]


def is_near(a: float, b: float, unit: float) -> bool:
    is_equal = a == b or (math.isnan(a) and math.isnan(b))
    return is_equal or abs(a - b) <= unit / 2 * (1 + 1e-9)


def has_digits(given: Number) -> bool:
    """Two at least."""
    return abs(given.value / given.unit) > 9.5
