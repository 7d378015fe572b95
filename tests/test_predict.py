"""Predict before you look: each output asks one question, and the page knows what an answer was."""

import json
import re
import time
from collections import Counter
from urllib.parse import unquote

import pytest
from bs4 import BeautifulSoup
from jinja2 import Template
from playwright.sync_api import Page
from sphinx.errors import ExtensionError

from bilingual_book.core.book import Book
from bilingual_book.predict.entries_of_outputs import read
from bilingual_book.predict.labels_left_in_sight import labels
from bilingual_book.predict.questions_of_pages import printed
from bilingual_book.predict.sentences import hints
from bilingual_book.predict.which_entry_to_ask import choose
from support.answers import DIAGNOSES, NO_NUMBERS, NO_SHAPES, NUMBERS, SHAPES
from support.answers import WORDS as SAME_WORDS
from support.bilingual_pages import ROOT, pages
from support.pages import IN_SIGHT, LANGUAGES, TOP, Visit, soup, url, violations
from tensorbytensor.predict_in_notebooks.entries_and_tolerances import Entry, Output
from tensorbytensor.predict_in_notebooks.judge_answer import judge

WORDS = {
    "en": {"right": "Right: ", "once": "Once more?", "check": "Check", "delete": "Delete all"},
    "zh": {"right": "对了：", "once": "再试一次？", "check": "提交", "delete": "全部删除"},
}
KINDS = {"number", "shape", "word", "truth", "count", "largest"}
# What the page asks of every cell that prints.
QUESTIONS = """() => Predict.cells.filter(({ cell }) => cell.dataset.cell).map(({ cell, output, isBet, first }) => (
  { cell: +cell.dataset.cell, text: output.text, isBet: !!isBet, isTagged: cell.matches('.tag_bet, .tag_determined'),
    isChosen: /tag_ask-/.test(cell.className), isUnasked: cell.matches('.tag_ask-nothing'),
    isSolution: !!cell.closest('.solution'), kind: first?.kind, asked: first && (first.entry?.text ?? first.answers.join()) }))"""
ASKED = "form.prediction"
TRIVIAL = re.compile(r"-?[01](\.0*)?|inf|nan")


def has_chapter(site, name: str) -> bool:
    return bool(soup(site, "en", name).select(".predict-switch"))


def chapters(site) -> list[str]:
    return [name for name in pages() if has_chapter(site, name)]


def predicting(visit: Visit, address: str) -> Page:
    path, _, place = address.partition("#")
    page = visit.open(f"{path}?predict=1" + (place and f"#{place}"))
    page.wait_for_selector("html:not(.awaits-questions)", state="attached")
    return page


def form(page: Page, cell: int):
    return page.locator(f'[data-cell="{cell}"] form.prediction')


def said(element) -> str:
    """What stands there for who looks, also far below, where nothing is laid out yet."""
    element.scroll_into_view_if_needed()
    element.page.wait_for_timeout(100)
    return element.inner_text()


def shown(page: Page, cell: int) -> bool:
    """Whether the printed number is there for who looks."""
    box = page.locator(f'[data-cell="{cell}"] pre .asked').first
    return box.evaluate("e => getComputedStyle(e).visibility === 'visible'")


def status(page: Page, cell: int) -> str:
    return said(form(page, cell).locator("[role=status]"))


def mark(page: Page, cell: int) -> str:
    """The sign that stands before what is said of an answer."""
    place = form(page, cell).locator("[role=status]")
    sign = place.evaluate("e => getComputedStyle(e, '::before').content")
    return "" if sign == "none" else sign.strip('" ')


def kept(page: Page) -> dict:
    return json.loads(page.evaluate("localStorage.getItem('predictions') ?? '{}'"))


# --- What is asked ---


@pytest.mark.parametrize("name", pages())
def test_every_output_of_a_tagged_cell_has_a_question(site, browser, name):
    """Only a solution, which has its own cover, and the message of an error, ask nothing."""
    if not has_chapter(site, name):
        return
    with Visit(browser) as visit:
        page = predicting(visit, url(site, "en", name))
        found = page.evaluate(QUESTIONS)
        asked = [each for each in found if each["isTagged"] and not each["isSolution"]]
        asked = [each for each in asked if not each["isUnasked"]]
        silent = [each for each in asked if not each["kind"]]
        assert not [each for each in silent if re.search(r"\d|True|False", each["text"])]
        assert len(silent) <= 1 and len(asked) >= 10, silent
        assert page.locator(".cell form.prediction").count() == len(asked) - len(silent)
        kinds = Counter(each["kind"] for each in asked if each["kind"])
        assert set(kinds) <= KINDS and kinds["number"] >= len(asked) / 3, kinds
        for each in asked:
            others = re.findall(r"(?<![\w.])-?\d+\.\d+", each["text"])
            if (
                each["kind"] == "number"
                and TRIVIAL.fullmatch(each["asked"])
                and not each["isChosen"]
            ):
                assert all(TRIVIAL.fullmatch(number) for number in others), each
        assert not visit.complaints


def test_the_book_asks_in_many_ways(site, browser):
    kinds = Counter()
    for name in chapters(site):
        with Visit(browser) as visit:
            found = predicting(visit, url(site, "en", name)).evaluate(QUESTIONS)
            kinds.update(each["kind"] for each in found if not each["isSolution"])
    placed = {"count", "largest"}
    assert all(kinds[kind] >= 5 for kind in KINDS - placed) and all(
        kinds[kind] for kind in placed
    ), kinds


def test_both_languages_ask_the_same(site, browser):
    asked = []
    for language in LANGUAGES:
        with Visit(browser) as visit:
            asked.append(predicting(visit, url(site, language, "attention")).evaluate(QUESTIONS))
    assert asked[0] == asked[1]


READ = "text => Predict.read(text).entries.map(({ text, tensor, path }) => [text, tensor, path])"


def test_an_output_is_read(site, browser):
    """Numbers in names are none; entries of a tensor have indices, the others their line."""
    outputs = {
        "encoder.0.self p1 = 6/7 float16 (2x2)": [["6", None, [0, 0]], ["7", None, [0, 1]]],
        "a (4, 2)\n1e-3 -inf": [["(4, 2)", None, [0, 0]], ["1e-3", None, [1, 0]], ["-inf", None, [1, 1]]],
        "tensor([[1., 2.],\n        [3., nan]])": [["1.", 0, [0, 0]], ["2.", 0, [0, 1]], ["3.", 0, [1, 0]], ["nan", 0, [1, 1]]],
        "['je', 'aime'] 7": [["je", None, []], ["aime", None, []], ["7", None, [0, 0]]],
        "<SOS> j' → aime": [["<SOS>", None, []], ["j'", None, []], ["aime", None, []]],
        "": [],
    }  # fmt: skip
    with Visit(browser) as visit:
        page = predicting(visit, url(site, "en", "attention"))
        for text, entries in outputs.items():
            assert page.evaluate(READ, text) == entries, text


