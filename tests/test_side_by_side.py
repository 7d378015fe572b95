"""Both languages on one page: the texts correspond, and a reader who switches never loses the place."""

import copy
import json
import re
from collections import Counter
from itertools import pairwise
from urllib.parse import parse_qs, urlsplit

import pytest
from bs4 import BeautifulSoup
from docutils import nodes
from docutils.utils import new_document
from playwright.sync_api import Page

from bilingual_book.core.book import Book
from bilingual_book.languages.shared_anchors import AddressBlocks
from bilingual_book.languages.side_by_side import address_from_twin, twin_of
from bilingual_book.search.search_words import SearchWordsNode
from support.bilingual_pages import ROOT, pages
from support.pages import (
    IN_SIGHT,
    LANGUAGES,
    TAGS,
    TOP,
    Visit,
    ids_of,
    soup,
    url,
    violations_in_both_schemes,
)
from support.serving import serving
from support.small_book import ran

OTHER = {"en": "zh", "zh": "en"}
DRIFT = 3  # pixels; a browser scrolls by whole ones
QUERY = "() => location.search"


def texts(site, language: str, page: str) -> list[str]:
    """What the page's script brings to its twin."""
    script = (site / LANGUAGES[language] / "both" / f"{page}.js").read_text("utf8")
    called = re.fullmatch(r'showTwins\("([\w-]+)", (\[.*\])\);\n', script, re.DOTALL)
    assert called[1] == TAGS[language]
    return json.loads(called[2])


def words(html: str) -> str:
    tree = BeautifulSoup(html, "html.parser")
    for element in tree.select(".section-number, .headerlink, img, svg"):
        element.decompose()
    return " ".join(tree.get_text().split())


def blocks(site, language: str, page: str) -> list:
    return soup(site, language, page).select("article [data-n]")


def shared(html: str) -> Counter:
    """What is the same in both languages of a text: formulas, code, and where its author's links lead."""
    tree = BeautifulSoup(html, "html.parser")
    formulas = Counter(f.get_text() for f in tree.select(".math, math"))
    code = Counter(c.get_text() for c in tree.select("code"))
    return formulas + code + Counter(a["href"] for a in tree.select("a[href]:not(.term-link)"))


@pytest.mark.parametrize("page", pages())
def test_the_texts_of_both_pages_correspond(site, page):
    english, chinese = (blocks(site, language, page) for language in LANGUAGES)
    assert [e.name for e in english] == [e.name for e in chinese]
    pairs = zip(texts(site, "en", page), texts(site, "zh", page), strict=True)
    for block, (ours, theirs) in zip(english, pairs, strict=True):
        if not block.find_parent(
            "table", class_="glossary"
        ):  # its sentences are cut in each language
            assert shared(ours) == shared(theirs), f"{ours}\n{theirs}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", pages())
def test_the_script_has_every_text_of_the_page(site, page, language):
    found = blocks(site, language, page)
    assert [int(block["data-n"]) for block in found] == list(range(len(found)))
    for block, text in zip(found, texts(site, language, page), strict=True):
        assert words(text) == words(block.decode_contents())
        assert not BeautifulSoup(text, "html.parser").select("[id], img, svg, .headerlink")
    article = copy.copy(soup(site, language, page).article)
    for element in article.select(
        "[data-n], .cell, .highlight, .math, .citation .label, svg, script,"
        " .notebook-links, .landing-actions, .product-parts"
    ):
        element.extract()
    left = [s for s in article.stripped_strings if not s.startswith("Scripts loaded")]
    assert not left, "not numbered, so never shown in both languages"


def test_a_text_leaves_behind_what_the_page_shows_once():
    html = (
        '<p id="a">A <picture><img src="x"/></picture><svg><g><path></path></g></svg>'
        '<b id="b">word</b><a class="headerlink" href="#a"><span>#</span></a></p>'
    )
    block = BeautifulSoup(html, "html.parser").p
    assert twin_of(block, None, "page") == "A <b>word</b>"
    assert str(block) == html


