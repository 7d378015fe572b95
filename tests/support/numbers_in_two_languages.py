"""The numbers that a text of either language names, in digits or in words."""

import re
from collections.abc import Iterator

from support.words_in_two_languages import words_of

UNITS = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
ENGLISH = {
    **{word: number for number, word in enumerate(UNITS.split(), 1)},
    **{word: number for number, word in enumerate(ORDINALS.split(), 1)},
    **{word: 10 * number for number, word in enumerate(TENS.split(), 2)},
    **{
        "fiftieth": 50,
        "thirds": 3,
        "fifths": 5,
        "sixths": 6,
        "tenths": 10,
        "quarter": 4,
        "quarters": 4,
        "dozen": 12,
    },
}
SCALES = {
    "hundred": 100,
    "thousand": 1000,
    "million": 10**6,
    "billion": 10**9,
    "hundredth": 100,
    "thousandth": 1000,
}
SIGNS = dict(zip("〇一二三四五六七八九", range(10))) | {"两": 2}
POWERS = {"十": 10, "百": 100, "千": 1000}
BIG = {"万": 10**4, "亿": 10**8}
# Words with a numeral in them that name no number.
NO_NUMBER = re.compile(
    r"三角|十字|维基百科|百分[之比]|单位是百万|四周|四处|万一|千万不|一五一十|八成|十分(?!之)|第一|统一|五花八门|三言两语"
)
HAN_NUMBER = re.compile(
    r"[\d,.]*[〇一二两三四五六七八九十百千]*[万亿]|[〇一二两三四五六七八九十百千]+"
)
ONE_OF = UNITS.replace(" ", "|")
PART = re.compile(
    rf"\b({ONE_OF})(?:[ -]({ORDINALS.replace(' ', '|')}|quarter)s| (?:\w+ )?in ({ONE_OF}))\b"
)
HAN_PART = re.compile("([一二两三四五六七八九十]+)分之([一二两三四五六七八九十]+)")
TOKEN = re.compile(r"-?\d+(?:,\d{3})*(?:\.\d+)?|[a-z]+|[^\w\s]")
NUMBER = re.compile(r"(?<![\w.])-?\d+(?:,\d{3})*(?:\.\d+)?(?![\d万亿])")


def numbers(prose: str, language: str) -> set[float]:
    """The numbers from 3 on that a text names, in digits or in words, and all that have a point."""
    text = words_of(prose)
    named = _english(text) if language == "en" else _chinese(NO_NUMBER.sub(" ", text))
    return {number for number in named if number >= 3 or number % 1}


def zero_lost(english: str, chinese: str) -> bool:
    """Whether the English names a 0 and the Chinese none: mostly a condition, as that a mean is 0."""
    zero = r"(?<![\w.,−-])0(?!\w|[.,]\d)"
    return bool(re.search(zero, words_of(english))) and not re.search("0|零", chinese)


def two_for_one(english: str, chinese: str) -> bool:
    """Whether the English has one of four where the Chinese has two, or two where it has none."""
    many = "|".join(UNITS.split()[2:])
    part = rf"\b(one|two) of (?:the |its |these )?(?:{many}|\d+)\b"
    chosen = re.search(part, english, re.IGNORECASE)
    if not chosen:
        return False
    if chosen[1].lower() == "two":
        return not re.search("两|二|双|半", chinese)
    rest = english.replace(chosen[0], "")
    is_two = r"\b(?:two|both|twice|pairs?|second|doubl\w*)\b"
    return bool(re.search("(?<!第)[两二]", chinese)) and not re.search(is_two, rest, re.IGNORECASE)


def fractions(prose: str, language: str) -> list[float]:
    """Two thirds, three in four: those below 1, of two parts and more, in order of size."""
    text = words_of(prose).lower()
    if language == "en":
        found = [(ENGLISH[upper], ENGLISH[lower or of]) for upper, lower, of in PART.findall(text)]
    else:
        found = [(_han(upper), _han(lower)) for lower, upper in HAN_PART.findall(text)]
    return sorted(upper / lower for upper, lower in found if 1 < upper < lower)


def _english(text: str) -> Iterator[float]:
    value = None
    for token in [*TOKEN.findall(text.lower().replace("fold", " fold")), "."]:
        if token[-1].isdigit():
            if value is not None:
                yield value
            value = float(token.replace(",", ""))
        elif token in ENGLISH:
            if value is not None and not _goes_on(value, ENGLISH[token]):
                yield value
                value = None
            value = (value or 0) + ENGLISH[token]
        elif token in SCALES:
            value = (value or 1) * SCALES[token]
        elif token not in ("-", "and") and value is not None:
            yield value
            value = None


def _goes_on(value: float, word: int) -> bool:
    """Thirty and two are one number, two hundred and six as well; three and four are two."""
    if value >= 100 and value % 100 == 0:
        return word < 100
    return value % 10 == 0 and value % 100 >= 20 and word < 10


def _chinese(text: str) -> Iterator[float]:
    for found in HAN_NUMBER.findall(text):
        head = found.rstrip("万亿")
        value = float(head.replace(",", "")) if head[:1].isdigit() else _han(head)
        for sign in found[len(head) :]:
            value *= BIG[sign]
        yield float(value)
    for found in NUMBER.findall(text):
        yield float(found.replace(",", ""))


def _han(text: str) -> int:
    value, digit = 0, None
    for sign in text:
        if sign in SIGNS:
            digit = SIGNS[sign]
        else:
            value += (1 if digit is None else digit) * POWERS[sign]
            digit = None
    return value + (digit or 0) if text else 1


# What says that something is above a number, and below it; in English and in Chinese.
BOUNDS = {
    "en": (
        r"\b(?:(?:larger|greater|higher|more) than|above)",
        r"\b(?:(?:smaller|less|lower|fewer) than|below)",
    ),
    "zh": ("(?<!不)(?:大于|高于|超过|多于)", "(?<!不)(?:小于|低于|不到|少于)"),
}


def contrary_bounds(english: str, chinese: str) -> Iterator[str]:
    """Numbers than which one language says that something is larger, and the other that it is smaller."""
    here, there = _sides(words_of(english), "en"), _sides(words_of(chinese), "zh")
    for number in here.keys() & there.keys():
        if here[number].isdisjoint(there[number]):
            yield f"{number:g}"


def _sides(text: str, language: str) -> dict[float, set[str]]:
    """Of each number that is a bound, what says so."""
    sides = {}
    for side, words in zip(("above", "below"), BOUNDS[language]):
        for number in re.findall(rf"{words} ?(-?\d+(?:\.\d+)?)\b", text, re.I | re.A):
            sides.setdefault(float(number), set()).add(side)
    return sides
