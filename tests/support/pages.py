"""The pages of the built site: read from disk, or opened in a browser."""

import functools
from pathlib import Path

from axe_playwright_python.base import AXE_SCRIPT
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
FONTS = "document.fonts.ready.then(() => document.fonts.size)"


# The first text or cell that begins below the header, and where: what is kept in its place.
IN_SIGHT = """() => {
  const line = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
  for (const e of document.querySelectorAll('[data-n], [data-cell]')) {
    const { top, height } = e.getBoundingClientRect();
    if (top >= line && height && e.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }))
      return [e.dataset.n ? `[data-n="${e.dataset.n}"]` : `[data-cell="${e.dataset.cell}"]`, top];
  }
}"""
TOP = "name => document.querySelector(name).getBoundingClientRect().top"


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
            lambda request: (
                request.failure == "net::ERR_ABORTED"  # by who goes on to another page
                or self.complaints.append(f"failed: {request.url}")
            ),
        )
        self.page.on(
            "console",
            lambda m: m.type in ("error", "warning") and self.complaints.append(m.text),
        )
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def open(self, url: str) -> Page:
        """Waits for what a page asks for itself, its fonts too; `networkidle` would wait half a second more."""
        self.page.goto(url)
        self.page.evaluate(FONTS)
        return self.page

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.page.close()


# Of axe's rules, these see colours. The one on contrast leaves out the code, whose ground is a gradient;
# FAINT_CODE looks at each of its colours.
OF_COLOURS = ["color-contrast", "link-in-text-block"]
# All sections are laid out for it, as they are for a reader who comes near. What has the same colour, size and
# weight on the same ground has the same contrast: axe looks at three of each kind, since one can lie below
# something else. At all of them it would look twice as long. The words of a line of code are elements for their
# colours alone, which it does not look at: without them it has a third to two thirds of the elements to go through.
RUN_AXE = """async rules => {
  document.documentElement.classList.add('laid-out');
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  const words = '.highlight pre span:not([id], [role], [tabindex], :has(a, button, [id], [role], [tabindex]))';
  for (const word of document.querySelectorAll(words)) word.replaceWith(...word.childNodes);
  const grounds = new Map(), alike = new Map();
  for (const element of document.querySelectorAll('*:not(.highlight pre *)')) {
    const style = getComputedStyle(element), above = grounds.get(element.parentElement);
    const own = [style.backgroundColor, style.backgroundImage, style.opacity, style.filter].join();
    const placed = style.position === 'static' ? '' : element.className;
    const seen = own !== 'rgba(0, 0, 0, 0),none,1,none' || placed;
    grounds.set(element, seen ? [above, own, placed].join() : above);
    element.removeAttribute('data-looked-at');
    const said = [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (!(said || element.matches('input, select, textarea')) || !element.checkVisibility()) continue;
    const look = [grounds.get(element), style.color, style.fontSize, style.fontWeight].join();
    alike.set(look, (alike.get(look) ?? 0) + 1);
    if (alike.get(look) <= 3) element.setAttribute('data-looked-at', '');
  }
  axe.configure({rules: [{id: 'color-contrast', selector: '[data-looked-at]'}]});
  return axe.run(document, {resultTypes: ['violations'], ...(rules && {runOnly: rules})});
}"""


def violations(page: Page, rules: list[str] | None = None) -> list[tuple[str, list[str]]]:
    """What axe finds wrong on a page: each rule with its places; by some `rules` or by all."""
    page.evaluate(AXE_SCRIPT)
    found = page.evaluate(RUN_AXE, rules)["violations"]
    return [(rule["id"], [node["html"][:150] for node in rule["nodes"]]) for rule in found]


# No colour is on its way from one scheme to the other.
FADED = """async () => {
  await new Promise(requestAnimationFrame);
  for (const change of document.getAnimations()) change.finish();
}"""


def violations_in_both_schemes(page: Page) -> list[tuple[str, list[str]]]:
    """Of a page that was opened in the light: all rules there, those that see colours once more in the dark."""
    found = violations(page)
    page.emulate_media(color_scheme="dark")
    page.wait_for_function("document.documentElement.dataset.theme === 'dark'")
    page.evaluate(FADED)
    return found + violations(page, OF_COLOURS)


def url(site: Path, language: str, page: str) -> str:
    return f"{site.as_uri()}/{LANGUAGES[language]}{page}.html"


def soup(site: Path, language: str, page: str) -> BeautifulSoup:
    """A page as it was last written; shared by all tests, so a test that changes it takes a copy."""
    path = site / LANGUAGES[language] / f"{page}.html"
    return _parsed(path, path.stat().st_mtime_ns)


@functools.lru_cache(maxsize=64)
def _parsed(path: Path, _: int) -> BeautifulSoup:
    return BeautifulSoup(path.read_text("utf8"), "html.parser")


@functools.cache
def ids_of(page: Path) -> set[str]:
    """All places of a page that a link can name; read once, since most pages link to most."""
    found = BeautifulSoup(page.read_text("utf8"), "html.parser").select("[id]")
    return {element["id"] for element in found}
