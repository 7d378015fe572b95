"""Outputs of code cells: stored under the digest of what produced them, made on every core.

Why not jupyter-cache: it hashes a cell's metadata and gives the cached metadata back, so a Chinese
caption would either run the chapter again or turn English.
"""

from __future__ import annotations

import json
import os
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from sphinx.util import logging

from bilingual_book.core.book import Book
from bilingual_book.execution.chapter_as_notebook import cell_lines, code_cells, read_notebook
from bilingual_book.execution.when_to_run_again import (
    KEPT,
    book_digest,
    keeps,
    kept_folder,
    modules_used,
    outputs_key,
)

logger = logging.getLogger(__name__)


class OutputStore:
    """A file of outputs for each key, in `_build/outputs`."""

    def __init__(self, book: Book):
        self.book = book
        self.folder = book.build / "outputs"

    def path_of(self, notebook: NotebookNode) -> Path:
        return self.folder / f"{outputs_key(self.book, notebook)}.json"

    def is_complete(self) -> bool:
        """Whether the book, as it is now, was found in order and all of its outputs are still here."""
        mark = self.folder / "complete"
        return mark.exists() and mark.read_text("utf8") == self._state()

    def mark_complete(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / "complete").write_text(self._state(), "utf8")

    def _state(self) -> str:
        return "\n".join(
            [
                book_digest(self.book),
                *sorted(path.name for path in self.folder.glob("*.json")),
            ]
        )

    def __contains__(self, notebook: NotebookNode) -> bool:
        return not code_cells(notebook) or self.path_of(notebook).exists()

    def fill(self, notebook: NotebookNode) -> None:
        """Give the code cells of `notebook` their stored outputs."""
        notebook.metadata["language_info"] = {
            "name": "python",
            "pygments_lexer": "ipython3",
        }
        if not code_cells(notebook):
            return
        stored = json.loads(self.path_of(notebook).read_text("utf8"))
        for number, (cell, outputs) in enumerate(zip(code_cells(notebook), stored), start=1):
            cell.outputs = [nbformat.from_dict(output) for output in outputs]
            cell.execution_count = number

    def save(self, notebook: NotebookNode, path: Path) -> None:
        """Store the outputs whole or not at all: a file with this name is never half written."""
        self.folder.mkdir(parents=True, exist_ok=True)
        draft = path.with_suffix(f".{os.getpid()}")
        draft.write_text(json.dumps([cell.outputs for cell in code_cells(notebook)]), "utf8")
        draft.replace(path)


def get_ready(book: Book) -> None:
    """Where no chapter has run yet, import what they need while Sphinx gets ready."""
    if not any(OutputStore(book).folder.glob("*.json")):
        paths = book.chapters(book.source).glob("*.md")  # what is wrong with one is said later
        _prepare(book, "\n".join(path.read_text("utf8", "replace") for path in paths))


def _prepare(book: Book, code: str) -> None:
    from bilingual_book.execution import warm_kernel  # imports the notebook client, half a second

    warm_kernel.prepare(code + "\n".join(modules_used(book, code).values()))


def run_missing(book: Book, timeout_s: int) -> list[str]:
    """Run each chapter whose outputs are not stored, as many at once as there are cores, a cell for `timeout_s` at most.

    Returns one line for each chapter that failed: file, line, cell and error.
    """
    store = OutputStore(book)
    paths = sorted(book.chapters(book.source).glob("*.md"))
    missing = {path: notebook for path in paths if (notebook := read_notebook(path)) not in store}
    if not missing:
        return []
    _prepare(book, "\n".join(map(code_of, missing.values())))
    os.environ[KEPT] = str(kept_folder(book))
    begun = {path: store.path_of(notebook) for path, notebook in missing.items()}
    ordered, waiting = in_order(book, missing)
    problems = []
    with ThreadPoolExecutor(max_workers=(os.cpu_count() or 1) + waiting) as pool:
        running = {pool.submit(_run, path, missing[path], timeout_s): path for path in ordered}
        for number, done in enumerate(as_completed(running), start=1):
            chapter = running[done]
            path = chapter.relative_to(book.root)
            seconds, notebook, problem = done.result()
            how = f"{'failed' if problem else 'ran'} in {seconds:.1f} s"
            logger.info(f"running chapters... [{number}/{len(missing)}] {path} {how}")
            if problem:
                problems.append(f"{path}:{problem}")
            else:
                store.save(notebook, begun[chapter])
    return problems or [
        f"{path.relative_to(book.root)}: it, or code that it uses, changed while chapters ran; build again"
        for path in paths
        if read_notebook(path) not in store
    ]


def code_of(notebook: NotebookNode) -> str:
    return "\n".join(cell.source for cell in code_cells(notebook))


def in_order(book: Book, missing: dict[Path, NotebookNode]) -> tuple[list[Path], int]:
    """The chapters in the order in which they begin, and how many of them wait for another.

    What begins last runs on alone: first those that keep a result or wait for it, then those with most code.
    """
    codes = {path: code_of(notebook) for path, notebook in missing.items()}
    keeping = {path for path in codes if keeps(modules_used(book, codes[path]).values())}
    ordered = sorted(codes, key=lambda p: (p in keeping, len(codes[p])), reverse=True)
    return ordered, max(0, len(keeping) - 1)


def _run(
    path: Path, notebook: NotebookNode, timeout_s: int
) -> tuple[float, NotebookNode, str | None]:
    """Run one notebook in the folder of its chapter: seconds, the notebook with outputs, what went wrong."""
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

    from bilingual_book.execution.warm_kernel import QUIET, connection

    start = time.monotonic()
    problem = None
    try:
        with tempfile.TemporaryDirectory() as folder:
            client = NotebookClient(
                notebook,
                timeout=timeout_s,
                kernel_name="python3",
                record_timing=False,
                shutdown_kernel="immediate",  # a fork has nothing to tidy up
                extra_arguments=QUIET,
                coalesce_streams=True,  # how a stream is cut into pieces depends on the moment
                resources={"metadata": {"path": str(path.parent)}},
            )
            client.config.KernelManager.update(connection(folder))
            client.execute()
    except CellExecutionError as error:
        problem = f"raised {error.ename}: {error.evalue}"
    except CellTimeoutError:
        problem = f"took longer than {timeout_s} s"
    except DeadKernelError:
        problem = "ended the kernel"
    if problem:
        begun = sum(cell.execution_count is not None for cell in code_cells(notebook))
        number = max(begun, 1)  # a kernel can end before it says that it has begun
        problem = f"{cell_lines(notebook)[number - 1]}: cell {number} {problem}"
    return time.monotonic() - start, notebook, problem
