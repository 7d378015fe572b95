"""The built site, made up to date once for all tests that read it."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(Path(__file__).parent), str(ROOT)]


@pytest.fixture(scope="session")
def site() -> Path:
    """The folder _build/html of this checkout, as the chapters and the code are now."""
    command = [
        Path(sys.executable).with_name("jupyter-book"),
        "build",
        ".",
        "--quiet",
    ]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    return ROOT / "_build" / "html"
