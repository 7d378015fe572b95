"""What any test can ask for: the built site, made up to date once, a browser, a small book."""

import functools
import http.server
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest
from playwright.sync_api import Browser, sync_playwright

from support.small_book import SmallBook
from tasks import find_browser

ROOT = Path(__file__).parent.parent
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
    path = find_browser()
    assert path, "Chromium is missing: python3 tasks.py test says how to install it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def served(site) -> Iterator[str]:
    """The site under a sub-path of a server on this machine."""

    class Handler(http.server.SimpleHTTPRequestHandler):
        def translate_path(self, path):
            return super().translate_path(path.removeprefix("/some/sub-path"))

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Handler, directory=str(site))
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/some/sub-path/"
    server.shutdown()


@pytest.fixture
def book(tmp_path) -> SmallBook:
    return SmallBook(tmp_path)
