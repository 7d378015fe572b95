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
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

from bilingual_book.execution.when_to_run_again import PACKAGE

START_OF_ZIP_TIME = "315532800"  # 1980: no file of the wheel has the time of its build
BUILD = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"


def version(root: Path) -> str:
    return re.search(r'^version = "(.+)"', (root / "pyproject.toml").read_text("utf8"), re.M)[1]


def name(root: Path) -> str:
    return f"{PACKAGE}-{version(root)}-py3-none-any.whl"


def build(root: Path, folder: Path) -> None:
    """Put the wheel into `folder`, in place of any other."""
    with tempfile.TemporaryDirectory() as temporary:
        sources = _copy_sources(root, Path(temporary) / "sources")
        result = subprocess.run(
            [sys.executable, "-c", BUILD, temporary],
            cwd=sources,
            env={**os.environ, "SOURCE_DATE_EPOCH": START_OF_ZIP_TIME},
            umask=0o022,  # readable by all, whoever builds it
            capture_output=True,
            text=True,
            check=False,
        )
        if result.returncode:
            raise ExtensionError(f"no wheel: {result.stderr.strip().splitlines()[-1]}")
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("*.whl"):
            old.unlink()
        shutil.copyfile(Path(temporary) / name(root), folder / name(root))


def _copy_sources(root: Path, folder: Path) -> Path:
    """The taught code alone, without what Python left there."""
    ignore = shutil.ignore_patterns("__pycache__", ".*")
    taught = f"code/{PACKAGE}"
    shutil.copytree(root / taught, folder / taught, ignore=ignore)
    for file in ("pyproject.toml", "LICENSE"):
        if (root / file).exists():
            shutil.copyfile(root / file, folder / file)
    return folder


def build_with_site(app: Sphinx, exception: Exception | None) -> None:
    book = app.bilingual_book
    if exception is None and book.is_source:
        build(book.root, book.html / "notebooks")


def setup(app: Sphinx) -> None:
    # Pages name the file: they are written anew when its name changes.
    app.add_config_value("bilingual_book_wheel", name(app.bilingual_book.root), "html", str)