@pytest.mark.parametrize(
    ("language", "href", "there"),
    [
        ("en", "overview.html#a", "overview.html#a"),
        ("en", "notebooks/attention.ipynb", "../notebooks/attention.ipynb"),
        ("en", "zh/overview.html?lang=both", "overview.html?lang=both"),
        ("zh", "overview.html", "overview.html"),
        ("zh", "../notebooks/attention.ipynb#a", "notebooks/attention.ipynb#a"),
        ("zh", "notebooks/attention.ipynb", "zh/notebooks/attention.ipynb"),
        ("zh", "../overview.html", "overview.html"),
        *(
            (language, same, same)
            for language in LANGUAGES
            for same in ("#a", "https://a.b/c.html")
        ),
    ],
)
def test_from_the_other_side_a_page_is_its_twin_and_a_file_is_that_file(language, href, there):
    assert address_from_twin(href, Book.at(ROOT, language), "attention") == there


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", pages())
def test_links_of_a_twin_lead_somewhere_on_this_side(site, page, language):
    here = site / LANGUAGES[language]
    for href in set(
        re.findall(r'<a [^>]*href="([^"]+)"', " ".join(texts(site, OTHER[language], page)))
    ):
        parts = urlsplit(href)
        target = here / (parts.path or f"{page}.html")
        if not parts.scheme:
            assert target.exists(), href
            assert not parts.fragment or parts.fragment in ids_of(target), href


def open_both(visit: Visit, address: str) -> Page:
    path, _, place = address.partition("#")
    page = visit.open(f"{path}?lang=both" + (place and f"#{place}"))
    page.wait_for_selector(".twin", state="attached")
    return page


def choose(page: Page, choice: str) -> None:
    """As a hand does: Playwright's own click would scroll to where the header would be at rest."""
    box = page.locator(f'.language-switch [data-choice="{choice}"]').bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    if choice == "both":
        page.wait_for_selector(".twin", state="attached")
    else:
        page.wait_for_function(f"document.documentElement.lang === '{choice}'")
        page.wait_for_function("!document.querySelector('.twin')")
    page.wait_for_load_state("load")
    page.wait_for_timeout(100)


COLUMNS = """() => {
  document.documentElement.classList.add('laid-out');
  const left = e => Math.round(e.getBoundingClientRect().left);
  return [...document.querySelectorAll('[data-n]:has(> .own)')].filter(e => e.checkVisibility({ visibilityProperty: true }))
    .filter(e => !e.closest('.chapter-cards, .product, #index > ul'))  // beside one another, with no room for two languages
    .map(e => [e.closest('li, dd, blockquote, .admonition, figcaption, details') ? null : left(e.children[0]), left(e.children[1])]);
}"""


def assert_columns_begin_at_the_same_places(page: Page, name: str) -> None:
    for width in (1200, 1440, 1920):
        page.set_viewport_size({"width": width, "height": 900})
        own, twin = zip(*page.evaluate(COLUMNS), strict=True)
        assert len(set(own) - {None}) <= 1, (name, width)
        assert max(twin) - min(twin) <= 1, (name, width)


@pytest.mark.parametrize(
    ("language", "width", "scheme"),
    [("en", 360, "light"), ("zh", 360, "dark"), ("en", 1440, "dark"), ("zh", 1200, "light")],
)
def test_pages_are_whole_in_both_languages(site, browser, language, width, scheme):
    for name in pages():
        with Visit(browser, width, scheme) as visit:
            page = open_both(visit, url(site, language, name))
            assert not visit.complaints, f"{name}: {visit.complaints}"
            assert all(address.startswith(("file:", "data:")) for address in visit.requests)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
            assert page.locator(f".twin:not([lang={TAGS[OTHER[language]]}])").count() == 0
            pairs = zip(texts(site, "en", name), texts(site, "zh", name))
            assert page.locator(".twin").count() == sum(words(a) != words(b) for a, b in pairs)
            assert page.evaluate(
                "[...document.querySelectorAll('[id]')].every(e => document.getElementById(e.id) === e)"
            )
            if width >= 1200:
                assert_columns_begin_at_the_same_places(page, name)


def test_below_a_sub_path(served, browser):
    with Visit(browser) as visit:
        open_both(visit, f"{served}zh/attention.html")
        assert not visit.complaints
        assert all(address.startswith((served, "data:")) for address in visit.requests)


