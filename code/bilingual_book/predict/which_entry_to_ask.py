"""Which question an output asks: always the same one, and not the first zero of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from sphinx.errors import ExtensionError

from bilingual_book.predict.entries_of_outputs import Entry, Output
from bilingual_book.predict.labels_left_in_sight import is_counter, labels
from bilingual_book.predict.names_of_printed_tensors import groups_of, names_of
from bilingual_book.predict.question_or_bet import Question, bet, number_of

TRIVIAL = re.compile(r"-?[01](\.0*)?|inf|nan")


def choose(
    output: Output,
    code: str = "",
    before: Sequence[Output] = (),
    is_bet: bool = False,
    wish: str = "",
    n_given: int = 0,
) -> Question | None:
    """The author's are `wish`: a kind, which entry counted from 0, or `nothing`; and how many of what is printed stays in sight."""
    given = [e for e in output.entries if e.group in groups_of(output.entries)[:n_given]]
    rest = [e for e in output.entries if e not in given]
    question = _choose(output, rest, code, before, is_bet, wish)
    if question is None:
        return None
    shown = [e for e in labels(output, question.entry, code) if e not in question.entries]
    return replace(question, shown=[*given, *(e for e in shown if e not in given)])


def _choose(
    output: Output,
    entries: list[Entry],
    code: str,
    before: Sequence[Output],
    is_bet: bool,
    wish: str,
) -> Question | None:
    message = re.search(r"\bexcept\b", code) and all(e.kind == "word" for e in entries)
    if wish == "nothing" or not entries or message:
        return None
    name_of = names_of(code, output)

    def of(kind: str) -> list[Entry]:
        chosen = [e for e in entries if e.kind == kind]
        return [e for e in chosen if not is_counter(e, entries)] if kind == "number" else chosen

    def asked(entry: Entry) -> Question:
        return Question(entry.kind, entry, name=name_of(entry))

    if wish.isdecimal():
        if int(wish) >= len(entries):
            raise ExtensionError(
                f"the tag ask-{wish} asks for more than the {len(entries)} entries of {output.text!r}"
            )
        return asked(entries[int(wish)])
    is_placed = wish in ("count", "largest")
    placed = bet(output, of("number"), wish) if is_placed or (is_bet and not wish) else None
    if placed:
        return placed
    if is_placed or (wish and not of(wish)):
        raise ExtensionError(f"the tag ask-{wish} asks for what is not in {output.text!r}")
    telling = any(not TRIVIAL.fullmatch(entry.text) for entry in of("number"))
    order = [wish, "word", "shape", *(["number"] if telling else []), "truth", "number"]
    kind = next((kind for kind in order if kind and of(kind)), None)
    return asked(_best(output, of(kind) if kind else entries, code, before))


def _best(output: Output, candidates: list[Entry], code: str, before: Sequence[Output]) -> Entry:
    seen = {entry.text for other in before for entry in other.entries}
    texts = [entry.text for entry in candidates]

    def worth(entry: Entry) -> int:
        text, path = entry.text, entry.path
        return (
            16 * _is_changed(entry, output, before)
            + 8 * (not TRIVIAL.fullmatch(text))
            + 4 * (text not in seen and text not in code)
            + 2 * (texts.count(text) == 1)
            + 2 * bool("." in text or re.match(r"[^\W\d_]{2}", text))
            + (len(path) > 1 and path[-1] != path[-2])
        )

    worths = [worth(entry) for entry in candidates]
    top = [entry for entry, each in zip(candidates, worths) if each == max(worths)]
    return top[number_of(output.text) % len(top)]


def _is_changed(entry: Entry, output: Output, before: Sequence[Output]) -> bool:
    """Against the last tensor of this shape that has something in common with it: what differs is what the cell does."""
    if entry.tensor is None:
        return False
    shape = output.dims[entry.tensor]
    alike = [(other, n) for other in before for n, dims in other.dims.items() if dims == shape]
    if not alike:
        return False
    other, tensor = alike[-1]
    earlier = {e.path: e.text for e in other.entries if e.tensor == tensor}
    rest = (e for e in output.entries if e.tensor == entry.tensor)
    return earlier.get(entry.path) != entry.text and any(
        earlier.get(e.path) == e.text for e in rest
    )
