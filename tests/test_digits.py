"""tools/digits.py: what another processor or PyTorch prints otherwise is seen, counted and named."""

import ast
import re
import subprocess
import sys

import pytest
import torch
from digits import row
from nbformat.v4 import new_code_cell, new_notebook
from torch.utils._python_dispatch import TorchDispatchMode

from bilingual_book.execution.chapter_as_notebook import code_cells, read_notebook
from support import compare_outputs as record
from support.after_training import cells_after_training
from support.copies import ROOT, copy_book, environment

RECORDED = {"1": "w 0.25 0.50", "3": "<SOS> je", "20": "picture: −1.0 | 2"}
HEAD = "---\nfile_format: mystnb\nkernelspec: {name: python3}\n---\n"
CELLS = (
    "print(1.25)",
    "import os\n\nprint(os.environ['OMP_NUM_THREADS'], os.environ.get('MKL_CBWR'))",
    "print(os.environ['BELOW'])",
    "1 / 0",
    "print(5)",
)


@pytest.mark.parametrize(
    ("cell", "text", "figures"),
    [
        ("1", "w 0.25 0.50", "3 | 0 | 0 | 0 | 0 | "),
        ("1", "w 0.25 0.51", "3 | 1 | 0 | 0 | 2e-02 | "),  # rounded the other way
        ("1", "w 0.25 0.52", "3 | 1 | 1 | 1 | 4e-02 | cell 1, line 1: expected 0.50, printed 0.52"),
        ("1", "v 0.25 0.50", "3 | 1 | 1 | 1 | 0 | cell 1, line 1: expected 'w 0.25 0.50', "),
        ("3", "<SOS> tu", "3 | 1 | 1 | 1 | 0 | cell 3, line 1: expected '<SOS> je', "),
        ("3", "", "3 | 1 | 1 | 1 | 0 | cell 3, line 1: expected '<SOS> je', printed ''"),
        ("4", "1", "4 | 1 | 1 | 1 | 0 | cell 4, line 1: expected '', printed '1'"),
        ("20", "picture: −1.2 | 2", "3 | 1 | 1 | 1 | 2e-01 | cell 20, line 1: expected −1.0, "),
    ],
)
def test_a_changed_digit_a_changed_word_and_a_missing_cell_are_seen(cell, text, figures):
    assert row("name", RECORDED, RECORDED | {cell: text}, {5}).startswith(f"| name | {figures}")


def test_the_first_cell_that_differs_is_the_first_of_the_chapter():
    assert "cell 3, " in row("name", RECORDED, {"1": RECORDED["1"]}, set())
    assert "cell 3, " in row("name", RECORDED, {"1": RECORDED["1"], "20": "picture"}, set())


def test_what_follows_from_the_training_is_counted_apart():
    figures = row("name", RECORDED, {"1": "w 0.25 0.99"}, {3, 4}).split(" | ")[1:5]
    assert figures == ["3", "3", "3", "2"]


def test_what_uses_the_trained_model_or_comes_of_it_follows_from_the_training():
    cells = (
        "from tensorbytensor.translation import trained_translator",
        "model, data = (0, 1)",
        "def train():\n    return trained_translator()",
        "x = [model for model in (1, 2)]\nprint(model)",
        "model, data = train()",
        "def ask(x):\n    return [model(each) for each in x]",
        "model = 3",
        "print(model)",
        "print(ask(1))",
    )
    notebook = new_notebook(cells=[new_code_cell(cell) for cell in cells])
    assert cells_after_training(notebook) == {3, 5, 6, 9}


@pytest.mark.slow
def test_a_chapter_runs_with_the_settings_and_under_the_program_that_are_named(tmp_path):
    book = copy_book(tmp_path / "book")
    cells = "".join(f"\n```{{code-cell}}\n{cell}\n```\n" for cell in CELLS)
    (book / "chapters" / "en" / "small.md").write_text(HEAD + cells, "utf8")
    record = "## 1\n1.25\n## 2\n2 None\n## 3\nqemu\n## 5\n5\n"
    (book / "tests" / "recorded" / "small.txt").write_text(record, "utf8")
    options = ["--set", "OMP_NUM_THREADS=2", "MKL_CBWR=", "--under", "env BELOW=qemu"]
    ran = subprocess.run(
        [sys.executable, book / "tools" / "digits.py", "small", *options],
        env=environment(book) | {"PYTHONPATH": f"{book / 'code'}:{book / 'tests'}"},
        capture_output=True,
        text=True,
        check=True,
    )
    what, line = ran.stdout.splitlines()
    assert what.split()[1] == "torch" and what.endswith(
        "env BELOW=qemu OMP_NUM_THREADS=2 MKL_CBWR="
    )
    assert line == "| small | 4 | 1 | 1 | 1 | 0 | cell 5, line 1: expected '5', printed '' |"
    assert "small: ZeroDivisionError: division by zero" in ran.stderr
    assert "cell 5, line 1: expected '5', printed ''" in ran.stderr


