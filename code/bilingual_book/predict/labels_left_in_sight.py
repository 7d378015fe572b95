"""What of an output stays in sight while the rest is covered: the labels of its lines; and a line with a mark in it."""

from __future__ import annotations

import itertools
import re

from bilingual_book.predict.entries_of_outputs import Entry, Output

OPENS = re.compile(r"(?:[^\n\d]*[=:])?\s*")


def labels(output: Output, asked: Entry | None, code: str = "") -> list[Entry]:
    """Where several lines are alike, what opens them: numbers that count or are all in the code, names, truths."""
    if asked and asked.kind == "word":
        return []
    firsts = [e for e in output.entries if _opens(e, output)]
    values = [int(e.text) for e in firsts if e.text.isdecimal()]
    counts = len(values) == len(firsts) and _count(values)
    opening = [e for e in firsts if e is not asked]
    truths = sum(e.kind == "truth" for e in firsts)  # one by itself is a result
    named = [e for e in opening if _is_named(output, e) or (e.kind == "truth" and truths > 1)]
    # A result, too, can be a number that the code has; but hardly in every line.
    if not counts and not all(e in named or _is_in(code, e) for e in opening):
        opening = named
    lines = {output.text.count("\n", 0, e.at) for e in output.entries}
    alike = asked is None or asked.kind == "number" or asked not in opening
    return opening if alike and len(lines) > 1 else []


def _count(values: list[int]) -> bool:
    """One by one, or up or down in three lines at least, as sizes do; results seldom are in order."""
    steps = {b - a for a, b in itertools.pairwise(values)}
    one_way = all(step > 0 for step in steps) or all(step < 0 for step in steps)
    return bool(steps) and (steps == {1} or (len(values) > 2 and one_way))


def _is_named(output: Output, entry: Entry) -> bool:
    after = output.text[entry.at + len(entry.text) :]
    return output.text[: entry.at].rstrip().endswith("=") or after.startswith(":")


def _is_in(code: str, entry: Entry) -> bool:
    return bool(re.search(rf"(?<![\w.-]){re.escape(entry.text)}(?![\w.])", code))


def _opens(entry: Entry, output: Output) -> bool:
    if entry.tensor is not None or entry.kind not in ("number", "truth"):
        return False
    start = output.text.rfind("\n", 0, entry.at) + 1
    end = output.text.find("\n", entry.at)
    line = [e for e in output.entries if start <= e.at < (end if end > 0 else len(output.text))]
    opens = OPENS.fullmatch(output.text[start : entry.at])
    is_share = output.text[entry.at + len(entry.text) :].startswith("/")
    return bool(opens and line[0] is entry and len(line) > 1 and not is_share)


def marked_line(entry: Entry, output: Output, shown: list[Entry]) -> tuple[str, int]:
    """The line with a question mark for the entry and … for what else is covered, or "" if it says nothing; its number."""
    start = output.text.rfind("\n", 0, entry.at) + 1
    end = (output.text + "\n").find("\n", entry.at)
    said, at = "", start
    for each in output.entries:
        if start <= each.at < end and each not in shown:
            said += output.text[at : each.at] + ("?" if each is entry else "…")
            at = each.at + len(each.text)
    said = re.sub(r"\s+", " ", said + output.text[at:end]).strip()
    number = output.text.count("\n", 0, entry.at) + 1
    is_telling = re.search(r"[^\s?…\[\](),]", said.replace("tensor", "")) and said.count("…") < 5
    return (said if is_telling else ""), number if output.text.strip().count("\n") else 0


def is_counter(entry: Entry, entries: list[Entry]) -> bool:
    """Numbers that only count the lines: 1, 2, 3 at their beginnings."""
    firsts = [e for e in entries if e.tensor is None and e.path[1:2] == (0,)]
    if entry not in firsts or len(firsts) < 2:
        return False
    return all(
        e.text.isdecimal() and int(e.text) == int(firsts[0].text) + n for n, e in enumerate(firsts)
    )
