"""An answer, understood as a person would: a number, a shape, a word."""

import math
import re
import unicodedata
from typing import NamedTuple

LONGEST = 200  # characters of an answer that are read
NUMBER = re.compile(r"([+-]?)(?=\.?[0-9])([0-9]*)(\.[0-9]*)?(?:e([+-]?[0-9]+))?")
INFINITE = re.compile(r"([+-]?)(?:inf(?:inity)?|∞|(负?)无穷大?)")
POWER = re.compile(r"(.+?)[×x*·]10(?:\^|\*\*)?([+-]?[0-9]+)")
BETWEEN = r"\s*(?:,|x|×|\*|·|乘|by|\s)\s*"
SHAPE = re.compile(rf"[\[(]*\s*(?:[0-9]+(?:{BETWEEN}[0-9]+)*\s*,?)?\s*[\])]*")
ABOUT = re.compile(
    r"^(?:大?约|大概|about|around|roughly|circa|ca\.|approx(?:imately)?\.?)|左右$"
)
SEVERAL = re.compile(r"[\[(][^\])]*,|,\s")  # no decimal comma
YES, NO = ["t", "yes", "真", "对", "是"], ["f", "no", "假", "错", "否"]


class Number(NamedTuple):
    """unit: of the last digit, 0 for what is exact."""

    value: float
    unit: float


def numbers(answer: object) -> list[Number]:
    """All that can be meant: a comma parts thousands, or stands for the point."""
    plain = _plain(answer)
    if SEVERAL.search(plain):
        return []
    text = re.sub(r"^.*[=≈~:]", "", plain, flags=re.DOTALL)
    text = re.sub(r"^tensor|[\[\](){}\s]", "", text)
    text = re.sub("percent$", "%", re.sub(ABOUT, "", text))
    text = re.sub("^(?:minus|负)(?!无)", "-", text)
    spellings = [re.sub(r",(?=[0-9]{3}(?![0-9]))", "", text)]
    before, *after = text.split(",")
    if len(after) == 1:
        spellings.append(f"{before.replace('.', '')}.{after[0]}")
    return [found for each in spellings if (found := _number(each)) is not None]


def _number(text: str) -> Number | None:
    if found := NUMBER.fullmatch(text):
        places = max(0, len(found[3] or "") - 1)
        return Number(float(text), float(f"1e{int(found[4] or 0) - places}"))
    if found := INFINITE.fullmatch(text):
        is_below = found[1] == "-" or found[2]
        return Number(-math.inf if is_below else math.inf, 1)
    if text == "nan":
        return Number(math.nan, 1)
    if found := POWER.fullmatch(text):
        return _scaled(found[1], float(f"1e{found[2]}"))
    if len(text) > 1 and text.endswith("%"):
        return _scaled(text[:-1], 0.01)
    if found := re.fullmatch("(.+)[/⁄÷](.+)", text):
        above, below = _number(found[1]), _number(found[2])
        known = above is not None and below is not None and below.value
        return Number(above.value / below.value, 0) if known else None
    if found := re.fullmatch(r"([+-]?)(?:√|sqrt)(.+)", text):
        under, sign = _number(found[2]), -1 if found[1] == "-" else 1
        if under is not None and under.value >= 0:
            return Number(sign * math.sqrt(under.value), 0)
    return None


def _scaled(text: str, by: float) -> Number | None:
    found = _number(text)
    return None if found is None else Number(found.value * by, found.unit * by)


def shape(answer: object) -> list[int] | None:
    text = re.sub(r"^.*[=:]", "", _plain(answer), flags=re.DOTALL)
    text = re.sub(r"torch\.size|size|shape|列$", "", text).replace("行", ",")
    text = text.translate(str.maketrans("<>{}", "()()")).strip()
    is_shape = SHAPE.fullmatch(text) and re.search(r"[0-9()\[\]]", text)
    return [int(size) for size in re.findall("[0-9]+", text)] if is_shape else None


def word(answer: object) -> str:
    """Quotes, brackets and accents make no other word."""
    text = unicodedata.normalize("NFD", _plain(answer))
    text = re.sub(r"[\u0300-\u036f'’‘\"“”`«»<>\[\](),\s]", "", text)
    text = text.replace("œ", "oe")
    return "true" if text in YES else "false" if text in NO else text


def _plain(answer: object) -> str:
    text = unicodedata.normalize("NFKC", str(answer)[:LONGEST]).lower()
    text = re.sub("[−–—‒]", "-", text)
    return text.replace("。", ".").replace("、", ",").strip()
