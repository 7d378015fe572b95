"""Sliders that decide what may be drawn: every bar is what the chapter's functions give; by mouse, finger and keyboard."""

import math
import re

import pytest
import torch

from support.compare_outputs import exported
from support.pages import LANGUAGES, Visit, url, violations
from tensorbytensor.generation import min_p, top_k, top_p

PIECE = "[data-piece=sampling]"
STATES = [  # temperature, k, p, least share
    (1.0, 6, 1.0, 0.0),
    (0.5, 6, 1.0, 0.0),
    (2.0, 4, 0.6, 0.0),
    (0.7, 6, 0.85, 0.3),
    (4.0, 5, 1.0, 0.7),
    (0.1, 6, 0.05, 1.0),
    (3.3, 1, 1.0, 0.0),
]
SAID = {
    "en": (
        "4 of 6 tokens can be drawn; as varied as a fair draw among {:.1f}.",
        ["Temperature 2.00", "Top-k: 4", "Top-p: 1.00", "Min-p: 0.00"],
    ),
    "zh": (
        "能抽到 4 个词元（共 6 个），变化的程度相当于从 {:.1f} 个里等概率地抽。",
        ["温度 2.00", "top-k：4", "top-p：1.00", "min-p：0.00"],
    ),
}


@pytest.fixture(scope="module")
def logits() -> torch.Tensor:
    return torch.tensor(exported("generation", "logits")["logits"], dtype=torch.float64)


def expected(logits: torch.Tensor, state: tuple[float, int, float, float]) -> torch.Tensor:
    temperature, k, share, least = state
    z = top_p(top_k(logits / temperature, k), share)
    return (min_p(z, least) if least else z).softmax(dim=-1)


class Sampling:
    """The piece, awake."""

    def __init__(self, visit: Visit, site, language: str = "en", query: str = ""):
        self.page = visit.open(url(site, language, "generation") + query)
        self.place = self.page.locator(PIECE)
        self.place.scroll_into_view_if_needed()
        self.page.wait_for_selector(f"{PIECE}.awake")
        self.sliders = self.place.locator("[type=range]").all()
        self.draw, self.reset = self.place.locator("button").all()
        self.said = self.place.locator(".touch-said")

    def move(self, *values: float) -> None:
        for slider, value in zip(self.sliders, values):
            slider.fill(str(value))

    @property
    def numbers(self) -> list[str]:
        return self.place.locator(".sampling-rows span").all_inner_texts()

    @property
    def widths(self) -> list[float]:
        """Of the bars, as shares of the room there is."""
        return self.place.locator(".sampling-rows i").evaluate_all(
            "(all) => all.map((e) => e.getBoundingClientRect().width / e.parentElement.clientWidth)"
        )

    @property
    def out(self) -> list[bool]:
        rows = self.place.locator(".sampling-rows > div")
        return rows.evaluate_all("(all) => all.map((e) => e.classList.contains('out'))")


def test_bars_are_what_the_functions_of_the_chapter_give(site, browser, logits):
    with Visit(browser) as visit:
        piece = Sampling(visit, site)
        for state in STATES:
            piece.move(*state)
            q = expected(logits, state)
            assert piece.numbers == [f"{x:.3f}" for x in q.tolist()], state
            widths = torch.tensor(piece.widths, dtype=torch.float64)
            assert torch.allclose(widths, q, atol=0.005), state
            assert piece.out == (q == 0).tolist()


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_says_what_can_be_drawn(site, browser, logits, language):
    said, labels = SAID[language]
    with Visit(browser) as visit:
        piece = Sampling(visit, site, language)
        piece.move(2.0, 4)
        q = expected(logits, (2.0, 4, 1.0, 0.0))
        fair = math.exp(-sum(x * math.log(x) for x in q.tolist() if x))
        assert piece.said.inner_text() == said.format(fair)
        assert piece.said.get_attribute("aria-live") == "polite"
        assert piece.place.locator("label span").all_inner_texts() == labels


