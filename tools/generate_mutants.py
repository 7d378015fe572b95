"""Mutants that nobody has written: each module changed in every way that the operators know.

mutmut's own runner is not used: it would copy the project, run all tests of it, and leave decorated functions as they are.
"""

import ast
import difflib
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import libcst as cst
import libcst.matchers as m
from libcst.metadata import ByteSpanPositionProvider, MetadataWrapper
from mutation_operators import OPERATORS

# What no value depends on: annotations, the texts of errors and the names in them.
TEXTS = m.Name(m.MatchRegex("given|allowed|both|__all__"))
LEFT_OUT = m.Annotation() | m.Raise() | m.Assign(targets=[m.AssignTarget(TEXTS)])
CHECK = m.Call(m.Name(m.MatchRegex("check_.*|require")))
NAME_FIRST = m.Call(m.Name(m.MatchRegex("check_.*")), [m.Arg(m.SimpleString()), m.ZeroOrMore()])
COMPARED = cst.Comparison | cst.UnaryOperation  # mutmut turns these round


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