def scroll_to(page: Page, part: float) -> None:
    page.evaluate(f"scrollTo(0, document.documentElement.scrollHeight * {part})")
    page.wait_for_timeout(1000)  # what has come near is laid out


@pytest.mark.parametrize("width", [360, 1440])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("part", [0.13, 0.48, 0.86])
def test_the_place_is_kept(site, browser, language, width, part):
    """Both on and off again, over to the other page, both there, and back."""
    with Visit(browser, width) as visit:
        page = visit.open(url(site, language, "attention"))
        scroll_to(page, part)
        first, start = page.evaluate(IN_SIGHT)  # below the window where a long cell fills it
        here, there = TAGS[language], TAGS[OTHER[language]]
        for choice in ("both", here, "both", there, "both", here):
            # a text is not as high in the other language: another one may now be the first
            name, top = page.evaluate(IN_SIGHT)
            choose(page, choice)
            assert abs(page.evaluate(TOP, name) - top) <= DRIFT, (name, choice)
            assert abs(page.evaluate(TOP, first) - start) < 900, "the place drifts away"
        assert not visit.complaints


def test_from_disk_the_place_is_kept_without_a_storage(site, browser):
    """Chromium has begun one page in fifty with an empty one, on two busy cores. The address is clean again."""
    with Visit(browser, 360) as visit:
        visit.page.add_init_script("sessionStorage.clear()")
        page = visit.open(f"{url(site, 'en', 'attention')}?predict=1")
        scroll_to(page, 0.48)
        for choice in ("zh-CN", "en"):
            name, top = page.evaluate(IN_SIGHT)
            choose(page, choice)
            assert abs(page.evaluate(TOP, name) - top) <= DRIFT
            assert page.evaluate(QUERY) == "?predict=1"
        assert not visit.complaints


def test_elsewhere_the_address_of_a_page_stays_the_same(served, browser):
    """What a browser has kept of it is asked for by its address."""
    with Visit(browser) as visit:
        page = visit.open(f"{served}attention.html")
        scroll_to(page, 0.48)
        name, top = page.evaluate(IN_SIGHT)
        choose(page, "zh-CN")
        assert abs(page.evaluate(TOP, name) - top) <= DRIFT
        asked = [
            each for each in visit.requests if each.partition("?")[0].endswith("attention.html")
        ]
        assert [each.partition("#")[0] for each in asked] == [
            f"{served}attention.html",
            f"{served}zh/attention.html",
        ]


# A cell behind a short text that takes more room while one language is shown, so that it begins above the window.
BEHIND_A_SHORT_TEXT = """() => {
  const cells = [...document.querySelectorAll('p[data-n] + [data-cell]')];
  const cell = cells.slice(9).find((cell) => cell.previousElementSibling.textContent.length < 60);
  const style = document.createElement("style");
  style.textContent = `html:not(.both) [data-n="${cell.previousElementSibling.dataset.n}"] { padding-block-start: 80px; }`;
  document.head.append(style);
  document.documentElement.classList.add("laid-out");
  scrollBy(0, cell.getBoundingClientRect().top - 144);
  return `[data-cell="${cell.dataset.cell}"]`;
}"""


def test_the_place_is_that_of_the_choice_until_the_other_text_comes(site, browser):
    """What shows both may bring another text into sight before the twins are there."""
    with Visit(browser, 1440) as visit:
        page = visit.open(url(site, "zh", "attention"))
        cell = page.evaluate(BEHIND_A_SHORT_TEXT)
        page.wait_for_timeout(300)
        name, top = page.evaluate(IN_SIGHT)
        assert name == cell
        choose(page, "both")
        assert abs(page.evaluate(TOP, cell) - top) <= DRIFT


def test_a_browser_that_goes_to_the_block_late_does_not_move_the_place(site, browser):
    late = "addEventListener('load', () => requestAnimationFrame(() => document.querySelector(location.hash)?.scrollIntoView()))"
    with Visit(browser) as visit:
        visit.page.add_init_script(late)
        page = visit.open(url(site, "en", "attention"))
        scroll_to(page, 0.48)
        name, top = page.evaluate(IN_SIGHT)
        choose(page, "zh-CN")
        assert page.url.partition("#")[2]
        assert abs(page.evaluate(TOP, name) - top) <= DRIFT


