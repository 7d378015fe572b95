"""The tests themselves: what they share is in tests/support, and every mutant still has its place."""

import ast

import pytest
from mutants import MUTANTS

from support.copies import ROOT

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
