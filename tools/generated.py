"""Mutants that nobody has written: each module changed in every way that the operators know.

The operators are mutmut's, without its runner (which copies the project, runs all tests in one process, and does not
change decorated functions), and a few that it lacks: a call left out, a condition turned round, neighbouring
arguments exchanged, a number less one.
"""

import ast
import difflib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import libcst as cst
import libcst.matchers as m
from libcst.metadata import ByteSpanPositionProvider, MetadataWrapper
from mutmut.mutation import mutators

# What no value depends on: annotations, the texts of errors and the names in them.
TEXTS = m.Name(m.MatchRegex("given|allowed|__all__"))
LEFT_OUT = m.Annotation() | m.Raise() | m.Assign(targets=[m.AssignTarget(TEXTS)])
CHECK = m.Call(m.Name(m.MatchRegex("check_.*|require")))
EITHER_WAY = m.Name("max") | m.Name("min") | m.Attribute(attr=m.Name("transpose"))
NAME_FIRST = m.Call(m.Name(m.MatchRegex("check_.*")), [m.Arg(m.SimpleString()), m.ZeroOrMore()])


@dataclass(frozen=True)
class Generated:
    """`source` is that of `file` with a change: at `line`, the lines `old` become `new`."""

    file: str
    line: int
    old: str
    new: str
    source: str
    arguments: tuple[str, ...] = ()

    def edit(self, book: Path) -> None:
        (book / self.file).write_text(self.source, "utf8")


def leave_out_call(node: cst.Expr) -> Iterator[cst.CSTNode]:
    if isinstance(node.value, cst.Call):
        yield cst.Pass()


def leave_out_argument(node: cst.Call) -> Iterator[cst.CSTNode]:
    """Its default or None; what a call cannot do without would say little of the tests."""
    for i, argument in enumerate(node.args):
        before, after = node.args[:i], node.args[i + 1 :]
        if argument.keyword or (before and not after):
            yield node.with_changes(args=[*before, *after])
        elif after and not argument.star and isinstance(argument.value, cst.Name | cst.Attribute):
            none = argument.with_changes(value=cst.Name("None"))
            yield node.with_changes(args=[*before, none, *after])


def exchange_arguments(node: cst.Call) -> Iterator[cst.CSTNode]:
    if m.matches(node.func, EITHER_WAY):
        return
    for i, (a, b) in enumerate(zip(node.args, node.args[1:])):
        if not (a.keyword or b.keyword or a.star or b.star):
            pair = a.with_changes(value=b.value), b.with_changes(value=a.value)
            yield node.with_changes(args=[*node.args[:i], *pair, *node.args[i + 2 :]])


def less_one(node: cst.Integer) -> Iterator[cst.CSTNode]:
    less = repr(abs(node.evaluated_value - 1))
    yield (
        cst.UnaryOperation(cst.Minus(), cst.Integer(less))
        if node.value == "0"
        else cst.Integer(less)
    )


def other_text(node: cst.BaseString) -> Iterator[cst.CSTNode]:
    """One of mutmut's: colours in capitals are the same colours."""
    yield from [*mutators.operator_string(node)][:1]


# An assignment of None breaks the line after it, an argument None mostly the call.
UNUSED = (mutators.operator_assignment, mutators.operator_arg_removal, mutators.operator_string)
OPERATORS: list[tuple[type, Callable[[cst.CSTNode], Iterable[cst.CSTNode]]]] = [
    *(pair for pair in mutators.mutation_operators if pair[1] not in UNUSED),
    (cst.Call, leave_out_argument),
    (cst.BaseString, other_text),
    (cst.Expr, leave_out_call),
    (cst.Call, exchange_arguments),
    (cst.Integer, less_one),
]


COMPARED = cst.Comparison | cst.UnaryOperation  # mutmut turns these


class Changes(cst.CSTVisitor):
    """All changes of a module, as pairs of a node and what takes its place."""

    def __init__(self):
        super().__init__()
        self.found: list[tuple[cst.CSTNode, cst.CSTNode]] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        if m.matches(node, LEFT_OUT):
            return False
        if m.matches(node, CHECK):  # the condition, or the tensors: no text, no name
            values = node.args[m.matches(node, NAME_FIRST) :]
            for value in values[:1] if node.func.value == "require" else values:
                value.visit(self)
            return False
        if isinstance(node, cst.If) and not isinstance(node.test, COMPARED):
            bracketed = node.test.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
            self.found.append((node.test, cst.UnaryOperation(cst.Not(), bracketed)))
        for kind, operator in OPERATORS:
            if isinstance(node, kind):
                self.found += ((node, changed) for changed in operator(node))
        return True


def generate(book: Path, file: str) -> list[Generated]:
    """The mutants of a module, in the order of its lines; none twice, and each a program that Python reads."""
    wrapper = MetadataWrapper(cst.parse_module((book / file).read_text("utf8")))
    spans, changes, found = wrapper.resolve(ByteSpanPositionProvider), Changes(), []
    wrapper.module.visit(changes)
    whole = wrapper.module.code.encode()
    known = {ast.dump(ast.parse(whole))}
    for node, changed in changes.found:
        start, end = spans[node].start, spans[node].start + spans[node].length
        source = whole[:start] + wrapper.module.code_for_node(changed).encode() + whole[end:]
        with suppress(SyntaxError):
            tree = ast.dump(ast.parse(source))
            if tree not in known:
                known.add(tree)
                line = whole.count(b"\n", 0, start) + 1
                found.append(
                    Generated(file, line, *diff(whole.decode(), source.decode()), source.decode())
                )
    return sorted(found, key=lambda mutant: mutant.line)


def diff(old: str, new: str) -> tuple[str, str]:
    """The lines that differ, each side as one."""
    old, new = ([line.strip() for line in text.splitlines()] for text in (old, new))
    lines = [*difflib.unified_diff(old, new, n=0, lineterm="")][2:]
    return tuple(" ".join(line[1:] for line in lines if line[0] == sign) for sign in "-+")
