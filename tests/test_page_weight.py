"""What a page's first load costs, and that nothing is lost by it."""

import base64
import hashlib
import io
import re
from pathlib import Path

import pytest
import quickjs
from fontTools.ttLib import TTFont
from sphinx.errors import ExtensionError

from bilingual_book.site import join_scripts
from bilingual_book.site.bundles import with_digests
from support.bilingual_pages import ROOT, pages
from support.compare_outputs import chapters
from support.pages import ALL, LANGUAGES, Visit, soup, url
from support.serving import compressed, serving

MOST = 400_000
LOADED = ("site.css", "site.js", "theme.js")
NEEDLESS = re.compile(r"thebe|require|fontawesome|searchindex|searchtools|design-tabs|vendor/")


@pytest.fixture(scope="session")
def address(site):
    with serving(site) as address:
        yield address


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_first_load_is_light(site, browser, address, language):
    """Down to the last picture: below 400 KB over the line, in one stylesheet and two scripts."""
    weights = {}
    for name in ALL:
        with Visit(browser, width=412) as visit:
            page = visit.open(f"{address}{LANGUAGES[language]}{name}.html")
            page.evaluate("document.querySelectorAll('img').forEach(i => { i.loading = 'eager'; })")
            page.wait_for_load_state("networkidle")
            assert not visit.complaints, (name, visit.complaints)
            asked = [request for request in visit.requests if not request.startswith("data:")]
        files = [site / request.removeprefix(address).partition("?")[0] for request in asked]
        weights[name] = sum(len(compressed(file)) for file in files)
        kinds = [file.suffix for file in files]
        assert kinds.count(".css") == 1, (name, asked)
        if name != "search":
            assert kinds.count(".js") == 2, (name, asked)
            assert not [request for request in asked if NEEDLESS.search(request)], name
    listing = "\n".join(f"{weight:8,} {name}" for name, weight in weights.items())
    assert max(weights.values()) < MOST, f"bytes of each page in {language}:\n{listing}"
    print(listing)


