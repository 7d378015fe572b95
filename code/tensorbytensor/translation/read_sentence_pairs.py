"""Sentence pairs from a file of tab-separated lines."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tensorbytensor.basics import require

# Thai to Burmese, Khmer, kana, Chinese characters
SCRIPTIO_CONTINUA = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]"
)


@dataclass(frozen=True)
class SentencePairs:
    """What was read, and one line about each line that could not be used."""

    pairs: list[tuple[str, str]]
    problems: list[str]


def _problem(line: bytes) -> str | None:
    """What is wrong with a line, or None."""
    if 0 in line:
        return "a zero byte, which no UTF-8 text has, but UTF-16 does"
    if b"\r" in line:
        return "a carriage return, but lines must end in a line feed"
    try:
        columns = line.decode("utf8").split("\t")
    except UnicodeDecodeError as error:
        return f"byte {error.start + 1} is not UTF-8"
    if len(columns) < 2:
        return "no tab, but source and target must be separated by one"
    if not columns[0].strip():
        return "the source is empty"
    return None if columns[1].strip() else "the target is empty"


def read_pairs(path: Path | str) -> SentencePairs:
    """The first two columns of each line; a bad line is reported, no other is lost.

    Raises ValueError where no line at all can be used. Empty lines are no problem.
    """
    pairs, problems = [], []
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        given = f"path is {str(path)!r} ({error.strerror})"
        raise ValueError(f"{given}, but must be a file of lines") from error
    content = content.removeprefix(b"\xef\xbb\xbf")  # UTF-8's mark
    for number, line in enumerate(content.split(b"\n"), 1):
        line = line.rstrip(b"\r")
        if not line.strip(b" "):
            continue
        if problem := _problem(line):
            problems.append(f"line {number}: {problem}")
        else:
            source, target = line.decode("utf8").split("\t")[:2]
            pairs.append((source.strip(), target.strip()))
    first = f"; {problems[0]}" if problems else ""
    require(len(pairs) > 0, f"{path} has no sentence pairs{first}")
    return SentencePairs(pairs, problems)


def unspaced(texts: Sequence[str]) -> bool:
    """Whether most texts are in a script that puts no blanks between words."""
    found = sum(SCRIPTIO_CONTINUA.search(text) is not None for text in texts)
    return 2 * found > len(texts)