def test_the_build_reads_as_the_page_does(site, browser):
    """All that the book prints, and what `test_an_output_is_read` reads."""
    js = "text => Predict.read(text).entries.map(({ kind, text, tensor, path }) => [kind, text, tensor, path])"
    texts = {
        pre.get_text().removeprefix("\n")
        for name in chapters(site)
        for pre in soup(site, "en", name).select(".cell_output > .output pre")
    }
    texts |= {"encoder.0 p1 = 6/7 (2x2)", "a (4, 2)\n1e-3 -inf", "['je', \"aime\"] 7", "(4,) <SOS> j' → ümlaut", ""}  # fmt: skip
    assert len(texts) > 200
    with Visit(browser) as visit:
        page = predicting(visit, url(site, "en", "attention"))
        for text in texts:
            entries = [[e.kind, e.text, e.tensor, [*e.path]] for e in read(text).entries]
            assert page.evaluate(js, text) == entries, text


def test_what_a_cell_changes_is_asked_for():
    before = "tensor([[1.50, 2.50],\n        [3.50, 4.50]])"
    changed = read(before.replace("2.50", "0.00"))
    assert choose(changed, before=[read(before)]).entry.text == "0.00"


def test_a_zero_is_not_asked_for():
    for text in ("tensor([0., 0., 2.5])", "tensor([[1.0, 0.0], [0.0, 2.5]])", "1 2.5 0"):
        assert choose(read(text)).entry.text == "2.5", text


def test_an_author_can_choose():
    output = read("torch.Size([2, 3])\ntensor([[ 1.0000, -2.5000,  0.2500]])\nTrue")
    for wish, expected in {
        "shape": ["torch.Size([2, 3])"],
        "number": ["-2.5000", "0.2500"],
        "truth": ["True"],
        "3": ["0.2500"],
    }.items():
        assert choose(output, wish=wish).entry.text in expected, wish
    assert choose(output, wish="nothing") is None
    for wish in ("8", "word"):
        with pytest.raises(ExtensionError, match=f"ask-{wish} asks for"):
            choose(output, wish=wish)
    assert choose(output, wish="count").answers == [1]


CELL = """<div class="cell tag_{} tag_{}" data-cell="{}"><div class="cell_input"><pre>print(x)</pre></div>
  <div class="cell_output"><div class="output"><pre>tensor([ 0.5, -2.5,  3.5])\n</pre></div></div></div>"""
IN_SOLUTION = '<div class="exercise" id="ex"></div><div class="solution">{}</div>'


def test_a_tag_of_the_cell_chooses():
    cells = [("bet", "ask-count"), ("determined", "ask-1"), ("determined", "ask-nothing"), ("", "")]
    body = "".join(CELL.format(*tags, n) for n, tags in enumerate(cells))
    asked = [each.question for each in printed(BeautifulSoup(body, "html.parser"))]
    assert asked[0].answers == [1] and asked[1].name == "x[1]" and asked[2:] == [None, None]


def test_a_solution_asks_at_its_exercise_where_a_tag_wants_it():
    """By no name: the code that names it is folded away."""
    for tags, expected in {("ask-2", ""): "3.5", ("determined", ""): None}.items():
        body = IN_SOLUTION.format(CELL.format(*tags, 1))
        [each] = printed(BeautifulSoup(body, "html.parser"))
        assert (each.question and each.question.entry.text) == expected
        assert not expected or (each.exercise["id"] == "ex" and not each.question.name)


def test_what_opens_a_line_is_a_label_only_if_it_names_the_line():
    """A result would tell the answer: it is covered, as its neighbours are."""
    outputs = {
        ("1 0.5\n2 0.7", ""): ["1", "2"],  # they count
        ("4 0.5\n64 0.7\n512 0.9", ""): ["4", "64", "512"],  # sizes
        ("10 0.5\n3 0.7", "for n in (10, 3):"): ["10", "3"],
        ("True 0.5\nFalse 0.7", ""): ["True", "False"],
        ("3 70\n10 288", ""): [],
        ("21 0.5\n103 0.7\n64 0.9", "for n in (1, 2, 3):"): [],
        ("0/4096 0.5\n1/4096 0.7", ""): [],
        ("128 of 130\n  0 of 64", "change = 0"): [],  # a result that the code has, too
        ("a = 5 0.5\nb = 6 0.7\n10 0.9", "for n in (10,):"): ["5", "6", "10"],
        ("228 17\n223 40\nFalse 0", ""): [],  # one truth is what was asked
    }
    for (text, code), expected in outputs.items():
        output = read(text)
        found = labels(output, output.entries[-1], code)
        assert [entry.text for entry in found] == expected, text


# --- What a reader types ---


def test_numbers_are_understood(site, browser):
    with Visit(browser) as visit:
        page = predicting(visit, url(site, "en", "attention"))
        read = "typed => Predict.numbers(typed).map(({ value }) => value)"
        for typed, value in NUMBERS.items():
            assert any(
                abs(each - value) < 1e-12 or each == value for each in page.evaluate(read, typed)
            ), typed
        for typed in NO_NUMBERS:
            assert page.evaluate(read, typed) == [], typed


def test_shapes_and_words_are_understood(site, browser):
    with Visit(browser) as visit:
        page = predicting(visit, url(site, "en", "attention"))
        for typed, dims in SHAPES.items():
            assert page.evaluate("typed => Predict.shape(typed)", typed) == dims, typed
        for typed in NO_SHAPES:
            assert page.evaluate("typed => Predict.shape(typed)", typed) is None, typed
        for a, b in SAME_WORDS.items():
            assert page.evaluate("([a, b]) => Predict.word(a) === Predict.word(b)", [a, b]), a


# --- What an answer was ---

JUDGED = """([number, typed]) => {
  const each = Predict.cells.find(({ cell }) => +cell.dataset.cell === number);
  const { hint, right, cell } = Predict.judge(typed, each.first, each, Predict.cells);
  return [hint ?? (right ? 'right' : 'wrong'), cell ? +cell.cell.dataset.cell : null];
}"""


