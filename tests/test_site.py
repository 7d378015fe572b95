"""The built site as readers meet it: in a real browser, in both languages, from disk and from a sub-path."""

import re
from itertools import product
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Page, expect

from support.bilingual_pages import pages, read
from support.drawn import CONTRASTS, FAINT_CODE
from support.pages import (
    ALL,
    LANGUAGES,
    TAGS,
    UNSET_FORMULAS,
    Visit,
    ids_of,
    soup,
    url,
    violations_in_both_schemes,
)

WIDTHS = (360, 768, 1440)
SCHEMES = ("light", "dark")
OTHERS = [name for name in ALL if name != "attention"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [pytest.param("attention", marks=pytest.mark.quick), *OTHERS])
def test_a_page_is_whole(site, browser, language, name):
    """No complaint, no other host, no sideways scrolling, the right colours, all formulas and addresses.

    One visit sees every width in both colour schemes: the English page is opened on a dark phone,
    the Chinese one on a light screen.
    """
    step = {"en": -1, "zh": 1}[language]
    with Visit(browser, WIDTHS[::-step][0], SCHEMES[::step][0]) as visit:
        page = visit.open(url(site, language, name))
        assert page.locator("html").get_attribute("lang") == TAGS[language]
        for width, scheme in product(WIDTHS[::-step], SCHEMES[::step]):
            page.set_viewport_size({"width": width, "height": 900})
            page.emulate_media(color_scheme=scheme)
            page.wait_for_function(f"document.documentElement.dataset.theme === '{scheme}'")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (
                f"scrolls sideways at {width}"
            )
            assert page.evaluate(UNSET_FORMULAS) == []
            assert page.evaluate(FAINT_CODE) == []
        # A script that gives an element an id of its own takes away the place that links lead to.
        kept = page.evaluate("[...document.querySelectorAll('[id]')].map(element => element.id)")
        assert ids_of(site / LANGUAGES[language] / f"{name}.html") <= set(kept)
        assert not visit.complaints
        assert all(address.startswith(("file:", "data:")) for address in visit.requests), (
            visit.requests
        )


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_are_whole_below_a_sub_path(served, browser, language):
    for name in ALL:
        with Visit(browser) as visit:
            page = visit.open(f"{served}{LANGUAGES[language]}{name}.html")
            assert not visit.complaints, f"{name}: {visit.complaints}"
            assert all(address.startswith((served, "data:")) for address in visit.requests)
            assert page.evaluate(UNSET_FORMULAS) == []


