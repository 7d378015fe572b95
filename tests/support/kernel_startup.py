"""PYTHONSTARTUP of the kernels while the book is built to be tested: what `run_cells_again` says happens to each cell."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1]))
from support.run_cells_again import begin

sys.path.pop()
begin(get_ipython())  # noqa: F821
del begin, Path, sys
