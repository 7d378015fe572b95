"""Sentence pairs from a file of tab-separated lines."""

from dataclasses import dataclass
from pathlib import Path

from tensorbytensor.basics import require


@dataclass(frozen=True)
class SentencePairs:
    """What was read, and one line about each line that could not be used."""

    pairs: list[tuple[str, str]]
    problems: list[str]


def _problem(line: bytes) -> str | None:
    """What is wrong with a line, or None."""
    if 0 in line:
        return "a zero byte, which no UTF-8 text has, but UTF-16 does"
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
        given = f"{path} cannot be read ({error.strerror})"
        raise ValueError(f"{given}, but must be a file of lines") from error
    content = content.removeprefix(b"\xef\xbb\xbf")  # UTF-8's mark
    for number, line in enumerate(content.splitlines(), 1):
        if not line.strip():
            continue
        if problem := _problem(line):
            problems.append(f"line {number}: {problem}")
        else:
            source, target = line.decode("utf8").split("\t")[:2]
            pairs.append((source.strip(), target.strip()))
    first = f"; {problems[0]}" if problems else ""
    require(len(pairs) > 0, f"{path} has no sentence pairs{first}")
    return SentencePairs(pairs, problems)