def test_readme_says_how_heavy_a_chapter_is(site):
    for readme in ("README.md", "README.zh.md"):
        said = re.search(r"(\d+) KB\D+?(\d+) KB", (ROOT / readme).read_text("utf8"))
        for most, size in zip(said.groups(), (Path.read_bytes, compressed), strict=True):
            found = max(
                sum(
                    len(size(folder / name))
                    for name in (page, *(f"_static/{file}" for file in LOADED))
                )
                for folder in (site / language for language in LANGUAGES.values())
                for page in (f"{name}.html" for name in chapters())
            )
            assert 0.9 * int(most) < found / 1000 <= int(most), (readme, found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_bundles_are_new_wherever_their_content_is(site, language):
    """A browser may keep them for ever: their address has their digest."""
    folder = site / LANGUAGES[language]
    for name in ALL:
        html = (folder / f"{name}.html").read_text("utf8")
        found = re.findall(r"_static/([\w.]+)\?v=(\w+)\"", html)
        assert {file for file, _ in found} == {
            "site.css",
            "theme.js",
            "search.js" if name == "search" else "site.js",
            *(["predict.js"] if "predict-switch" in html else []),
        }
        for file, digest in set(found):
            content = (folder / "_static" / file).read_bytes()
            assert hashlib.sha256(content).hexdigest().startswith(digest), (name, file)


def test_a_page_that_is_not_written_again_gets_the_new_address_as_well():
    page = (
        '<link href="../_static/{css}"><script src="_static/{js}"></script><a href="_static/x.js">'
    )
    with_none = page.format(css="site.css", js="predict.js")
    one, two = ({"site.css": f"c{n}", "predict.js": f"a{n}"} for n in (1, 2))
    for html in (with_none, with_digests(with_none, one), with_digests(with_none, two)):
        assert with_digests(html, two) == page.format(css="site.css?v=c2", js="predict.js?v=a2")


# What Lighthouse takes for a link that does not say where it leads.
EMPTY_WORDS = {
    "click here",
    "click this",
    "go",
    "here",
    "information",
    "learn more",
    "more",
    "more info",
    "more information",
    "right here",
    "read more",
    "see more",
    "start",
    "this",
}


@pytest.mark.parametrize("name", pages())
def test_links_say_where_they_lead(site, name):
    for link in soup(site, "en", name).select("a[href]:not([href^='#'], [rel~='nofollow'])"):
        assert link.get_text().strip().lower() not in EMPTY_WORDS, link


def test_no_script_holds_up_the_page(site, browser):
    for language in LANGUAGES:
        with Visit(browser) as visit:
            page = visit.open(url(site, language, "attention"))
            assert page.locator("script[src]:not([defer])").count() == 0
            assert page.locator("img").first.get_attribute("loading") is None


MEASURED = """window.measured = 0;
const { get } = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollWidth');
Object.defineProperty(Element.prototype, 'scrollWidth', { get() {
  window.measured += this.matches('pre') && !this.checkVisibility({ contentVisibilityAuto: true });
  return get.call(this);
} });"""


def test_only_what_is_near_is_measured(site, browser):
    """Each size that a script asks for lays out what has it; but what the keyboard must scroll, it can."""
    with Visit(browser, width=360) as visit:
        visit.page.add_init_script(MEASURED)
        page = visit.open(url(site, "en", "attention"))
        page.wait_for_timeout(500)
        assert page.evaluate("measured") == 0
        for code in page.locator("pre:visible").all()[:40]:
            code.scroll_into_view_if_needed()
        page.wait_for_timeout(300)
        scrolls = "all => all.slice(0, 40).filter(e => (e.tabIndex === 0) !== (e.scrollWidth > e.clientWidth)).length"
        assert page.locator("pre:visible").evaluate_all(scrolls) == 0
        assert page.locator("pre[tabindex='0']").count()


AT_ONCE = """window.while_read = []; window.header = 0;
const { getBoundingClientRect } = Element.prototype;
for (const name of ['insertAdjacentHTML', 'setAttribute']) {
  const change = Element.prototype[name];
  Element.prototype[name] = function (...all) {
    if (document.currentScript?.src) window.while_read.push(`${name}(${all})`);
    return change.apply(this, all);
  };
}
Element.prototype.getBoundingClientRect = function () {
  window.header += this.matches('.bd-header');
  return getBoundingClientRect.call(this);
};"""


def test_the_theme_does_one_thing_after_another(site, browser):
    """While the scripts are read nothing is changed, and nothing is measured for the button that leads to the top."""
    with Visit(browser, width=1280) as visit:
        visit.page.add_init_script(AT_ONCE)
        page = visit.open(url(site, "en", "attention"))
        page.wait_for_selector(".copybtn", state="attached")
        assert page.evaluate("while_read") == []
        # once, for the contents of the page, which say what section is in sight
        assert page.evaluate("header") == 1
        assert not visit.complaints


TARGETS = "all => all.map((button) => button.dataset.clipboardTarget)"
COPIED = "window.copied = []; addEventListener('copy', ({ target }) => window.copied.push(target.value));"


@pytest.mark.parametrize("name", ["attention", "code"])
def test_a_box_of_code_gets_its_copy_button_when_it_comes_near(site, browser, name):
    with Visit(browser, width=1280) as visit:
        page = visit.open(url(site, "en", name))
        page.evaluate(COPIED)
        boxes, buttons = page.locator("div.highlight pre:visible"), page.locator(".copybtn")
        page.wait_for_selector(".copybtn", state="attached")
        assert 0 < buttons.count() < boxes.count() / 3
        for place in (0, boxes.count() // 2, boxes.count() - 1, 0):
            box = boxes.nth(place)
            box.scroll_into_view_if_needed()
            box.hover()
            button = box.locator("xpath=../button")
            button.click()
            button.and_(page.locator(".success")).wait_for()
            copied, said = page.evaluate("copied.at(-1)"), box.inner_text()
            assert copied.strip() == said.replace("\xa0", " ").strip()
        assert buttons.count() == len(set(buttons.evaluate_all(TARGETS)))
        assert not visit.complaints


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_theme_is_set_before_anything_is_drawn(site, browser, scheme):
    """With the page's scripts away, the tiny one in its head has chosen by itself."""
    with Visit(browser, scheme=scheme) as visit:
        visit.page.route("**/*.js*", lambda route: route.abort())
        visit.page.goto(url(site, "en", "attention"))
        assert visit.page.evaluate("document.documentElement.dataset.theme") == scheme


def test_the_font_of_formulas_is_asked_for_at_once_and_once(served, browser):
    """Before any style has come; but not from disk, where a browser would refuse, nor without formulas."""
    fonts = {}
    for name in ("glossary", "instructors"):
        with Visit(browser) as visit:
            page = visit.open(f"{served}{name}.html")
            assert not visit.complaints
            fonts[name] = [address for address in visit.requests if address.endswith(".woff2")]
            assert page.locator("link[rel=preload]").count() == len(fonts[name])
    assert fonts == {"glossary": [f"{served}_static/formulas.woff2"], "instructors": []}


NO_STORAGE = """for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { configurable: true, get() { throw new DOMException("no"); } });"""


def test_a_browser_that_keeps_nothing_shows_and_finds_everything(site, browser):
    with Visit(browser, width=1440, scheme="dark") as visit:
        visit.page.add_init_script(NO_STORAGE)
        page = visit.open(url(site, "en", "attention"))
        assert page.evaluate("document.documentElement.dataset.theme") == "dark"
        page.locator(".article-header-buttons .theme-switch-button").click()
        page.locator("[data-choice=both]").click()
        page.wait_for_selector(".twin")
        page.goto(f"{url(site, 'en', 'search')}?q=softmax")
        page.wait_for_selector("#search-results li a")
        page.goto(url(site, "en", "404"))
        assert not visit.complaints


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_bundled_scripts_do(site, browser, language):
    """Theme, copying, tooltips, the search window, and on a phone both sidebars."""
    with Visit(browser, width=1440) as visit:
        page = visit.open(url(site, language, "attention"))
        theme = "document.documentElement.dataset.theme"
        seen = []
        for _ in range(3):
            page.locator(".article-header-buttons .theme-switch-button").click()
            seen.append(page.evaluate("document.documentElement.dataset.mode"))
        assert sorted(seen) == ["auto", "dark", "light"] and page.evaluate(theme) == "light"
        button = page.locator("button.copybtn").first
        page.evaluate("navigator.clipboard.writeText = text => { window.copied = text; }")
        button.hover()
        button.click()
        page.wait_for_selector("button.copybtn.success")
        page.locator(".btn-fullscreen-button").hover()
        page.wait_for_selector(".tooltip.show.bs-tooltip-auto")
        inner, arrow = (
            page.locator(f".tooltip-{part}").bounding_box() for part in ("inner", "arrow")
        )
        assert arrow["y"] + arrow["height"] <= inner["y"] + 0.5  # between the button and the words
        point = "getComputedStyle(e, '::before').borderBottomColor"
        inside = "getComputedStyle(e.parentElement.querySelector('.tooltip-inner')).backgroundColor"
        assert page.locator(".tooltip-arrow").evaluate(f"e => {point} === {inside}")
        page.keyboard.press("Control+k")
        page.wait_for_selector("#pst-search-dialog[open] input")
        assert not visit.complaints
    with Visit(browser, width=360) as visit:
        page = visit.open(url(site, language, "attention"))
        for side in ("primary", "secondary"):
            page.locator(f".{side}-toggle").click()
            page.wait_for_selector(f"#pst-{side}-sidebar-modal[open] a")
            page.keyboard.press("Escape")
        assert not visit.complaints


SHAPES = """async () => {
  const pictures = [...document.querySelectorAll('article img')];
  const before = pictures.map(i => i.getBoundingClientRect().height);
  for (const picture of pictures) { picture.loading = 'eager'; await picture.decode(); }
  return pictures.map((i, n) => ({
    name: i.src, cropped: getComputedStyle(i).objectFit !== 'fill', before: before[n], after: i.getBoundingClientRect().height,
    given: i.width / i.height, own: i.naturalWidth / i.naturalHeight }));
}"""


def test_no_picture_shifts_the_page(site, browser):
    """Each takes its space before it is there, in its own shape."""
    for name in pages():
        with Visit(browser, width=360) as visit:
            for shape in visit.open(url(site, "en", name)).evaluate(SHAPES):
                assert 0 < shape["before"] == pytest.approx(shape["after"], abs=1), shape
                own = pytest.approx(shape["own"], rel=0.03)
                assert shape["given"] == own or shape["cropped"], shape


COLOURS = """() => {
  const code = document.querySelector('.highlight pre');
  return ['n', 'nn', 'p', 'w', 'k'].map(name => {
    const span = code.appendChild(document.createElement('span'));
    span.className = name;
    const style = getComputedStyle(span), around = getComputedStyle(code);
    return ['color', 'fontWeight', 'fontStyle', 'backgroundColor'].every(
      key => style[key] === around[key] || style[key] === 'rgba(0, 0, 0, 0)');
  });
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_only_elements_without_an_effect_are_left_out(site, browser, scheme):
    """Names and punctuation look like the text around them; keywords do not."""
    with Visit(browser, scheme=scheme) as visit:
        page = visit.open(url(site, "en", "attention"))
        assert page.locator(".highlight pre .k").count() > 50
        assert page.locator(".highlight pre span:is(.n, .nn, .p, .w)").count() == 0
        assert page.evaluate(COLOURS) == [True, True, True, True, False]


ICONS = """() => [...document.querySelectorAll('[class*="fa-"]')].filter(e => e.offsetParent).map(e => {
  const style = getComputedStyle(e, '::before');
  return [e.className, style.fontFamily, style.content];
})"""


def test_every_icon_is_in_the_font(site, browser):
    """None of them is an empty box: each is in one of the fonts that lie in the stylesheet."""
    css = (site / "_static" / "site.css").read_text("utf8")
    fonts = re.findall(r"url\(data:font/woff;base64,([^)]+)\)", css)
    codes = set()
    for font in fonts:
        codes |= TTFont(io.BytesIO(base64.b64decode(font))).getBestCmap().keys()
    assert 10 < len(codes) < 100, "icons that no page has"
    with Visit(browser, 1440) as visit:
        icons = visit.open(url(site, "en", "attention")).evaluate(ICONS)
    assert len(icons) >= 5
    for name, family, content in icons:
        assert "Font Awesome" in family and ord(content.strip('"')) in codes, name


SCRIPT = """/*! by Somebody, some licence */
// what nobody needs to load
const area = (width, height) => { const longName = width * height; return longName; };
"""


@pytest.mark.parametrize("library", [join_scripts.minify, None], ids=["short names", "as written"])
def test_a_script_made_light_does_the_same(library, monkeypatch):
    """And keeps who wrote it; where no library shortens names, too."""
    monkeypatch.setattr(join_scripts, "minify", library)
    light = join_scripts.lighten(SCRIPT, "area.js")
    engine = quickjs.Context()
    engine.eval(light)
    assert engine.eval("area(3, 4)") == 12
    assert light.startswith("/*! by Somebody") and "nobody" not in light
    assert ("longName" in light) == (library is None)


@pytest.mark.skipif(join_scripts.minify is None, reason="nothing here reads scripts")
def test_a_script_that_is_none_is_named():
    with pytest.raises(ExtensionError, match=r"broken\.js is no script: unexpected = in binding"):
        join_scripts.lighten("const = (1", "broken.js")
