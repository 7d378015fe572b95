"""The first page: what it promises stands on the first screen, and what it shows follows from the chapters."""

import re

import pytest
import yaml
from docutils import nodes
from sphinx_exercise.nodes import exercise_enumerable_node, exercise_node, solution_node

from bilingual_book.core import nodes as nodes_of_pages
from bilingual_book.core import page_summary
from bilingual_book.frontpage import reading_time
from support.bilingual_pages import ROOT, read
from support.compare_outputs import printed
from support.pages import LANGUAGES, TAGS, Visit, soup, url
from support.small_book import ONE, SmallBook, ran

TOC = yaml.safe_load((ROOT / "_toc.yml").read_text("utf8"))["parts"]
NUMBERED, OTHERS = (
    [
        item["file"]
        for part in TOC
        if bool(part.get("numbered")) == numbered
        for item in part["chapters"]
    ]
    for numbered in (True, False)
)
FIRST_SCREEN = {
    (1440, 900): [
        "h1",
        "h1 ~ p",
        "a.start",
        "a.other",
        "[type=search]",
        "figure.product",
        "h1 ~ ul",
    ],
    (360, 740): ["h1", "h1 ~ p", "a.start", "a.other", "[type=search]"],
}


def front_matter(language: str, page: str) -> dict:
    return yaml.safe_load(read(language, page).split("---")[1])


def names(links: list) -> list[str]:
    return [link["href"].removesuffix(".html") for link in links]


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_name_every_chapter_in_order(site, language):
    page = soup(site, language, "index")
    assert names(page.select(".chapter-cards h3 a")) == NUMBERED
    assert names(page.select(".chapter-list a")) == OTHERS
    for number, (card, chapter) in enumerate(zip(page.select(".chapter-cards > li"), NUMBERED), 1):
        said = front_matter(language, chapter)
        title = soup(site, language, chapter).h1.get_text().rstrip("#")
        assert card.h3.get_text() == f"{number} {title.removeprefix(f'{number}. ')}"
        assert said["description"].replace("'", "’") in card.get_text().replace("'", "’")
        assert names(card.select(".card-needs a")) == said.get("needs", "").replace(",", "").split()
        assert (site / LANGUAGES[language] / card.img["src"]).exists()
        assert re.search(r"\d+", card.select_one(".card-time").get_text())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_is_a_link_to_its_chapter_and_what_it_needs_are_links_of_their_own(
    site, browser, language
):
    with Visit(browser, 1280) as visit:
        page = visit.open(url(site, language, "index"))
        for card in page.locator(".chapter-cards > li").all()[2:6]:
            card.scroll_into_view_if_needed()
            link_there = """e => {
              const { x, y, width, height } = e.getClientRects()[0];
              return document.elementFromPoint(x + width / 2, y + height / 2).closest("a")?.getAttribute("href");
            }"""
            own = card.locator("h3 a").get_attribute("href")
            needed = card.locator(".card-needs a")
            assert needed.count() and card.locator("img").evaluate(link_there) == own
            assert card.locator("p").first.evaluate(link_there) == own
            for need in needed.all():
                assert need.evaluate(link_there) == need.get_attribute("href") != own


@pytest.mark.parametrize("chapter", NUMBERED)
def test_what_a_chapter_needs_comes_before_it_and_is_named_in_its_text(chapter):
    for needed in front_matter("en", chapter).get("needs", "").replace(",", "").split():
        assert needed in NUMBERED[: NUMBERED.index(chapter)]
        assert f"({needed}.md)" in read("en", chapter)


@pytest.mark.parametrize("language", LANGUAGES)
def test_instructors_are_told_of_the_same_needs(site, language):
    rows = soup(site, language, "instructors").select("#ins-chapters tbody tr")
    told = {row.a["href"].removesuffix(".html"): row.select("td")[1].get_text() for row in rows}
    assert list(told) == NUMBERED
    for chapter in NUMBERED:
        for needed in front_matter(language, chapter).get("needs", "").replace(",", "").split():
            title = re.search(r"^# (.*)", read(language, needed), re.MULTILINE)[1]
            assert title in told[chapter]