def test_the_top_stays_the_top(site, browser):
    with Visit(browser, 360) as visit:
        page = visit.open(url(site, "en", "attention"))
        for choice in ("both", "zh-CN", "both", "en"):
            choose(page, choice)
            assert page.evaluate("scrollY") == 0
            assert not urlsplit(page.url).fragment


def test_an_address_opens_both_at_its_place(site, browser):
    with Visit(browser) as visit:
        page = open_both(visit, url(site, "en", "attention") + "#attention-mask")
        page.wait_for_timeout(300)
        assert 0 <= page.evaluate(TOP, "#attention-mask") < 150
        assert page.url.endswith("attention.html?lang=both#attention-mask")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_heading_that_an_address_names_stands_below_the_header_in_both(site, browser, language):
    """It becomes higher by its twin; what is kept is its own place, not that of the text below it."""
    for name in ("draw", "counts", "stop", "cache", "groups", "speculative"):
        with Visit(browser, 360) as visit:
            page = open_both(visit, f"{url(site, language, 'generation')}#gen-{name}")
            page.wait_for_timeout(300)
            line = page.evaluate(
                "parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop)"
            )
            assert abs(page.evaluate(TOP, f"#gen-{name} > h2") - line) <= 2, name


def test_a_late_script_moves_nothing(served, browser):
    """The page is not held back for ever; whoever has begun goes on at the same line."""
    with Visit(browser, 360) as visit:
        late = []
        visit.page.route("**/both/attention.js", lambda route: late.append(route))
        page = visit.page
        page.goto(f"{served}attention.html?lang=both", wait_until="domcontentloaded")
        page.wait_for_selector("html.both")
        assert not page.locator("#b2").is_visible()
        page.locator("#b2").wait_for(state="visible", timeout=10_000)
        assert not page.locator(".twin").count()
        page.evaluate("scrollTo(0, 9000)")
        page.wait_for_timeout(200)
        name, top = page.evaluate(IN_SIGHT)
        page.locator(f"{name}").evaluate("e => { e.tabIndex = -1; e.focus({preventScroll: true}) }")
        late[0].continue_()
        page.wait_for_selector(".twin", state="attached")
        page.wait_for_timeout(200)
        assert abs(page.evaluate(TOP, name) - top) <= DRIFT
        assert page.evaluate("name => document.activeElement.matches(name)", name)


def test_a_missing_script_leaves_one_language(served, browser):
    with Visit(browser) as visit:
        visit.page.route("**/both/attention.js", lambda route: route.abort())
        page = visit.open(f"{served}attention.html?lang=both")
        assert page.locator("[aria-current][data-choice]").get_attribute("data-choice") == "en"
        assert not page.locator("html.both").count() and not page.evaluate(QUERY)
        page.unroute("**/both/attention.js")
        choose(page, "both")  # asks for it once more
        assert page.locator(".twin").count() > 100


def test_a_script_of_another_build_shows_no_text_under_a_text_that_is_not_its_own(
    served, browser, site
):
    """One that a cache kept may have a text more, or less: then nothing can be told to belong together."""
    script = (site / "both/attention.js").read_text("utf8")
    head, *lines, end = script.splitlines()
    for other in (['"new",', *lines], lines[1:]):
        body = "\n".join([head, *other, end])
        with Visit(browser) as visit:
            visit.page.route(
                "**/both/attention.js",
                lambda route: route.fulfill(body=body),  # noqa: B023
            )
            page = visit.open(f"{served}attention.html?lang=both")
            page.wait_for_function("document.querySelector('script[data-twins]')")
            page.wait_for_selector("html:not(.awaits-twins)")
            page.wait_for_timeout(300)
            assert page.locator("#b2").is_visible() and not page.locator(".twin").count()


