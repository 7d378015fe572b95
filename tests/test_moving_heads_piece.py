"""Heads as moving cells: every step is PyTorch's, with and without transpose; by mouse, finger and keyboard."""

import pytest
import torch

from support.compare_outputs import exported
from support.pages import LANGUAGES, Visit, url, violations

X = torch.arange(24.0).view(4, 6)
EVEN = torch.full((4, 4), 1 / 4)
SAID = {
    "en": (
        "The number 17: token 2, column 5.",
        "The number 17 of token 2 is at [1, 2, 2] now, in head 1.",
        "[2, 5] is 18.5, the mean of 14, 17, 20, 23 (tokens: 2, 3; columns: 2, 5).",
    ),
    "zh": (
        "数 17：词元 2，第 5 列。",
        "词元 2 的数 17 现在的位置是 [1, 2, 2]，属于头 1。",
        "[2, 5] 处是 18.5，即 14、17、20、23 的平均（词元 2、3，第 2、5 列）。",
    ),
}
SEEN = """(cells) => cells
  .map((cell) => [cell.textContent, cell.getBoundingClientRect()])
  .sort(([, a], [, b]) => Math.round(a.top - b.top) || a.left - b.left)
  .map(([text]) => +text)"""


def stages(is_without: bool = False) -> list[torch.Tensor]:
    """What PyTorch makes of the 24 numbers, step by step."""
    if is_without:
        split = X.view(2, 4, 3)
        return [X, split, EVEN @ split, (EVEN @ split).view(4, 6)]
    split = X.view(4, 2, 3)
    mixed = EVEN @ split.transpose(0, 1)
    back = mixed.transpose(0, 1)
    return [X, split, split.transpose(0, 1), mixed, back, back.reshape(4, 6)]


class Heads:
    """The piece, awake."""

    def __init__(self, visit: Visit, site, language: str = "en", query: str = ""):
        visit.page.emulate_media(reduced_motion="reduce")
        self.page = visit.open(url(site, language, "attention") + query)
        self.place = self.page.locator("[data-piece=moving-heads]")
        self.place.scroll_into_view_if_needed()
        self.page.wait_for_selector("[data-piece=moving-heads].awake")
        self.back, self.next = self.place.locator(".heads-controls button").all()
        self.slider = self.place.locator("[type=range]")
        self.without = self.place.locator("[type=checkbox]")
        self.cells = self.place.locator(".heads-cells button")
        self.said = self.place.locator(".touch-said")

    @property
    def seen(self) -> list[float]:
        """The numbers in the order in which they are read, row by row."""
        return self.cells.evaluate_all(SEEN)

    @property
    def table(self) -> list[list[str]]:
        return [row.locator("td").all_inner_texts() for row in self.place.locator("tr").all()]

    def choose(self, number: int) -> None:
        self.cells.nth(number).click()

    @property
    def chosen(self) -> list[str]:
        return self.place.locator(".heads-cells [aria-pressed=true]").all_inner_texts()


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_step_shows_what_pytorch_computes(site, browser, language):
    """Where a number stands is its place in the tensor, read row by row."""
    with Visit(browser) as visit:
        heads = Heads(visit, site, language)
        for is_without in (False, True):
            heads.without.set_checked(is_without)
            heads.slider.fill("0")
            for step, tensor in enumerate(stages(is_without)):
                assert heads.seen == tensor.flatten().tolist()
                assert heads.table[step][1] == f"({', '.join(map(str, tensor.shape))})"
                heads.next.click()
            assert len(heads.table) == len(stages(is_without))
        assert (
            not visit.complaints
            and heads.place.locator("xpath=self::*[contains(@class, 'differs')]").count() == 0
        )