@pytest.mark.parametrize("size", FIRST_SCREEN)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_screen_holds_what_matters(site, browser, language, size):
    with Visit(browser, size[0]) as visit:
        visit.page.set_viewport_size({"width": size[0], "height": size[1]})
        page = visit.open(url(site, language, "index"))
        for selector in FIRST_SCREEN[size]:
            box = page.locator(f"section#index {selector}").first.bounding_box()
            assert box["y"] >= 0 and box["y"] + box["height"] <= size[1], (selector, box)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [768, 1440])
def test_pictures_of_cards_have_one_height(site, browser, language, width):
    with Visit(browser, width) as visit:
        page = visit.open(url(site, language, "index"))
        cards = page.evaluate(
            "[...document.querySelectorAll('.chapter-cards > li')].map(e => [e.offsetTop, e.offsetHeight, e.querySelector('img').offsetHeight])"
        )
    for top in {card[0] for card in cards}:
        assert len({tuple(card) for card in cards if card[0] == top}) == 1, cards


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_searches_from_disk(site, browser, language):
    with Visit(browser) as visit:
        page = visit.open(url(site, language, "index"))
        page.fill(".landing-search input", "softmax")
        page.press(".landing-search input", "Enter")
        page.wait_for_selector("#search-results li a")
        assert page.url == f"{url(site, language, 'search')}?q=softmax"


def numbers(page, kind: str) -> list[list[float]]:
    rows = page.select(f".product-{kind} tbody tr")
    return [
        [float(cell["data-number"].replace("−", "-")) for cell in row.select("td")] for row in rows
    ]


def test_the_product_is_what_its_chapter_prints(site):
    texts = [cell.text for cell in printed("attention-in-pytorch")]
    for language in LANGUAGES:
        page = soup(site, language, "index").select_one("figure.product")
        weights, values, result = (numbers(page, kind) for kind in ("weights", "values", "result"))
        for row, sums in zip(weights, result):
            for column, total in zip(zip(*values), sums):
                assert sum(a * v for a, v in zip(row, column)) == pytest.approx(total, abs=1e-3)
        tokens = [head.get_text() for head in page.select(".product-weights tbody th")]
        heads = [head.get_text() for head in page.select(".product-weights thead th")]
        assert heads == tokens and "<SOS>" in heads
        picture = next(text for text in texts if text.startswith("picture") and "| A V" in text)
        assert " | ".join(["A", *tokens]) in picture
        for cell in page.select("td[data-number]"):
            number = cell["data-number"].replace("−", "-")
            assert any(number in text for text in texts)
            assert f"{float(number):.2f}".replace("-", "−") in cell.get_text()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_product_shows_the_sum_of_a_cell_and_asks_for_the_last(site, browser, language):
    with Visit(browser) as visit:
        page = visit.open(url(site, language, "index"))
        cells, total = page.locator(".product-result button"), page.locator(".product-sum")
        assert cells.last.inner_text() == "?" and total.inner_text().split()[-1] == "?"
        cells.first.hover()
        assert total.inner_text().split()[-1] == cells.first.inner_text()
        assert page.locator(".product .lit").count() == 7
        first = page.locator(".product-weights td[data-number]").first.get_attribute("data-number")
        assert total.inner_text().split()[0] == first
        cells.last.focus()
        assert total.inner_text().split()[-1] == "?"
        page.keyboard.press("Enter")
        answer = cells.last.inner_text()
        for again in (lambda: page.keyboard.press("Enter"), cells.last.click):
            again()
            assert cells.last.inner_text() == answer != "?", "an answer that was shown stays"
        assert re.fullmatch(r"\d\.\d\d", answer) and total.inner_text().split()[-1] == answer
        assert not visit.complaints


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_larger_a_number_of_the_product_the_more_colour_it_has(site, browser, scheme):
    """As in the book's pictures; a grey of its own says that it is below 0."""
    with Visit(browser, scheme=scheme) as visit:
        page = visit.open(url(site, "en", "index"))
        for kind in ("weights", "values", "result"):
            cells = page.locator(f".product-{kind} tbody td").evaluate_all(
                "all => all.map((e) => [e.dataset.number ?? e.innerText, getComputedStyle(e).backgroundColor])"
            )
            shades = [
                (float(number.replace("−", "-")), [*map(float, re.findall(r"[\d.]+", colour))])
                for number, colour in cells
                if number
            ]
            assert len(shades) > 5
            largest = max(abs(number) for number, _ in shades)
            for number, (red, green, blue, *strength) in shades:
                assert (strength or [1])[0] == pytest.approx(
                    0.64 * abs(number) / largest, abs=0.07
                ), (kind, number)
                if strength != [0]:
                    assert (max(red, green, blue) - min(red, green, blue) < 0.01) == (number < 0)


