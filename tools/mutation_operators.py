"""What can be changed in a program: mutmut's operators, and a few that it lacks.

Each takes a node of libcst's tree and gives what may stand in its place. What mutmut lacks: a call left out,
neighbouring arguments exchanged, a number less one; its arguments are None where ours are left out.
"""

from collections.abc import Callable, Iterable, Iterator

import libcst as cst
import libcst.matchers as m
from mutmut.mutation import mutators

EITHER_WAY = m.Name("max") | m.Name("min") | m.Attribute(attr=m.Name("transpose"))


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
