"""Which names a piece of code uses and which it defines."""

import dis
from types import CodeType


def names(code: CodeType) -> tuple[set[str], set[str]]:
    """What code takes from outside, its functions' bodies included, and what it defines."""
    used, defined = set(), set()
    for step in dis.get_instructions(code):
        if isinstance(step.argval, CodeType):
            used |= names(step.argval)[0] - defined
        elif step.opname in ("LOAD_NAME", "LOAD_GLOBAL") and step.argval not in defined:
            used.add(step.argval)
        elif step.opname == "STORE_NAME":
            defined.add(step.argval)
    return used, defined