def test_without_a_script_nothing_is_hidden(site, browser):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(url(site, "en", "index"))
    assert re.fullmatch(r"\d\.\d\d", page.locator(".product-result button").last.inner_text())
    context.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_page_leads_to_the_other_language(site, browser, language):
    other = next(each for each in LANGUAGES if each != language)
    with Visit(browser) as visit:
        page = visit.open(url(site, language, "index"))
        link = page.locator(".landing-actions a.other")
        assert link.get_attribute("lang") == link.get_attribute("hreflang") == TAGS[other]
        link.click()
        assert page.url == url(site, other, "index")
        assert page.locator("html").get_attribute("lang") == TAGS[other]


def minutes(prose: str, lines: int = 0) -> int:
    cell = nodes.container(
        "", nodes.literal_block(text="x = 1\n" * lines), nb_element="cell_code_source"
    )
    return reading_time.reading_time(nodes.section("", nodes.paragraph(text=prose), cell))


def test_the_reading_time_grows_with_the_text():
    assert minutes("word " * 2000) == 10 and minutes("词" * 3500) == 10
    assert minutes("word " * 4000) == 20 and minutes("词" * 7000) == 20
    assert minutes("word " * 2000, lines=150) == 20
    # each character once, and each word of Latin letters
    assert minutes("用 softmax 算，" * 1400) == 15
    assert minutes("") == reading_time.STEP_MIN
    for exercise in (exercise_node, exercise_enumerable_node):  # without a number, and with one
        page = nodes.section("", *(exercise() for _ in range(5)))
        assert reading_time.reading_time(page) == 15
    # an exercise has its time; what is read of its solution is not counted once more
    cell = nodes.container("", nodes.literal_block(text="x\n" * 150), nb_element="cell_code_source")
    cell = nodes.container("", cell, nb_element="cell_code")  # as deep as in a chapter
    solution = solution_node("", nodes.paragraph(text="word " * 2000), cell)
    assert reading_time.reading_time(nodes.section("", solution)) == reading_time.STEP_MIN


def test_a_description_falls_back_on_whole_sentences():
    page = nodes.section("", nodes.paragraph(text="One is 1.5. Two. " + "Three " * 40 + "."))
    assert page_summary.first_sentences(page) == "One is 1.5. Two."
    long = "One sentence that goes on" + " and on" * 40 + "."
    page = nodes.section("", nodes.paragraph(text=f"{long} Two."))
    assert page_summary.first_sentences(page) == long, "whole, however long"
    assert page_summary.first_sentences(nodes.section("")) == ""
    page = nodes.section("", nodes.paragraph(text="Look! Two! " + "Three " * 40 + "!"))
    assert page_summary.first_sentences(page) == "Look! Two!"
    message = nodes.system_message("", nodes.paragraph(text="A target twice."))
    page = nodes.section("", message, nodes.paragraph(text="一。二。"))
    assert page_summary.first_sentences(page) == "一。二。"
    first, second = "一" * 69 + "。", "二" * 69 + "？"  # no blank stands behind a sentence
    page = nodes.section("", nodes.paragraph(text=f"{first}{second}{first}"))
    assert page_summary.first_sentences(page) == first + second


def test_what_a_page_lists_keeps_its_own_hyphens():
    assert nodes_of_pages.listed(["- one", "  - two-", "", "three"]) == ["one", "two-", "three"]


