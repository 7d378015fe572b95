"""The built site, made up to date once for all tests that read it."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(Path(__file__).parent), str(ROOT)]
# The same examples in every run: what fails is the change, not the draw.
hypothesis.settings.register_profile("book", derandomize=True)
hypothesis.settings.load_profile("book")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


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


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    from tasks import find_browser

    path = find_browser()
    assert path, "Chromium is missing: python3 tasks.py test says how to install it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()
