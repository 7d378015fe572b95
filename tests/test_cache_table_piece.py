"""A cache that grows: what is computed, kept and forgotten, and its bytes, are those of the kernel's models."""

import pytest

from support.compare_outputs import exported
from support.pages import LANGUAGES, Visit, url, violations

PIECE = "[data-piece=cache-table]"
WAYS = [("4", "0"), ("2", "0"), ("1", "0"), ("4", "3")]  # groups and window, as the kernel's rows
SAID = {
    "en": "{} tokens read. Computed in this step: {}; in all steps: {}. Kept: {} bytes.",
    "zh": "已读 {} 个词元。这一步计算 {} 个，各步合计 {} 个。缓存里有 {} 字节。",
}


@pytest.fixture(scope="module")
def kept() -> list[list[int]]:
    """The kernel's bytes after 1 to 10 tokens, for each of the ways."""
    return [[int(n) for n in row] for row in exported("generation", "kept")["kept"]]


class CacheTable:
    """The piece, awake."""

    def __init__(self, visit: Visit, site, language: str = "en", query: str = ""):
        self.page = visit.open(url(site, language, "generation") + query)
        self.language, self.place = language, self.page.locator(PIECE)
        self.place.scroll_into_view_if_needed()
        self.page.wait_for_selector(f"{PIECE}.awake")
        self.cache = self.place.locator("[type=checkbox]")
        self.groups, self.window = self.place.locator("select").all()
        self.next, self.again = self.place.locator("button").all()

    def choose(self, groups: str, window: str) -> None:
        self.groups.select_option(groups)
        self.window.select_option(window)

    def columns(self, name: str) -> list[int]:
        """In which columns cells have this class; a column has it in all rows or in none."""
        rows = self.place.locator("tr").evaluate_all(
            """(rows, name) => rows.slice(1).map((row) => [...row.cells].slice(1)
                .flatMap((cell, i) => cell.classList.contains(name) ? [i] : []))""",
            name,
        )
        assert all(row == rows[0] for row in rows)
        return rows[0]

    def says(self, *numbers: int) -> bool:
        text = self.place.locator(".touch-said").inner_text()
        return text == SAID[self.language].format(*numbers)


@pytest.mark.parametrize("language", LANGUAGES)
def test_bytes_and_columns_are_those_of_the_models(site, browser, kept, language):
    with Visit(browser) as visit:
        piece = CacheTable(visit, site, language)
        for (groups, window), row in zip(WAYS, kept):
            piece.again.click()
            piece.choose(groups, window)
            assert piece.place.locator("tr").count() == 1 + 2 * int(groups)
            assert piece.says(0, 0, 0, 0)
            for n in range(4, 11):
                piece.next.click()
                now = 4 if n == 4 else 1
                assert piece.says(n, now, n, row[n - 1])
                held = 2 if window == "3" else n
                assert piece.columns("now") == [*range(n - now, n)]
                assert piece.columns("kept") == [*range(n - held, n)]
                assert piece.columns("gone") == [*range(n - held)]
            assert piece.next.is_disabled()


def test_without_a_cache_each_step_computes_all_again_and_keeps_nothing(site, browser):
    with Visit(browser, has_touch=True) as visit:
        piece = CacheTable(visit, site)
        piece.cache.tap()
        total = 0
        for n in range(4, 11):
            piece.next.tap()
            total += n
            assert piece.says(n, n, total, 0)
            assert piece.columns("now") == piece.columns("gone") == [*range(n)]
            assert piece.columns("kept") == []
        piece.cache.tap()
        assert piece.says(10, 1, 10, 2 * 2 * 4 * 16 * 4 * 10)


def test_by_keyboard_alone(site, browser, kept):
    with Visit(browser) as visit:
        piece = CacheTable(visit, site)
        piece.cache.focus()
        press = piece.page.keyboard.press
        press("Tab")
        press("ArrowDown")  # two groups
        press("Tab")
        press("Tab")
        press("Enter")
        press("Enter")
        assert piece.says(5, 1, 5, kept[1][4])
        press("Tab")
        press("Enter")
        assert piece.says(0, 0, 0, 0)
        assert piece.place.locator(".touch-said").get_attribute("aria-live") == "polite"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [360, 768, 1440])
def test_nothing_shifts(site, browser, language, width):
    with Visit(browser, width=width) as visit:
        visit.page.add_init_script("window.IntersectionObserver = class { observe() {} }")
        page = visit.open(url(site, language, "generation"))
        page.evaluate("document.documentElement.classList.add('laid-out')")
        heights = {page.locator(PIECE).bounding_box()["height"]}
    with Visit(browser, width=width) as visit:
        piece = CacheTable(visit, site, language)
        for way in WAYS:
            piece.choose(*way)
            piece.next.click()
            heights.add(piece.place.bounding_box()["height"])
        assert piece.page.evaluate("document.documentElement.scrollWidth") == width
    assert len(heights) == 1


def test_the_page_says_when_its_numbers_are_others(site, browser):
    with Visit(browser) as visit:
        page = visit.open(url(site, "en", "generation"))
        page.evaluate(
            """(piece) => {
              const script = document.querySelector(piece + ' script');
              const data = JSON.parse(script.textContent);
              data.kept[3][9] += 256;
              script.textContent = JSON.stringify(data);
            }""",
            PIECE,
        )
        page.locator(PIECE).scroll_into_view_if_needed()
        page.wait_for_selector(f"{PIECE}.differs")
        assert any("cache-table" in each for each in visit.complaints)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_can_be_used_by_all(site, browser, scheme):
    with Visit(browser, scheme=scheme) as visit:
        piece = CacheTable(visit, site)
        piece.next.click()
        piece.choose("2", "3")
        assert violations(piece.page) == []


def test_beside_both_languages_it_stands_once_and_on_paper_not_at_all(site, browser):
    with Visit(browser) as visit:
        piece = CacheTable(visit, site, "en", "?lang=both")
        piece.page.wait_for_selector("html.both")
        assert piece.place.count() == 1 and piece.place.locator(".twin").count() == 0
        piece.page.emulate_media(media="print")
        assert not piece.place.is_visible()
