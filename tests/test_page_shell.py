"""What stands around a page's text: the header with the section in view, the way on, a page without scripts."""

import re

import pytest
from playwright.sync_api import Page
from pypdf import PdfReader

from support.bilingual_pages import pages
from support.drawn import COLOURS
from support.pages import LANGUAGES, Visit, soup, url, violations

LABEL = ".current-section"
TO_SECTION = "id => document.getElementById(id).scrollIntoView({ behavior: 'instant' })"
HEADING = """id => {
  const heading = document.getElementById(id).querySelector('h2').cloneNode(true);
  heading.querySelectorAll('.headerlink, .twin').forEach(e => e.remove());
  return heading.textContent.trim();
}"""
COVERED = """id => {
  const bottoms = [...document.querySelectorAll('.bd-header-article, .current-section')].map(e => e.getBoundingClientRect().bottom);
  return document.getElementById(id).querySelector('h2').getBoundingClientRect().top < Math.max(...bottoms);
}"""
SHIFTS = """window.shifted = 0; new PerformanceObserver(list => {
  for (const entry of list.getEntries())
    if (entry.sources.some(({ node }) => node?.parentElement?.closest('.bd-header-article'))) window.shifted += entry.value;
}).observe({ type: 'layout-shift', buffered: true });"""


def sections(site, language: str, name: str) -> list[str]:
    return [
        section["id"]
        for section in soup(site, language, name).select("section section[id]:has(> h2)")
    ]


def says(page: Page, words: str) -> None:
    page.wait_for_function(
        f"words => document.querySelector('{LABEL}').textContent.trim() === words",
        arg=words,
        timeout=20_000,
    )


@pytest.mark.parametrize("width", [360, 768])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("query", ["", "?lang=both"])
def test_the_header_says_the_section(site, browser, language, width, query):
    with Visit(browser, width) as visit:
        visit.page.add_init_script(SHIFTS)
        page = visit.open(url(site, language, "attention") + query)
        if query:
            page.wait_for_selector(".twin", state="attached")
        assert not page.locator(LABEL).is_visible(), "the page's title is in sight"
        for place in sections(site, language, "attention")[::4]:
            page.evaluate(TO_SECTION, place)
            says(page, page.evaluate(HEADING, place))
            assert page.locator(LABEL).is_visible()
            assert not page.evaluate(COVERED, place)
            box = page.locator(LABEL).bounding_box()
            assert box["x"] >= 0 and box["x"] + box["width"] <= width
            if width >= 768:  # in the header's own line
                header = page.locator(".bd-header-article").bounding_box()
                middles = [each["y"] + each["height"] / 2 for each in (box, header)]
                assert abs(middles[0] - middles[1]) <= 4
        page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
        page.wait_for_selector(LABEL, state="hidden")
        assert page.evaluate("shifted") < 0.01
        assert not visit.complaints


def test_who_listens_to_the_page_hears_no_section_from_the_header(site, browser):
    with Visit(browser, 360) as visit:
        page = visit.open(url(site, "en", "attention") + "#attention-mask")
        page.wait_for_selector(LABEL)
        assert page.locator(LABEL).get_attribute("aria-hidden") == "true"
        assert (
            page.locator(f"{LABEL}:is(a, button, [tabindex], [aria-live]), {LABEL} *").count() == 0
        )
        assert not violations(page)
        page.locator(LABEL).click()
        page.wait_for_selector("#pst-secondary-sidebar-modal[open] a")


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_the_contents_are_beside_the_text_the_header_says_no_section(site, browser, language):
    with Visit(browser, 1440) as visit:
        page = visit.open(url(site, language, "attention") + "#attention-mask")
        page.wait_for_function(f"document.querySelector('{LABEL}').textContent")
        assert not page.locator(LABEL).is_visible()


CUT = """() => [...document.querySelectorAll('.prev-next-area a')].flatMap(link => {
  const edge = link.getBoundingClientRect();
  return [...link.querySelectorAll('i, p, .section-number')].map(e => [e.className, e.getBoundingClientRect()])
    .filter(([, box]) => box.left < Math.max(edge.left, 0) - 1 || box.right > Math.min(edge.right, innerWidth) + 1)
    .map(([name]) => name);
})"""


