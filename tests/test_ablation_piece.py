"""What each part is good for: a guess, then the count over the seeds, which is the kernel's; by mouse, finger and keyboard."""

import pytest
import torch
from torch import nn

from bilingual_book.touch.tensors_in_page import EXPORTED
from support.compare_outputs import exported, printed
from support.copies import ROOT
from support.pages import LANGUAGES, Visit, url, violations
from tensorbytensor.basics import Vocabulary
from tensorbytensor.experiments import train_many, without
from tensorbytensor.small import DecoderOnly, EncoderDecoder, SmallDecoder, SmallEncoder

PARTS = {
    "encoder-decoder": ("positions", "mask", "encoder.self", "decoder.self", "decoder.cross"),
    "decoder-only": ("positions", "mask", "self_attention"),
}
SEEDS = 25
# What the page says of a guess of 50: without a part, with all of them, and when all was seen.
SAID = {
    "en": (
        "Without {}: {} of 100 seeds learn it. Your guess: 50, {}.",
        "The whole model: {} of 100 seeds learn it. Your guess: 50, {}.",
        " Sorted by the seeds lost: {}.",
        ("{} too few", "exactly right", "{} too many"),
        ", ",
    ),
    "zh": (
        "去掉 {}：100 个种子里学会的有 {} 个。你猜的是 50 个，{}。",
        "完整的模型：100 个种子里学会的有 {} 个。你猜的是 50 个，{}。",
        "按少掉的个数从多到少排：{}。",
        ("少猜了 {} 个", "一个不差", "多猜了 {} 个"),
        "、",
    ),
}


def counts(name: str) -> list[int]:
    return [int(sum(row)) for row in exported(name, "outcomes")["outcomes"]]


def seeded(seed: int) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


ENGLISH = Vocabulary(["<SOS>", "ana", "eva", "sees"])
SPANISH = Vocabulary(["<SOS>", "ana", "eva", "ve", "a", "<EOS>"])
SEES = ENGLISH.encode_batch(["<SOS> ana sees eva", "<SOS> eva sees ana"])
VE = SPANISH.encode_batch(["<SOS> ana ve a eva <EOS>", "<SOS> eva ve a ana <EOS>"])
BITERS = Vocabulary(["dog", "bites", "man", "<EOS>"])
WHO = BITERS.encode_batch(["dog bites man <EOS> dog <EOS>", "man bites dog <EOS> man <EOS>"])


def translator(seed: int) -> nn.Module:
    encoder = SmallEncoder(ENGLISH, 4, max_len=5, generator=seeded(2 * seed))
    decoder = SmallDecoder(SPANISH, 4, max_len=5, generator=seeded(2 * seed + 1))
    return EncoderDecoder(encoder, decoder).double()


def answerer(seed: int) -> nn.Module:
    return DecoderOnly(BITERS, d_model=4, generator=seeded(seed)).double()


TASKS = {
    "encoder-decoder": (translator, (SEES, VE), lambda model: model.generate(SEES).equal(VE)),
    "decoder-only": (answerer, (WHO,), lambda model: model.generate(WHO[:, :4]).equal(WHO)),
}


