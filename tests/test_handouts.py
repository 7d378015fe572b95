"""The handouts, read back: what is on the pages of the PDFs, and what happens when something is missing."""

import os
import re
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from find_browser import find_browser
from pypdf import PdfReader
from pypdf.generic import Destination

from bilingual_book.core.book import Book
from bilingual_book.export import pdf_html
from bilingual_book.export.pdf_html import make_handout
from bilingual_book.export.print_pdf import FIT
from support.bilingual_pages import ROOT
from support.pages import LANGUAGES, soup

pytestmark = pytest.mark.xdist_group("handouts")  # one worker makes what they share

CHAPTERS = re.findall(r"file: ([\w-]+)", (ROOT / "_toc.yml").read_text("utf8"))


def squeezed(text: str) -> str:
    """Without white space, and 𝑥 as x: where a line breaks is not the point."""
    return "".join(unicodedata.normalize("NFKC", text).split())


@dataclass
class Printed:
    """pages: the text of each page, squeezed; places: what the contents have to list."""

    reader: PdfReader
    pages: list[str]
    places: list[tuple[int, str, str]]


def run(site: Path, folder: Path, browser: str, **environment) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "bilingual_book.export.print_pdf", ROOT, browser]
    command += ["--site", site, "--to", folder]
    return subprocess.run(
        command,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="session")
def printed(site, tmp_path_factory) -> dict[str, Printed]:
    folder = tmp_path_factory.mktemp("handouts")
    result = run(site, folder, find_browser())
    assert result.returncode == 0 and not result.stderr, result.stderr
    found = {}
    for language in Book.at(ROOT).languages:
        path = folder / f"transformers-tensor-by-tensor.{language.code}.pdf"
        text = subprocess.run(
            ["pdftotext", "-raw", path, "-"], capture_output=True, text=True, check=True
        ).stdout
        places = make_handout(ROOT, language, site).places
        found[language.code] = Printed(
            PdfReader(path), list(map(squeezed, text.split("\f"))), places
        )
    assert sorted(path.suffix for path in folder.iterdir()) == [".pdf"] * 2
    return found


def destinations(outline: list, level: int = 1) -> Iterator[tuple[int, Destination]]:
    for item in outline:
        if isinstance(item, list):
            yield from destinations(item, level + 1)
        else:
            yield level, item


def test_the_cover_has_the_picture_that_the_configuration_names_or_none(monkeypatch):
    def pictures() -> list[str]:
        return [pdf_html._settings(ROOT, each)["picture"] for each in Book.at(ROOT).languages]

    config = pdf_html.read_config(ROOT)
    name = config["sphinx"]["config"].pop("bilingual_book_cover")
    assert pictures() == [
        (ROOT / "images" / language / name).resolve(strict=True).as_uri() for language in LANGUAGES
    ]
    monkeypatch.setattr(pdf_html, "read_config", lambda root: config)
    assert not any(pictures())


