"""The archive of a release: unpacked where nothing else is, installed as it says, and run."""

import os
import re
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell

from bilingual_book.execution.chapter_as_notebook import code_cells, read_notebook
from bilingual_book.export import wheel
from support.compare_outputs import ROOT, cell_text, chapters, differences, printed

sys.path.insert(0, str(ROOT / "release"))
import pack

pytestmark = pytest.mark.xdist_group("pack")  # one worker makes what they share

QUICK = {"en": "attention", "zh": "attention-in-pytorch"}
NAME = f"tensorbytensor-{wheel.version(ROOT)}"


@pytest.fixture(scope="module")
def archive(site) -> Path:
    return pack.pack(ROOT)


@pytest.fixture(scope="module")
def unpacked(archive, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("elsewhere")
    with zipfile.ZipFile(archive) as file:
        file.extractall(folder)
    assert [path.name for path in folder.iterdir()] == [NAME]
    return folder / NAME


@pytest.fixture(scope="module")
def programs(unpacked) -> Path:
    """Where the programs of a fresh environment are, made as the archive's README says."""
    venv.create(unpacked / ".venv", with_pip=True)
    programs = unpacked / ".venv" / ("Scripts" if os.name == "nt" else "bin")
    elsewhere(unpacked, programs / "pip", "install", "-q", "--no-compile", "-r", "requirements.txt")
    return programs


def elsewhere(folder: Path, *command: object) -> str:
    """Run a command that knows nothing of this checkout."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "VIRTUAL"))}
    result = subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def test_the_archive_has_everything_once(archive, unpacked, site):
    files = {
        path.relative_to(unpacked).as_posix() for path in unpacked.rglob("*") if path.is_file()
    }
    files = {file for file in files if not file.startswith(".venv")}
    top = {"README.md", "README.zh.md", "LICENSE", "requirements.txt", wheel.name(ROOT)}
    notebooks = {f"notebooks/{code}/{name}.ipynb" for code in QUICK for name in chapters()}
    pages = {f"site/{path.relative_to(site)}" for path in site.rglob("*") if path.is_file()}
    assert files == top | notebooks | pages
    assert {"site/index.html", "site/zh/index.html"} <= pages
    with zipfile.ZipFile(archive) as packed:  # whose owner may read and write it, and all read it
        assert {info.external_attr >> 16 for info in packed.infolist()} == {0o644}
    before = archive.read_bytes()
    assert pack.pack(ROOT).read_bytes() == before  # to the byte


def test_the_readmes_name_what_is_there(unpacked):
    for name, code in (("README.md", "en"), ("README.zh.md", "zh")):
        text = (unpacked / name).read_text("utf8")
        for path in re.findall(r"`((?:site|notebooks)[\w/.]*)`|\]\((\w[\w.]+)\)", text):
            assert (unpacked / "".join(path)).exists(), path
        assert "pip install -r requirements.txt" in text
        assert f"jupyter lab notebooks/{code}" in text


def test_every_requirement_is_pinned(unpacked):
    lines = (unpacked / "requirements.txt").read_text("utf8").splitlines()
    assert lines.pop() == f"./{wheel.name(ROOT)}"
    pin = r'[\w\[\]-]+==[\w.]+(; python_version (>=|<) "[\d.]+")?'
    assert all(re.fullmatch(pin, line) for line in lines)
    project = (ROOT / "pyproject.toml").read_text("utf8")
    # each with its extras, without which some of its parts do not start
    needed = re.findall(r'^    "([\w\[\]-]+)>=', project, re.M)
    assert {*needed, "ipykernel", "jupyterlab"} == {line.partition("==")[0] for line in lines}


def test_every_module_can_be_imported_where_nothing_builds_books(programs, tmp_path):
    script = """
import importlib, importlib.util, pkgutil, tensorbytensor
for module in pkgutil.walk_packages(tensorbytensor.__path__, "tensorbytensor."):
    importlib.import_module(module.name)
    print(module.name)
assert not any(map(importlib.util.find_spec, ("bilingual_book", "sphinx")))
"""
    found = set(elsewhere(tmp_path, programs / "python", "-c", script).split())
    code = ROOT / "code"
    modules = (
        path.relative_to(code).with_suffix("") for path in code.glob("tensorbytensor/*/*.py")
    )
    assert found == {".".join(module.parts).removesuffix(".__init__") for module in modules}


@pytest.mark.parametrize("language", QUICK)
def test_a_notebook_runs_outside_and_prints_what_is_recorded(
    unpacked, programs, language, tmp_path
):
    """From top to bottom, in an empty folder, in a fresh environment, with its kernel."""
    chapter = QUICK[language]
    run = shutil.copy(unpacked / "notebooks" / language / f"{chapter}.ipynb", tmp_path)
    where = "import tensorbytensor; print(tensorbytensor.__file__)"
    assert str(unpacked) in elsewhere(tmp_path, programs / "python", "-c", where)
    elsewhere(tmp_path, programs / "jupyter", "execute", "--inplace", run)
    written = code_cells(read_notebook(ROOT / "chapters" / language / f"{chapter}.md"))
    of_chapter = re.compile(r"cell-\d+")
    cells = [each for each in code_cells(nbformat.read(run, 4)) if of_chapter.fullmatch(each.id)]
    for cell, recorded, source in zip(cells, printed(chapter), written, strict=True):
        cell = new_code_cell(metadata=source.metadata, outputs=cell.outputs)
        # what is exported is for the page alone
        texts = (
            re.sub(r"(?m)^exported: .*$", "", text).rstrip()
            for text in (recorded.text, cell_text(cell))
        )
        assert not list(differences(*texts)), recorded.place


def test_without_a_built_book_nothing_is_packed(tmp_path):
    (tmp_path / "pyproject.toml").write_text('version = "1"\n')
    with pytest.raises(SystemExit, match=r"python3 tasks.py pack"):
        pack.pack(tmp_path)
    assert not (tmp_path / "_build").exists()


def test_a_failure_leaves_no_half_archive(tmp_path, monkeypatch, site):
    root = tmp_path / "book"
    (root / "_build").mkdir(parents=True)
    (root / "_build" / "html").symlink_to(site)
    (root / "pyproject.toml").symlink_to(ROOT / "pyproject.toml")
    (root / "requirements.txt").symlink_to(ROOT / "requirements.txt")
    with pytest.raises(FileNotFoundError):  # the license
        pack.pack(root)
    assert not list((root / "_build").rglob("*.zip")) + list((root / "_build").rglob("*.draft"))