class Operations(TorchDispatchMode):
    """Which operations are computed."""

    def __init__(self):
        super().__init__()
        self.names = set()

    def __torch_dispatch__(self, operation, types, args=(), kwargs=None):
        self.names.add(operation.name())
        return operation(*args, **(kwargs or {}))


@pytest.mark.parametrize("fused", [False, True])
@pytest.mark.parametrize("kind", [torch.optim.Adam, torch.optim.AdamW])
def test_a_fused_step_takes_its_root_by_itself(kind, fused):
    """`sqrt` is MKL's, and its last bits depend on the processor."""
    weight = torch.ones(20, requires_grad=True)
    optimizer = kind([weight], fused=fused)
    weight.sum().backward()
    with Operations() as found:
        optimizer.step()
    assert ("aten::sqrt" in found.names) is not fused
    assert (weight < 1).all()


def plain_steps(source: str) -> list[str]:
    """The functions in which Adam's step is not the fused one."""
    return [
        function.name
        for function in ast.walk(ast.parse(source))
        if isinstance(function, ast.FunctionDef)
        for call in ast.walk(function)
        if isinstance(call, ast.Call) and ast.unparse(call.func).startswith("torch.optim.Adam")
        if not any(ast.unparse(option) == "fused=True" for option in call.keywords)
    ]


def test_long_trainings_print_the_same_on_every_processor():
    """Their steps are the fused ones. The models of three chapters train briefly, and a plain step can be read."""
    brief = {"small", "encoder-decoder", "decoder-only", "learning"}
    sources = {
        path: path.read_text("utf8") for path in (ROOT / "code/tensorbytensor").rglob("*.py")
    }
    for path in (ROOT / "chapters/en").glob("*.md"):
        if "{code-cell}" in path.read_text("utf8"):
            cells = code_cells(read_notebook(path))
            sources[path] = "\n".join(cell.source for cell in cells)
    found = {path: plain_steps(source) for path, source in sources.items()}
    long = {
        path: names for path, names in found.items() if not {path.stem, path.parent.name} & brief
    }
    assert not any(long.values()), long
    assert sum("fused=True" in sources[path] for path in long) > 8
    assert any(names for path, names in found.items() if path not in long)


@pytest.mark.parametrize(
    ("page", "pattern"),
    [
        ("README.md", r"all of them were tried on a processor by (\w+) and on\sone by (\w+)\."),
        ("README.zh.md", r"在 (\w+) 和 (\w+) 的处理器上，全部各章都试过。"),
    ],
)
def test_readme_names_the_processors_that_the_table_has_for_all_chapters(page, pattern):
    processors = re.search(pattern, (ROOT / page).read_text("utf8")).groups()
    head, *rows = digits_that_agree()
    columns = [head.index(f"{name}, as in a build") for name in processors]
    assert len(set(columns)) == 2 and len(rows) == 13
    assert {row[column] for row in rows for column in columns} == {"0 / 0"}


def digits_that_agree() -> list[list[str]]:
    """The table of code/README.md: its head, then a row a chapter."""
    text = (ROOT / "code/README.md").read_text("utf8").partition("## Which digits agree where")[2]
    head, _, *rows = [
        line.strip("| ").split(" | ") for line in text.splitlines() if line[:1] == "|"
    ]
    return [head, *rows]


def test_the_table_counts_the_cells_that_are_recorded():
    _, *rows = digits_that_agree()
    said = {chapter: int(count) for chapter, count, *_ in rows}
    assert said == {
        chapter: len(record.sections((record.RECORDED / f"{chapter}.txt").read_text("utf8")))
        for chapter in record.chapters()
    }