def test_the_choice_is_remembered_and_part_of_the_address(site, browser):
    context = browser.new_context()
    page = context.new_page()
    page.goto(url(site, "en", "attention") + "#attention-mask")
    choose(page, "both")
    assert page.url == url(site, "en", "attention") + "?lang=both#attention-mask"
    assert page.locator("[data-choice][aria-current]").inner_text() == "EN + 中文"
    page.goto(url(site, "zh", "overview"))
    page.wait_for_selector(".twin", state="attached")
    assert parse_qs(urlsplit(page.url).query) == {"lang": ["both"]}
    assert "?" not in page.locator("[data-choice=en]").get_attribute("href")
    page.goto(url(site, "en", "overview") + "?lang=both")
    page.wait_for_selector(".twin", state="attached")
    choose(page, "zh-CN")
    assert "lang" not in page.url and not page.locator(".twin").count()
    page.goto(url(site, "en", "overview"))
    page.wait_for_load_state("networkidle")
    assert page.url == url(site, "en", "overview") and not page.locator(".twin").count()
    context.close()


@pytest.mark.parametrize("key", ["Control", "Shift"])
def test_a_window_of_its_own_changes_no_choice(site, browser, key):
    """Who opens the other languages in one more tab goes on reading in one."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(url(site, "en", "attention"))
    with context.expect_page() as opened:
        page.locator("[data-choice=both]").click(modifiers=[key])
    opened.value.wait_for_selector(".twin", state="attached")
    assert page.url == url(site, "en", "attention") and not page.locator(".twin").count()
    page.goto(url(site, "en", "overview"))
    page.wait_for_load_state("networkidle")
    assert page.url == url(site, "en", "overview") and not page.locator(".twin").count()
    context.close()


# Whether a page's script takes a click for itself; `key` is held, as by who wants a window of its own.
IS_TAKEN = """(element, key) => {
  let taken;
  addEventListener("click", (event) => { taken = event.defaultPrevented; event.preventDefault(); }, { once: true });
  element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, [key]: true }));
  return taken;
}"""


@pytest.mark.parametrize("link", ["[data-choice=both]", "article a.term-link", "a.made-by"])
def test_a_click_with_a_key_is_the_browsers(site, browser, link):
    with Visit(browser) as visit:
        for key in ("ctrlKey", "metaKey", "shiftKey", "altKey", "none"):
            page = visit.open(url(site, "en", "attention"))
            element = page.locator(f"{link} >> visible=true").first
            assert element.evaluate(IS_TAKEN, key) == (key == "none"), key


def test_an_address_counts_more_than_what_was_chosen_before(served, browser):
    """Also before the page is drawn, so that nothing moves."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{served}attention.html")
    choose(page, "zh-CN")
    assert page.evaluate("localStorage.language") == "zh-CN"
    page.route("**/both/attention.js", lambda route: None)
    page.goto(f"{served}attention.html?lang=both", wait_until="domcontentloaded")
    assert page.evaluate("document.documentElement.matches('.both.awaits-twins')")
    context.close()


def test_a_place_that_was_taken_along_is_taken_once(served, browser):
    with Visit(browser) as visit:
        page = visit.open(f"{served}attention.html#attention-mask")
        page.wait_for_timeout(300)
        choose(page, "zh-CN")
        assert page.evaluate("scrollY") > 1000
        page.goto(f"{served}zh/overview.html")
        page.goto(f"{served}zh/attention.html")
        page.wait_for_timeout(300)
        assert page.evaluate("scrollY") == 0
        page.goto(f"{served}zh/overview.html")
        page.goto(f"{served}zh/attention.html#attention-values")
        page.wait_for_timeout(300)
        assert 0 <= page.evaluate(TOP, "#attention-values") < 150