@pytest.mark.parametrize("width", [320, 360, 768])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_arrow_is_cut(site, browser, language, width):
    with Visit(browser, width) as visit:
        for name in pages():
            page = visit.open(url(site, language, name))
            assert page.evaluate(CUT) == [], name
            links = page.locator(".prev-next-area a")
            assert links.evaluate_all("all => all.every(a => a.scrollWidth <= a.clientWidth)"), name


SOLID = """() => ['.bd-header-article', '.language-switch', 'body'].map(name => {
  const style = getComputedStyle(document.querySelector(name));
  return [style.backgroundColor, style.borderTopColor, style.color];
})"""


# axe waits for timers, which do not run without scripts.
FAINT = f"""() => {{ {COLOURS}
  const words = [...document.querySelectorAll('header, .bd-header-article *, .bd-sidebar-primary *, article p, article p *, h1, h2, .prev-next-area *')];
  return words.filter(e => e.checkVisibility({{ visibilityProperty: true }}) && [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())).filter(e => {{
    let under = [255, 255, 255];
    const boxes = [];
    for (let box = e; box; box = box.parentElement) boxes.unshift(colour(getComputedStyle(box).backgroundColor));
    for (const box of boxes) under = over(box, box[3] ?? 1, under);
    return contrast(colour(getComputedStyle(e).color), under) < 4.5;
  }}).map(e => e.outerHTML.slice(0, 100));
}}"""


# The contrast of an element's words with its own background.
OWN_CONTRAST = f"""e => {{ {COLOURS}
  const style = getComputedStyle(e);
  return contrast(colour(style.color), colour(style.backgroundColor));
}}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_button_back_to_the_top_is_read(site, browser, scheme):
    """It is there after scrolling up; the theme's colours change slowly, so wait for the last."""
    with Visit(browser, 360, scheme) as visit:
        page = visit.open(url(site, "en", "attention"))
        button = page.locator("#pst-back-to-top")
        page.mouse.wheel(0, 9000)
        for _ in range(20):  # what comes near is laid out, which moves the page down once more
            page.wait_for_timeout(100)
            if not button.is_visible():
                page.mouse.wheel(0, -200)
        button.wait_for()
        for point in (lambda: None, button.hover):
            point()
            page.wait_for_timeout(400)
            assert button.evaluate(OWN_CONTRAST) >= 4.5


@pytest.mark.parametrize("width", [360, 1440])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_without_scripts_a_page_looks_right(site, browser, language, scheme, width):
    """Light, since the theme's styles ask no system; with a header that hides the text below it."""
    with Visit(browser, width, scheme, java_script_enabled=False) as visit:
        page = visit.open(url(site, language, "attention"))
        assert page.locator("html").get_attribute("data-theme") == "light"
        header, switch, body = page.evaluate(SOLID)
        assert header[0] == body[0] == "rgb(255, 255, 255)"
        assert switch[1] == "rgb(209, 213, 218)" and body[2] == "rgb(34, 40, 50)"
        assert not page.locator(
            f"{LABEL}, .sidebar-toggle:visible, .btn-fullscreen-button:visible"
        ).count()
        assert page.evaluate(FAINT) == []


RENDERED = "id => document.getElementById(id).querySelector('h2, h3, p').checkVisibility({ contentVisibilityAuto: true })"
TOP = "id => document.getElementById(id).getBoundingClientRect().top"
# A line of the last section, as the browser's own search finds it.
FOUND = """id => {
  const words = document.getElementById(id).querySelector('p').textContent.trim().slice(0, 30);
  getSelection().removeAllRanges();
  return window.find(words) && getSelection().getRangeAt(0).getBoundingClientRect().top;
}"""