@pytest.fixture
def one_thread():
    """Several would wait for each other: the models are small."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.mark.parametrize("name", PARTS)
def test_each_seed_learns_or_does_not_as_exported(one_thread, name):
    """Trained here, in a smaller stack: the first seeds, with all parts and without each."""
    make, batch, right = TASKS[name]
    parts = [None, *(f"{part}_attention" if "." in part else part for part in PARTS[name])]
    outcomes = exported(name, "outcomes")["outcomes"]
    assert len(outcomes) == len(parts)
    for part, row in zip(parts, outcomes, strict=True):
        models = [without(make(seed), part) for seed in range(SEEDS)]
        train_many(models, [batch], epochs=100, lr=0.05)
        expected = [learned == 1 for learned in row[:SEEDS]]
        assert [right(model) for model in models] == expected, part
        assert len(row) == 100


@pytest.mark.parametrize("name", PARTS)
def test_the_counts_are_those_that_the_chapter_prints(name):
    expected = {part: n for part, n in zip(("—", *PARTS[name]), counts(name), strict=True)}
    as_lines = "\n".join(f"{n:3d}  {part}" for part, n in expected.items())
    texts = [output.text for output in printed(name)]
    assert {as_lines, str(expected)} & {text.strip("\n") for text in texts}
    assert exported(name, "outcomes")["order_counts"] == counts(name)


class Guesses:
    """The piece, awake."""

    def __init__(self, visit: Visit, site, language: str, name: str, place: str = ""):
        self.page = visit.open(url(site, language, name) + place)
        self.place = self.page.locator("[data-piece=ablation]")
        self.place.scroll_into_view_if_needed()
        self.page.wait_for_selector("[data-piece=ablation].awake")
        self.labels = {
            label.inner_text().split()[-1]: label for label in self.place.locator("th label").all()
        }
        self.slider, self.typed = (
            self.place.locator(f"[type={kind}]") for kind in ("range", "number")
        )
        self.show, self.said = (self.place.locator(each) for each in ("button", ".touch-said"))

    def boxes(self) -> tuple[int, int, int]:
        """How many there are, how many are in the guess, and how many learned."""
        return tuple(self.place.locator(each).count() for each in ("i", ".guessed", ".learned"))

    def rows(self) -> list[list[str]]:
        rows = self.place.locator("tr:has(td)").all()
        return [
            [row.locator("label").inner_text().split()[-1], *row.locator("td").all_inner_texts()]
            for row in rows
        ]

    def chosen(self) -> str:
        return self.place.locator("label:has(:checked)").inner_text().split()[-1]


def difference(language: str, guess: int, count: int) -> str:
    few, exact, many = SAID[language][3]
    text = few if guess < count else many if guess > count else exact
    return text.format(abs(guess - count))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PARTS)
def test_a_guess_first_then_the_count_of_the_kernel(site, browser, language, name):
    """By mouse, part by part; at the end the order by harm."""
    without_part, whole, end, _, comma = SAID[language]
    right = counts(name)
    with Visit(browser) as visit:
        piece = Guesses(visit, site, language, name)
        (first, *others) = piece.labels
        assert tuple(others) == PARTS[name] and piece.chosen() == first
        for part, count in zip(piece.labels, right, strict=True):
            piece.labels[part].click()
            assert piece.boxes() == (100, 50, 0) and piece.slider.input_value() == "50"
            assert str(count) not in piece.said.inner_text().replace("100", "")
            piece.show.click()
            sentence = whole if part == first else without_part.replace("{}", part, 1)
            assert piece.said.inner_text().startswith(
                sentence.format(count, difference(language, 50, count))
            )
            assert piece.boxes() == (100, 50, count)
            assert piece.slider.is_disabled()
        order = sorted(others, key=lambda part: -(right[0] - right[1 + others.index(part)]))
        assert piece.said.inner_text().endswith(end.format(comma.join(order)).strip())
        lost = {part: right[0] - right[1 + others.index(part)] for part in others}
        assert piece.rows() == [
            [first, "50", str(right[0]), ""],
            *([part, "50", str(right[0] - lost[part]), str(lost[part])] for part in order),
        ]
        assert piece.place.get_attribute("class") == "touch awake" and not visit.complaints


def test_guesses_are_kept_and_nothing_is_told_before(site, browser):
    with Visit(browser) as visit:
        piece = Guesses(visit, site, "en", "encoder-decoder")
        piece.labels["mask"].click()
        piece.slider.fill("20")
        assert piece.typed.input_value() == "20" and piece.boxes() == (100, 20, 0)
        piece.labels["positions"].click()
        assert piece.boxes() == (100, 50, 0) and piece.typed.input_value() == "50"
        assert all(row[1:] == ["", "", ""] for row in piece.rows())
        piece.labels["mask"].click()
        assert piece.boxes() == (100, 20, 0)
        piece.show.click()
        mask = counts("encoder-decoder")[2]
        assert ["mask", "20", str(mask), ""] in piece.rows()  # the whole model is not known yet
        piece.show.press("Enter")
        assert piece.boxes() == (100, 20, mask)
        piece.labels["model"].click()
        piece.typed.fill("82")
        assert piece.slider.input_value() == "82"
        piece.show.click()
        assert piece.said.inner_text().endswith("Your guess: 82, exactly right.")
        assert ["mask", "20", str(mask), str(82 - mask)] in piece.rows()
        piece.labels["mask"].click()
        assert piece.boxes() == (100, 20, mask) and piece.typed.input_value() == "20"
        piece.typed.focus()  # who knows the count guesses no more
        piece.typed.press("ControlOrMeta+a")
        piece.page.keyboard.type(str(mask))
        assert piece.boxes() == (100, 20, mask) and "Your guess: 20," in piece.said.inner_text()


def test_by_keyboard(site, browser):
    """One tab stop for the rows; a number and Enter; what is no guess is refused."""
    with Visit(browser) as visit:
        piece = Guesses(visit, site, "en", "encoder-decoder")
        press = piece.page.keyboard.press
        piece.place.locator("[type=radio]").first.focus()
        press("ArrowDown")
        press("ArrowDown")
        assert piece.chosen() == "mask" and "mask" in piece.said.inner_text()
        press("Tab")
        press("ArrowRight")
        assert piece.typed.input_value() == "51" and piece.boxes() == (100, 51, 0)
        press("Tab")
        for refused in ("150", "-1", "12.5", ""):
            piece.typed.fill(refused)
            press("Enter")
            assert piece.boxes() == (100, 51, 0), refused
        piece.typed.fill("6")
        press("Enter")
        assert piece.said.inner_text() == difference_of("mask", 6)
        press("Tab")
        press("Tab")
        assert piece.place.locator(":focus").count() == 0
        assert piece.said.get_attribute("aria-live") == "polite" and not visit.complaints


def test_by_keyboard_when_all_is_known(site, browser):
    """The rows are sorted once, and the arrows still go from one to the next."""
    with Visit(browser) as visit:
        piece = Guesses(visit, site, "en", "encoder-decoder")
        for label in piece.labels.values():
            label.click()
            piece.show.click()
        parts = [row[0] for row in piece.rows()]
        piece.place.locator("[type=radio]").first.focus()
        found = []
        for _ in parts[1:]:
            piece.page.keyboard.press("ArrowDown")
            assert piece.place.locator("[type=radio]:focus").count() == 1
            found.append(piece.chosen())
        assert found == parts[1:] and not visit.complaints


def difference_of(part: str, guess: int) -> str:
    count = counts("encoder-decoder")[1 + PARTS["encoder-decoder"].index(part)]
    sentence = SAID["en"][0].replace("50", str(guess))
    return sentence.format(part, count, difference("en", guess, count))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PARTS)
def test_by_finger_on_a_phone(site, browser, language, name):
    with Visit(browser, width=360, has_touch=True) as visit:
        piece = Guesses(visit, site, language, name)
        piece.labels["positions"].tap()
        box = piece.slider.bounding_box()
        piece.page.touchscreen.tap(box["x"] + box["width"] - 2, box["y"] + box["height"] / 2)
        assert piece.typed.input_value() == "100"
        piece.show.tap()
        assert piece.boxes() == (100, 100, 0)
        assert piece.page.evaluate("document.documentElement.scrollWidth") == 360
        for control in (*piece.labels.values(), piece.slider, piece.typed, piece.show):
            assert control.bounding_box()["height"] >= 24
        right = "all => Math.max(...all.map((each) => each.getBoundingClientRect().right))"
        inner = piece.place.locator("td, i, input, button").evaluate_all(right)
        assert inner < piece.place.evaluate_all(right) and not visit.complaints


@pytest.mark.parametrize(
    ("language", "width"), [("en", 320), ("en", 360), ("zh", 500), ("en", 768), ("zh", 1440)]
)
@pytest.mark.parametrize("name", PARTS)
def test_it_keeps_its_height(site, browser, language, width, name):
    with Visit(browser, width=width) as visit:
        visit.page.add_init_script("window.IntersectionObserver = class { observe() {} }")
        page = visit.open(url(site, language, name))
        page.evaluate("document.documentElement.classList.add('laid-out')")
        heights = [page.locator("[data-piece=ablation]").bounding_box()["height"]]
    with Visit(browser, width=width) as visit:
        piece = Guesses(visit, site, language, name)
        assert piece.page.evaluate("document.documentElement.scrollWidth") == width
        for label in piece.labels.values():
            label.click()
            heights.append(piece.place.bounding_box()["height"])
            piece.show.click()
            heights.append(piece.place.bounding_box()["height"])
    assert len(set(heights)) == 1


@pytest.mark.parametrize("name", PARTS)
def test_the_page_says_when_its_counts_are_others(site, browser, name):
    with Visit(browser) as visit:
        page = visit.open(url(site, "en", name))
        page.evaluate(
            """() => {
              const script = document.querySelector('[data-piece=ablation] script');
              script.textContent = script.textContent.replace('1.0', '0.0');
            }"""
        )
        page.locator("[data-piece=ablation]").scroll_into_view_if_needed()
        page.wait_for_selector("[data-piece=ablation].differs")
        assert any("ablation" in each for each in visit.complaints)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_can_be_used_by_all(site, browser, scheme):
    with Visit(browser, scheme=scheme) as visit:
        piece = Guesses(visit, site, "en", "decoder-only")
        piece.show.click()
        assert violations(piece.page) == []
        piece.labels["mask"].click()
        assert violations(piece.page, ["color-contrast"]) == []


def test_beside_both_languages_it_says_everything_once(site, browser):
    with Visit(browser) as visit:
        piece = Guesses(visit, site, "en", "decoder-only", "?lang=both")
        piece.page.wait_for_selector("html.both")
        piece.show.click()
        assert piece.place.count() == 1 and piece.place.locator(".twin").count() == 0
        assert piece.boxes() == (100, 50, counts("decoder-only")[0])


def test_it_is_small_and_no_notebook_has_it(site, browser):
    assert (ROOT / "code" / "bilingual_book" / "touch" / "ablation.js").stat().st_size <= 3_500
    with Visit(browser) as visit:
        for name in PARTS:
            piece = Guesses(visit, site, "en", name)
            assert len(piece.place.locator("script").text_content().encode()) <= 3_000
            piece.page.emulate_media(media="print")
            assert not piece.place.is_visible()
            piece.page.emulate_media(media="screen")
            text = (site / "notebooks" / "en" / f"{name}.ipynb").read_text("utf8")
            assert EXPORTED not in text and "thick border" not in text and "outcomes (" in text
