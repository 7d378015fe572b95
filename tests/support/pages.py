"""The pages of the built site: read from disk, or opened in a browser."""

import functools
from pathlib import Path

from bs4 import BeautifulSoup
from playwright.sync_api import Browser, Page

from support.bilingual_pages import pages

LANGUAGES = {"en": "", "zh": "zh/"}
TAGS = {"en": "en", "zh": "zh-CN"}
ALL = [*pages(), "search"]
UNSET_FORMULAS = """[...document.querySelectorAll("article .math")].filter(formula => {
  const box = formula.querySelector("math:not(:has(merror))")?.getBoundingClientRect();
  return !(box?.width > 0 && box.height > 0);
}).map(formula => formula.outerHTML)"""


class Visit:
    """A page in a window, with all that it asked for and complained of."""

    def __init__(self, browser: Browser, width: int = 1280, scheme: str = "light", **options):
        self.page: Page = browser.new_page(
            viewport={"width": width, "height": 900}, color_scheme=scheme, **options
        )
        self.requests, self.complaints = [], []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on(
            "requestfailed",
            lambda request: self.complaints.append(f"failed: {request.url}"),
        )
        self.page.on(
            "console",
            lambda m: m.type in ("error", "warning") and self.complaints.append(m.text),
        )
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def open(self, url: str) -> Page:
        self.page.goto(url)
        self.page.wait_for_load_state("networkidle")
        return self.page

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.page.close()


def url(site: Path, language: str, page: str) -> str:
    return f"{site.as_uri()}/{LANGUAGES[language]}{page}.html"


def soup(site: Path, language: str, page: str) -> BeautifulSoup:
    return BeautifulSoup(
        (site / LANGUAGES[language] / f"{page}.html").read_text("utf8"),
        "html.parser",
    )


@functools.cache
def ids_of(page: Path) -> set[str]:
    """All places of a page that a link can name; read once, since most pages link to most."""
    found = BeautifulSoup(page.read_text("utf8"), "html.parser").select("[id]")
    return {element["id"] for element in found}