@pytest.mark.parametrize("width", [360, 1440])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_section_far_below_is_rendered_when_it_comes_near(site, browser, language, width):
    """Until then it takes about its space; the browser's search and an address lead into it all the same."""
    last = sections(site, language, "attention")[-1]
    with Visit(browser, width) as visit:
        page = visit.open(url(site, language, "attention"))
        page.wait_for_timeout(500)
        assert not page.evaluate(RENDERED, last)
        estimated = page.evaluate("document.documentElement.scrollHeight")
        assert 0 < page.evaluate(FOUND, last) < 900
        page.wait_for_function(RENDERED, arg=last)
        page.add_style_tag(content="section { content-visibility: visible !important; }")
        assert 0.75 < estimated / page.evaluate("document.documentElement.scrollHeight") < 1.33
        page.goto("about:blank")
        page = visit.open(f"{url(site, language, 'attention')}#{last}")
        page.wait_for_timeout(500)
        assert page.evaluate(RENDERED, last) and 0 <= page.evaluate(TOP, last) < 150


# What waits on pages that are long in other ways: modules within a part, rows of a table.
WAITING = {
    "attention": "article > section > section[id]",
    "code": "section section section[id]",
    "glossary": "tr[id]",
}


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("name", WAITING)
def test_an_address_leads_to_what_was_not_yet_laid_out(site, browser, name, width):
    """Exactly: all before it that was only about as high is as high as it is, or stays as it was."""
    places = [e["id"] for e in soup(site, "en", name).select(WAITING[name])]
    start = 80 if width == 360 else 64  # the header's height
    with Visit(browser, width) as visit:
        for place in places[:: len(places) // 4][1:4]:
            page = visit.open(url(site, "en", name))
            page.wait_for_timeout(300)
            assert not page.evaluate(RENDERED, places[-1])
            page.evaluate("place => { location.hash = place; }", place)
            page.wait_for_function(RENDERED, arg=place)
            page.wait_for_timeout(300)
            assert page.evaluate(TOP, place) == pytest.approx(start, abs=3)
            page.goto("about:blank")
            page = visit.open(f"{url(site, 'en', name)}#{place}")
            page.wait_for_timeout(300)
            assert page.evaluate(TOP, place) == pytest.approx(start, abs=3)


HEADINGS = ["h2", "h3", "h4"]


@pytest.mark.parametrize("name", ["attention", "modern", "code", "corrections", "instructors"])
def test_what_waits_has_a_heading_and_nothing_in_it_that_waits(site, name):
    """No exercise and no solution waits by itself, but the section that has them does."""
    waiting = 0
    for section in soup(site, "en", name).select("article section section"):
        headed = section.find(HEADINGS, recursive=False)
        inner = [s for s in section.find_all("section") if s.find(HEADINGS, recursive=False)]
        assert section.has_attr("style") == bool(headed and not inner), section.get("id")
        waiting += section.has_attr("style")
    assert waiting > 4


@pytest.mark.parametrize("name", WAITING)
def test_without_scripts_nothing_waits(site, browser, name):
    places = [e["id"] for e in soup(site, "en", name).select(WAITING[name])]
    context = browser.new_context(java_script_enabled=False, viewport={"width": 360, "height": 900})
    for place in places[:: len(places) // 4][1:4]:
        page = context.new_page()
        page.goto(f"{url(site, 'en', name)}#{place}")
        assert page.locator(f"[id='{place}']").bounding_box()["y"] == pytest.approx(80, abs=3)
    context.close()


@pytest.mark.parametrize("width", [360, 1440])
def test_a_page_opens_again_where_it_was_left(site, browser, width):
    middle = sections(site, "en", "attention")[8]
    with Visit(browser, width) as visit:
        page = visit.open(url(site, "en", "attention"))
        page.evaluate(TO_SECTION, middle)
        page.wait_for_timeout(500)
        before = page.evaluate(TOP, middle)
        page.reload()
        page.wait_for_timeout(500)
        assert abs(page.evaluate(TOP, middle) - before) <= 10
        page.goto(url(site, "en", "overview"))
        page.go_back()
        page.wait_for_timeout(500)
        assert abs(page.evaluate(TOP, middle) - before) <= 10


def draw_a_finger_up(page: Page) -> None:
    """It stays there: when it is lifted, the page moves on by itself for a while."""
    session = page.context.new_cdp_session(page)
    for kind, y in [("Start", 800), *(("Move", y) for y in range(780, 100, -40))]:
        points = [{"x": 200, "y": y}]
        session.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})


