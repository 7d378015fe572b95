"""On a phone: nothing that is printed is cut off, every picture can be read, and a tap covers nothing."""

import io
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from PIL import Image
from playwright.sync_api import Page

from support.bilingual_pages import pages
from support.drawn import PICTURE
from support.pages import LANGUAGES, Visit, url

PHONE = 360
SMALLEST = 9  # CSS pixels
CUT = """[...document.querySelectorAll('article .cell_output pre')].filter(pre => pre.scrollWidth > pre.clientWidth
  || pre.getBoundingClientRect().right > innerWidth || pre.getBoundingClientRect().left < 0).map(pre => pre.textContent)"""
SHOWN = """async () => {
  const pictures = [...document.querySelectorAll('article figure img')];
  for (const picture of pictures) { picture.loading = 'eager'; await picture.decode(); }
  return pictures.map(picture => [picture.currentSrc, picture.getBoundingClientRect().width]);
}"""
OPEN = "document.querySelectorAll('article details').forEach(e => { e.open = true; })"


def opened(visit: Visit, address: str) -> Page:
    """A page with all that is folded laid open."""
    page = visit.open(address)
    page.evaluate(OPEN)
    return page


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", pages())
def test_nothing_printed_is_cut_off(site, browser, language, name):
    with Visit(browser, width=PHONE) as visit:
        page = opened(visit, url(site, language, name))
        assert page.evaluate(CUT) == []
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE


LINES = """pre => {
  const style = getComputedStyle(pre), around = parseFloat(style.paddingTop) + parseFloat(style.paddingBottom);
  return [pre.textContent.trim().split('\\n').length, (pre.clientHeight - around) / parseFloat(style.lineHeight),
    parseFloat(style.fontSize)];
}"""


def test_a_row_of_five_numbers_is_one_line_of_letters_that_can_be_read(site, browser):
    with Visit(browser, width=PHONE) as visit:
        page = visit.open(url(site, "en", "attention"))
        row = "0.3367,  0.1288,  0.2345,  0.2303, -1.1229"
        printed, shown, letters = page.locator("pre", has_text=row).first.evaluate(LINES)
        assert shown == pytest.approx(printed, abs=0.2) and letters > SMALLEST


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", pages())
def test_every_picture_can_be_read(site, browser, language, name):
    """No letter is smaller than 9 pixels, no text touches another or the border of its cell."""
    with Visit(browser, width=PHONE) as visit:
        page = opened(visit, url(site, language, name))
        found = {}
        for address, width in page.evaluate(SHOWN):
            path = Path(unquote(urlsplit(address).path))
            if path.suffix == ".svg" and width > 0:
                page.set_content(f"<div style='width: {width}px'>{path.read_text('utf8')}</div>")
                smallest, problems = page.evaluate(PICTURE)
                if smallest < SMALLEST or problems:
                    found[path.name] = (round(smallest, 2), problems)
        assert not found


def test_a_phone_shows_the_narrow_picture_and_a_desk_the_wide_one(site, browser):
    files = {}
    for width in (PHONE, 1440):
        with Visit(browser, width=width) as visit:
            page = visit.open(url(site, "en", "architecture"))
            picture = page.locator("#fig-arch-split img")
            picture.scroll_into_view_if_needed()
            picture.evaluate("e => e.decode()")
            box = picture.bounding_box()
            files[width] = picture.evaluate("e => e.currentSrc")
            own = picture.evaluate("e => e.naturalWidth / e.naturalHeight")
            assert box["width"] / box["height"] == pytest.approx(own, rel=0.03)
    assert "narrow-" in files[PHONE] and "narrow-" not in files[1440]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_scrolls_sideways_has_a_shadow_where_there_is_more(site, browser, scheme):
    """At the right at first, at the left when scrolled to the end; none where all is in sight."""

    def edges(box) -> tuple[int, int]:
        """How much the left and the right edge differ from what is beside them."""
        image = Image.open(io.BytesIO(box.screenshot())).convert("L")
        at = [
            image.getpixel((x, image.height - 4))
            for x in (1, 20, -20 % image.width, -2 % image.width)
        ]
        return abs(at[0] - at[1]), abs(at[3] - at[2])

    with Visit(browser, width=PHONE, scheme=scheme) as visit:
        page = visit.open(url(site, "en", "attention"))
        boxes = page.locator("article .cell_input pre")
        more = boxes.evaluate_all(
            "all => all.map(e => e.clientWidth > 0 ? e.scrollWidth - e.clientWidth : -1)"
        )
        long = boxes.nth(next(n for n, pixels in enumerate(more) if pixels > 40))
        short = boxes.nth(more.index(0))
        left, right = edges(long)
        assert left < 4 and right > 15
        long.evaluate("e => { e.scrollLeft = e.scrollWidth; }")
        left, right = edges(long)
        assert left > 15 and right < 4
        assert max(edges(short)) < 4


def test_a_tap_on_an_output_leaves_its_numbers_in_sight(site, browser):
    with Visit(browser, width=PHONE, has_touch=True, is_mobile=True) as visit:
        page = visit.open(url(site, "en", "attention"))
        output = page.locator(".cell[data-cell='2'] .cell_output")
        output.locator("pre").tap()
        assert page.url.endswith("-code")  # it has led to its code
        box = output.locator("a.made-by").bounding_box()
        assert box["width"] <= 1 and box["height"] <= 1


def test_the_way_back_from_an_output_hangs_below_it(site, browser):
    with Visit(browser) as visit:
        page = visit.open(url(site, "en", "attention"))
        for output in page.locator(".cell_output:visible:has(> .output > .highlight, pre)").all()[
            :12
        ]:
            output.hover(position={"x": 30, "y": 20})
            box, link = output.bounding_box(), output.locator("a.made-by").bounding_box()
            assert link["width"] > 50 and link["y"] >= box["y"] + box["height"] - 1


@pytest.mark.parametrize("scale", [2, 2.625, 3])
def test_what_fits_shows_nothing_dark_at_its_edges(site, browser, scale):
    """On a screen of more pixels than CSS counts, the cover and the dark of a box may end on different ones."""
    with Visit(browser, width=500, device_scale_factor=scale) as visit:
        page = visit.open(url(site, "en", "modern"))
        page.evaluate("document.documentElement.classList.add('laid-out')")
        fitting = [
            box
            for box in page.locator(".bd-article div.math").all()
            if box.evaluate("box => box.scrollWidth === box.clientWidth")
        ]
        assert len(fitting) > 2
        for box in fitting:
            image = Image.open(io.BytesIO(box.screenshot())).convert("L")
            side = image.crop((0, 0, round(8 * scale), image.height))
            assert side.getextrema()[0] > 250
