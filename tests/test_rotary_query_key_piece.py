"""A query and a key that turn: hands, shares and scores are those of the chapter's functions; by mouse, finger and keyboard."""

import math
import re

import pytest
import torch
from torch import Tensor

from support.compare_outputs import exported
from support.pages import LANGUAGES, Visit, url, violations
from tensorbytensor.modern import angles, rotate

PIECE = "[data-piece=rotary-query-key]"
PLACES = [(3, 1), (0, 0), (5, 3), (12, 0), (0, 12), (7, 9), (12, 12)]
SAID = {"en": "Distance {}: {} = {}", "zh": "距离 {}：{} = {}"}
BUTTONS = {"en": ["Both one back", "Both one further"], "zh": ["一起退一步", "一起进一步"]}


@pytest.fixture(scope="module")
def turned() -> tuple[Tensor, Tensor]:
    """Query and key (13, 8) at the places 0 to 12."""
    rows = (torch.tensor(exported("modern", name)[name]).double() for name in ("query", "key"))
    q, k = (rotate(row.expand(13, 8), angles(13, 8), "interleaved") for row in rows)
    return q, k


def written(x: float) -> str:
    return f"{x:.2f}".replace("-", "\u2212")


class Rotation:
    """The piece, awake."""

    def __init__(self, visit: Visit, site, language: str = "en", query: str = ""):
        self.page = visit.open(url(site, language, "modern") + query)
        self.place = self.page.locator(PIECE)
        self.place.scroll_into_view_if_needed()
        self.page.wait_for_selector(f"{PIECE}.awake")
        self.sliders = self.place.locator("[type=range]").all()
        self.back, self.on = self.place.locator("button").all()
        self.said = self.place.locator(".touch-said")

    def move(self, *places: int) -> None:
        for slider, place in zip(self.sliders, places):
            slider.fill(str(place))

    @property
    def places(self) -> list[int]:
        return [int(slider.input_value()) for slider in self.sliders]

    @property
    def shares(self) -> list[str]:
        return self.place.locator(".rotary-clocks span").all_inner_texts()

    def hands(self, name: str) -> Tensor:
        """(4, 2): where the tips are, above the centre and to the right of it positive."""
        paths = self.place.locator(f".rotary-clocks path.{name}").all()
        tips = [path.get_attribute("d").split("L")[1].split() for path in paths]
        return torch.tensor([[float(x), -float(y)] for x, y in tips])

    def bars(self) -> dict[int, float]:
        """The score of each distance that is shown."""
        paths = self.place.locator(".rotary-bars path:not(.zero)").all()
        found = [re.fullmatch(r"M(-?\d+) 0V(.+)", path.get_attribute("d")) for path in paths]
        return {int(each[1]): -float(each[2]) for each in found}


def test_hands_shares_and_score_are_those_of_the_chapter(site, browser, turned):
    q, k = turned
    with Visit(browser) as visit:
        piece = Rotation(visit, site)
        for t, s in PLACES:
            piece.move(t, s)
            for name, row in (("query", q[t]), ("key", k[s])):
                torch.testing.assert_close(piece.hands(name), row.view(4, 2).float())
            shares = (q[t] * k[s]).view(4, 2).sum(dim=-1) / math.sqrt(8)
            assert piece.shares == [written(x) for x in shares.tolist()]
            score = (q[t] @ k[s] / math.sqrt(8)).item()
            assert piece.said.inner_text().endswith(f"= {written(score)}")
            assert piece.bars()[t - s] == pytest.approx(score, abs=1e-5)


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_one_further_changes_the_hands_and_nothing_else(site, browser, turned, language):
    q, k = turned
    with Visit(browser, has_touch=True) as visit:
        piece = Rotation(visit, site, language)
        assert piece.place.locator("button").all_inner_texts() == BUTTONS[language]
        piece.move(5, 3)
        shares, said, hands = piece.shares, piece.said.inner_text(), piece.hands("query")
        signed = [f"({x})" if x[0] == "\u2212" else x for x in shares]
        score = written((q[5] @ k[3] / math.sqrt(8)).item())
        assert said == SAID[language].format(2, " + ".join(signed), score)
        piece.on.tap()
        assert piece.places == [6, 4]
        assert piece.shares == shares and piece.said.inner_text() == said
        assert not torch.equal(piece.hands("query"), hands)
        piece.back.tap()
        assert piece.places == [5, 3] and torch.equal(piece.hands("query"), hands)


def test_at_the_ends_both_stay_so_that_the_distance_does(site, browser):
    with Visit(browser) as visit:
        piece = Rotation(visit, site)
        piece.move(12, 9)
        piece.on.click()
        assert piece.places == [12, 9]
        piece.move(2, 0)
        piece.back.click()
        assert piece.places == [2, 0]


def test_a_distance_is_shown_when_it_was_seen_and_stays(site, browser):
    with Visit(browser) as visit:
        piece = Rotation(visit, site)
        assert list(piece.bars()) == [2]
        piece.move(3, 7)
        assert set(piece.bars()) == {2, -4}  # the query is there already
        piece.move(1, 7)
        assert set(piece.bars()) == {2, -4, -6}
        assert piece.place.locator(".rotary-bars .now").count() == 1


def test_by_keyboard_alone(site, browser):
    with Visit(browser) as visit:
        piece = Rotation(visit, site)
        piece.sliders[0].focus()
        piece.page.keyboard.press("ArrowRight")
        piece.page.keyboard.press("Tab")
        piece.page.keyboard.press("ArrowRight")
        assert piece.places == [4, 2]
        piece.page.keyboard.press("Tab")
        piece.page.keyboard.press("Tab")
        piece.page.keyboard.press("Enter")
        assert piece.places == [5, 3]
        assert piece.said.get_attribute("aria-live") == "polite"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [360, 768, 1440])
def test_nothing_shifts(site, browser, language, width):
    with Visit(browser, width=width) as visit:
        visit.page.add_init_script("window.IntersectionObserver = class { observe() {} }")
        page = visit.open(url(site, language, "modern"))
        page.evaluate("document.documentElement.classList.add('laid-out')")
        heights = {page.locator(PIECE).bounding_box()["height"]}
    with Visit(browser, width=width) as visit:
        piece = Rotation(visit, site, language)
        for places in PLACES:
            piece.move(*places)
            heights.add(piece.place.bounding_box()["height"])
        assert piece.page.evaluate("document.documentElement.scrollWidth") == width
    assert len(heights) == 1


def test_the_page_says_when_its_numbers_are_others(site, browser):
    with Visit(browser) as visit:
        page = visit.open(url(site, "en", "modern"))
        page.evaluate(
            """(piece) => {
              const script = document.querySelector(piece + ' script');
              const data = JSON.parse(script.textContent);
              data.scores[4][1] += 0.01;
              script.textContent = JSON.stringify(data);
            }""",
            PIECE,
        )
        page.locator(PIECE).scroll_into_view_if_needed()
        page.wait_for_selector(f"{PIECE}.differs")
        assert any("rotary-query-key" in each for each in visit.complaints)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_can_be_used_by_all(site, browser, scheme):
    with Visit(browser, scheme=scheme) as visit:
        piece = Rotation(visit, site)
        piece.move(7, 9)
        assert violations(piece.page) == []


def test_beside_both_languages_it_stands_once_and_on_paper_not_at_all(site, browser):
    with Visit(browser) as visit:
        piece = Rotation(visit, site, "en", "?lang=both")
        piece.page.wait_for_selector("html.both")
        assert piece.place.count() == 1 and piece.place.locator(".twin").count() == 0
        piece.page.emulate_media(media="print")
        assert not piece.place.is_visible()
