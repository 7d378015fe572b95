"""How the site is found and shared, with an address in _config.yml and without one."""

import functools
import http.server
import re
import struct
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest
from bs4 import BeautifulSoup

from bilingual_book.core.page_summary import About, page_of_picture
from bilingual_book.site import previews_and_sitemap
from bilingual_book.site.previews_and_sitemap import with_territory
from support.bilingual_pages import pages
from support.pages import LANGUAGES, TAGS, Visit, soup, url, violations
from support.small_book import SmallBook, ran

pytestmark = pytest.mark.xdist_group("previews")  # one worker makes what they share

BASE = "https://example.org/some/book/"
SMALL_PAGES = ("index", "one", "two", "glossary")


def test_a_page_may_name_another_whose_picture_is_to_serve():
    named = {"one": "one.svg", "two": "one", "three": "two", "four": "", "five": "four"}
    about = {page: About(picture=picture) for page, picture in named.items()}
    found = {page: page_of_picture(about, page) for page in (*named, "search")}
    assert {page: owner for page, owner in found.items() if owner} == {"one": "one", "two": "one"}


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        *(("en", "en_US"), ("zh_CN", "zh_CN"), ("zh_TW", "zh_TW"), ("de", "de_DE")),
        *(("pt_PT", "pt_PT"), ("pt", "pt_BR"), ("en_GB", "en_GB"), ("fr_CA", "fr_CA")),
    ],
)
def test_a_preview_says_the_country_that_the_author_did_or_else_the_likeliest(given, expected):
    assert with_territory(SimpleNamespace(sphinx=given)) == expected


@pytest.fixture(scope="module")
def shared(tmp_path_factory) -> SmallBook:
    """A small book that knows its address; page `one` has a picture, and the first page takes that."""
    book = SmallBook(tmp_path_factory.mktemp("shared"))
    book.edit(book.root / "_config.yml", 'baseurl: ""', f"baseurl: {BASE.rstrip('/')}")
    book.picture_one()
    for language in LANGUAGES:
        index = book.path(language, "index")
        book.write(language, "index", "---\npicture: one\n---\n\n" + index.read_text("utf8"))
    ran(book.build())
    return book


def meta(page: BeautifulSoup, name: str) -> str | None:
    tag = page.find("meta", {"property": name}) or page.find("meta", {"name": name})
    return tag and tag["content"]


def local(book: SmallBook, address: str) -> Path:
    assert address.startswith(BASE), address
    return book.html / address.removeprefix(BASE)


