"""What any test can ask for: the built site, made up to date once, a browser, a small book."""

import functools
import gc
import http.server
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest
from filelock import FileLock
from find_browser import find_browser
from playwright.sync_api import Browser, sync_playwright

from support.copies import build_command
from support.small_book import SmallBook, ran
from tasks import EACH_CELL_TWICE

ROOT = Path(__file__).parent.parent
SITE = ROOT / "_build" / "html"
# The same examples in every run: what fails is the change, not the draw.
hypothesis.settings.register_profile("book", derandomize=True)
hypothesis.settings.load_profile("book")
# Pages that were read stay: looking for garbage after every 700 objects took a sixth of the time.
gc.set_threshold(50_000, 20, 20)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


# Tests that use these build books, drive a browser or print; they are left out while one writes.
SLOW_FIXTURES = {"archive", "book", "browser", "home", "printed", "shared"}
# What takes minutes begins first, so that no core waits for another at the end.
LONG = ("equal_to_the_byte", "without_solutions", "killed", "learn_what_one_learns")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        slow = SLOW_FIXTURES & set(item.fixturenames)
        if slow and not item.get_closest_marker("quick"):
            item.add_marker("slow")
    items.sort(key=lambda item: not any(name in item.name for name in LONG))


def pytest_collection_finish() -> None:
    """The workers need all cores; threads of several on the same core would wait for each other."""
    if "PYTEST_XDIST_WORKER" in os.environ and "torch" in sys.modules:
        sys.modules["torch"].set_num_threads(1)


@pytest.fixture(scope="session")
def site(tmp_path_factory) -> Path:
    """The folder _build/html of this checkout, as the chapters and the code are now."""
    built = tmp_path_factory.getbasetemp().parent / "site"  # says so to all workers of this run
    (ROOT / "_build").mkdir(exist_ok=True)
    with FileLock(ROOT / "_build" / "site.lock"):
        if "PYTEST_XDIST_WORKER" not in os.environ or not built.exists():
            build_site()
            built.touch()
    return SITE


def build_site() -> None:
    env = {**os.environ, **EACH_CELL_TWICE}
    result = subprocess.run(
        build_command("-q"), cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr


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


@pytest.fixture(scope="session")
def built_once(tmp_path_factory) -> tuple[SmallBook, Path]:
    """A small book that was built, and a copy of its folder as it was then."""
    book = SmallBook(tmp_path_factory.mktemp("built") / "book")
    assert ran(book.build()) == ["one", "two"]
    return book, shutil.copytree(book.root, book.root.with_name("as it was"))


@pytest.fixture
def book(request, tmp_path) -> SmallBook:
    """A small book: with the mark `built` as its first build left it, in the folder where that was."""
    if not request.node.get_closest_marker("built"):
        return SmallBook(tmp_path)
    book, copy = request.getfixturevalue("built_once")
    shutil.rmtree(book.root)
    shutil.copytree(copy, book.root)  # with the times of its files
    return book
