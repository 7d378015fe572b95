"""Every term is explained where it stands: the glossary, the links to it, and what they show in a browser."""

import csv
import functools
import json
import re
import shutil
from collections import Counter
from pathlib import Path
from urllib.parse import urljoin

import pytest
from bs4 import BeautifulSoup
from docutils import nodes
from sphinx import addnodes

from bilingual_book.core.book import Book
from bilingual_book.glossary.links_to_glossary import Marker
from bilingual_book.glossary.popup_sentences import introducing
from bilingual_book.glossary.read_terms import (
    read_definitions,
    read_other_names,
    read_terms,
    read_unlinked,
    slug,
)
from support.bilingual_pages import INTRO, ROOT, pages, read
from support.numbers_in_two_languages import numbers
from support.pages import LANGUAGES, TAGS, Visit, soup, url, violations
from support.words_in_two_languages import (
    exchanged_places,
    lost_or_added,
    lost_terms,
    there_in_chinese,
    turned_round,
    without_brackets,
)

TERMS = read_terms(Book.at(ROOT))
OTHER = {"en": "zh", "zh": "en"}


@functools.cache
def entries(site, language):
    """What a page's script is told: key to name, sentence, address and section."""
    text = (site / LANGUAGES[language] / "glossary.js").read_text("utf8")
    return json.loads(text.partition(" = ")[2].removesuffix(";\n"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_glossary_lists_what_is_introduced(site, language):
    introduced = {term for page in pages() for term in INTRO.findall(read(language, page))}
    rows = soup(site, language, "glossary").select("table.glossary tbody tr")
    assert {row["id"] for row in rows} == {f"glossary-{slug(term)}" for term in introduced}
    found = {slug(term): term for term in introduced}
    order = [found[row["id"].removeprefix("glossary-")].casefold() for row in rows]
    assert order == sorted(order)
    for row in rows:
        english = found[row["id"].removeprefix("glossary-")]
        names = [name.get_text() for name in row.td.select("p")]
        pair = [english, TERMS[english]]
        assert names == (pair if language == "en" else pair[::-1])
        [link] = row.select(".introduced-in a")
        page, _, place = link["href"].partition("#")
        shown = soup(site, language, page.removesuffix(".html")).find(id=place).get_text()
        if language == "zh":
            assert shown == TERMS[english]
        else:
            assert shown.lower().rstrip("s") == english.lower().rstrip("s")


def test_a_chinese_term_is_introduced_with_its_english_once(site):
    brackets = {}
    for name in pages():
        for term in soup(site, "zh", name).select("article strong.term"):
            behind = "".join(map(str, term.find_all_next(string=True, limit=8)))
            found = re.match(rf"{re.escape(term.get_text())}（([^）]+)）", behind)
            brackets[term.get_text()] = found and found[1]
    introduced = {term for page in pages() for term in INTRO.findall(read("zh", page))}
    assert brackets.pop("softmax") is brackets.pop("dropout（随机失活）") is None
    assert brackets["查询"] == "query" and len(brackets) > 60
    for english in introduced - {"softmax", "dropout"}:
        own = english in TERMS[english]
        assert brackets[TERMS[english]] == (None if own else english)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_of_the_glossary_is_one_of_its_chapter(site, language):
    def words(text: str) -> str:
        return re.sub(r"\[\d+\]|\W", "", text)

    for row in soup(site, language, "glossary").select("table.glossary tbody tr"):
        page, _, place = row.select_one(".introduced-in a")["href"].partition("#")
        paragraph = soup(site, language, page.removesuffix(".html")).find(id=place).find_parent("p")
        sentence = row.select_one("td + td > p:not(.definition)")
        assert words(sentence.get_text()) in words(paragraph.get_text()), row["id"]
        assert re.search(r"[.?!)。？！）:：”]$", sentence.get_text()), sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_script_says_what_the_glossary_says(site, language):
    told = entries(site, language)
    assert told.keys() == entries(site, OTHER[language]).keys()
    for row in soup(site, language, "glossary").select("table.glossary tbody tr"):
        name, sentence, address, where = told[row["id"]]
        link = row.select_one(".introduced-in a")
        assert (name, address) == (row.p.get_text(), link["href"])
        assert where == {"en": "Introduced in: ", "zh": "首次介绍："}[language] + link.get_text()
        definition, introducing = BeautifulSoup(sentence, "html.parser").select("p")[:2]
        assert [definition.text, introducing.text] == [p.text for p in row.select("td + td > p")][
            :2
        ]
        assert not re.search(r"<a\b|\bid=", sentence)


def definitions(language: str) -> dict[str, str]:
    return read_definitions(Book.at(ROOT, language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_term_is_defined_in_two_sentences_at_most(language):
    assert definitions(language).keys() == TERMS.keys()
    for term, text in definitions(language).items():
        text = re.sub(r"“[^”]*([.?。？])”$", r"\1", text.replace("e.g.", "eg"))
        text = re.sub(r"“[^”]*”", "", text)
        assert 1 <= len(re.findall(r"[.?!](?=\s|$)|[。？！]", text)) <= 2, term
        assert re.search(r"[.?!。？！]”?$", text), term


# Chinese begins with the query that looks, and with what is done with new inputs.
OTHER_ORDER = {"mask", "inference"}


@pytest.mark.parametrize("term", TERMS)
def test_a_definition_says_the_same_numbers_in_both_languages_and_not_its_own_term(term):
    english, chinese = (definitions(language)[term] for language in ("en", "zh"))
    assert not re.search(rf"\b{re.escape(term)}\b", english, re.IGNORECASE)
    own = without_brackets(TERMS[term])
    assert own not in chinese or len(own) == 1, chinese
    assert numbers(english, "en") == numbers(chinese, "zh"), f"{english}\n{chinese}"
    for differences in (exchanged_places, turned_round):
        assert not [*differences(english, chinese)] or term in OTHER_ORDER, f"{english}\n{chinese}"
    assert not [*lost_or_added(english, chinese)], f"{english}\n{chinese}"
    for differences in (lost_terms, there_in_chinese):
        assert not [*differences(english, chinese, TERMS)], f"{english}\n{chinese}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_glossary_defines_first(site, language):
    """And says how the term is called elsewhere, where it has other names."""
    others = read_other_names(Book.at(ROOT, language))
    assert others.keys() <= TERMS.keys() and "residual connection" in others
    found = {}
    for term, text in definitions(language).items():
        english = f" Also called {' or '.join(others.get(term, []))}."
        names = others.get(term, [""])
        space = " " * names[0][:1].isascii()
        said = {"en": english, "zh": f"也叫{space}{'、'.join(names)}。"}[language]
        found[f"glossary-{slug(term)}"] = text + said * (term in others)
    for row in soup(site, language, "glossary").select("table.glossary tbody tr"):
        assert row.select_one("td + td > p").text == found[row["id"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_glossary_says_of_each_name_which_language_it_is(site, language):
    """For who hears the page, for hyphens and for fonts."""
    for row in soup(site, language, "glossary").select("table.glossary tbody tr"):
        own, other = row.td.select("p")
        assert not own.get("lang") and other["lang"] == {"en": "zh-CN", "zh": "en"}[language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_term_has_the_name_of_another_one(language):
    """Of two terms with one name the search could not tell which is meant."""
    others = read_other_names(Book.at(ROOT, language))
    names = [{term, TERMS[term], *others.get(term, [])} for term in TERMS]  # of each term
    counts = Counter(name.lower() for each in names for name in each)
    assert [name for name, count in counts.items() if count > 1] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", pages())
def test_a_section_marks_a_term_once_and_only_in_prose(site, language, name):
    article = soup(site, language, name).article
    seen = set()
    for link in article.select("a.term-link"):
        key = link["href"].removeprefix("glossary.html#")
        assert key in entries(site, language)
        section = link.find_parent(
            lambda tag: tag.name == "section" and not tag["id"].startswith("inner-")
        )
        if not link.find_parent("strong", class_="term"):
            assert (section["id"], key) not in seen, link
            paragraph = link.find_parent("p")
            terms = [
                strong["id"].removeprefix("term-") for strong in paragraph.select("strong.term")
            ]
            assert key.removeprefix("glossary-") not in terms, "its own sentence"
        seen.add((section["id"], key))
        assert not [
            tag
            for tag in link.parents
            if re.fullmatch("a|h[1-6]|pre|code|table|figcaption|summary", tag.name)
        ]
    for strong in article.select("strong.term[id]"):
        assert strong.a and strong.a["href"].endswith(strong["id"].removeprefix("term-"))


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "Self-attention, then cross-attention", ["self-attention", "cross-attention"]),
        (
            "en",
            "two matrices, four vocabularies and\nkey padding masks",
            ["matrix", "vocabulary", "key padding mask"],
        ),
        ("en", "queries of keys", ["query", "key"]),
        ("en", "The number of values, a token-wise encoder–decoder", []),
        ("en", "softmaxes of the losses of batches", ["softmax", "loss", "batch"]),
        ("zh", "掩码自注意力的因果掩码", ["masked self-attention", "causal mask"]),
        ("zh", "平均值、绝对值和值得看的数", []),
        ("zh", "查询、键和值", ["query", "key", "value"]),
        ("zh", "在同一段上下文里看上下文", ["context"]),
        ("zh", "用dropout来训练", ["dropout", "training"]),
    ],
)
def test_the_longest_term_is_found_and_no_everyday_word(language, text, expected):
    book = Book.at(ROOT, language)
    assert [term for _, _, term in Marker(book, TERMS).find(text)] == expected


def terms_of_a_book(root: Path) -> Path:
    """Where a book of this one's languages in `root` has its terms, to be written."""
    shutil.copy(ROOT / "_config.yml", root)
    (root / "chapters").mkdir()
    return root / "chapters" / "terms.csv"


def found(book: Book, text: str) -> list[str]:
    return [text[start:end] for start, end, _ in Marker(book, read_terms(book)).find(text)]


def test_a_phrase_of_the_file_is_no_term_in_its_own_language_alone(tmp_path):
    rows = "en,zh,en_except,zh_except\nkey,键,of Keys|box's keys,键盘|值\nbox,箱,,\n"
    terms_of_a_book(tmp_path).write_text(rows, "utf8")
    english, chinese = Book.at(tmp_path, "en"), Book.at(tmp_path, "zh")
    assert found(english, "Keys, a bunch of\nkeys, keys of boxes") == ["Keys", "keys", "boxes"]
    assert found(english, "a box's keys, 键盘 keyed") == []  # the longest that fits
    assert found(chinese, "键盘上的键，boxes，box") == ["键"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_everyday_phrase_is_longer_than_its_term(language):
    with open(ROOT / "chapters" / "terms.csv", encoding="utf8", newline="") as file:
        rows = list(csv.DictReader(file))
    count = 0
    for row in rows:
        for phrase in filter(None, row[f"{language}_except"].split("|")):
            assert row[language] in phrase != row[language], phrase
            count += 1
    assert count > 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_term_that_the_file_says_is_not_linked_leads_nowhere_but_where_it_is_introduced(
    site, language
):
    unlinked = read_unlinked(Book.at(ROOT, language))
    assert unlinked == {"memory", "training"}
    for name in pages():
        for term in unlinked:
            for link in soup(site, language, name).select(f"a.term-link[href$='-{slug(term)}']"):
                assert link.find_parent("strong", class_="term"), (name, link)


def test_whether_a_term_is_linked_can_be_no_or_empty(tmp_path, capsys):
    path = terms_of_a_book(tmp_path)
    path.write_text("en,zh,linked\ntoken,词元,\ntraining,训练,no\n", "utf8")
    assert read_unlinked(Book.at(tmp_path)) == {"training"}
    path.write_text("en,zh\ntoken,词元\n", "utf8")
    assert read_unlinked(Book.at(tmp_path)) == set()
    path.write_text("en,zh,linked\ntoken,词元,never\n", "utf8")
    with pytest.raises(SystemExit):
        read_unlinked(Book.at(tmp_path))
    (said,) = capsys.readouterr().err.splitlines()
    assert said == (
        "ERROR: chapters/terms.csv: linked is 'never' for 'token', but can be no, or empty"
    )


def paragraph(*parts) -> tuple[nodes.Element, nodes.strong]:
    strong = nodes.strong(text="term", ids=["term-x"], term="x")
    made = nodes.paragraph("", "", *(strong if part is None else part for part in parts))
    return nodes.section("", made), strong


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        (["One. Here is a ", None, ". Three."], "Here is a term."),
        (["One. This is a ", None, "."], "One. This is a term."),
        (["What is it? A ", None, ", of course."], "What is it? A term, of course."),
        (["One. Two. This is a ", None, "."], "Two. This is a term."),
        (["One. What is it? This is a ", None, "."], "What is it? This is a term."),
        (["A ", None, " is this:"], "A term is this."),
        (["一。这是什么？这就是", None, "。"], "这是什么？这就是term。"),
        (["一。什么？", None, "就是二。三。"], "什么？term就是二。"),
        (["一。二。它叫", None, "。"], "二。它叫term。"),
        (["一。", None, "是二：三。"], "term是二：三。"),
        (["一。这就是", None, "：二。三。"], "一。这就是term：二。"),
    ],
)
def test_the_sentence_that_introduces_a_term(parts, expected):
    parts = [part and nodes.Text(part) for part in parts]
    _, strong = paragraph(*parts)
    [sentence] = introducing(strong)
    assert sentence.astext() == expected
    assert not any(node["ids"] for node in sentence.findall(nodes.strong))


def test_a_formula_belongs_to_its_sentence_and_a_citation_does_not():
    cite = addnodes.pending_xref("", nodes.Text("[1]"), refdomain="cite")
    section, strong = paragraph(nodes.Text("A "), None, nodes.Text(" "), cite, nodes.Text(":"))
    section += [
        nodes.comment("", "S1"),
        nodes.math_block("", "x^2", number=3, label="eq", nowrap=False),
    ]
    sentence, formula = introducing(strong)
    assert sentence.astext() == "A term:"
    assert formula.astext() == "x^2" and formula["number"] is None


def entry(page):
    return page.locator("#term-entry")


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("language", LANGUAGES)
def test_hovering_shows_the_entry_in_both_languages(site, browser, language, width):
    with Visit(browser, width=width) as visit:
        page = visit.open(url(site, language, "encoder-decoder"))
        terms = page.locator("article a.term-link:visible")
        for number in range(0, min(terms.count(), 40), 8):
            term = terms.nth(number)
            key = term.get_attribute("href").partition("#")[2]
            term.scroll_into_view_if_needed()
            term.hover()
            entry(page).wait_for()
            assert entry(page).get_attribute("aria-label") == entries(site, language)[key][0]
            for one in LANGUAGES:
                assert (
                    entries(site, one)[key][0]
                    in entry(page).locator(f".term-name [lang='{TAGS[one]}']").inner_text()
                )
                assert (
                    entry(page).locator(f"#term-text > [lang='{TAGS[one]}'] p").first.inner_text()
                )
            place = soup(site, language, "glossary").select_one(f"#{key} .introduced-in a")["href"]
            assert entry(page).locator(f"a[href$='{place.partition('#')[2]}']").evaluate(
                "link => link.href"
            ) == urljoin(url(site, language, "glossary"), place)
            box = entry(page).bounding_box()
            assert box["x"] >= 0 and box["x"] + box["width"] <= width
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            entry(page).hover()
            page.wait_for_timeout(400)
            assert entry(page).is_visible()
            page.mouse.move(2, 2)
            entry(page).wait_for(state="detached")
        assert not visit.complaints


def test_an_entry_stays_while_the_pointer_crosses_over_to_it(site, browser):
    """Between a term and its entry there are a few pixels of neither."""
    with Visit(browser) as visit:
        page = visit.open(url(site, "en", "encoder-decoder"))
        term = page.locator("article a.term-link:visible").first
        term.hover()
        entry(page).wait_for()
        upper, lower = sorted(
            (term.bounding_box(), entry(page).bounding_box()), key=lambda box: box["y"]
        )
        x = max(upper["x"], lower["x"]) + 5
        y = (upper["y"] + upper["height"] + lower["y"]) / 2
        page.mouse.move(x, y)
        assert not page.evaluate(
            "([x, y]) => document.elementFromPoint(x, y).closest('a.term-link, #term-entry')",
            [x, y],
        )
        page.wait_for_timeout(50)
        entry(page).hover()
        page.wait_for_timeout(400)
        assert entry(page).is_visible()


def test_an_entry_stands_where_there_is_room_and_never_above_the_window(site, browser):
    """Below its term, above it where that is too low; on a phone held sideways below it where neither has room."""
    places = set()
    for height in (900, 220):
        with Visit(browser, width=640) as visit:
            visit.page.set_viewport_size({"width": 640, "height": height})
            page = visit.open(url(site, "en", "encoder-decoder"))
            term = page.locator("article a.term-link:visible").nth(3)
            for share in (0.3, 0.9):
                page.mouse.move(2, 2)
                entry(page).wait_for(state="detached")
                term.evaluate(
                    "(e, y) => scrollBy({top: e.getBoundingClientRect().top - y, behavior: 'instant'})",
                    share * height,
                )
                page.wait_for_timeout(100)
                term.hover()
                entry(page).wait_for()
                box, line = entry(page).bounding_box(), term.bounding_box()
                is_below = box["y"] >= line["y"] + line["height"]
                assert is_below or box["y"] + box["height"] <= line["y"]
                assert box["y"] >= 0
                places.add((height, share, is_below))
    assert places == {(900, 0.3, True), (900, 0.9, False), (220, 0.3, True), (220, 0.9, False)}


def test_the_entry_of_a_term_on_two_lines_stands_by_its_first(site, browser):
    with Visit(browser, width=360) as visit:
        page = visit.open(url(site, "en", "encoder-decoder"))
        terms = page.locator("article a.term-link:visible")
        lines = terms.evaluate_all("all => all.map(e => e.getClientRects().length)")
        term = terms.nth(lines.index(2))
        term.evaluate(
            "e => scrollBy({top: e.getBoundingClientRect().top - 150, behavior: 'instant'})"
        )
        page.wait_for_timeout(100)
        first = "e => { const { x, y, height } = e.getClientRects()[0]; return [x, y, height]; }"
        x, y, height = term.evaluate(first)
        page.mouse.move(x + 3, y + height / 2)
        entry(page).wait_for()
        x, y, height = term.evaluate(first)
        box = entry(page).bounding_box()
        assert abs(box["y"] - y - height) < 8


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_keyboard_enters_an_entry_on_purpose(site, browser, language):
    """A Tab goes from term to term; Enter leads in, Escape back, Tab on, and a second Enter to the place."""
    with Visit(browser) as visit:
        page = visit.open(url(site, language, "attention"))
        term, following = (page.locator("article a.term-link").nth(n) for n in (2, 3))
        focused = "e => e === document.activeElement"
        term.focus()
        page.keyboard.press("Tab")
        page.wait_for_timeout(300)
        assert following.evaluate(focused) and not entry(page).count()
        page.keyboard.press("Shift+Tab")
        for leave in ("Escape", "Tab"):
            page.keyboard.press("Enter")
            entry(page).wait_for()
            assert entry(page).get_attribute("aria-describedby") == "term-text"
            assert entry(page).locator("a").evaluate(focused)
            page.keyboard.press(leave)
            entry(page).wait_for(state="detached")
            assert (term if leave == "Escape" else following).evaluate(focused)
        page.keyboard.press("Enter")
        entry(page).wait_for()
        place = entry(page).locator("a").get_attribute("href").partition("#")[2]
        page.keyboard.press("Enter")
        page.wait_for_url(f"**#{place}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_tap_opens_the_entry_and_its_link_goes_on(site, browser, language):
    with Visit(browser, width=360, has_touch=True) as visit:
        page = visit.open(url(site, language, "attention"))
        term = page.locator("article a.term-link").nth(4)
        before = page.url
        term.tap()
        entry(page).wait_for()
        assert page.url == before
        page.locator("article h1").tap()
        entry(page).wait_for(state="detached")
        term.tap()
        entry(page).locator("a").tap()
        page.wait_for_url("**#term-*")
        page.goto(before)
        term.tap()
        entry(page).wait_for()
        term.tap()  # who taps a term again goes on to its line of the glossary
        page.wait_for_url("**/glossary.html#glossary-*")


def test_a_pen_is_like_a_finger(site, browser):
    """It does not hover for long enough to ask."""
    with Visit(browser) as visit:
        page = visit.open(url(site, "en", "attention"))
        before, term = page.url, page.locator("article a.term-link").nth(4)
        term.scroll_into_view_if_needed()
        box = term.bounding_box()
        at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        tip = {"button": "left", "clickCount": 1, "pointerType": "pen"}
        pen = page.context.new_cdp_session(page)
        for what in ("mousePressed", "mouseReleased"):
            pen.send("Input.dispatchMouseEvent", {"type": what, **at, **tip})
        entry(page).wait_for()
        assert page.url == before


def test_an_entry_closes_when_the_phone_is_turned(site, browser):
    """Its term is elsewhere then."""
    with Visit(browser, width=360, has_touch=True) as visit:
        page = visit.open(url(site, "en", "attention"))
        page.locator("article a.term-link").nth(4).tap()
        entry(page).wait_for()
        page.set_viewport_size({"width": 900, "height": 360})
        entry(page).wait_for(state="detached", timeout=5_000)
        page.wait_for_timeout(300)  # and stays so
        assert not entry(page).count()


def test_of_two_terms_that_wait_for_the_glossary_the_last_one_opens(served, browser):
    """The pointer has gone on while it was fetched; one entry is open, and it closes."""
    with Visit(browser) as visit:
        held = []
        visit.page.route("**/glossary.js*", lambda route: held.append(route))
        page = visit.open(f"{served}encoder-decoder.html")
        terms = page.locator("article a.term-link:visible")
        names = [terms.nth(number).get_attribute("href") for number in (0, 1)]
        assert names[0] != names[1]
        for number in (0, 1):
            terms.nth(number).hover()
            page.wait_for_timeout(300)  # longer than it takes to open
        assert len(held) == 2 and not entry(page).count()
        for route in held:
            route.continue_()
        entry(page).wait_for()
        page.wait_for_timeout(100)
        assert entry(page).count() == 1
        assert page.evaluate("document.querySelector('#term-entry').previousSibling.href").endswith(
            names[1].partition("#")[2]
        )
        page.mouse.move(2, 2)
        entry(page).wait_for(state="detached")


def test_enter_leads_into_an_entry_that_the_pointer_has_asked_for(served, browser):
    with Visit(browser) as visit:
        held = []
        visit.page.route("**/glossary.js*", lambda route: held.append(route))
        page = visit.open(f"{served}encoder-decoder.html")
        term = page.locator("article a.term-link:visible").first
        term.hover()
        page.wait_for_timeout(300)
        term.focus()
        page.keyboard.press("Enter")
        assert len(held) == 2 and not entry(page).count()
        for route in held:
            route.continue_()
        entry(page).wait_for()
        assert entry(page).locator("a").evaluate("e => e === document.activeElement")


def test_a_glossary_that_could_not_be_loaded_is_asked_for_again(served, browser):
    with Visit(browser) as visit:
        page = visit.page
        page.route("**/glossary.js*", lambda route: route.abort())
        visit.open(f"{served}encoder-decoder.html")
        term = page.locator("article a.term-link:visible").first
        with page.expect_event("requestfailed"):
            term.hover()
        page.mouse.move(2, 2)
        page.unroute("**/glossary.js*")
        page.wait_for_timeout(300)
        term.hover()
        entry(page).wait_for()


def test_a_term_that_comes_to_the_page_later_has_its_entry(site, browser):
    """As the other language's paragraphs do."""
    with Visit(browser) as visit:
        page = visit.open(url(site, "en", "attention"))
        page.evaluate(
            "document.querySelector('article h1').insertAdjacentHTML('afterend', '<p><a class=\"term-link\" id=\"late\" href=\"zh/glossary.html#glossary-token\">词元</a></p>')"
        )
        page.locator("#late").hover()
        entry(page).wait_for()
        assert "token" in entry(page).inner_text()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_open_entry_is_accessible(site, browser, language, scheme):
    with Visit(browser, scheme=scheme) as visit:
        page = visit.open(url(site, language, "encoder-decoder"))
        page.locator("article a.term-link").nth(1).hover()
        entry(page).wait_for()
        assert not [found for found in violations(page) if found[0] != "region"]


def test_without_a_script_a_term_leads_to_the_glossary(site, browser):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(url(site, "zh", "attention"))
    page.locator("article a.term-link").nth(5).click()
    assert "/zh/glossary.html#glossary-" in page.url
    row = page.locator(f"#{page.url.partition('#')[2]}")
    assert 0 <= row.bounding_box()["y"] < 900
    context.close()
