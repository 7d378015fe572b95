"""An output as plain text with its numbers covered, as the page covers it (`predict-cover.js`), and the question above it."""

from __future__ import annotations

import itertools
import re

from bilingual_book.predict.entries_of_outputs import Entry, Output
from bilingual_book.predict.labels_left_in_sight import marked_line
from bilingual_book.predict.names_of_printed_tensors import at
from bilingual_book.predict.question_or_bet import Question

COVER, MARK = "▒", "?"


def covered(output: Output, question: Question) -> str:
    """As wide as the page makes its boxes (`predict-cover.js`)."""
    lines = {entry.path[:1] for entry in output.entries if entry.tensor is None}

    def group(entry: Entry) -> tuple:
        """Outside of tensors, those in one column are alike; in one line, those with a point."""
        beside = entry.path[1:] if len(lines) > 1 else "." in entry.text
        return entry.kind, entry.tensor, entry.tensor is None and beside

    widths: dict[tuple, int] = {}
    for entry, after in itertools.zip_longest(output.entries, output.entries[1:]):
        is_part = output.text[entry.at + len(entry.text) :].startswith("/")  # as wide as its whole
        whole = len(after.text) if is_part and after else 0
        least = widths.get(group(entry), len("False") if entry.kind == "truth" else 0)
        widths[group(entry)] = max(least, len(entry.text), whole)

    parts, end = [], 0
    asked = [question.entry] if question.entry else question.entries
    for entry in output.entries:
        if entry in question.shown:
            continue
        gap, length = output.text[end : entry.at], len(entry.text)
        end = entry.at + length
        if entry.kind != "shape":  # no cover tells a sign, how many digits, which word, which truth
            room, bare = widths[group(entry)] - length, gap.rstrip(" ")
            is_first = entry.tensor is not None or bare.endswith("\n") or not (bare or parts)
            is_over_blanks = len(gap) - len(bare) >= room + (not is_first)
            gap = gap[: len(gap) - room * is_over_blanks]
            length += room
        sign = MARK if any(each is entry for each in asked) else COVER
        parts += [gap, sign * length]
    return "".join([*parts, output.text[end:]])


def sentence(question: Question, output: Output, say: dict[str, str]) -> str:
    """In one language, as `predict-form.js` says it; `say`: the sentences by their keys."""
    entry, kind, n = question.entry, question.kind, len(question.entries)
    if entry is None:
        place = ", ".join(map(str, question.row))
        return say["largestInRow" if place else kind].format(place=place, n=n)
    place, line = question.name, 0
    if kind == "word" or (kind == "shape" and not place):
        return say["word" if kind == "word" else "markedShape"]
    if kind == "shape":
        bare = re.sub(r"^tuple\((.*)\)$", r"\1", place).removesuffix(".shape")
        return say["shape" if bare != place else "number"].format(place=bare)
    if not place and entry.tensor is not None:
        n, of = entry.tensor + 1, len(output.dims)
        key = "truth" if kind == "truth" else "entryOf" if of > 1 else "entry"
        return say[key].format(place=at(entry), n=n, of=of)
    if not place:
        place, line = marked_line(entry, output, question.shown)
    if place:
        quoted = "quoted" if not question.name and kind == "number" else kind
        return say[quoted].format(place=place)
    key = {"number": ("marked", "line"), "truth": ("markedTruth", "lineTruth")}[kind][line > 0]
    return say[key].format(line=line)