@pytest.mark.parametrize("page", [*SMALL_PAGES, "search"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_with_an_address_every_page_knows_its_own_and_its_twins(shared, language, page):
    found = soup(shared.html, language, page)
    here = f"{BASE}{LANGUAGES[language]}{page}.html"
    assert [link["href"] for link in found.select("link[rel=canonical]")] == [here]
    assert meta(found, "og:url") == here and local(shared, here).exists()
    alternates = {link["hreflang"]: link["href"] for link in found.select("head [rel=alternate]")}
    twins = {TAGS[code]: f"{BASE}{folder}{page}.html" for code, folder in LANGUAGES.items()}
    assert alternates == {**twins, "x-default": twins["en"]}
    picture = local(shared, meta(found, "og:image")).read_bytes()
    assert picture.startswith(b"\x89PNG") and struct.unpack(">II", picture[16:24]) == (1200, 630)
    assert meta(found, "og:image:alt") == "A dot."


def test_with_an_address_there_is_a_map_of_both_languages(shared):
    text = (shared.html / "sitemap.xml").read_text("utf8")
    expected = {
        f"{BASE}{folder}{page}.html" for folder in LANGUAGES.values() for page in SMALL_PAGES
    }
    assert set(re.findall("<loc>(.*?)</loc>", text)) == expected
    assert all(text.count(f'href="{address}"') == 2 for address in expected)
    assert f"Sitemap: {BASE}sitemap.xml" in (shared.html / "robots.txt").read_text("utf8")


@pytest.fixture(scope="module")
def hosted(shared) -> Iterator[str]:
    """The small book below its sub-path, by a host that answers 404.html for what it has not."""

    class Handler(http.server.SimpleHTTPRequestHandler):
        def translate_path(self, path):
            here = path.startswith("/some/book/")
            return super().translate_path(path.removeprefix("/some/book") if here else "/nowhere")

        def send_error(self, code, *_):
            body = (shared.html / "404.html").read_bytes()
            self.send_response(code)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    handler = functools.partial(Handler, directory=str(shared.html))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/some/book/"
    server.shutdown()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("folder", LANGUAGES.values())
def test_a_missing_page_leads_back_from_any_depth(hosted, browser, folder, scheme):
    missing, failed = f"{hosted}{folder}very/deep/missing.html", set()
    with Visit(browser, 360, scheme) as visit:
        page = visit.page
        page.on("response", lambda answer: answer.status >= 400 and failed.add(answer.url))
        assert page.goto(missing).status == 404
        assert not violations(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        for number, (code, target) in enumerate(LANGUAGES.items()):
            part = page.locator("section").nth(number)
            assert part.evaluate("e => e.closest('[lang]').lang") == TAGS[code]
            part.locator("a").click()
            page.wait_for_url(f"{hosted}{target}index.html")
            assert page.locator("html").get_attribute("lang") == TAGS[code]
            page.goto(missing)
            part.locator("input").fill("softmax")
            part.locator("button").click()
            page.wait_for_url(f"{hosted}{target}search.html?q=softmax")
            page.goto(missing)
    assert failed == {missing}


@pytest.mark.parametrize(
    ("mode", "system", "dark"),
    [
        ("light", "dark", False),
        ("dark", "light", True),
        ("auto", "dark", True),
        ("", "light", False),
    ],
)
def test_a_missing_page_has_the_colours_that_were_chosen(hosted, browser, mode, system, dark):
    with Visit(browser, scheme=system) as visit:
        visit.page.goto(hosted)
        visit.page.evaluate("mode => mode && localStorage.setItem('mode', mode)", mode)
        visit.page.goto(f"{hosted}missing.html")
        colour = visit.page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (sum(map(int, re.findall(r"\d+", colour)[:3])) < 300) == dark, colour


@pytest.mark.slow
def test_an_address_that_is_none_is_refused_in_one_line(tmp_path):
    book = SmallBook(tmp_path)
    book.edit(book.root / "_config.yml", 'baseurl: ""', "baseurl: name.github.io/book")
    result = book.build()
    assert result.returncode == 1
    message = (
        "ERROR: html.baseurl is 'name.github.io/book', but must begin with https:// or http://"
    )
    assert message in (result.stdout + result.stderr).splitlines()
    assert "Traceback" not in result.stdout + result.stderr
    assert not list(book.html.rglob("*.html"))


def test_what_belongs_to_an_address_goes_with_it(tmp_path, monkeypatch):
    for name in ("draw_icon", "_write_missing_page"):
        monkeypatch.setattr(previews_and_sitemap, name, lambda *_: None)
    names = ("sitemap.xml", "robots.txt")
    for name in names:
        (tmp_path / name).touch()
    book = SimpleNamespace(is_source=True, root=tmp_path, html=tmp_path, address="")
    builder = SimpleNamespace(format="html")
    previews_and_sitemap.finish(SimpleNamespace(bilingual_book=book, builder=builder), None)
    assert not [name for name in names if (tmp_path / name).exists()]


ALL = [*pages(), "search"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_an_address_no_address_is_absolute(site, language):
    for name in ALL:
        page = soup(site, language, name)
        for tag in page.select("head link, head script[src], head meta[content]"):
            address = tag.get("href") or tag.get("src") or tag.get("content")
            assert not urlsplit(address).netloc and not address.startswith("/"), tag
        # A relative one here is refused by those who read it.
        assert not page.select("head [rel=alternate], head [rel=canonical]")
        assert meta(page, "og:image") is None and meta(page, "og:url") is None
    for name in ("sitemap.xml", "robots.txt", "previews"):
        assert not (site / name).exists()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_has_a_title_and_a_description_of_its_own(site, language):
    titles, descriptions = set(), set()
    for name in pages():
        page = soup(site, language, name)
        titles.add(page.title.get_text())
        description = meta(page, "description")
        assert description == meta(page, "og:description")
        han = len(re.findall(r"[\u3400-\u9fff]", description))
        assert 12 <= han <= 80 if language == "zh" else 60 <= len(description) <= 170 and not han, (
            name
        )
        assert meta(page, "og:title") in page.title.get_text()
        descriptions.add(description)
    assert len(titles) == len(descriptions) == len(pages())
    home = soup(site, language, "index")
    assert home.title.get_text() == home.h1.get_text().rstrip("#")
    search = soup(site, language, "search")
    assert meta(search, "description") == meta(home, "description")


@pytest.mark.parametrize("language", LANGUAGES)
def test_icons_are_there(site, language):
    for name in ("index", "attention", "search"):
        links = soup(site, language, name).select("link[rel=icon], link[rel=apple-touch-icon]")
        assert len(links) == 2
        assert all((site / LANGUAGES[language] / link["href"]).exists() for link in links)
    assert (site / "apple-touch-icon.png").read_bytes().startswith(b"\x89PNG")


def test_the_missing_page_works_from_disk(site, browser):
    with Visit(browser) as visit:
        page = visit.open(f"{site.as_uri()}/404.html")
        page.locator("section a").last.click()
        page.wait_for_url(url(site, "zh", "index"))
        assert not visit.complaints
