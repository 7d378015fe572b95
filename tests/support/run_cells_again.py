"""Each cell of a chapter once more, right after itself, in the kernel of the build; what that gave is kept beside the build.

So a chapter's trainings run once for its page and for the tests. A cell that takes long is not run again where it leaves
all that it reads as it was (`state_of_kernel`): the same code would find the same.
"""

import base64
import hashlib
import json
import os
import time
from collections.abc import Iterator
from pathlib import Path

from IPython.utils.capture import capture_output

from support.names_in_code import names
from support.shapes import shapes
from support.state_of_kernel import digest, generators

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "_build" / "cells_run_again"
LONG_S = 0.1
# What is known is what these found.
FINDERS = ("run_cells_again", "state_of_kernel", "names_in_code", "shapes")


def begin(shell) -> None:
    """In a kernel: run each cell again from now on. A line of JSON for each goes into a file of this kernel's own.

    It has what the cell gave `again` (None if it did not run), whether its first run took long and left what it reads
    `unchanged`, and the `shapes` of its names.
    """
    package = ROOT / "code" / "tensorbytensor"
    modules = {
        path.relative_to(package).as_posix(): _hash(path.read_text("utf8"))
        for path in package.rglob("*.py")
    }
    FOLDER.mkdir(parents=True, exist_ok=True)
    file = (FOLDER / f"{time.time_ns()}-{os.getpid()}.jsonl").open("w", buffering=1)
    file.write(json.dumps(modules | _finders()) + "\n")
    known, found, began, is_second = shell.user_ns, None, 0.0, False

    def before(info) -> None:
        nonlocal found, began
        if not is_second:
            found, began = _state(info.raw_cell, known), time.monotonic()

    def after(result) -> None:
        nonlocal is_second
        if is_second:
            return
        is_long = time.monotonic() - began > LONG_S
        source, again = result.info.raw_cell, None
        unchanged = is_long and None not in found and _state(source, known) == found
        if not unchanged:
            is_second = True
            # The trap first: within the capture it would let the value of the last line escape.
            with shell.display_trap, capture_output() as captured:
                ran = shell.run_cell(source, store_history=False)
            is_second = False
            again = {
                "stdout": captured.stdout,
                "stderr": captured.stderr,
                "shown": [*_shown(captured)],
                "error": repr(ran.error_before_exec or ran.error_in_exec),
            }
        line = {"source": source, "again": again, "unchanged": unchanged}
        file.write(json.dumps(line | {"shapes": shapes(source, known)}) + "\n")

    shell.events.register("pre_run_cell", before)
    shell.events.register("post_run_cell", after)


def _state(source: str, known: dict) -> tuple[str | None, str]:
    """All that a run of the cell can depend on."""
    return digest(names(compile(source, "", "exec"))[0], known), generators()


def _finders() -> dict[str, str]:
    return {
        name: _hash(Path(__file__).with_name(f"{name}.py").read_text("utf8")) for name in FINDERS
    }


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf8")).hexdigest()


def _shown(captured) -> Iterator[dict]:
    """What a cell displayed and what its last line is, as a notebook has them."""
    for output in captured.outputs:
        yield {
            kind: base64.b64encode(data).decode() if isinstance(data, bytes) else data
            for kind, data in output.data.items()
        }


def second_runs(sources: list[str], modules: dict[str, str]) -> list[dict] | None:
    """What is known of each of a chapter's cells, see `begin`, by the latest kernel that ran just these cells.

    modules: those that the chapter uses, with their text as it is now. None if no kernel ran it with them.
    """
    wanted = {name: _hash(text) for name, text in modules.items()} | _finders()
    for path in sorted(FOLDER.glob("*.jsonl"), reverse=True):
        try:
            then, *lines = map(json.loads, path.read_text("utf8").splitlines())
        except ValueError:  # one that has only begun, or was killed
            continue
        if wanted.items() <= then.items() and [line["source"] for line in lines] == sources:
            return lines
    return None
