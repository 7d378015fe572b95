"""Run the chapters' cells somewhere else, and say which printed digits differ from tests/recorded.

    digits.py [CHAPTER …] [--set NAME=VALUE …] [--python PROGRAM] [--under "qemu-x86_64 -cpu Haswell"]

Without options the settings are those of a build. `--set MKL_CBWR=` takes one of them away. The other Python needs what
readers install, and ipykernel. The report is a row of Markdown for each chapter, see code/README.md.
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

from bilingual_book.execution.chapters import code_cells, read_notebook
from bilingual_book.execution.warm_kernel import QUIET
from bilingual_book.execution.when_to_run_again import ENVIRONMENT, KEPT
from support.recorded_outputs import (
    NUMBER,
    RECORDED,
    ROOT,
    cell_text,
    chapters,
    differences,
    sections,
)

WHAT = """import platform, torch
print(platform.machine(), "torch", torch.__version__, torch.backends.cpu.get_cpu_capability())"""
SLOW_S = 3600  # an emulated processor is twenty times slower


def largest_change(old: str, new: str) -> float:
    """Of the numbers in two prints, the largest difference, relative to the larger of both."""
    pairs = zip(*([float(n.replace("−", "-")) for n in NUMBER.findall(t)] for t in (old, new)))
    return max((abs(x - y) / max(abs(x), abs(y)) for x, y in pairs if x != y), default=0.0)


def row(chapter: str, recorded: dict[str, str], printed: dict[str, str]) -> str:
    """Cells that print; that print otherwise; that the tests refuse, the first of them; the largest change."""
    cells = sorted(recorded | printed, key=int)
    pairs = {cell: (recorded.get(cell, ""), printed.get(cell, "")) for cell in cells}
    other = [cell for cell, (old, new) in pairs.items() if old != new]
    wrong = {cell: found for cell in other if (found := list(differences(*pairs[cell])))}
    first = next((f"cell {cell}, {found[0]}" for cell, found in wrong.items()), "")
    change = max((largest_change(*pairs[cell]) for cell in other), default=0.0)
    figures = len(cells), len(other), len(wrong), f"{change:.0e}" if change else 0
    return f"| {chapter} | {' | '.join(map(str, figures))} | {first.replace('|', '¦')} |"


def run(path: Path) -> Iterator[tuple[str, str]]:
    """What each cell of a chapter prints, as it is recorded; what comes after an error prints nothing."""
    notebook = read_notebook(path)
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
        if text := cell_text(cell).strip("\n"):
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
        for chapter in given.chapters or chapters():
            printed = dict(run(ROOT / "chapters" / "en" / f"{chapter}.md"))
            recorded = sections((RECORDED / f"{chapter}.txt").read_text("utf8"))
            print(row(chapter, recorded, printed), flush=True)


if __name__ == "__main__":
    main()
