"""Positions as clocks: every hand, row and distance is PyTorch's; by mouse, finger and keyboard."""

import re

import pytest
import torch

from support.compare_outputs import exported, printed
from support.pages import LANGUAGES, Visit, url, violations
from tensorbytensor.basics import sinusoids

TABLE = sinusoids(129, 64)
STATES = [(0, 1), (0, 0), (3, 29), (10, 32), (64, 64)]
SAID = {
    "en": (
        "Pair 9, columns 18 and 19: at 5 it is {}, at 34 it is {}; {:.2f} apart.",
        "Rows 5 and 34, all pairs together: 5.70 apart.",
        ("Position p: 5", "Further by k: 29"),
    ),
    "zh": (
        "第 9 对（第 18、19 列）：位置 5 处是 {}，位置 34 处是 {}，相距 {:.2f}。",
        "第 5 行和第 34 行，所有对合在一起，相距 5.70。",
        ("位置 p：5", "往后 k：29"),
    ),
}
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")


def distance(p: int, k: int) -> float:
    return (TABLE[p + k] - TABLE[p]).norm().item()


class Clocks:
    """The piece, awake."""

    def __init__(self, visit: Visit, site, language: str = "en", query: str = ""):
        self.page = visit.open(url(site, language, "architecture") + query)
        self.place = self.page.locator("[data-piece=sinusoid-clocks]")
        self.place.scroll_into_view_if_needed()
        self.page.wait_for_selector("[data-piece=sinusoid-clocks].awake")
        self.p, self.k = self.place.locator("[type=range]").all()
        self.steps = self.place.locator(".clocks-controls button").all()
        self.faces = self.place.locator(".clocks-faces button")
        self.said, self.distance = self.place.locator(".touch-said").all()

    def move(self, p: int, k: int) -> None:
        self.p.fill(str(p))
        self.k.fill(str(k))

    def drawn(self, selector: str) -> list[list[float]]:
        """The numbers of each path: a hand goes from the centre, and down is positive."""
        paths = self.place.locator(selector).evaluate_all(
            "(all) => all.map((each) => each.getAttribute('d'))"
        )
        return [[float(number) for number in NUMBER.findall(path)] for path in paths]

    def hands(self, which: str) -> torch.Tensor:
        """The row that the hands show: sine and cosine of each pair."""
        tips = torch.tensor(self.drawn(f".clocks-faces .{which}"))[:, 2:]
        return (tips * torch.tensor([1, -1])).flatten()

    @property
    def cells(self) -> torch.Tensor:
        """The two rows as they are coloured."""
        paths = self.place.locator(".clocks-rows path:not(.chosen)").evaluate_all(
            "(all) => all.map((e) => (e.classList == 'minus' ? -1 : 1) * e.getAttribute('opacity'))"
        )
        return torch.tensor(paths, dtype=torch.float32).view(2, 64)

    @property
    def bars(self) -> list[float]:
        return [-bar[-1] for bar in self.drawn(".clocks-bars path")]

    @property
    def gaps(self) -> torch.Tensor:
        ends = torch.tensor(self.drawn(".clocks-faces .gap"))
        return (ends[:, 2:] - ends[:, :2]).norm(dim=-1)

    @property
    def chosen(self) -> list[str]:
        pressed = self.place.locator(".clocks-faces [aria-pressed=true]").all()
        return [each.get_attribute("aria-label") for each in pressed]


def close(mine: torch.Tensor, right: torch.Tensor) -> None:
    torch.testing.assert_close(mine, right, atol=1e-6, rtol=1e-5)


@pytest.mark.parametrize("language", LANGUAGES)
def test_hands_rows_and_distance_are_those_of_pytorch(site, browser, language):
    with Visit(browser) as visit:
        clocks = Clocks(visit, site, language)
        assert clocks.faces.count() == 32
        for p, k in STATES:
            clocks.move(p, k)
            close(clocks.hands("here"), TABLE[p])
            close(clocks.hands("there"), TABLE[p + k])
            close(clocks.cells, torch.stack([TABLE[p], TABLE[p + k]]))
            pairs = (TABLE[p + k] - TABLE[p]).view(32, 2)
            close(clocks.gaps, pairs.norm(dim=-1))
            assert f"{distance(p, k):.2f}" in clocks.distance.inner_text()
        close(torch.tensor(clocks.bars), (TABLE[:65] - TABLE[0]).norm(dim=-1))
        assert not visit.complaints and "differs" not in clocks.place.get_attribute("class")


