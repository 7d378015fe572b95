"""Run the chapters' cells somewhere else, and say which printed digits differ from tests/recorded.

    digits.py [CHAPTER …] [--set NAME=VALUE …] [--python PROGRAM] [--under "qemu-x86_64 -cpu Haswell"]

Without options the settings are those of a build. `--set MKL_CBWR=` takes one of them away. The other Python needs what
readers install, and ipykernel. stdout has a row of Markdown for each chapter, see code/README.md; stderr all that differs.
"""

import argparse
import json
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from nbformat import NotebookNode

from bilingual_book.execution.chapter_as_notebook import code_cells, read_notebook
from bilingual_book.execution.same_digits_everywhere import ENVIRONMENT
from bilingual_book.execution.warm_kernel import QUIET
from bilingual_book.execution.when_to_run_again import KEPT
from support import compare_outputs as record
from support.after_training import cells_after_training
from support.copies import ROOT

WHAT = """import platform, torch
print(platform.machine(), "torch", torch.__version__, torch.backends.cpu.get_cpu_capability())"""
SLOW_S = 3600  # an emulated processor is twenty times slower


def row(chapter: str, recorded: dict[str, str], printed: dict[str, str], trained: set[int]) -> str:
    """Cells that print; that print otherwise; that the tests refuse, of these the untrained; largest change; the first refused."""
    cells = sorted(recorded | printed, key=int)
    pairs = {cell: (recorded.get(cell, ""), printed.get(cell, "")) for cell in cells}
    other = [cell for cell, (old, new) in pairs.items() if old != new]
    wrong = {cell: found for cell in other if (found := list(record.differences(*pairs[cell])))}
    said = [f"cell {cell}, {each}" for cell, found in wrong.items() for each in found]
    print(*said, sep="\n", end="\n" * bool(said), file=sys.stderr)
    change = max((record.largest_change(*pairs[cell]) for cell in other), default=0.0)
    untrained = sum(int(cell) not in trained for cell in wrong)
    figures = len(cells), len(other), len(wrong), untrained, f"{change:.0e}" if change else 0
    first = "".join(said[:1]).replace("|", "¦")
    return f"| {chapter} | {' | '.join(map(str, figures))} | {first} |"


def run(path: Path, notebook: NotebookNode) -> Iterator[tuple[str, str]]:
    """What each cell of a chapter prints, as it is recorded; what comes after an error prints nothing."""
    client = NotebookClient(
        notebook,
        timeout=SLOW_S,
        startup_timeout=SLOW_S,
        kernel_name="digits",
        coalesce_streams=True,
        resources={"metadata": {"path": str(path.parent)}},
    )
    try:
        client.execute()
    except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
        name, said = getattr(error, "ename", "no end"), getattr(error, "evalue", error)
        print(f"{path.stem}: {name}: {said}", file=sys.stderr)
    for number, cell in enumerate(code_cells(notebook), 1):
        cell.outputs = [output for output in cell.outputs if output.output_type != "error"]
        if text := (record.cell_text(cell) + record.cell_curves(cell)).strip("\n"):
            yield str(number), text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("chapters", nargs="*", metavar="CHAPTER")
    parser.add_argument("--set", nargs="+", action="extend", default=[], metavar="NAME=VALUE")
    parser.add_argument("--python", default=sys.executable, metavar="PROGRAM")
    parser.add_argument("--under", default="", metavar="COMMAND", help="what runs the program")
    given = parser.parse_args()
    settings = ENVIRONMENT | dict(each.split("=", 1) for each in given.set)
    settings = {name: value for name, value in settings.items() if value}
    program = [*shlex.split(given.under), given.python]
    with tempfile.TemporaryDirectory() as folder:
        env = {"PYTHONPATH": str(ROOT / "code"), **settings, KEPT: folder}
        command = [*program, "-m", "ipykernel_launcher", "-f", "{connection_file}", *QUIET]
        spec = Path(folder, "kernels", "digits", "kernel.json")
        spec.parent.mkdir(parents=True)
        spec.write_text(json.dumps({"argv": command, "display_name": "", "env": env}), "utf8")
        os.environ["JUPYTER_PATH"] = folder
        what = [*program, "-c", WHAT]
        said = subprocess.run(what, env=os.environ | env, capture_output=True, text=True)
        print(said.stdout.strip() or said.stderr, given.under, *given.set, flush=True)
        for chapter in given.chapters or record.chapters():
            path = ROOT / "chapters" / "en" / f"{chapter}.md"
            notebook = read_notebook(path)
            recorded = record.sections((record.RECORDED / f"{chapter}.txt").read_text("utf8"))
            trained = cells_after_training(notebook)
            print(row(chapter, recorded, dict(run(path, notebook)), trained), flush=True)


if __name__ == "__main__":
    main()