def click_switch(page: Page, leads_to: str) -> None:
    """As a hand does: Playwright's own click would scroll to where the header would be at rest."""
    box = page.locator(".language-switch a[rel=alternate]").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_url(re.compile(re.escape(leads_to)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("block", [0.15, 0.5, 0.85])
def test_the_switch_leads_to_the_same_place(site, browser, language, block):
    other = "zh" if language == "en" else "en"
    with Visit(browser) as visit:
        page = visit.open(url(site, language, "attention"))
        blocks = page.evaluate(
            "[...document.querySelectorAll('article [id]')].map(e => e.id).filter(id => /^b\\d+$/.test(id))"
        )
        target = blocks[int(len(blocks) * block)]
        page.evaluate(f"document.getElementById('{target}').scrollIntoView()")
        click_switch(page, url(site, other, "attention"))
        page.wait_for_timeout(500)
        top = page.evaluate(f"document.getElementById('{target}').getBoundingClientRect().top")
        assert -10 <= top <= 300, f"{target} is at {top}"
        click_switch(page, url(site, language, "attention"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ALL)
def test_the_switch_names_the_other_page(site, language, name):
    page = soup(site, language, name)
    here = (site / LANGUAGES[language]).resolve()
    switches = page.select(".language-switch a[hreflang]")
    assert [link["hreflang"] for link in switches] == [link["lang"] for link in switches]
    assert {link["hreflang"]: (here / link["href"]).resolve() for link in switches} == {
        TAGS[code]: site.resolve() / folder / f"{name}.html" for code, folder in LANGUAGES.items()
    }
    current = page.select(".language-switch a[aria-current]")
    assert [link["hreflang"] for link in current] == [TAGS[language]]


@pytest.mark.parametrize("name", pages())
def test_both_languages_have_the_same_addresses(site, name):
    ids = [
        [element["id"] for element in soup(site, language, name).article.select("[id]")]
        for language in LANGUAGES
    ]
    plain = [[i for i in found if not re.fullmatch(r"id\d+", i)] for found in ids]
    assert plain[0] == plain[1]
    assert len(set(plain[0])) == len(plain[0])


VISIBLE_STRINGS = """() => {
  const found = new Set();
  const attributes = ['title', 'aria-label', 'placeholder', 'alt', 'data-bs-title', 'data-bs-original-title', 'data-tooltip'];
  for (const e of document.querySelectorAll('body *')) {
    if (e.closest('.highlight, math, code, [href*="references.html#"], #search-results .context, .citation-list, .language-switch a, kbd, script, style')) continue;
    for (const a of attributes) if (e.getAttribute(a)) found.add(e.getAttribute(a));
    if (!e.closest('article')) for (const c of e.childNodes) if (c.nodeType === 3 && c.data.trim()) found.add(c.data.trim());
  }
  return [...found];
}"""


@pytest.mark.parametrize("name", ALL)
def test_every_string_is_in_the_pages_language(site, browser, name):
    for language in LANGUAGES:
        with Visit(browser) as visit:
            page = visit.open(
                url(site, language, name) + ("?q=softmax" if name == "search" else "")
            )
            strings = page.evaluate(VISIBLE_STRINGS)
        for string in strings:
            chinese = re.search(r"[\u3400-\u9fff]", string)
            if language == "en":
                assert not chinese, string
            elif re.search(
                r"[A-Za-z]{3}",
                re.sub(r"\.pdf|\.md|softmax|Transformer|MIT", "", string),
            ):
                assert chinese, string


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ALL)
def test_accessibility(site, browser, language, name):
    with Visit(browser) as visit:
        marked = "#glossary-token" if name == "glossary" else ""
        assert not violations_in_both_schemes(visit.open(url(site, language, name) + marked))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", pages())
def test_pictures_have_real_alt_texts_and_exist(site, language, name):
    for image in soup(site, language, name).article.select("img"):
        assert len(image.get("alt", "")) > 30 and not image["alt"].endswith((".svg", ".png")), image
        assert (site / LANGUAGES[language] / image["src"]).exists()
    for narrow in soup(site, language, name).article.select("picture > source"):
        assert (site / LANGUAGES[language] / narrow["srcset"]).exists()
    for diagram in soup(site, language, name).article.select("svg"):
        assert len(diagram.get("aria-label", "")) > 30, diagram


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ALL)
def test_internal_links_lead_somewhere(site, language, name):
    folder = site / LANGUAGES[language]
    for link in soup(site, language, name).select("a[href]"):
        parts = urlsplit(link["href"])
        if parts.scheme:
            assert parts.scheme in ("http", "https"), link
            continue
        target = (folder / unquote(parts.path)).resolve() if parts.path else folder / f"{name}.html"
        assert target.exists(), link
        if parts.fragment and target.suffix == ".html":
            assert unquote(parts.fragment) in ids_of(target), link


FOLD = {"en": ("Show the code", "Hide the code"), "zh": ("展开代码", "收起代码")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_solutions_open_on_click(site, browser, language):
    with Visit(browser) as visit:
        page = visit.open(url(site, language, "attention"))
        solution = page.locator("details.solution").first
        content = solution.locator("pre").first
        assert not content.is_visible()
        assert not page.locator(".admonition.dropdown").count()  # which a script would fold, too
        title = solution.locator(":scope > summary")
        title.click()
        assert content.is_visible()
        title.press("Enter")
        assert not content.is_visible()
        cell = page.locator("details.hide").first
        cell.scroll_into_view_if_needed()
        show, hide = FOLD[language]
        assert not cell.locator("pre").first.is_visible()
        expect(cell.locator("summary")).to_have_text(show, use_inner_text=True)
        cell.locator("summary").click()
        assert cell.locator("pre").first.is_visible()
        expect(cell.locator("summary")).to_have_text(hide, use_inner_text=True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_javascript_everything_can_be_read(site, browser, language):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(url(site, language, "attention"))
    folds = page.locator("details.solution")
    assert folds.count() and not folds.locator("pre").first.is_visible()
    folds.first.locator("summary").first.click()
    assert folds.first.locator("pre").first.is_visible()
    other = "zh" if language == "en" else "en"
    page.locator(f".language-switch [hreflang={TAGS[other]}]").click()
    assert page.url == url(site, other, "attention")
    context.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_boxes_of_diagrams_lead_to_their_sections(site, browser, language):
    """By the keyboard alone, from disk; then the section that the box names is in sight."""
    for name in [name for name in pages() if "```{diagram}" in read(language, name)]:
        with Visit(browser) as visit:
            page = visit.open(url(site, language, name))
            boxes = page.locator("figure.diagram svg a")
            targets = boxes.evaluate_all("all => all.map(a => a.getAttribute('href'))")
            assert targets
            for target in dict.fromkeys(targets):
                page = visit.open(url(site, language, name))
                boxes.nth(targets.index(target)).focus()
                assert page.evaluate("document.activeElement.tagName") == "a"
                page.keyboard.press("Enter")
                page.wait_for_url(f"**{target}")
                section = page.locator(f"section#{target.partition('#')[2]}")
                assert 0 <= section.bounding_box()["y"] < 300, target
            assert not visit.complaints


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_diagrams_in_a_page_have_its_colours(site, browser, language, scheme):
    """The reader's choice on the page counts, also against that of the system."""
    for name in [name for name in pages() if "```{diagram}" in read(language, name)]:
        with Visit(browser, scheme="light" if scheme == "dark" else "dark") as visit:
            page = visit.open(url(site, language, name))
            page.evaluate(f"document.documentElement.dataset.theme = '{scheme}'")
            found = page.evaluate(CONTRASTS, "figure.diagram svg")
            assert len(found) > 20
            assert min(contrast for contrast, _ in found) >= 4.5, (name, min(found))