def test_what_is_exported_is_what_pytorch_computes():
    kernel = exported("architecture", "far")
    assert list(kernel) == ["rows", "far"]
    close(torch.tensor(kernel["rows"]), TABLE[:2])
    close(torch.tensor(kernel["far"]), (TABLE[:65] - TABLE[0]).norm(dim=-1))


def test_its_distances_are_those_that_the_chapter_prints(site, browser):
    """At first the one of neighbours, and then each that a slider reaches."""
    (text,) = [each.text for each in printed("architecture") if "512  7." in each.text]
    means = {int(line.split()[0]): line.split()[1] for line in text.splitlines()}
    with Visit(browser) as visit:
        clocks = Clocks(visit, site)
        assert f"{float(clocks.distance.inner_text().split()[-2]):.1f}" == means[1]
        for k in (2, 4, 16, 29, 32, 64):
            clocks.k.fill(str(k))
            assert f"{float(clocks.distance.inner_text().split()[-2]):.1f}" == means[k]


def test_from_29_to_32_the_fast_clocks_close_their_gaps(site, browser):
    """As one is asked to bet; and p alone moves hands, but changes neither gaps nor distance."""
    with Visit(browser) as visit:
        clocks = Clocks(visit, site)
        clocks.move(0, 29)
        before, far = clocks.gaps, clocks.distance.inner_text().partition(": ")[2]
        clocks.p.fill("40")
        close(clocks.gaps, before)
        assert clocks.distance.inner_text().endswith(far)
        assert (clocks.hands("here") - TABLE[0]).norm() > 4
        clocks.k.fill("32")
        change = clocks.gaps - before
        assert (change[:3] < -0.8).all() and (change[8:] > -1e-6).all()
        assert float(clocks.distance.inner_text().split()[-2]) < float(far.split()[0])


