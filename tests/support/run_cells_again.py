"""Each cell of a chapter once more, right after itself, in the kernel of the build; what that gave is kept beside the build.

So a chapter's trainings run once for its page and for the tests. A cell that takes long is not run again where it leaves
all that it reads as it was (`same_when_run_again`): the same code would find the same.
"""

import base64
import hashlib
import json
import os
import time
from collections.abc import Iterator
from pathlib import Path

from IPython.utils.capture import capture_output

from support.same_when_run_again import digest, stir
from support.shapes import shapes

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "_build" / "cells_run_again"
LONG_S = 0.1


def code_digest() -> str:
    """Of the taught code, all of it."""
    files = sorted((ROOT / "code" / "tensorbytensor").rglob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()


def begin(shell) -> None:
    """In a kernel: from now on, each cell runs twice. A line of JSON for each goes into a file of this kernel's own."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    file = (FOLDER / f"{time.time_ns()}-{os.getpid()}.jsonl").open("w", buffering=1)
    file.write(json.dumps(code_digest()) + "\n")
    found, began, is_second = None, 0.0, False

    def before(info) -> None:
        nonlocal found, began
        if not is_second:
            stir()
            found, began = digest(info.raw_cell, shell.user_ns), time.monotonic()

    def after(result) -> None:
        nonlocal is_second
        if is_second:
            return
        source, again = result.info.raw_cell, None
        is_long = time.monotonic() - began > LONG_S
        if not is_long or found is None or digest(source, shell.user_ns) != found:
            is_second = True
            # The trap first, or it takes what the cell ends with.
            with shell.display_trap, capture_output() as captured:
                shell.run_cell(source, store_history=False)
            is_second = False
            again = {
                "stdout": captured.stdout,
                "stderr": captured.stderr,
                "shown": [*shown(captured)],
            }
        line = {"source": source, "again": again, "shapes": shapes(source, shell.user_ns)}
        file.write(json.dumps(line) + "\n")

    shell.events.register("pre_run_cell", before)
    shell.events.register("post_run_cell", after)


def shown(captured) -> Iterator[dict]:
    """What a cell displayed and what its last line is, as a notebook has them."""
    for output in captured.outputs:
        yield {
            kind: base64.b64encode(data).decode() if isinstance(data, bytes) else data
            for kind, data in output.data.items()
        }


def second_runs(sources: list[str]) -> list[dict] | None:
    """Of each of a chapter's cells what it gave `again`, None if it did not need to run twice, and the `shapes` of its names.

    By the latest kernel that ran just these cells, with the code as it is now; None if there was none.
    """
    code = code_digest()
    for path in sorted(FOLDER.glob("*.jsonl"), reverse=True):
        first, *lines = map(json.loads, path.read_text("utf8").splitlines())
        if first == code and [line["source"] for line in lines] == sources:
            return lines
    return None
