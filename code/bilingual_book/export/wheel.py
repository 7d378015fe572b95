"""What the book teaches as a wheel beside the notebooks, which need it: `_build/html/notebooks/*.whl`.

Built by setuptools from a copy of its sources, without a network, and the same to the byte everywhere.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from importlib import metadata
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

from bilingual_book.core.keep_made_files import make_once
from bilingual_book.core.problems import end_build
from bilingual_book.execution.when_to_run_again import PACKAGE

START_OF_ZIP_TIME = "315532800"  # 1980: no file of the wheel has the time of its build
BUILD = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"


def version(root: Path) -> str:
    if not (root / "pyproject.toml").exists():
        end_build(f"{root}/pyproject.toml is missing: it has the version of the readers' wheel")
    return re.search(r'^version = "(.+)"', (root / "pyproject.toml").read_text("utf8"), re.M)[1]


def name(root: Path) -> str:
    return f"{PACKAGE}-{version(root)}-py3-none-any.whl"


def build(root: Path, folder: Path) -> None:
    """Put the wheel into `folder`, in place of any other."""
    sources = _sources(root)
    made_of = [f"setuptools {metadata.version('setuptools')}".encode()]
    for path in sources:
        made_of += [path.relative_to(root).as_posix().encode(), path.read_bytes()]
    wheel = make_once(root / "_build", made_of, lambda path: _build(root, sources, path))
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.whl"):
        old.unlink()
    shutil.copyfile(wheel, folder / name(root))


def _build(root: Path, sources: list[Path], wheel: Path) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "sources"
        for path in sources:
            copy = folder / path.relative_to(root)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
        result = subprocess.run(
            [sys.executable, "-c", BUILD, temporary],
            cwd=folder,
            env={**os.environ, "SOURCE_DATE_EPOCH": START_OF_ZIP_TIME},
            umask=0o022,  # readable by all, whoever builds it
            capture_output=True,
            text=True,
            check=False,
        )
        if result.returncode:
            raise ExtensionError(f"no wheel: {result.stderr.strip().splitlines()[-1]}")
        shutil.copyfile(Path(temporary) / name(root), wheel)


def _sources(root: Path) -> list[Path]:
    """The taught code alone, without what Python left there."""
    taught = (root / "code" / PACKAGE).rglob("*.py")
    beside = (root / file for file in ("pyproject.toml", "LICENSE"))
    return sorted([*taught, *filter(Path.exists, beside)])


def build_with_site(app: Sphinx, exception: Exception | None) -> None:
    book = app.bilingual_book
    if exception is None and book.is_source:
        build(book.root, book.html / "notebooks")


def setup(app: Sphinx) -> None:
    # Pages name the file: they are written anew when its name changes.
    app.add_config_value("bilingual_book_wheel", name(app.bilingual_book.root), "html", str)