def test_a_distance_stays_once_it_was_seen(site, browser):
    with Visit(browser) as visit:
        clocks = Clocks(visit, site)
        assert len(clocks.bars) == 2
        clocks.k.fill("12")
        assert len(clocks.bars) == 13
        clocks.k.fill("7")
        assert len(clocks.bars) == 13
        now = clocks.place.locator(".clocks-bars .now")
        assert now.count() == 1 and now.get_attribute("d").startswith("M7 ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_says_what_is_shown_in_the_language_of_the_page(site, browser, language):
    said, far, labels = SAID[language]
    with Visit(browser) as visit:
        clocks = Clocks(visit, site, language)
        clocks.move(5, 29)
        clocks.faces.nth(9).click()
        ends = TABLE[[5, 34], 18:20]
        points = ["({:.2f}, {:.2f})".format(*end).replace("-", "−") for end in ends.tolist()]
        gap = (ends[1] - ends[0]).norm().item()
        assert clocks.said.inner_text() == said.format(*points, gap)
        assert clocks.distance.inner_text() == far
        assert tuple(clocks.place.locator("label span").all_inner_texts()) == labels
        assert clocks.drawn(".clocks-rows .chosen")[0][0] == 18
        for text in (clocks.said, clocks.distance):
            assert text.get_attribute("aria-live") == "polite"


def test_by_keyboard_alone(site, browser):
    """The clocks are one stop; a step is one position, and no slider leaves its range."""
    with Visit(browser) as visit:
        clocks = Clocks(visit, site)
        press = clocks.page.keyboard.press
        clocks.steps[0].focus()
        press("Enter")
        assert clocks.p.input_value() == "0"
        press("Tab")
        press("ArrowRight")
        press("Tab")
        press("Enter")
        close(clocks.hands("here"), TABLE[2])
        press("Tab")
        press("Enter")
        close(clocks.hands("there"), TABLE[2])
        press("Tab")
        press("End")
        press("Tab")
        press("Enter")
        assert clocks.k.input_value() == "64"
        close(clocks.hands("there"), TABLE[66])
        press("Tab")
        for key, n in (("ArrowRight", 1), ("ArrowDown", 9), ("End", 15), ("ArrowUp", 7)):
            press(key)
            assert clocks.chosen == [f"Clock of pair {n}"]
        assert clocks.place.locator(".clocks-faces [tabindex='0']").count() == 1
        press("Tab")
        assert clocks.place.locator(":focus").count() == 0 and not visit.complaints


@pytest.mark.parametrize("language", LANGUAGES)
def test_by_finger_on_a_phone(site, browser, language):
    with Visit(browser, width=360, has_touch=True) as visit:
        clocks = Clocks(visit, site, language)
        less_p, more_p, less_k, more_k = clocks.steps
        for button in (more_p, more_p, less_p, more_k, more_k, less_k):
            button.tap()
        close(clocks.hands("here"), TABLE[1])
        close(clocks.hands("there"), TABLE[3])
        clocks.faces.nth(20).tap()
        assert "20" in clocks.chosen[0] and len(clocks.chosen) == 1
        for control in (*clocks.steps, clocks.p, clocks.k, clocks.faces.nth(31)):
            box = control.bounding_box()
            assert min(box["width"], box["height"]) >= 24
        assert clocks.page.evaluate("document.documentElement.scrollWidth") == 360


@pytest.mark.parametrize(
    ("language", "width"),
    [("en", 320), ("en", 360), ("zh", 600), ("en", 768), ("zh", 1000), ("en", 1440)],
)
def test_it_keeps_its_height(site, browser, language, width):
    with Visit(browser, width=width) as visit:
        visit.page.add_init_script("window.IntersectionObserver = class { observe() {} }")
        page = visit.open(url(site, language, "architecture"))
        page.evaluate("document.documentElement.classList.add('laid-out')")
        heights = {page.locator("[data-piece=sinusoid-clocks]").bounding_box()["height"]}
    with Visit(browser, width=width) as visit:
        clocks = Clocks(visit, site, language)
        for p, k in STATES:
            clocks.move(p, k)
            clocks.faces.nth(12).click()
            heights.add(clocks.place.bounding_box()["height"])
        assert clocks.page.evaluate("document.documentElement.scrollWidth") == width
    assert len(heights) == 1


def test_the_page_says_when_its_numbers_are_others(site, browser):
    for name in ("rows", "far"):
        with Visit(browser) as visit:
            page = visit.open(url(site, "en", "architecture"))
            page.evaluate(
                """(name) => {
                  const script = document.querySelector('[data-piece=sinusoid-clocks] script');
                  const data = JSON.parse(script.textContent);
                  const numbers = data[name];
                  name === 'rows' ? (numbers[1][63] += 0.01) : (numbers[64] += 0.01);
                  script.textContent = JSON.stringify(data);
                }""",
                name,
            )
            page.locator("[data-piece=sinusoid-clocks]").scroll_into_view_if_needed()
            page.wait_for_selector("[data-piece=sinusoid-clocks].differs")
            assert any("sinusoid-clocks" in each for each in visit.complaints)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_can_be_used_by_all(site, browser, scheme):
    with Visit(browser, scheme=scheme) as visit:
        clocks = Clocks(visit, site)
        clocks.move(5, 29)
        assert violations(clocks.page) == []


def test_beside_both_languages_it_stands_once_and_on_paper_not_at_all(site, browser):
    with Visit(browser) as visit:
        clocks = Clocks(visit, site, "en", "?lang=both")
        clocks.page.wait_for_selector("html.both")
        clocks.steps[1].click()
        assert clocks.place.count() == 1 and clocks.place.locator(".twin").count() == 0
        close(clocks.hands("here"), TABLE[1])
        clocks.page.emulate_media(media="print")
        assert not clocks.place.is_visible()
