"""Which cells follow from the training of a larger model: what they print is that of one order of adding.

Another order changes the last bit of a sum. A training of hundreds of steps at a high learning rate makes of that another
model, as good and not the same. Whatever else the chapters compute, trainings of small models included, prints the same.
"""

import dis
from types import CodeType

from bilingual_book.execution.chapter_as_notebook import code_cells

TRAININGS = {"trained_translator", "trained_reader", "train_reader", "trained_writers"}
TRAININGS |= {"trained_teller", "losses_after"}
# Of the chapters modern, by-hand and images:
TRAININGS |= {"train_copier", "learn", "classifier", "filler"}


def cells_after_training(notebook) -> set[int]:
    """The numbers, from 1, of the cells that use a trained model, or a name that such a cell defined."""
    trained, cells = set(TRAININGS), set()
    for number, cell in enumerate(code_cells(notebook), 1):
        used, defined = names(compile(cell.source, "", "exec"))
        if used & trained:
            cells.add(number)
            trained |= defined
        else:
            trained -= defined - TRAININGS
    return cells


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