def test_a_number_is_followed_to_its_place(site, browser):
    """Until numbers are mixed, its index is where it stands in the tensor; afterwards the place is that of its row."""
    with Visit(browser) as visit:
        heads = Heads(visit, site)
        for is_without, steps in ((False, 3), (True, 2)):
            heads.without.set_checked(is_without)
            heads.slider.fill("0")
            for number in (0, 4, 9, 17, 23):
                heads.choose(number)
                tensors = stages(is_without)[:steps]
                places = [(tensor == number).nonzero()[0].tolist() for tensor in tensors]
                assert [row[2] for row in heads.table][:steps] == [str(place) for place in places]
                assert heads.table[-1][2] == str([number // 6, number % 6])
                assert heads.chosen == [str(number)]
                for step, place in enumerate(places):
                    heads.slider.fill(str(step))
                    label = heads.cells.nth(number).get_attribute("aria-label")
                    assert label == f"{number} {place}"


def test_a_result_names_all_that_it_is_the_mean_of(site, browser):
    """With transpose each result knows of all tokens and of one column; without, of two tokens and of two columns."""
    with Visit(browser) as visit:
        heads = Heads(visit, site)
        for is_without in (False, True):
            heads.without.set_checked(is_without)
            mixed = stages(is_without)[-1]
            for number in (0, 8, 17, 22):
                heads.slider.fill("0")
                heads.choose(number)
                heads.slider.fill("5")
                said, _, rest = heads.said.inner_text().partition(", the mean of ")
                value = mixed.flatten()[number].item()
                assert said == f"[{number // 6}, {number % 6}] is {value:g}"
                means = [int(each) for each in rest.partition(" (")[0].split(", ")]
                assert sum(means) / 4 == value and number in means
                tokens, columns = ({n // 6 for n in means}, {n % 6 for n in means})
                assert (len(tokens), len(columns)) == ((2, 2) if is_without else (4, 1))


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_says_what_is_shown_in_the_language_of_the_page(site, browser, language):
    with Visit(browser) as visit:
        heads = Heads(visit, site, language)
        assert heads.said.inner_text() == SAID[language][0]
        heads.next.click()
        heads.next.click()
        assert heads.said.inner_text() == SAID[language][1]
        heads.without.check()
        heads.slider.fill("3")
        assert heads.said.inner_text() == SAID[language][2]
        assert heads.said.get_attribute("aria-live") == "polite"


def test_at_the_end_one_stays_at_the_end_when_the_way_changes(site, browser):
    with Visit(browser) as visit:
        heads = Heads(visit, site)
        heads.slider.fill("5")
        heads.without.check()
        assert heads.seen == stages(True)[-1].flatten().tolist()
        heads.without.uncheck()
        assert heads.seen == stages()[-1].flatten().tolist()
        heads.back.click()
        assert heads.seen == stages()[-2].flatten().tolist()


def test_by_keyboard_alone(site, browser):
    """The numbers are one stop; arrows move in x, and what is chosen is what has the focus."""
    with Visit(browser) as visit:
        heads = Heads(visit, site)
        heads.next.focus()
        heads.page.keyboard.press("Enter")
        assert heads.seen == stages()[1].flatten().tolist()
        heads.page.keyboard.press("Tab")
        heads.page.keyboard.press("Space")
        assert heads.without.is_checked()
        heads.page.keyboard.press("Tab")
        for key, number in (("ArrowRight", 1), ("ArrowDown", 7), ("End", 11), ("Home", 6)):
            heads.page.keyboard.press(key)
            assert heads.chosen == [str(number)]
            assert heads.place.locator(":focus").inner_text() == str(number)
        assert heads.place.locator(".heads-cells [tabindex='0']").count() == 1
        heads.page.keyboard.press("Tab")
        assert heads.place.locator(":focus").count() == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_by_finger_on_a_phone(site, browser, language):
    with Visit(browser, width=360, has_touch=True) as visit:
        heads = Heads(visit, site, language)
        heads.cells.nth(4).tap()
        heads.next.tap()
        heads.next.tap()
        assert heads.chosen == ["4"] and heads.table[2][2] == "[1, 0, 1]"
        assert heads.seen == stages()[2].flatten().tolist()
        for control in (heads.back, heads.next, heads.slider, heads.without, heads.cells.nth(0)):
            assert control.bounding_box()["height"] >= 24
        assert heads.page.evaluate("document.documentElement.scrollWidth") == 360
        heads.without.tap()
        inside = "all => all.every((each) => each.scrollWidth <= each.clientWidth)"
        for step in range(4):
            heads.slider.fill(str(step))
            assert heads.cells.evaluate_all(inside), step


@pytest.mark.parametrize(
    ("language", "width"), [("en", 360), ("zh", 500), ("en", 768), ("zh", 1440)]
)
def test_it_keeps_its_height(site, browser, language, width):
    with Visit(browser, width=width) as visit:
        visit.page.add_init_script("window.IntersectionObserver = class { observe() {} }")
        page = visit.open(url(site, language, "attention"))
        page.evaluate("document.documentElement.classList.add('laid-out')")
        heights = {page.locator("[data-piece=moving-heads]").bounding_box()["height"]}
    with Visit(browser, width=width) as visit:
        heads = Heads(visit, site, language)
        for is_without in (False, True):
            heads.without.set_checked(is_without)
            for step in range(6):
                heads.slider.fill(str(step if step < 4 or not is_without else 3))
                heights.add(heads.place.bounding_box()["height"])
    assert len(heights) == 1


def test_the_page_says_when_its_numbers_are_others(site, browser):
    with Visit(browser) as visit:
        page = visit.open(url(site, "en", "attention"))
        page.evaluate(
            """() => {
              const script = document.querySelector('[data-piece=moving-heads] script');
              const data = JSON.parse(script.textContent);
              data.merged[0][0] += 1;
              script.textContent = JSON.stringify(data);
            }"""
        )
        page.locator("[data-piece=moving-heads]").scroll_into_view_if_needed()
        page.wait_for_selector("[data-piece=moving-heads].differs")
        assert any("moving-heads" in each for each in visit.complaints)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_can_be_used_by_all(site, browser, scheme):
    with Visit(browser, scheme=scheme) as visit:
        heads = Heads(visit, site)
        heads.slider.fill("2")
        assert violations(heads.page) == []
        heads.slider.fill("5")
        assert violations(heads.page, ["color-contrast"]) == []


def test_nothing_moves_for_whoever_wants_no_motion(site, browser):
    duration = "(cell) => getComputedStyle(cell).transitionDuration"
    with Visit(browser) as visit:
        heads = Heads(visit, site)
        assert heads.cells.first.evaluate(duration) == "0s"
        heads.page.emulate_media(reduced_motion="no-preference")
        assert heads.cells.first.evaluate(duration) == "0.6s"


def test_beside_both_languages_it_stands_once(site, browser):
    with Visit(browser) as visit:
        heads = Heads(visit, site, "en", "?lang=both")
        heads.page.wait_for_selector("html.both")
        heads.next.click()
        assert heads.place.count() == 1 and heads.place.locator(".twin").count() == 0
        assert heads.seen == stages()[1].flatten().tolist()


def test_what_is_exported_is_what_pytorch_computes():
    tensors = exported("attention", "merged_without")
    kernel = [*stages(), *stages(True)[1:]]
    assert [torch.tensor(each).tolist() for each in tensors.values()] == [
        each.tolist() for each in kernel
    ]