def test_a_note_that_only_one_language_has_moves_no_address():
    """Nor do a label and words for the search: a reader can look at none of them."""

    def addresses(*notes) -> list[str]:
        document = new_document("page")
        blocks = nodes.paragraph(text="one"), *notes, nodes.paragraph(text="two")
        document += nodes.section("", nodes.title(text="Title"), *blocks, ids=["title"])
        AddressBlocks(document).apply()
        return [block["ids"][-1] for block in document.findall(nodes.paragraph)]

    assert addresses() == ["b1", "b2"]
    assert addresses(nodes.comment("", "a note"), nodes.target(ids=["here"])) == ["b1", "b2"]
    assert addresses(SearchWordsNode(names=["a name"])) == ["b1", "b2"]
    assert addresses(nodes.literal_block(text="x = 1")) == ["b1", "b3"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_links_take_the_choice_along_without_a_memory(site, browser, language):
    """As from disk, where a browser may give each file a memory of its own."""
    forget = "localStorage.clear(); sessionStorage.clear();"
    links = [
        ".bd-links a[href*=translation]",
        "a.right-next",
        ".own a[href^='corrections.html']",
        ".twin a[href^='corrections.html']",
    ]
    for link in links:
        with Visit(browser) as visit:
            visit.page.add_init_script(forget)
            page = open_both(visit, url(site, language, "attention"))
            page.locator(link).first.focus()
            page.keyboard.press("Enter")
            page.wait_for_url("**lang=both*")
            page.wait_for_selector(".twin", state="attached")
            assert page.url.startswith(f"{site.as_uri()}/{LANGUAGES[language]}")
            choose(page, TAGS[language])
            page.locator("a.left-prev").first.click()
            page.wait_for_load_state("networkidle")
            assert not page.evaluate(QUERY) and not page.locator(".twin").count()


def test_the_search_keeps_the_choice(site, browser):
    with Visit(browser) as visit:
        page = open_both(visit, url(site, "en", "attention"))
        page.keyboard.press("Control+k")
        page.locator("dialog[open] input[type=search]").fill("softmax")
        page.keyboard.press("Enter")
        page.wait_for_selector("#search-results li a")
        assert parse_qs(urlsplit(page.url).query) == {"q": ["softmax"], "lang": ["both"]}
        page.locator("#search-results li a").first.click()
        page.wait_for_selector(".twin", state="attached")


def test_a_search_after_back_is_in_the_language_chosen_since(site, browser):
    """The page that Back shows can be the one that was left, with the field it had then."""
    with Visit(browser) as visit:
        page = open_both(visit, url(site, "en", "attention"))
        prevented = "addEventListener('submit', event => event.preventDefault())"
        page.evaluate(prevented)
        fields = "() => [...document.querySelectorAll('dialog [name=lang]')].map(e => e.value)"
        for _ in range(2):
            page.evaluate("document.querySelector('dialog form').requestSubmit()")
            assert page.evaluate(fields) == ["both"]
        page.locator("[data-choice=en]:visible").first.click()
        page.evaluate("document.querySelector('dialog form').requestSubmit()")
        assert page.evaluate(fields) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_javascript_there_is_one_language(site, browser, language):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(url(site, language, "attention") + "?lang=both")
    assert not page.locator("[data-choice=both]").is_visible()
    assert page.locator("[data-choice=en]").is_visible() and not page.locator(".twin").count()
    context.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_solutions_have_both_languages(site, browser, language):
    with Visit(browser, 360) as visit:
        page = open_both(visit, url(site, language, "attention"))
        solution = page.locator(".solution").first
        twin = solution.locator("section .twin").first
        assert not twin.is_visible()
        solution.locator("summary").first.click()
        twin.wait_for(state="visible")


@pytest.mark.parametrize("width", [320, 360, 768, 1440])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_header_is_one_row(site, browser, language, width):
    with Visit(browser, width) as visit:
        page = visit.open(url(site, language, "attention"))
        found = page.locator(".header-article__inner").locator("a, button")
        boxes = [box for one in found.all() if one.is_visible() and (box := one.bounding_box())]
        assert len(boxes) >= 6
        assert all(box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)
        middles = [box["y"] + box["height"] / 2 for box in boxes]
        assert max(middles) - min(middles) < 6
        edges = sorted((box["x"], box["x"] + box["width"]) for box in boxes)
        assert all(end <= start + 1 for (_, end), (start, _) in pairwise(edges))


def test_two_columns_where_there_is_room(site, browser):
    for width, beside in ((360, False), (768, False), (1200, True), (1440, True)):
        with Visit(browser, width) as visit:
            page = open_both(visit, url(site, "en", "attention"))
            own, twin = (page.locator(f"#b1 > .{name}").bounding_box() for name in ("own", "twin"))
            assert (twin["x"] > own["x"] + own["width"]) == beside
            assert (twin["y"] > own["y"] + own["height"]) == (not beside)
            page.emulate_media(media="print")
            own, twin = (page.locator(f"#b1 > .{name}").bounding_box() for name in ("own", "twin"))
            assert twin["y"] > own["y"] + own["height"]


@pytest.mark.parametrize("width", [768, 1440])
def test_what_opens_a_correction_is_one_line(site, browser, width):
    with Visit(browser, width) as visit:
        page = open_both(visit, url(site, "en", "attention"))
        summary = page.locator("details.correction > summary:has(.twin)").first
        assert 24 <= summary.bounding_box()["height"] < 36


@pytest.mark.parametrize("width", [1200, 1440, 1920])
def test_the_contents_stay_beside_both_languages(site, browser, width):
    with Visit(browser, width) as visit:
        page = open_both(visit, url(site, "en", "attention"))
        contents = page.locator("#pst-page-toc-nav").bounding_box()
        article = page.locator("article").bounding_box()
        assert page.locator("#pst-page-toc-nav").is_visible()
        assert article["x"] + article["width"] <= contents["x"]
        assert contents["x"] + contents["width"] <= width
        page.locator("#pst-page-toc-nav a").last.click()
        page.wait_for_function("location.hash === '#attention-repeatable'")


SHIFTS = """window.shifts = []; new PerformanceObserver(list => {
  for (const entry of list.getEntries()) window.shifts.push([entry.value, ...entry.sources.map(s => s.node?.outerHTML?.slice(0, 80))]);
}).observe({ type: 'layout-shift', buffered: true });"""
SLOW = {"offline": False, "latency": 300, "downloadThroughput": 50_000, "uploadThroughput": 50_000}


@pytest.mark.parametrize("width", [360, 1440])
@pytest.mark.parametrize("place", ["", "#attention-mask"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_shifts_on_a_slow_line(site, browser, language, width, place):
    with serving(site) as address, Visit(browser, width) as visit:
        line = visit.page.context.new_cdp_session(visit.page)
        line.send("Network.enable")
        line.send("Network.emulateNetworkConditions", SLOW)
        visit.page.add_init_script(SHIFTS)
        page = open_both(visit, f"{address}{LANGUAGES[language]}attention.html{place}")
        page.wait_for_timeout(500)
        shifts = page.evaluate("shifts")
        assert sum(value for value, *_ in shifts) <= 0.1, shifts
        assert page.locator("article h1").is_visible()
        if place:
            assert 0 <= page.evaluate(TOP, place) < 150


@pytest.mark.parametrize(
    ("language", "name"),
    [("en", "attention"), ("zh", "overview"), ("en", "glossary"), ("zh", "index")],
)
def test_accessibility(site, browser, language, name):
    with Visit(browser) as visit:
        found = violations_in_both_schemes(open_both(visit, url(site, language, name)))
        assert not [rule for rule in found if rule[0] != "region"]


@pytest.mark.built
def test_no_script_is_stale(book):
    english, chinese = (book.html / folder / "both" / "one.js" for folder in LANGUAGES.values())
    before = english.read_text("utf8")
    book.edit(book.path("zh", "one"), "一段文字。", "另一段文字。")
    ran(book.build())
    assert "另一段文字。" in chinese.read_text("utf8") and english.read_text("utf8") == before
    for language in LANGUAGES:
        book.path(language, "one").unlink()
    book.edit(book.root / "_toc.yml", "{file: one}, ", "")
    ran(book.build())
    assert not english.exists() and not chinese.exists()


@pytest.mark.parametrize("width", [360, 1280])
def test_the_ring_of_the_keyboard_lies_within_the_switch(site, browser, width):
    """What sticks out of the switch is cut off."""
    with Visit(browser, width) as visit:
        page = visit.open(url(site, "en", "attention"))
        links = page.locator(".language-switch a").all()
        assert len(links) == 3
        for link in links:
            link.focus()
            style, sticks_out = link.evaluate(
                """e => {
                  const { outlineStyle, outlineOffset, outlineWidth } = getComputedStyle(e);
                  return [outlineStyle, parseFloat(outlineOffset) + parseFloat(outlineWidth)];
                }"""
            )
            assert style != "none" and sticks_out <= 0
