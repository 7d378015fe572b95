"""Which cells follow from the training of a larger model: what they print is that of one order of adding.

Another order changes the last bit of a sum. A training of hundreds of steps at a high learning rate makes of that another
model, as good and not the same. Whatever else the chapters compute, trainings of small models included, prints the same.
"""

from bilingual_book.execution.chapter_as_notebook import code_cells
from support.names_in_code import names

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
