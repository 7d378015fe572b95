"""What the code of a cell names the tensors that it prints: `weights`, or `X @ W`."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator

from bilingual_book.predict.entries_of_outputs import Entry, Output

LONGEST = 70


def groups_of(entries: list[Entry]) -> list[tuple]:
    return list(dict.fromkeys(entry.group for entry in entries))


def names(code: str, output: Output) -> list[str]:
    """Of each group, if each is printed once, by a print() outside of loops, or of what the last print() gave.

    "" where there is no name, or one too long to read.
    """
    groups = groups_of(output.entries)
    try:
        body = ast.parse(code).body
        printed = list(_printed(body, code))
    except (SyntaxError, ValueError):
        printed = []
    if not printed or len(printed) != len(groups):
        printed = _last(code, output)
    if len(printed) != len(groups):
        return []
    found = []
    for name, group in zip(printed, groups):
        plain = not name or group[0] == "at" or _is_primary(name)
        found.append((name if plain else f"({name})") if len(name) <= LONGEST else "")
    return found


def _is_primary(name: str) -> bool:
    """Whether an index may follow without parentheses: X, x.T, f(x), [x, y], but not X @ W."""
    enclosed = ast.List | ast.ListComp | ast.Tuple
    primaries = ast.Name | ast.Attribute | ast.Call | ast.Subscript | enclosed
    return isinstance(ast.parse(name, mode="eval").body, primaries)


def _printed(body: list[ast.stmt], code: str) -> Iterator[str]:
    """The arguments of each print(), and what f-strings have in braces."""
    for statement in body:
        if isinstance(statement, ast.With):
            yield from _printed(statement.body, code)
        elif isinstance(statement, ast.For | ast.While | ast.Try | ast.If):
            if "print(" in ast.get_source_segment(code, statement):
                raise ValueError("it may print any number of times")
        elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            call = statement.value
            if isinstance(call.func, ast.Name) and call.func.id == "print":
                for argument in call.args:
                    if isinstance(argument, ast.Starred):
                        raise ValueError("it may print any number of things")
                    yield from _parts(argument, code)


def _parts(argument: ast.expr, code: str) -> Iterator[str]:
    if not isinstance(argument, ast.JoinedStr):
        yield re.sub(r"\s+", " ", ast.get_source_segment(code, argument))
        return
    for part in argument.values:
        if isinstance(part, ast.FormattedValue):
            yield ast.unparse(part.value)


def _last(code: str, output: Output) -> list[str]:
    """What the last statement prints, if it is all that stands on the last line."""
    try:
        names = list(_printed(ast.parse(code).body[-1:], code))
    except (SyntaxError, ValueError):
        return []
    end = len(output.text.rstrip("\n"))
    groups = groups_of(output.entries)
    firsts = {each.group: each.at for each in reversed(output.entries)}
    line = output.text.rfind("\n", 0, end)
    ends = bool(output.entries) and output.entries[-1].at > line
    starts = [firsts[group] > line for group in groups[-len(names) :]]
    before = groups[: -len(names)]
    is_line = all(starts) and not any(firsts[group] > line for group in before)
    if names and ends and len(names) <= len(groups) and (is_line or len(names) == 1):
        return [*[""] * len(before), *names]
    return []


def names_of(code: str, output: Output) -> Callable[[Entry], str]:
    found = dict(zip(groups_of(output.entries), names(code, output)))

    def name_of(entry: Entry) -> str:
        name = found.get(entry.group, "")
        return name and name + ("" if entry.tensor is None else at(entry))

    return name_of


def at(entry: Entry) -> str:
    return f"[{', '.join(map(str, entry.path))}]"
