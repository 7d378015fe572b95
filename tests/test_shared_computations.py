"""What takes long is computed once for all chapters that need it, and never when it is stale."""

import shutil
from dataclasses import replace
from types import SimpleNamespace

import pytest
from nbformat.v4 import new_code_cell, new_notebook

from bilingual_book import build_start_and_end
from bilingual_book.execution import stored_outputs, warm_kernel
from support.compare_outputs import BOOK
from support.copies import ROOT
from support.small_book import CHAPTER, SmallBook, ran

pytestmark = pytest.mark.slow
SLOW = """
from pathlib import Path

import torch

from tensorbytensor.deeper import FACTOR
from tensorbytensor.keep_result_on_disk import kept


def drawn():
    def draw():
        with Path({file!r}).open("a") as file:
            file.write("once ")
        return {{"x": torch.rand(1, generator=torch.Generator().manual_seed(FACTOR))}}

    result = kept("drawn", draw)
    return result["x"]
"""


def test_chapters_share_what_one_of_them_computes_until_its_code_changes(tmp_path):
    book, file = SmallBook(tmp_path / "book"), tmp_path / "computed"
    package = book.root / "code" / "tensorbytensor"
    source = ROOT / "code" / "tensorbytensor" / "experiments" / "keep_result_on_disk.py"
    shutil.copytree(source.parents[1] / "basics", package / "basics")
    (package / "keep_result_on_disk.py").write_text(source.read_text("utf8"), "utf8")
    (package / "slow.py").write_text(SLOW.format(file=str(file)), "utf8")
    code = "from tensorbytensor.slow import drawn\nfrom tensorbytensor.small import times\n\n"
    code += "print(drawn(), times(1))"
    for name, term in (("one", "token"), ("two", "mask")):
        for language, prose in (("en", "p"), ("zh", "中文")):
            text = CHAPTER.format(name=name, title="T", prose=prose, code=code, term=term)
            book.write(language, name, text)
    assert ran(book.build()) == ["one", "two"]
    assert file.read_text() == "once "
    first = book.outputs("one")
    assert first == book.outputs("two")
    # a module that what is kept does not use
    book.edit(package / "small.py", "x * FACTOR", "x * (FACTOR + 1)")
    assert ran(book.build()) == ["one", "two"]
    assert file.read_text() == "once " and book.outputs("one") != first
    # a module that it uses
    book.edit(package / "deeper.py", "2", "3")
    assert ran(book.build()) == ["one", "two"]
    assert file.read_text() == "once once "


def test_chapters_that_wait_for_each_other_begin_first_and_leave_no_core_idle(tmp_path):
    """The chapter with most code begins after those that share a long computation; prose takes no time."""
    book = SmallBook(tmp_path / "book")
    (book.root / "code" / "tensorbytensor" / "slow.py").write_text(SLOW.format(file=""), "utf8")
    sources = {"small": "import tensorbytensor.slow", "middle": "x = 1" * 20, "large": "x = 1" * 30}
    sources["next"] = "from tensorbytensor.slow import drawn"
    missing = {}
    for name, code in sources.items():
        path = book.path("en", name)
        path.write_text("x" * (9 if name == "middle" else 1), "utf8")
        missing[path] = new_notebook(cells=[new_code_cell(code)])
    ordered, waiting = stored_outputs.in_order(replace(BOOK, root=book.root), missing)
    assert [path.stem for path in ordered] == ["next", "small", "large", "middle"]
    assert waiting == 1


@pytest.mark.parametrize("language", [BOOK.source, BOOK.others[0]])
def test_libraries_are_imported_early_once_for_all_languages(tmp_path, monkeypatch, language):
    prepared = []
    monkeypatch.setattr(warm_kernel, "prepare", prepared.append)
    here = replace(BOOK, root=SmallBook(tmp_path).root, build=tmp_path, language=language)
    build_start_and_end.warm_up(SimpleNamespace(bilingual_book=here), None)
    assert len(prepared) == here.is_source


def test_libraries_are_imported_early_only_where_nothing_has_run(tmp_path, monkeypatch):
    book, prepared = SmallBook(tmp_path), []
    monkeypatch.setattr(warm_kernel, "prepare", prepared.append)
    here = replace(BOOK, root=book.root, build=book.root / "_build")
    book.edit(book.root / "code" / "tensorbytensor" / "small.py", "from ", "import wave\nfrom ")
    book.path("en", "index").write_bytes(b"\xff")
    stored_outputs.get_ready(here)
    [code] = prepared
    assert "import numpy" in code and "import wave" in code  # of a chapter, and of a module
    stored = here.build / "outputs" / "one.json"
    stored.parent.mkdir(parents=True)
    stored.with_suffix(".123").touch()  # a draft that a killed build left
    stored_outputs.get_ready(here)
    assert prepared == [code, code]
    stored.touch()
    stored_outputs.get_ready(here)
    assert prepared == [code, code]


def test_a_book_is_complete_until_its_sources_change_or_outputs_are_lost(tmp_path):
    book = SmallBook(tmp_path)
    here = replace(BOOK, root=book.root, build=book.root / "_build")
    store = stored_outputs.OutputStore(here)
    store.folder.mkdir(parents=True)
    for name in ("one", "two"):
        (store.folder / f"{name}.json").write_text("[]", "utf8")
    assert not store.is_complete()
    store.mark_complete()
    assert stored_outputs.OutputStore(here).is_complete()
    (store.folder / "two.json").rename(store.folder / "two.123")
    assert not store.is_complete()
    (store.folder / "two.123").rename(store.folder / "two.json")
    assert store.is_complete()
    module = book.root / "code" / "tensorbytensor" / "small.py"
    module.write_text(module.read_text("utf8") + "\n\nmore = 1\n", "utf8")
    assert not stored_outputs.OutputStore(here).is_complete()