GOES_ON = {
    "wheel": lambda page: page.mouse.wheel(0, 600),
    "keys": lambda page: page.keyboard.press("PageDown"),
    "finger": draw_a_finger_up,
}


@pytest.mark.parametrize("way", GOES_ON)
def test_who_goes_on_while_pictures_load_is_not_taken_back(site, browser, way):
    """A page opened again goes to where it was left once more when all has come, but for who has gone on by then."""
    middle, late = sections(site, "en", "attention")[8], []
    with Visit(browser, 412, has_touch=True) as visit:
        page = visit.open(url(site, "en", "attention"))
        page.evaluate(TO_SECTION, middle)
        page.wait_for_timeout(500)
        before = page.evaluate(TOP, middle)
        text = (site / "attention.html").read_text("utf8")
        waits = text.replace("</main>", '<img src="late.png" alt=""></main>', 1)
        assert waits != text
        page.route(
            url(site, "en", "attention"),
            lambda route: route.fulfill(body=waits, content_type="text/html"),
        )
        page.route("**/late.png", lambda route: late.append(route))
        page.reload(wait_until="domcontentloaded")
        page.wait_for_function(
            f"([id, y]) => Math.abs(({TOP})(id) - y) <= 10", arg=[middle, before]
        )
        GOES_ON[way](page)
        page.wait_for_function(f"([id, y]) => ({TOP})(id) < y - 300", arg=[middle, before])
        page.wait_for_timeout(300)
        there = page.evaluate(TOP, middle)
        with page.expect_event("load"):
            late.pop().fulfill(status=204)
        page.wait_for_timeout(300)
        assert abs(page.evaluate(TOP, middle) - there) <= 10


def test_paper_has_all_sections(site, browser, tmp_path):
    with Visit(browser) as visit:
        page = visit.open(url(site, "en", "attention"))
        page.pdf(path=tmp_path / "attention.pdf")
    text = "".join(sheet.extract_text() for sheet in PdfReader(tmp_path / "attention.pdf").pages)
    titles = [
        h.find(string=True, recursive=False) for h in soup(site, "en", "attention").select("h2")
    ]
    joined = re.sub(r"\s+", "", text)
    assert all(re.sub(r"\s+", "", title) in joined for title in titles if title)


def test_no_sheet_of_paper_is_empty(site, browser, tmp_path):
    """A cell longer than a sheet begins where the one before it ends."""
    with Visit(browser) as visit:
        page = visit.open(url(site, "zh", "decoder-only"))
        page.pdf(path=tmp_path / "chapter.pdf", format="A4")
    sheets = PdfReader(tmp_path / "chapter.pdf").pages
    assert all(sheet.extract_text().strip() for sheet in sheets)


COLOURS = """() => [...document.querySelectorAll("body *")].filter((e) => e.checkVisibility()).map((e) => {
  const { color, backgroundColor, borderColor, fill, stroke } = getComputedStyle(e);
  return [e.tagName, e.className.toString(), color, backgroundColor, borderColor, fill, stroke].join(" ");
})"""


@pytest.mark.parametrize("name", ["index", "attention", "encoder-decoder"])
def test_who_chooses_light_or_dark_has_the_same_whatever_the_machine_has(site, browser, name):
    with Visit(browser, width=1440) as visit:
        page = visit.open(url(site, "en", name))
        for chosen in ("light", "dark"):
            seen = []
            for machine in ("light", "dark"):
                page.evaluate("mode => localStorage.setItem('mode', mode)", chosen)
                page.emulate_media(color_scheme=machine)
                page.reload()
                page.wait_for_function(f"document.documentElement.dataset.theme === '{chosen}'")
                seen.append(page.evaluate(COLOURS))
            assert len(seen[0]) > 100
            assert [pair for pair in zip(*seen, strict=True) if pair[0] != pair[1]] == []