@pytest.mark.parametrize("name", sorted({name for name, *_ in DIAGNOSES}))
def test_an_answer_is_diagnosed(site, browser, name):
    with Visit(browser) as visit:
        page = predicting(visit, url(site, "en", name))
        for chapter, cell, typed, expected in DIAGNOSES:
            if chapter == name:
                assert page.evaluate(JUDGED, [cell, typed])[0] == expected, (cell, typed)


# Of each hint, what no other one says, in both languages.
SAID_BY_ONE = {
    "empty": ("Type your answer", "先填答案"),
    "noNumber": ("no number", "填数"),
    "noShape": ("A shape is numbers", "形状要写成"),
    "noTruth": ("True or False", "True 还是 False"),
    "noWord": ("Type the word", "那个词"),
    "noCount": ("whole number", "整数"),
    "coarse": ("one more digit", "多写一位"),
    "transposed": ("transposed", "转置"),
    "row": ("another row", "另一行"),
    "column": ("another column", "另一列"),
    "head": ("another head", "另一个头"),
    "elsewhere": ("in this tensor", "同一张量"),
    "otherNumber": ("another number of this output", "同一输出里的另一个数"),
    "sign": ("sign", "正负号"),
    "point": ("decimal point", "小数点"),
    "digits": ("last digits", "末位"),
    "beforeSoftmax": ("before the softmax", "softmax 之前"),
    "beforeMask": ("before the mask", "加掩码之前"),
    "beforeScale": ("before the scale", "缩放之前"),
    "afterSoftmax": ("after the softmax", "softmax 之后"),
    "afterMask": ("after the mask", "加掩码之后"),
    "afterScale": ("after the scale", "缩放之后"),
    "otherOutput": ("in another output", "另一个输出里"),
    "see": ("Where it was printed", "看那个输出"),
    "exchanged": ("exchanged", "颠倒"),
    "fewer": ("has more than", "不止"),
    "more": ("has fewer than", "没有 {n} 维"),
    "product": ("as many numbers", "元素个数对"),
    "dimension": ("All is right but dimension", "只有第 {place} 维"),
    "otherToken": ("word stands elsewhere", "这个词在"),
    "once": ("Once more", "再试一次"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_says_what_it_is_named_for(language):
    """Names are what `DIAGNOSES` and the scripts know; readers see the sentences."""
    said = hints(Book.at(ROOT, language).language.text)
    assert said.keys() == SAID_BY_ONE.keys()
    for name, words in SAID_BY_ONE.items():
        own = words[[*LANGUAGES].index(language)]
        assert [key for key, sentence in said.items() if own in sentence] == [name], own


def test_every_printed_answer_is_right(site, browser):
    """As it is printed, with a comma, and in full width."""
    with Visit(browser) as visit:
        page = predicting(visit, url(site, "en", "attention"))
        for each in page.evaluate(QUESTIONS):
            if each["kind"] and not each["isSolution"]:
                for typed in (
                    each["asked"],
                    each["asked"].replace(".", "。") if each["kind"] == "number" else each["asked"],
                ):
                    assert page.evaluate(JUDGED, [each["cell"], typed])[0] == "right", each


# --- On the page ---


@pytest.mark.parametrize("language", LANGUAGES)
def test_by_keyboard(site, browser, language):
    words = WORDS[language]
    with Visit(browser, 360) as visit:
        page = predicting(visit, url(site, language, "attention") + "#attention-weights")
        assert not shown(page, 12)
        form(page, 12).locator("input").focus()
        page.keyboard.type("-0.1217")
        page.keyboard.press("Enter")
        sentence = status(page, 12)
        assert "softmax" in sentence and words["once"] in sentence and not shown(page, 12)
        printed = form(page, 12).locator("[role=status] a").get_attribute("href")
        assert page.locator(printed).get_attribute("data-cell") == "8"
        assert not kept(page)
        page.keyboard.type("0.0032")
        page.keyboard.press("Enter")
        assert words["right"] in status(page, 12) and shown(page, 12)
        assert list(kept(page)["attention"].values()) == ["right"]
        page.keyboard.press("Enter")  # on to the next question
        assert page.evaluate("document.activeElement.closest('.cell').dataset.cell") == "14"
        page.keyboard.type("x")
        page.keyboard.press("Enter")
        assert not shown(page, 14) and status(page, 14) and len(kept(page)["attention"]) == 1
        assert not visit.complaints


@pytest.mark.parametrize("language", LANGUAGES)
def test_by_touch(site, browser, language):
    with Visit(browser, 360, has_touch=True) as visit:
        page = predicting(visit, url(site, language, "attention") + "#attention-weights")
        field = form(page, 9).locator("input")
        field.tap()
        field.fill("−0,0461")
        form(page, 9).get_by_role("button", name=WORDS[language]["check"]).tap()
        assert WORDS[language]["right"] in status(page, 9) and shown(page, 9)
        choice = form(page, 39).get_by_role("button", name="True")
        choice.scroll_into_view_if_needed()
        choice.tap()
        assert shown(page, 39)
        assert Counter(kept(page)["attention"].values()) == {"right": 2}


def test_a_wrong_answer_lifts_the_cover_and_so_does_the_second(site, browser):
    with Visit(browser) as visit:
        page = predicting(visit, url(site, "en", "attention"))
        form(page, 12).locator("input").fill("0.7")
        form(page, 12).get_by_role("button", name="Check").click()
        assert "0.7" in status(page, 12) and "0.0032" in status(page, 12) and shown(page, 12)
        for _ in range(2):
            form(page, 28).locator("input").fill("1.1067")
            form(page, 28).locator("input").press("Enter")
        assert shown(page, 28) and "sign" in status(page, 28)
        form(page, 27).get_by_role("button", name="Show me").click()
        assert shown(page, 27)
        form(page, 2).locator("input").fill("6")
        form(page, 2).locator("input").press("Enter")
        assert Counter(kept(page)["attention"].values()) == {"wrong": 2, "shown": 1, "lost": 1}
        assert [mark(page, cell) for cell in (12, 28, 27, 2)] == ["✗", "✗", "", "✗"]
        page.reload()
        assert not shown(page, 12) and not shown(page, 27), "what went wrong is asked again"
        assert not form(page, 2).locator("input").count(), "a bet is over"
        assert [mark(page, cell) for cell in (12, 28, 27, 2)] == ["", "", "", "✗"]


def test_any_other_entry_can_be_asked_for(site, browser):
    with Visit(browser) as visit:
        page = predicting(visit, url(site, "en", "attention"))
        form(page, 12).locator("input").fill("0.0032")
        form(page, 12).locator("input").press("Enter")
        assert mark(page, 12) == "✓"
        form(page, 12).get_by_role("button", name="Ask for another").click()
        assert not shown(page, 12) and not mark(page, 12) and not status(page, 12)
        place = "[data-cell='12'] .entry"
        page.locator(place).last.scroll_into_view_if_needed()
        box = page.locator(place).last.bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        assert "weights[2, 2]" in said(form(page, 12))
        page.keyboard.press("ArrowUp")
        assert "weights[2, 1]" in said(form(page, 12))
        page.keyboard.type("0.0023")
        page.keyboard.press("Enter")
        assert "Right" in status(page, 12)
        assert list(kept(page)["attention"].values()) == ["right"]
        assert "#" not in page.url.removesuffix("#"), "a press on a box asks, and leads nowhere"


def test_asking_for_another_goes_round_and_does_not_count(site, browser):
    with Visit(browser) as visit:
        page = predicting(visit, url(site, "en", "attention"))
        asked = form(page, 12)
        asked.locator("input").fill("0.7")
        asked.locator("input").press("Enter")
        assert [*kept(page)["attention"].values()] == ["wrong"]
        again = page.locator(".prediction-tally .once-more li")
        assert again.count() == 1
        asked.get_by_role("button", name="Ask for another").click()
        places = []
        for _ in range(10):  # of nine entries
            places.append(asked.locator("label").inner_text())
            page.keyboard.press("ArrowDown")
        assert len(set(places)) == 9 and places[9] == places[0]
        back = []
        for _ in range(9):  # from the second, past the first one
            page.keyboard.press("ArrowUp")
            back.append(asked.locator("label").inner_text())
        assert back == [places[0], *places[8:0:-1]]
        right = page.locator("[data-cell='12'] .asked").text_content()
        asked.locator("input").fill(right)
        asked.locator("input").press("Enter")
        assert "Right" in status(page, 12)
        assert [*kept(page)["attention"].values()] == ["wrong"], "the question itself went wrong"
        assert again.count() == 1


def test_after_the_last_answer_the_focus_is_on_what_it_was(site, browser):
    with Visit(browser) as visit:
        page = predicting(visit, url(site, "en", "attention"))
        cell = page.evaluate("""() => {
          const last = Predict.asked.find((each) => Predict.others(each).length <= 1);
          for (const each of Predict.asked) if (each !== last) Predict.finish(each, "shown");
          Predict.goTo(last);
          return last.cell.dataset.cell;
        }""")
        form(page, int(cell)).get_by_role("button", name="Show me").click()
        assert not form(page, int(cell)).locator("button").count()
        focused = "e => e === document.activeElement"
        assert form(page, int(cell)).locator("[role=status]").evaluate(focused)


def test_prose_does_not_tell(site, browser):
    with Visit(browser) as visit:
        page = predicting(visit, url(site, "en", "attention"))
        number = page.locator(".printed", has_text="-0.0461").first
        visibility = "e => getComputedStyle(e).visibility"
        assert number.evaluate(visibility) == "hidden"
        form(page, 9).get_by_role("button", name="Show me").click()
        assert number.evaluate(visibility) == "visible"


SIDES = ("width", "height")


def is_empty(image) -> bool:
    """Whether all of a picture lies beside its box."""
    image.scroll_into_view_if_needed()
    shift = image.evaluate("e => parseFloat(getComputedStyle(e).objectPosition)")
    return shift > image.bounding_box()["width"] > 100


def test_the_picture_of_an_output_does_not_tell(site, browser):
    """It keeps its place, and comes with the answer to its own output."""
    with Visit(browser) as visit:
        page = predicting(visit, url(site, "en", "attention"))
        held, other = (page.locator(f'[data-cell="{cell}"] img') for cell in (13, 26))
        size = held.bounding_box()
        assert is_empty(held) and held.get_attribute("aria-hidden") == "true"
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            page.wait_for_function(f"document.documentElement.dataset.theme === '{scheme}'")
            colour = held.evaluate("e => getComputedStyle(e).backgroundColor")
            assert colour != "rgba(0, 0, 0, 0)", f"nothing is there in the {scheme}"
        form(page, 12).get_by_role("button", name="Show me").click()
        assert not is_empty(held) and held.get_attribute("aria-hidden") is None
        assert is_empty(other)
        after = held.bounding_box()
        assert [after[side] for side in SIDES] == pytest.approx(
            [size[side] for side in SIDES], abs=0.5
        )


def test_what_is_covered_is_not_read_out(site, browser):
    with Visit(browser) as visit:
        page = predicting(visit, url(site, "en", "attention"))
        output = page.locator("[data-cell='12'] .cell_output")
        said(output)
        spoken = output.aria_snapshot()
        assert "tensor" in spoken
        assert "0.9933" not in spoken and "0.0032" not in spoken
        name = form(page, 12).get_by_role("textbox").evaluate("e => e.labels[0].textContent")
        assert "weights[1, 0]" in name


def test_what_the_text_tells_of_it_is_not_read_out_either(site, browser):
    with Visit(browser) as visit:
        page = predicting(visit, url(site, "en", "encoder-decoder"))
        page.evaluate("document.documentElement.classList.add('laid-out')")
        held = page.locator(".holds-answer:not(.holds-all):has(.printed)").all()
        assert held
        for paragraph in held:
            told = paragraph.locator(".printed").all_text_contents()
            assert not any(number in paragraph.aria_snapshot() for number in told), told


@pytest.mark.parametrize(("language", "width"), [("en", 360), ("zh", 1440)])
def test_an_exercise_asks_for_what_its_solution_prints(site, browser, language, width):
    with Visit(browser, width) as visit:
        page = visit.open(url(site, language, "decoder-only"))
        exercise = page.locator("#ex-do-adam")
        assert not exercise.locator("pre, form").count(), "off, the page is as it is"
        page = predicting(visit, url(site, language, "decoder-only"))
        asked = exercise.locator(".asked")
        assert asked.count() == 1 and exercise.locator(".entry").count() == 4
        said(exercise)
        assert asked.evaluate("e => getComputedStyle(e).visibility") == "hidden"
        exercise.locator("input").focus()
        page.keyboard.type("0.0053")
        page.keyboard.press("Enter")
        assert WORDS[language]["once"] in said(exercise.locator("[role=status]"))
        page.keyboard.type("－０．００５３")
        page.keyboard.press("Enter")
        assert WORDS[language]["right"] in said(exercise.locator("[role=status]"))
        assert asked.evaluate("e => getComputedStyle(e).visibility") == "visible"
        assert list(kept(page)["decoder-only"].values()) == ["right"]
        assert not page.locator(".solution[open], .solution details[open], .solution form").count()
        page.emulate_media(media="print")
        assert not exercise.locator("pre").is_visible()
        page.emulate_media(media="screen")
        page.locator(".predict-switch").click()
        assert not exercise.locator("pre, form").count()
        assert not visit.complaints


@pytest.mark.parametrize(
    ("tags", "shown"), [("determined", True), ("bet", True), ("measured", False), ("", False)]
)
def test_a_page_that_asks_anything_can_switch_its_questions_on(tags, shown):
    path = ROOT / "code/bilingual_book/predict/templates/predict-switch.html"
    page = {"body": f'<div class="cell tag_{tags} docutils container">', "text": str}
    made = Template(path.read_text("utf8")).render(page, pathto=lambda path, _: path)
    assert ("<button" in made) == shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_chapter_has_an_exercise_that_asks(site, language):
    for name in chapters(site):
        page = soup(site, language, name)
        asking = [cell for cell in page.select(".solution [data-ask]")]
        assert asking, name
        for cell in asking:
            assert page.find(id=json.loads(cell["data-ask"])["exercise"]), name


# --- The mode ---


@pytest.mark.parametrize("language", LANGUAGES)
def test_off_the_page_is_as_it_was(site, browser, language):
    with Visit(browser) as visit:
        page = visit.open(url(site, language, "attention"))
        article = "document.querySelector('article').innerHTML.replaceAll(' class=\"\"', '')"
        page.wait_for_timeout(300)
        before = page.evaluate(article)
        assert not page.locator("form.prediction, .entry, .prediction-tally").count()
        switch = page.locator(".predict-switch")
        for pressed in ("true", "false"):
            switch.click()
            assert switch.get_attribute("aria-pressed") == pressed
            state = "attached" if pressed == "true" else "detached"
            page.wait_for_selector(ASKED, state=state)
        assert page.evaluate(article) == before
        assert "predict=" not in page.url
        assert page.evaluate("localStorage.getItem('predict')") is None


def test_the_mode_is_kept_and_part_of_every_address(site, browser):
    with Visit(browser) as visit:
        page = visit.open(url(site, "en", "attention"))
        page.evaluate("scrollTo(0, 6000)")
        page.wait_for_timeout(500)
        name, before = page.evaluate(IN_SIGHT)
        page.locator(".predict-switch").evaluate("e => e.focus({ preventScroll: true })")
        page.keyboard.press("Space")
        page.wait_for_function("location.search === '?predict=1'")
        page.wait_for_selector(ASKED, state="attached")
        assert abs(page.evaluate(TOP, name) - before) <= 3, "the reader's place is lost"
        page.locator("a.right-next").hover()
        assert "predict=1" in page.locator("a.right-next").get_attribute("href")
        page.goto(url(site, "en", "references") + "?predict=1")
        link = page.locator("nav.bd-links a[href^='overview.html']").first
        link.evaluate("e => e.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))")
        assert "predict=1" in link.get_attribute("href")
        page.goto(url(site, "zh", "overview"))
        assert page.locator("form.prediction").count() > 10 and "predict=1" in page.url


def test_what_predicts_is_loaded_when_it_is_first_wanted(site, served, browser):
    part = (site / "_static" / "predict.js").read_text("utf8")
    common = (site / "_static" / "site.js").read_text("utf8")
    assert "PREDICT_WORDS" in part and "PREDICT_WORDS" not in common
    with Visit(browser) as visit:
        page = visit.open(f"{served}attention.html")
        loaded = lambda: [address for address in visit.requests if "/predict.js" in address]  # noqa: E731
        page.wait_for_load_state("networkidle")
        assert not loaded()
        for _ in range(3):
            page.locator(".predict-switch").click()
        page.wait_for_selector(ASKED, state="attached")
        assert len(loaded()) == 1
        page.goto(f"{served}references.html?predict=1")
        assert len(loaded()) == 1, "a page without questions needs no script for them"
        assert not visit.complaints


def test_switched_off_before_the_script_is_there(served, browser):
    with Visit(browser) as visit:
        visit.page.route("**/predict.js*", late)
        page = visit.open(f"{served}attention.html")
        with page.expect_response("**/predict.js*"):
            for _ in range(2):
                page.locator(".predict-switch").click()
        page.wait_for_function("!!Predict.show")
        assert not page.locator(ASKED).count() and "predict=" not in page.url
        page.locator(".predict-switch").click()
        assert page.locator(ASKED).count() > 10
        assert not visit.complaints


def test_a_script_that_does_not_come_leaves_the_page_as_it_is(site, browser):
    with Visit(browser) as visit:
        visit.page.route("**/predict.js*", lambda route: route.abort())
        page = visit.open(url(site, "en", "attention") + "?predict=1")
        page.wait_for_selector("html:not(.awaits-questions)", state="attached", timeout=2000)
        switch = page.locator(".predict-switch")
        assert switch.get_attribute("aria-pressed") == "false" and "predict=" not in page.url
        output = page.locator("[data-cell='12'] pre").last
        assert "0.0032" in said(output) and not page.locator(".covered, form.prediction").count()
        page.unroute("**/predict.js*")
        switch.click()
        page.wait_for_selector(ASKED, state="attached")
        assert switch.get_attribute("aria-pressed") == "true"


def late(route) -> None:
    """A script that comes when a browser would have drawn the page."""
    time.sleep(0.7)
    route.continue_()


# Of each number: the tensor that it is in, and how wide its cover and the number itself are, in pixels.
COVERS = """() => [...document.querySelectorAll('pre.covered .entry')].filter(({ entry }) => entry.kind === 'number').map(box => {
  const width = box.getBoundingClientRect().width;
  const tensor = [...document.querySelectorAll('pre')].indexOf(box.closest('pre')) + ' ' + box.entry.tensor;
  return [tensor, width - parseFloat(getComputedStyle(box, '::after').insetInlineStart), width];
})"""


# (printed, typed, whether it is a bet, what it is)
NEARLY = [
    ("1.2345", "1.2347", False, "rounded"),
    ("1.2345", "1.2348", False, "digits"),
    ("0.76", "0.75", False, "rounded"),
    ("0.76", "0.74", False, "digits"),
    ("0.9", "0.8", False, "digits"),
    ("47", "48", False, "wrong"),
    ("47", "51", True, "right"),
    ("47", "52", True, "wrong"),
    ("-0.52", "-0.57", True, "right"),
    ("-0.52", "-0.58", True, "wrong"),
    ("0.03", "0.04", True, "right"),
    ("0.03", "0.05", True, "digits"),
    ("0", "0", True, "right"),
    ("0", "1", True, "wrong"),
    ("inf", "inf", True, "right"),
    ("inf", "5", True, "wrong"),
]
JUDGE_ONE = """([printed, typed, isBet]) => {
  const output = Predict.read(printed), first = { kind: 'number', entry: output.entries[0] };
  const { hint, right } = Predict.judge(typed, first, { output, isBet, first }, []);
  return hint ?? (right ? 'right' : 'wrong');
}"""


def test_who_computes_with_rounded_numbers_is_right_and_a_bet_need_not_be_exact(site, browser):
    with Visit(browser) as visit:
        page = predicting(visit, url(site, "en", "attention"))
        for printed_, typed, is_bet, expected in NEARLY:
            assert page.evaluate(JUDGE_ONE, [printed_, typed, is_bet]) == expected, (
                printed_,
                typed,
            )
            outputs = [Output("", [Entry("number", printed_, None, [0, 0])], {})]
            asked = {"kind": "number", "output": 0, "entry": 0, "bet": is_bet}
            result, hint, _ = judge(typed, asked, outputs)
            assert (hint or result) == expected, (printed_, typed)


# (typed, the answers, what it is)
COUNTS = [
    ("0", [0], "right"),
    ("0", [3], "wrong"),
    ("2", [0, 2], "right"),
    ("-1", [1], "noCount"),
    ("2.5", [2], "noCount"),
]
JUDGE_COUNT = """([typed, answers]) => {
  const { hint, right } = Predict.judge(typed, { kind: 'count', answers }, null, []);
  return hint ?? (right ? 'right' : 'wrong');
}"""


def test_a_count_or_a_place_may_be_0_and_is_whole(site, browser):
    with Visit(browser) as visit:
        page = predicting(visit, url(site, "en", "attention"))
        for typed, answers, expected in COUNTS:
            assert page.evaluate(JUDGE_COUNT, [typed, answers]) == expected, typed
            result, hint, _ = judge(typed, {"kind": "count", "output": 0, "answers": answers}, [])
            assert (hint or result) == expected, typed


# Of each number or truth outside of tensors: its line and place, and how wide its cover is, in characters.
PLAIN_COVERS = """() => [...document.querySelectorAll('pre.covered')].map(pre => {
  const ch = document.createElement('span');
  ch.textContent = '0'.repeat(100);
  pre.append(ch);
  const size = ch.getBoundingClientRect().width / 100;
  ch.remove();
  return [...pre.querySelectorAll('.entry')].filter(({ entry }) => entry.tensor === null && entry.kind !== 'shape' && entry.kind !== 'word').map(box => {
    const over = -parseFloat(getComputedStyle(box, '::after').insetInlineStart);
    const blanks = / *$/.exec(box.previousSibling?.textContent ?? '')[0].length;
    if (over / size > blanks + 0.1) throw Error(`a cover lies on what stands before ${box.entry.text}`);
    return [box.entry.kind, box.entry.path, Math.round((box.getBoundingClientRect().width + over) / size), box.entry.text];
  });
})"""


@pytest.mark.parametrize("name", ["by-hand", "learning", "generation"])
def test_no_cover_says_how_many_digits_a_count_has_nor_which_truth_it_is(site, browser, name):
    with Visit(browser) as visit:
        page = predicting(visit, url(site, "en", name))
        page.evaluate("document.documentElement.classList.add('laid-out')")
        found = page.evaluate(PLAIN_COVERS)
    telling = 0
    for boxes in found:
        widths = {}
        for kind, (_, place), width, text in boxes:
            widths.setdefault((kind, place), set()).add(width)
            telling += len(text) != width
            assert width == 5 or kind != "truth", text
        assert len({line for _, (line, _), *_ in boxes}) < 2 or all(
            len(each) == 1 for each in widths.values()
        ), boxes
    assert telling > 5


def test_no_cover_says_that_its_number_has_a_sign(site, browser):
    with Visit(browser) as visit:
        page = predicting(visit, url(site, "en", "attention"))
        page.evaluate("document.documentElement.classList.add('laid-out')")
        tensors = {}
        for tensor, *widths in page.evaluate(COVERS):
            tensors.setdefault(tensor, []).append(widths)
    signed = 0
    for tensor, found in tensors.items():
        covers, numbers = zip(*found)
        if tensor.endswith("null"):  # numbers beside each other
            continue
        assert max(covers) - min(covers) < 0.5 and min(covers) >= max(numbers) - 0.5, tensor
        signed += max(numbers) - min(numbers) > 5  # a character
    assert signed > 5


@pytest.mark.parametrize("script", ["site", "predict"])
@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_moves_while_the_page_opens(served, browser, width, script):
    with Visit(browser, width) as visit:
        visit.page.add_init_script(
            "window.shift = 0; new PerformanceObserver(list => list.getEntries().forEach(e => window.shift += e.value))"
            ".observe({ type: 'layout-shift', buffered: true })"
        )
        visit.page.route(f"**/{script}.js*", late)
        visit.page.set_viewport_size({"width": width, "height": 4000})  # several outputs in sight
        page = predicting(visit, f"{served}attention.html")
        page.wait_for_timeout(1000)
        assert page.locator("form.prediction").count()
        assert page.evaluate("window.shift") < 0.01


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1440, "dark")])
@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing(site, browser, width, scheme, language):
    with Visit(browser, width, scheme) as visit:
        page = predicting(visit, url(site, language, "attention-in-pytorch"))
        form(page, 6).get_by_role("button").nth(1).click()
        page.locator(".prediction-tally summary").first.click()
        assert not violations(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("mode", ["", "&lang=both"])
def test_what_is_said_right_after_an_output_waits_for_it(site, browser, mode):
    """ "Five are", below the question how many."""
    with Visit(browser, 1440) as visit:
        path = url(site, "en", "attention")
        page = visit.open(f"{path}?predict=1{mode}")
        page.wait_for_selector("html:not(.awaits-questions)", state="attached")
        told = page.locator("[data-cell='2'] + p")
        after_another = page.locator("[data-cell='4'] + p")
        assert "Five are" not in said(told) and "An average" not in said(after_another)
        if mode:
            assert "其中五个" not in told.inner_text()
        form(page, 2).get_by_role("button").last.click()
        assert "Five are" in said(told) and "An average" not in said(after_another)
        form(page, 4).get_by_role("button", name="Show me").click()
        assert "An average" in said(after_another)
        page.locator(".predict-switch").first.click()
        assert not told.get_attribute("class")


def test_outputs_with_the_same_text_are_asked_apart(site, browser):
    with Visit(browser) as visit:
        page = predicting(visit, url(site, "en", "attention"))
        keys = page.evaluate("Predict.cells.map(({ key }) => key)")
        texts = page.evaluate("Predict.cells.map(({ output }) => output.text)")
        assert len(set(texts)) < len(texts) == len(set(keys))


def test_a_picture_that_is_held_back_says_nothing_to_the_keyboard(site, browser):
    seen = "buttons => buttons.filter(e => getComputedStyle(e).visibility !== 'hidden').length"
    with Visit(browser) as visit:
        page = predicting(visit, url(site, "en", "architecture"))
        page.locator(".touch:has(img.holds-answer)").first.scroll_into_view_if_needed()
        page.wait_for_selector(".touch:has(img.holds-answer) button", state="attached")
        assert not page.locator(".touch:has(img.holds-answer) button").evaluate_all(seen)
        page.locator(".predict-switch").first.click()
        assert page.locator(".touch button").evaluate_all(seen)


def test_both_languages_share_one_cover(site, browser):
    with Visit(browser, 1440) as visit:
        page = visit.open(url(site, "en", "attention") + "?predict=1&lang=both")
        page.wait_for_selector(".twin", state="attached")
        assert form(page, 12).count() == 1
        words = said(form(page, 12))
        assert "Predict" in words and "猜一猜" in words
        form(page, 9).locator("input").fill("7")
        form(page, 9).locator("input").press("Enter")
        named = page.locator(".prediction-tally details").first.text_content()
        assert "2.2. Let the tokens choose the weights: 0" in named
        held = page.locator(".holds-answer .twin .printed").first
        assert held.evaluate("e => getComputedStyle(e).visibility") == "hidden"
        page.locator('[data-choice="en"]').click()
        assert "猜" not in said(form(page, 12))


def test_paper_and_pages_without_scripts_show_outputs(site, browser):
    with Visit(browser) as visit:
        page = predicting(visit, url(site, "en", "attention"))
        page.emulate_media(media="print")
        assert shown(page, 12) and not form(page, 12).is_visible()
        assert not page.locator(".prediction-tally").is_visible()
    with Visit(browser, java_script_enabled=False) as visit:
        visit.page.goto(url(site, "en", "attention") + "?predict=1")
        output = visit.page.locator("[data-cell='12'] pre").last
        output.scroll_into_view_if_needed()
        assert output.is_visible() and "0.0032" in output.text_content()
        assert not visit.page.locator(".predict-switch").is_visible()


def test_a_hit_of_the_search_opens_at_its_place(site, browser):
    with Visit(browser) as visit:
        page = visit.open(
            url(site, "en", "attention") + "?predict=1&highlight=masked_scaled#attention-mask"
        )
        page.wait_for_timeout(600)
        top = page.locator(".highlighted").first.evaluate("e => e.getBoundingClientRect().top")
        assert 0 <= top <= 900 and not visit.complaints


def test_folded_cells_and_links_to_code(site, browser):
    with Visit(browser) as visit:
        page = predicting(visit, url(site, "en", "attention"))
        assert not form(page, 108).is_visible()
        for each in range(2, 108):
            if form(page, each).count() and form(page, each).locator(".line button").count():
                page.evaluate(
                    f"document.querySelector('[data-cell=\"{each}\"] form.prediction .line button:last-child').click()"
                )
        page.evaluate(
            "document.querySelector('[data-cell=\"102\"] form.prediction .line button').click()"
        )
        assert form(page, 108).is_visible(), "what is folded opens for its question"
        link = page.locator("[data-cell='12'] a.made-by")
        link.focus()
        page.keyboard.press("Enter")
        assert page.url.endswith(link.get_attribute("href"))


def test_two_windows_keep_both_answers(site, browser):
    with Visit(browser) as visit:
        first = predicting(visit, url(site, "en", "attention"))
        with first.expect_popup() as opened:
            address = url(site, "en", "overview") + "?predict=1"
            first.evaluate("address => void window.open(address)", address)
        second = opened.value
        second.wait_for_selector(ASKED, state="attached")
        form(first, 12).locator("input").fill("0.0032")
        form(first, 12).locator("input").press("Enter")
        form(second, 35).locator("input").fill("1")
        form(second, 35).locator("input").press("Enter")
        assert set(kept(second)) == {"attention", "overview"}


def test_two_windows_of_one_chapter_keep_what_was_answered_in_either(site, browser):
    with Visit(browser) as visit:
        first = predicting(visit, url(site, "en", "attention"))
        with first.expect_popup() as opened:
            first.evaluate("address => void window.open(address)", first.url)
        second = opened.value
        second.wait_for_selector(ASKED, state="attached")
        answered = []
        for page, cell in ((first, 11), (second, 12), (first, 14), (second, 15)):
            asked = form(page, cell)
            asked.locator("button", has_text="Show me").click()
            answered.append(len(kept(first)["attention"]))
        assert answered == [1, 2, 3, 4]


def test_what_one_window_deletes_does_not_come_back_from_another(served, browser):
    with Visit(browser) as visit:
        before = predicting(visit, f"{served}overview.html")  # told in a fold of the tally
        form(before, 35).locator("button", has_text="Show me").click()
        first = predicting(visit, f"{served}attention.html")
        with first.expect_popup() as opened:
            first.evaluate("address => void window.open(address)", first.url)
        second = opened.value
        second.wait_for_selector(ASKED, state="attached")
        form(first, 11).locator("button", has_text="Show me").click()
        form(second, 12).locator("button", has_text="Show me").click()
        second.get_by_role("button", name="Delete all").click()
        first.wait_for_function("!localStorage.predictions")
        for cell in (14, 15):
            form(first, cell).locator("button", has_text="Show me").click()
        assert kept(first).keys() == {"attention"} and len(kept(first)["attention"]) == 2
        assert "Answered 2 of" in first.locator(".prediction-tally").inner_text()


def test_another_entry_begins_anew_and_is_no_bet(site, browser):
    """Each has a second try of its own, and what it says is not the bet's sentence."""
    with Visit(browser) as visit:
        page = predicting(visit, url(site, "en", "attention"))
        bet = form(page, 33)
        bet.get_by_role("button", name="Show me").click()
        bet.get_by_role("button", name="Ask for another").click()
        asked = page.locator("[data-cell='33'] .asked").text_content()
        bet.locator("input").fill(asked)
        bet.locator("input").press("Enter")
        assert "Right: " in status(page, 33)
        for _ in range(2):
            form(page, 12).locator("input").fill("-0.1217")
            form(page, 12).locator("input").press("Enter")
        form(page, 12).get_by_role("button", name="Ask for another").click()
        asked = page.locator("[data-cell='12'] .asked").text_content()
        form(page, 12).locator("input").fill(f"-{asked}")
        form(page, 12).locator("input").press("Enter")
        assert "Once more?" in status(page, 12) and not shown(page, 12)


# --- The record ---


def test_what_went_wrong_is_asked_again_at_the_end_and_on_the_next_visit(site, browser):
    with Visit(browser) as visit:
        page = predicting(visit, url(site, "en", "attention"))
        for cell in (9, 12):
            form(page, cell).locator("input").fill("0.7")
            form(page, cell).locator("input").press("Enter")
        exercise = page.locator("#ex-attention-row form")
        exercise.get_by_role("button", name="Show me").click()
        page.goto(url(site, "en", "overview"))  # and back on another day
        page = predicting(visit, url(site, "en", "attention"))
        again = page.locator(".prediction-tally .once-more li")
        assert again.count() == 3
        assert not shown(page, 12) and form(page, 12).locator("input").count()
        assert exercise.locator("input").count()
        again.last.get_by_role("button").click()
        page.keyboard.type("0.0032")
        page.keyboard.press("Enter")
        assert again.count() == 2
        page.reload()
        page.wait_for_selector(ASKED, state="attached")
        assert again.count() == 2 and not form(page, 12).locator("input").count()
        assert not visit.complaints


def test_the_tally_counts_brings_back_and_forgets(site, browser):
    with Visit(browser) as visit:
        page = predicting(visit, url(site, "en", "attention"))
        form(page, 12).locator("input").fill("0.7")
        form(page, 12).locator("input").press("Enter")
        form(page, 9).locator("input").fill("-0.0461")
        form(page, 9).locator("input").press("Enter")
        form(page, 2).locator("input").fill("5")  # a bet, and won
        form(page, 2).locator("input").press("Enter")
        assert [mark(page, cell) for cell in (12, 9, 2)] == ["✗", "✓", "✓"]
        tally = page.locator(".prediction-tally")
        assert re.search(
            r"Answered 3 of \d+, 1 of them right; bets: 1 of \d+ won", tally.inner_text()
        )
        tally.locator("summary").first.click()
        for section in (
            "2.1. Three tokens and two averages",
            "2.2. Let the tokens choose the weights",
        ):
            assert f"{section}: 1 right of" in tally.inner_text()
        form(page, 14).get_by_role("button", name="Show me").click()
        assert tally.locator("details").first.get_attribute("open") is not None, "it stays open"
        tally.locator(".once-more button").first.click()
        assert not mark(page, 12) and not status(page, 12), "as if it had not been asked before"
        assert page.evaluate("document.activeElement.closest('.cell').dataset.cell") == "12"
        page.keyboard.type(".0032")
        page.keyboard.press("Enter")
        assert tally.locator(".once-more li").count() == 1
        save = tally.get_by_role("link", name="Save")
        save.evaluate("e => e.addEventListener('click', event => event.preventDefault())")
        save.click()
        saved = json.loads(unquote(save.get_attribute("href").partition(",")[2]))
        assert Counter(saved["attention"].values()) == {"right": 2, "shown": 1, "won": 1}
        predicting(visit, url(site, "zh", "overview"))
        page.locator(".prediction-tally summary").last.click()
        page.locator(".prediction-tally", has_text="答了 4 题，对 3 题").wait_for()
        assert re.search(
            r"押 [1-9]\d* 次，押中 0 次", page.locator(".prediction-tally").inner_text()
        )
        page.get_by_role("button", name=WORDS["zh"]["delete"]).click()
        assert kept(page) == {} and "已全部删除" in page.locator(".prediction-tally").inner_text()


THROWS = """const { setItem } = Storage.prototype;
Storage.prototype.setItem = function (key, value) {
  if (key.startsWith("predict")) throw new DOMException("full", "QuotaExceededError");
  setItem.call(this, key, value);
};"""
REFUSED = "for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get() { throw new DOMException('no', 'SecurityError') } })"


@pytest.mark.parametrize("trial", [THROWS, REFUSED])
def test_storage_that_refuses_hinders_nothing(site, browser, trial):
    with Visit(browser) as visit:
        visit.page.add_init_script(trial)
        page = predicting(visit, url(site, "en", "attention"))
        form(page, 12).locator("input").fill("0.0032")
        form(page, 12).locator("input").press("Enter")
        sentence = status(page, 12)
        assert "Right" in sentence and "forgotten" in sentence and shown(page, 12)
        assert "Answered 1 of" in page.locator(".prediction-tally").inner_text()
        page.get_by_role("button", name="Delete all").click()
        page.locator(".predict-switch").click()
        assert not page.locator("form.prediction").count()
        assert not visit.complaints


@pytest.mark.parametrize(
    "old",
    [
        "{",
        "[1]",
        "7",
        '{"attention": 3}',
        '{"attention": {"x": {"n": 1}}, "gone": {"a": "right"}, "v": 0}',
    ],
)
def test_a_record_of_another_edition_is_not_lost(site, browser, old):
    with Visit(browser) as visit:
        once = f"if (!localStorage.getItem('old')) {{ localStorage.setItem('old', 1); localStorage.setItem('predictions', {json.dumps(old)}) }}"
        visit.page.add_init_script(once)
        page = predicting(visit, url(site, "en", "attention"))
        form(page, 12).locator("input").fill("0.0032")
        form(page, 12).locator("input").press("Enter")
        assert "right" in kept(page)["attention"].values()
        if '"gone"' in old:
            assert kept(page)["gone"] == {"a": "right"} and kept(page)["attention"]["x"] == {"n": 1}
        elif not old.startswith("{") or old == "{":
            assert page.evaluate("localStorage.getItem('predictions unread')") == old
        page.get_by_role("button", name="Delete all").click()
        assert (
            page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('predictions'))")
            == []
        )
        assert not visit.complaints