@pytest.mark.parametrize("language", LANGUAGES)
def test_contents_and_outline_lead_to_each_heading(printed, site, language):
    pdf = printed[language]
    titles = [
        squeezed(soup(site, language, page).select_one("article h1").get_text().rstrip("#"))
        for page in CHAPTERS
    ]
    assert [squeezed(title) for level, _, title in pdf.places if level == 1] == titles
    assert not [title for _, _, title in pdf.places if "\\" in title]  # the TeX of a formula
    outline = list(destinations(pdf.reader.outline))
    assert [(level, item.title) for level, item in outline] == [
        (level, title) for level, _, title in pdf.places
    ]
    first = pdf.reader.get_destination_page_number(outline[0][1])
    contents = "".join(pdf.pages[1:first])
    for _, item in outline:
        number = pdf.reader.get_destination_page_number(item) + 1
        title = squeezed(item.title)
        assert title in pdf.pages[number - 1], item.title
        assert f"{title}{number}" in contents, item.title
    # the cover has the picture that the configuration names
    assert "softmax" in pdf.pages[0] and "(T,S)" in pdf.pages[0]
    # and says under which terms it may be used, in the language of the pages
    license_ = soup(site, language, "index").select_one(".extra_footer").get_text()
    assert squeezed(license_) in pdf.pages[0]
    # each page says its number, save the cover
    for number, text in enumerate(pdf.pages[1:-1], start=2):
        assert str(number) in text
    assert "1" not in pdf.reader.pages[0].extract_text().split()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_is_there_and_nothing_of_the_screen(printed, site, language):
    pdf = printed[language]
    text = "".join(pdf.pages)
    assert "y0=w00x0+w01x1+w02x2" in text and "softmax(QK" in text
    assert "tensor([0.3636,0.6064,0.4964,-0.5111,-0.9314])" in text
    for page in CHAPTERS:
        for block in soup(site, language, page).select("article pre:not(.picture-code pre)"):
            for line in block.get_text().splitlines():
                assert squeezed(line) in text, (page, line)
        for caption in soup(site, language, page).select(".cell figcaption .caption-text"):
            assert caption.math or squeezed(caption.get_text()) in text
    for words in (
        "Show the code",
        "Hide the code",
        "展开代码",
        "收起代码",
        "中文#",
        "Code of this picture",
        "这幅图的代码",
        "Link to this",
    ):
        assert squeezed(words) not in text
    for page in CHAPTERS:  # what asks one to touch something
        for place in soup(site, language, page).select(".touch-place"):
            assert squeezed(place.get_text()) not in text
    metadata = soup(site, language, "index").select_one("article h1").get_text().rstrip("#")
    assert pdf.reader.metadata == {"/Title": metadata}
    assert pdf.reader.trailer["/Root"]["/Lang"] == {"en": "en", "zh": "zh-CN"}[language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_links_resolve(printed, site, language):
    reader = printed[language].reader
    places, inside, outside = reader.named_destinations, 0, set()
    for page in reader.pages:
        for link in (annotation.get_object() for annotation in page.get("/Annots", [])):
            action = link.get("/A", {})
            if "/URI" in action:
                outside.add(action["/URI"])
            else:
                inside += 1
                assert str(link.get("/Dest") or action["/D"]) in places
    assert inside > 400
    defining = {  # what the code of a picture defines, and other cells use
        span["id"]
        for name in CHAPTERS
        for span in soup(site, language, name).select("details.picture-code span[id]")
    }
    assert defining and all(any(place.endswith(id) for place in places) for id in defining)
    assert outside and all(re.match("https://", address) for address in outside), outside


def test_each_language_is_set_as_it_is_used_to(site, browser, tmp_path):
    """Chinese has no blanks between its words: its lines are full on both sides, and further apart."""
    for language, (height, align) in {"en": (1.5, "start"), "zh": (1.7, "justify")}.items():
        chosen = next(each for each in Book.at(ROOT).languages if each.code == language)
        path = tmp_path / f"{language}.html"
        path.write_text(make_handout(ROOT, chosen, site).html, "utf8")
        page = browser.new_page()
        page.goto(path.as_uri())
        set_as = "e => (s => [parseFloat(s.lineHeight) / parseFloat(s.fontSize), s.textAlign])(getComputedStyle(e))"
        found = page.locator("body").evaluate(set_as)
        assert [round(found[0], 2), found[1]] == [height, align]
        page.close()


def test_the_letters_of_a_listing_are_as_large_as_its_lines_allow(browser):
    page = browser.new_page(viewport={"width": 600, "height": 900})
    lines = "".join(f"<pre>{'x ' * n}</pre>" for n in (25, 55, 150))
    page.set_content(
        f"<style>body {{ font: 10px monospace }} pre {{ font: inherit; width: 600px }}</style>{lines}"
    )
    width = page.locator("pre").nth(2).evaluate("e => e.scrollWidth") / 300
    page.evaluate(FIT.read_text("utf8"))
    found = [
        pre.evaluate("e => [parseFloat(getComputedStyle(e).fontSize), e.scrollWidth]")
        for pre in page.locator("pre").all()
    ]
    assert [size for size, _ in found] == pytest.approx(
        [10, 10 * 0.99 * 600 / (110 * width), 6.6], abs=0.1
    )
    assert {wide for _, wide in found} == {600}, "what is wider still breaks its lines"
    page.close()


def test_no_block_is_wider_than_the_paper(printed):
    """A picture or a table that does not fit would be cut off."""
    for pdf in printed.values():
        assert {tuple(map(round, page.mediabox[2:])) for page in pdf.reader.pages} == {(595, 842)}


NO_FONTS = '<?xml version="1.0"?><fontconfig><dir>{}</dir><cachedir>{}</cachedir></fontconfig>'


@pytest.mark.slow
@pytest.mark.parametrize("missing", ["browser", "font", "site"])
def test_what_is_missing_is_said_in_one_line_and_nothing_is_left(site, tmp_path, missing):
    # drafts: other tests make other files there meanwhile
    before = sorted(site.parent.glob("tmp*"))
    target, environment, browser = tmp_path / "handouts", {}, find_browser()
    if missing == "browser":
        browser = "/nowhere/chromium"
    if missing == "font":
        (tmp_path / "fonts.conf").write_text(NO_FONTS.format("/nowhere", tmp_path / "cache"))
        environment["FONTCONFIG_FILE"] = str(tmp_path / "fonts.conf")
    result = run(tmp_path if missing == "site" else site, target, browser, **environment)
    assert result.returncode == 1 and result.stderr.count("\n") == 1, result.stderr
    what = {"browser": "apt-get install chromium", "font": "apt-get install fonts-noto-cjk"}
    assert what.get(missing, "python3 tasks.py build") in result.stderr
    assert not target.exists() and sorted(site.parent.glob("tmp*")) == before