CARDS = """(cards)=
# Cards

```{chapter-cards}
- {} min
- after
```

```{product} one
:tensors: a b c
:tokens: x y
A caption.
```
"""
CODE = """import torch

from tensorbytensor.small import times

a = torch.eye(2)
b = times(torch.tensor([[1.0, -2.0], [3.0, 4.0]]))
print(a)
print(b)
print(a @ b)
print(a @ b + 0)
b = b + 1
print(b)"""


@pytest.mark.slow
def test_cards_and_products_follow_the_chapters(tmp_path):
    """A longer chapter, and a change in a module that a chapter imports: each reaches them in a build of its own.

    They stand on a page of their own: the first page and the glossary are written anew after most changes anyway.
    """
    book = SmallBook(tmp_path)
    toc = "format: jb-book\nroot: index\nparts:\n- numbered: true\n  chapters: [{file: one}, {file: two}]\n"
    (book.root / "_toc.yml").write_text(toc + "- chapters: [{file: glossary}, {file: cards}]\n")
    book.picture_one()
    for language in ("en", "zh"):
        book.write(language, "cards", CARDS)
        book.edit(book.path(language, "two"), "file_format", "picture: one\nfile_format")
        book.edit(
            book.path(language, "one"), ONE, CODE.replace("print(a @ b)", "c = a @ b\nprint(c)")
        )
    ran(book.build())
    for language in ("en", "zh"):
        pictures = soup(book.html, language, "cards").select(".chapter-cards img")
        assert [picture["alt"] for picture in pictures] == ["A dot."] * 2
        assert all(
            (book.html / LANGUAGES[language] / picture["src"]).exists() for picture in pictures
        )

    def shown() -> list[tuple[list, list]]:
        pages = [soup(book.html, language, "cards") for language in ("en", "zh")]
        return [
            (numbers(page, "result"), [e.get_text() for e in page.select(".card-time")])
            for page in pages
            if numbers(page, "values") == numbers(page, "result")  # b is printed again, and larger
        ]

    assert shown() == [([[2.0, -4.0], [6.0, 8.0]], ["5 min", "5 min"])] * 2
    for language, prose in (("en", "More words. " * 1000), ("zh", "字" * 3500)):
        book.edit(book.path(language, "two"), "\n```{code-cell}", f"\n{prose}\n\n```{{code-cell}}")
    ran(book.build())
    assert shown() == [([[2.0, -4.0], [6.0, 8.0]], ["5 min", "10 min"])] * 2
    book.edit(book.root / "code" / "tensorbytensor" / "deeper.py", "2", "3")
    ran(book.build())
    assert shown() == [([[3.0, -6.0], [9.0, 12.0]], ["5 min", "10 min"])] * 2
    book.edit(book.path("en", "cards"), "a b c", "a b d")
    book.edit(book.path("zh", "cards"), "a b c", "a b d")
    result = book.build()
    said = result.stdout + result.stderr
    assert result.returncode == 1 and "one prints no d" in said and "Traceback" not in said


@pytest.mark.slow
def test_the_glossary_names_a_section_as_it_is_called_now(tmp_path):
    book = SmallBook(tmp_path)
    ran(book.build())
    book.edit(book.path("en", "one"), "# Small", "# Little")
    assert ran(book.build()) == []
    assert "Little" in soup(book.html, "en", "glossary").select_one("table.glossary").get_text()
    assert "Little" in (book.html / "glossary.js").read_text("utf8")


@pytest.mark.slow
def test_a_chapter_that_is_not_there_is_named(tmp_path):
    book = SmallBook(tmp_path)
    toc = "format: jb-book\nroot: index\nparts:\n- numbered: true\n  chapters: [{file: one}, {file: lost}]\n"
    (book.root / "_toc.yml").write_text(
        toc + "- chapters: [{file: two}, {file: glossary}, {file: cards}]\n"
    )
    for language in ("en", "zh"):
        book.write(language, "cards", CARDS.partition("```{product}")[0])
        book.edit(book.path(language, "one"), "---\n\n(one)=", "needs: two, gone\n---\n\n(one)=")
    result = book.build()
    said = result.stdout + result.stderr
    assert result.returncode == 1 and "nonexisting document 'lost'" in said
    assert "needs: 'gone' is no page" in said
    assert "Traceback" not in said and "KeyError" not in said