def test_a_hundred_draws_follow_the_bars(site, browser, logits):
    with Visit(browser, has_touch=True) as visit:
        piece = Sampling(visit, site)
        piece.move(1.0, 3)
        q = expected(logits, (1.0, 3, 1.0, 0.0)).tolist()
        total = [0] * 6
        for _ in range(20):
            piece.draw.tap()
            counts = [int(text.split()[-1]) for text in piece.numbers]
            assert sum(counts) == 100 and counts[3:] == [0, 0, 0]
            total = [a + b for a, b in zip(total, counts)]
        assert all(abs(n / 2000 - x) < 0.06 for n, x in zip(total, q))
        piece.sliders[0].fill("2")
        assert not any("→" in text for text in piece.numbers), "counts of other bars"


def test_bars_move_while_the_mouse_holds_a_slider(site, browser, logits):
    with Visit(browser) as visit:
        piece = Sampling(visit, site)
        before, box = piece.numbers, piece.sliders[0].bounding_box()
        middle = box["y"] + box["height"] / 2
        piece.page.mouse.move(box["x"] + box["width"] * 0.2, middle)
        piece.page.mouse.down()
        piece.page.mouse.move(box["x"] + box["width"] * 0.7, middle, steps=5)
        held = float(piece.sliders[0].input_value())
        q = expected(logits, (held, 6, 1.0, 0.0))
        assert held > 2 and piece.numbers == [f"{x:.3f}" for x in q.tolist()] != before
        piece.page.mouse.up()


def test_keys_move_the_sliders_and_reset_brings_all_back(site, browser, logits):
    with Visit(browser) as visit:
        piece = Sampling(visit, site)
        before = piece.numbers
        for slider, key in zip(piece.sliders, ("ArrowRight", "ArrowLeft", "ArrowLeft", "End")):
            slider.focus()
            piece.page.keyboard.press(key)
            assert piece.numbers != before or slider is piece.sliders[2]
        assert [slider.input_value() for slider in piece.sliders] == ["1.1", "5", "0.95", "1"]
        assert re.match(r"1 of 6 ", piece.said.inner_text())
        piece.reset.focus()
        piece.page.keyboard.press("Enter")
        assert piece.numbers == before
        assert [slider.input_value() for slider in piece.sliders] == ["1", "6", "1", "0"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [360, 768, 1440])
def test_nothing_shifts(site, browser, language, width):
    with Visit(browser, width=width) as visit:
        visit.page.add_init_script("window.IntersectionObserver = class { observe() {} }")
        page = visit.open(url(site, language, "generation"))
        page.evaluate("document.documentElement.classList.add('laid-out')")
        heights = {page.locator(PIECE).bounding_box()["height"]}
    with Visit(browser, width=width) as visit:
        piece = Sampling(visit, site, language)
        for state in STATES:
            piece.move(*state)
            piece.draw.click()
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
              data.logits[2] += 0.01;
              script.textContent = JSON.stringify(data);
            }""",
            PIECE,
        )
        page.locator(PIECE).scroll_into_view_if_needed()
        page.wait_for_selector(f"{PIECE}.differs")
        assert any("sampling" in each for each in visit.complaints)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_can_be_used_by_all(site, browser, scheme):
    with Visit(browser, scheme=scheme) as visit:
        piece = Sampling(visit, site)
        piece.move(0.5, 3)
        piece.draw.click()
        assert violations(piece.page) == []


def test_beside_both_languages_it_stands_once_and_on_paper_not_at_all(site, browser):
    with Visit(browser) as visit:
        piece = Sampling(visit, site, "en", "?lang=both")
        piece.page.wait_for_selector("html.both")
        assert piece.place.count() == 1 and piece.place.locator(".twin").count() == 0
        piece.page.emulate_media(media="print")
        assert not piece.place.is_visible()
