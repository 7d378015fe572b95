"""What the code of a cell names the tensors that it prints: `weights`, or `X @ W`."""

from __future__ import annotations

import re
from collections.abc import Callable

from bilingual_book.predict.outputs import Entry

LONGEST = 36


def groups_of(entries: list[Entry]) -> list[tuple]:
    return list(dict.fromkeys(entry.group for entry in entries))


def names(code: str, entries: list[Entry]) -> list[str]:
    """Of each group, if each is an argument of a print() on a line of its own; "" where there is none."""
    printed = [
        part
        for inner in re.findall(r"^print\((.*)\)$", code, re.MULTILINE)
        for part in _split(inner)
    ]
    if len(printed) != len(groups_of(entries)):
        return []
    found = []
    for name, group in zip(printed, groups_of(entries)):
        plain = group[0] == "at" or re.fullmatch(r"[\w.[\], ]+", name)
        is_name = len(name) <= LONGEST and not re.search("[\"']", name)
        found.append((name if plain else f"({name})") if is_name else "")
    return found


def names_of(code: str, entries: list[Entry]) -> Callable[[Entry], str]:
    found = dict(zip(groups_of(entries), names(code, entries)))

    def name_of(entry: Entry) -> str:
        name = found.get(entry.group, "")
        return name and name + ("" if entry.tensor is None else at(entry))

    return name_of


def name_at(entry: Entry) -> str:
    """Of an entry in a tensor for which the code has no name."""
    if entry.tensor is None:
        return ""
    return (f"tensor {entry.tensor + 1} " if entry.tensor else "") + at(entry)


def at(entry: Entry) -> str:
    return f"[{', '.join(map(str, entry.path))}]"


def _split(inner: str) -> list[str]:
    """At the commas outside of brackets."""
    parts, depth = [""], 0
    for sign in inner:
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts]
