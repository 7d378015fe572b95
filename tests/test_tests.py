"""The tests themselves: what they share is in tests/support, and every mutant still has its place."""

import ast
import os
import random
import shutil
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import numpy
import pytest
import record_outputs
import taught_modules
import torch
from copies_to_break import make_equal
from equivalent_mutants import EQUIVALENT
from fork_for_each_mutant import Result
from generate_mutants import generate
from mutants import MUTANTS
from tests_of_lines import LinesOfTests, statement

from support.copies import ROOT
from support.names_in_code import names
from support.state_of_kernel import digest, generators

TESTS = sorted((ROOT / "tests").glob("test_*.py"))


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.stem)
def test_no_test_module_imports_another(path):
    tree = ast.parse(path.read_text("utf8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {alias.name for node in imports for alias in node.names}
    names |= {node.module for node in imports if isinstance(node, ast.ImportFrom)}
    assert not {name for name in names if name and name.startswith(("test_", "tests."))}


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.what)
def test_every_mutant_has_something_to_break(mutant):
    """The text that it changes is there, in both languages where it says so, and so are its tests."""
    assert not mutant.stale(ROOT)
    file, _, test = mutant.tests.partition("[")[0].partition("::")
    assert f"def {test}" in (ROOT / file).read_text("utf8")


@pytest.mark.parametrize("module", sorted({module for module, *_ in EQUIVALENT}))
def test_every_mutant_set_aside_as_equivalent_is_one_that_is_generated(module):
    (path,) = taught_modules.find_modules([module])
    changes = {(mutant.old, mutant.new) for mutant in generate(ROOT, str(path))}
    aside = [(old, new) for name, old, new, why in EQUIVALENT if name == module and why]
    assert aside and len(aside) == len(set(aside)) and changes >= set(aside)


@pytest.mark.parametrize(
    ("options", "answer", "recorded"),
    [
        ([], "y", "new"),
        ([], " Y ", "new"),
        ([], "", "old"),
        ([], "n", "old"),
        (["--yes"], None, "new"),
    ],
)
def test_outputs_are_recorded_anew_by_a_yes_alone(tmp_path, monkeypatch, options, answer, recorded):
    (tmp_path / "one.txt").write_text("old")
    monkeypatch.setattr(record_outputs, "RECORDED", tmp_path)
    monkeypatch.setattr(record_outputs, "chapters", lambda: ["one"])
    monkeypatch.setattr(record_outputs, "printed", lambda chapter: [chapter])
    monkeypatch.setattr(record_outputs, "write", lambda cells: "new")
    monkeypatch.setattr("builtins.input", lambda question: answer)
    monkeypatch.setattr(sys, "argv", ["record_outputs.py", *options])
    if recorded == "new":
        record_outputs.main()
    else:
        with pytest.raises(SystemExit, match="Nothing was recorded"):
            record_outputs.main()
    assert (tmp_path / "one.txt").read_text() == recorded


def test_every_folder_of_the_taught_code_has_its_tests():
    """And no module is without mutants' tests: each file is there."""
    folders = {path.parent.name for path in taught_modules.find_modules([])}
    assert folders == taught_modules.TESTS.keys()
    names = {name for tests in taught_modules.TESTS.values() for name in tests}
    assert names <= {path.stem.removeprefix("test_") for path in TESTS}


def test_a_module_is_chosen_by_its_name_or_its_folder():
    (watch,) = taught_modules.find_modules(["attention.watch"])
    assert watch.as_posix() == "code/tensorbytensor/attention/watch.py"
    assert {watch} < {*taught_modules.find_modules(["attention"])}
    with pytest.raises(SystemExit, match=r"No module attention\.nothing; there are: attention\."):
        taught_modules.find_modules(["attention.nothing"])


SOURCE = '''
"""A docstring."""

__all__ = ["f"]
LIMIT = 3


@decorated(1)
def f(x: Literal["a"], key="b", *, most=2):
    """Another one."""
    check_width("x", x, 4)
    given = f"x is {x + 1}"
    require(x < LIMIT and key, f"{given}, but not {x - 1}")
    if key:
        x.clear()
    return g(x, key, most=most), x.transpose(0, 1) if most else -x
'''


def test_a_module_is_changed_in_what_it_computes_and_not_in_its_texts(tmp_path):
    (tmp_path / "m.py").write_text(SOURCE, "utf8")
    mutants = generate(tmp_path, "m.py")
    changed = {(mutant.line, mutant.new) for mutant in mutants}
    lines = SOURCE.splitlines()
    texts = {
        number
        for number, line in enumerate(lines, 1)
        if any(start in line for start in ('"""', "__all__", "given ="))
    }
    assert not texts & {line for line, _ in changed}
    assert {
        (5, "LIMIT = 4"),
        (5, "LIMIT = 2"),
        (9, 'def f(x: Literal["a"], key="XXbXX", *, most=2):'),
        (9, 'def f(x: Literal["a"], key="b", *, most=3):'),
        (11, "pass"),
        (11, 'check_width("x", x, 5)'),
        (13, 'require(x <= LIMIT and key, f"{given}, but not {x - 1}")'),
        (13, 'require(x < LIMIT or key, f"{given}, but not {x - 1}")'),
        (13, "pass"),
        (14, "if not (key):"),
        (15, "pass"),
        (16, "return g(key, x, most=most), x.transpose(0, 1) if most else -x"),
        (16, "return g(None, key, most=most), x.transpose(0, 1) if most else -x"),
        (16, "return g(x, key, ), x.transpose(0, 1) if most else -x"),
        (16, "return g(x, key, most=most), x.transpose(0, 1) if most else +x"),
    } <= changed
    assert not any("transpose(1, 0)" in new for _, new in changed)  # the same
    assert len({mutant.source for mutant in mutants}) == len(mutants) > 25
    for mutant in mutants:
        ast.parse(mutant.source)


def test_a_line_belongs_to_its_statement_and_a_body_does_not(tmp_path):
    path = tmp_path / "m.py"
    path.write_text("if (a and\n    b):\n    f(1,\n      2)\n    g()\n", "utf8")
    lines = [[*statement(path, line)] for line in range(1, 6)]
    assert lines == [[1, 2], [1, 2], [3, 4], [3, 4], [5]]


def test_a_mutant_meets_the_tests_of_its_line_or_all():
    """All where the line runs at an import, in a fixture or in another process."""
    file, this = (
        "code/tensorbytensor/attention/watch.py",
        "test_tests.test_a_mutant_meets_the_tests",
    )
    this += "_of_its_line_or_all"
    source = (ROOT / file).read_text("utf8").splitlines()
    inner, outer, unrun = (
        next(number for number, line in enumerate(source, 1) if text in line)
        for text in ("weights[name] =", "def watch", "hook.remove")
    )
    ran = {inner: [this], outer: ["", this]}
    data = SimpleNamespace(contexts_by_lineno=lambda path: ran if path == f"/copy/{file}" else {})
    found = LinesOfTests(data, Path("/copy"), ("tests/test_x.py", "-k", "words"), 1.0)
    assert found.of(file, inner) == (f"tests/{this.replace('.', '.py::')}", "-k", "words")
    ran[inner] = ["test_tests.no_test"]
    assert {found.of(file, line) for line in (inner, outer, unrun)} == {found.arguments}


def test_a_mutant_is_caught_by_what_a_test_saw():
    """Not by a browser that died, a file that could not be read or a time that was up."""
    seen = "FAILED tests/test_x.py::test_y - AssertionError: 3 == 4"
    died = "FAILED tests/test_x.py::test_y - playwright._impl._errors.TargetClosedError: Page.goto"
    assert Result(1, seen, 1.0).caught
    for status, said in ((1, died), (0, ""), (2, seen), (4, seen), (None, seen)):
        assert not Result(status, said, 1.0).caught


def test_a_place_is_restored_to_what_it_was_and_only_where_it_changed(tmp_path):
    whole, copy = tmp_path / "whole", tmp_path / "copy"
    (whole / "folder" / "empty").mkdir(parents=True)
    for name in ("same", "longer", "newer", "gone", "folder/inner"):
        (whole / name).write_text(name, "utf8")
        os.utime(whole / name, (1, 1))  # a clock may stand still between two writes
    (whole / "link").symlink_to("same")
    make_equal(whole, copy)
    before = (copy / "same").stat()
    (copy / "longer").write_text("longer!", "utf8")
    (copy / "newer").write_text("newer", "utf8")
    (copy / "gone").unlink()
    (copy / "gone").mkdir()
    (copy / "added").write_text("", "utf8")
    (copy / "added folder").mkdir()
    shutil.rmtree(copy / "folder")
    (copy / "folder").write_text("a file", "utf8")
    (copy / "link").unlink()
    (copy / "link").symlink_to("newer")
    make_equal(whole, copy)
    found = sorted(path.relative_to(copy).as_posix() for path in copy.rglob("*"))
    assert found == sorted(path.relative_to(whole).as_posix() for path in whole.rglob("*"))
    for path in whole.rglob("*"):
        other = copy / path.relative_to(whole)
        assert other.is_dir() == path.is_dir()
        assert path.is_dir() or other.read_bytes() == path.read_bytes()
    assert (copy / "link").readlink() == Path("same")
    after = (copy / "same").stat()
    assert (after.st_ino, after.st_ctime_ns) == (before.st_ino, before.st_ctime_ns)


BEFORE = """
import torch
from torch import nn
from tensorbytensor.experiments import without

class Counter:
    calls = 0

    @property
    def twice(self):
        return 2 * self.calls

    @classmethod
    def once_more(cls):
        cls.calls += 1
        return cls.calls

def draw():
    return torch.rand(2, generator=rng)

def count(n):
    return n and count(n - 1)

def bump(by=[1]):
    by[0] += 1
    return by[0]

rng, words, model = torch.Generator().manual_seed(0), ["a", "b"], nn.Linear(2, 2)
x, counter = torch.ones(2), Counter()
loss = model(x).sum()
ways = [torch.nn.attention.SDPBackend.MATH]
seeing = nn.Linear(2, 2)
seeing.mask = None
without(seeing, "mask")  # which gives it a function that no module has
"""


@pytest.mark.parametrize(
    ("cell", "same"),
    [
        ("print(words, x + 1)", True),
        ("y = x + 1\nprint(y)", True),
        ("print(model(x).detach())", True),
        ("torch.rand(2, generator=torch.Generator().manual_seed(1))", True),
        ("words.append('c')", False),
        ("x += 1", False),
        ("x = x + 1", False),
        ("x[0] = -0.0 * x[0]", False),
        ("model(x).sum().backward()", False),  # the gradients grow
        ("model.weight.data.zero_()", False),
        ("model.eval()", False),
        ("draw()", False),  # the generator goes on
        ("x.requires_grad_()", False),
        ("count(3)", True),
        ("bump()", False),
        ("print(ways)", True),
        ("ways[0] = torch.nn.attention.SDPBackend.FLASH_ATTENTION", False),
        ("counter.calls = 1", False),
        ("Counter.calls = 1", False),
        ("print(counter.twice)", True),
        ("Counter.once_more()", False),
        ("print(seeing.mask(x))", True),
        ("seeing.mask = lambda ids: x", False),
        ("loss.backward()", False),  # a second time there is no graph
    ],
)
def test_a_cell_that_changes_what_it_reads_is_known(cell, same, monkeypatch):
    """Then alone it has to run twice for one to know that it can."""
    kernel = ModuleType("__main__")
    monkeypatch.setitem(sys.modules, "__main__", kernel)
    exec(BEFORE, vars(kernel))
    used = names(compile(cell, "", "exec"))[0]
    before = digest(used, vars(kernel))
    exec(cell, vars(kernel))
    after = digest(used, vars(kernel))
    assert (before is not None and before == after) == same


@pytest.mark.parametrize(
    ("draw", "is_common"),
    [
        (lambda: torch.rand(1), True),
        (random.random, True),
        (lambda: numpy.random.rand(), True),
        (lambda: torch.rand(1, generator=torch.Generator()), False),
        (lambda: random.Random(0).random(), False),
        (lambda: numpy.random.default_rng(0).random(), False),
    ],
)
def test_a_cell_that_draws_from_a_common_generator_is_known(draw, is_common):
    """It has to run twice, too."""
    before = generators()
    draw()
    assert (generators() != before) == is_common
