"""From any name or output of the book to its code: in the pages, and in a browser."""

import ast
import re
from collections import Counter
from types import SimpleNamespace

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import Locator, Page
from pygments import highlight
from pygments.lexers import PythonLexer

from bilingual_book.codelinks import insert_links
from bilingual_book.codelinks.resolve_names import Definition, Modules, Reading
from bilingual_book.site.highlight_code import LightFormatter
from support.bilingual_pages import pages
from support.compare_outputs import chapters
from support.copies import ROOT
from support.pages import LANGUAGES, Visit, soup, url

PACKAGE = ROOT / "code" / "tensorbytensor"
MODULES = Modules(PACKAGE)
MODULES_AS_NAMES = {"english", "french", "words"}


def read(source: str, names: dict | None = None) -> Reading:
    reading = Reading(MODULES, 3)
    reading.read(source, {} if names is None else names)
    return reading


def uses(source: str) -> list[tuple[str, str | int, str]]:
    return [(use.text, use.definition.where, use.definition.name) for use in read(source).uses]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (
            "from tensorbytensor.attention import attention as a\na",
            [("a", "attention.scaled_dot_product", "attention")],
        ),
        (
            "from tensorbytensor.basics import Vocabulary\nVocabulary.decode",
            [("decode", "basics.vocabulary", "Vocabulary.decode")],
        ),
        (
            "from tensorbytensor.basics import Vocabulary\nv = Vocabulary([])\nv.decode",
            [("decode", "basics.vocabulary", "Vocabulary.decode")],
        ),
        (
            "from tensorbytensor.basics import Vocabulary\ndef f(v: Vocabulary):\n    v.decode",
            [("decode", "basics.vocabulary", "Vocabulary.decode")],
        ),
        ("def f():\n    return g()\n\n\ndef g():\n    return 1", [("g", 3, "g")]),
        (
            "class A:\n    def f(self):\n        return self.g()\n\n    def g(self):\n        pass",
            [("g", 3, "A.g")],
        ),
        ("def f():\n    pass\n\n\nprint('ä', f())", [("f", 3, "f")]),
        (
            "class A:\n    pass\n\n\nclass B:\n    pass\n\n\ndef f(*a: A, **b: B):\n    pass",
            [("A", 3, "A"), ("B", 3, "B")],
        ),
    ],
)
def test_a_name_means_what_python_says(source, expected):
    assert set(expected) <= set(uses(source))


@pytest.mark.parametrize(
    "source",
    [
        "from torch import attention\nattention",
        "from tensorbytensor.attention import attention\nattention = 1\nprint(attention)",
        "from tensorbytensor.attention import attention\ndef f(attention):\n    return attention",
        "from tensorbytensor.attention import attention\n[attention for attention in ()]",
        "from tensorbytensor.attention import attention\nlambda attention: attention",
        "from tensorbytensor.attention import attention\ndef f():\n    attention = 1\n    return attention",
        "from tensorbytensor.attention import attention\ndef f():\n    for _ in 'ab':\n        print(attention)\n        attention = 1",
        "x = 1\nprint(x)",
        "class A:\n    @staticmethod\n    def f(x):\n        x.g()\n\n    def g(self):\n        pass",
        "class A:\n    def f(self, *x):\n        x.g()\n\n    def g(self):\n        pass",
    ],
)
def test_what_hides_a_name_is_not_that_name(source):
    names = [use for use in read(source).uses if use.line > 1]
    assert not names


def test_a_string_is_one_element_and_an_operator_none(site):
    html = highlight("x = rf'a\\d{x}' + y\n", PythonLexer(), LightFormatter())
    spans = [
        (span.get("class"), span.get_text()) for span in BeautifulSoup(html, "html.parser")("span")
    ]
    assert [(c, t) for c, t in spans if t] == [(["s"], "rf'a\\d{"), (["s"], "}'")]
    colours = (site / "_static" / "pygments.css").read_text("utf8")
    for theme in ("light", "dark"):  # all kinds of a string have one
        rule = rf'{theme}"\] \.highlight \.(?:s|sa|s1|s2|si|se) {{ color: (#\w+)'
        found = re.findall(rule, colours)
        assert len(found) == 6 and len(set(found)) == 1


def test_columns_are_those_of_characters():
    [use] = [use for use in read("def f():\n    pass\n\n\nprint('张量', f())").uses]
    assert (use.line, use.column) == (5, 12)


def test_a_name_is_a_link_with_or_without_an_element_of_its_own():
    """Most names have none: they stand in the text between those that have a colour."""
    source = "from tensorbytensor.basics import Vocabulary\nprint('张量', Vocabulary(['a']).encode)\n\n\ndef f():\n    f(Vocabulary.decode)\n"
    html = highlight(source, PythonLexer(), LightFormatter())
    assert 'class="p"' not in html and 'class="k"' in html and 'class="s"' in html
    pre = BeautifulSoup(html, "html.parser").pre
    insert_links.mark(
        pre, read(source), SimpleNamespace(address=lambda meant: f"#{meant.anchor}"), set()
    )
    assert pre.get_text() == source
    assert [link.get_text() for link in pre.select("a.code-link")] == [
        "tensorbytensor.basics",
        "Vocabulary",
        "Vocabulary",
        "f",
        "Vocabulary",
        "decode",
    ]
    assert pre.find(id="code-3-f").select_one("span.nf").get_text() == "f"


def test_prose_means_what_is_known_where_it_stands():
    """What a cell defines is meant by the prose after it, not by the prose before."""
    cell = '<div class="cell"><div class="cell_input"><pre>{}</pre></div></div>'
    prose = '<p><code class="literal">{}</code></p>'
    parts = (
        *(prose.format("Vocabulary"), prose.format("greet()")),
        *(cell.format("class Vocabulary: ..."), cell.format("def greet(): ...")),
        *(prose.format("Vocabulary"), prose.format("greet()")),
        *(cell.format("def greet(name): ..."), prose.format("greet()")),
    )
    tree, env = BeautifulSoup("".join(parts), "html.parser"), SimpleNamespace()
    app = SimpleNamespace(env=env, bilingual_book=SimpleNamespace(modules=MODULES))
    insert_links.link_code(app, "page", {}, tree)
    found = [code.parent.get("href") for code in tree.select("code.literal")]
    assert found == [None, None, "#code-1-Vocabulary", "#code-2-greet", "#code-3-greet"]


def test_prose_that_could_mean_two_modules_is_no_link():
    tree = BeautifulSoup('<p><code class="literal">FeedForward</code></p>', "html.parser")
    app = SimpleNamespace(env=SimpleNamespace(), bilingual_book=SimpleNamespace(modules=MODULES))
    insert_links.link_code(app, "page", {}, tree)
    assert not tree.select("a")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", pages())
def test_each_link_leads_to_the_line_that_defines_its_name(site, language, name):
    """Read back from the pages: what stands at the address is the name of the link."""
    places = {}
    for link in soup(site, language, name).select("a.code-link"):
        target, _, anchor = link["href"].partition("#")
        target = target.removesuffix(".html") or name
        if target not in places:
            found = soup(site, language, target).select("[id]")
            places[target] = {element["id"]: element for element in found}
        place = places[target].get(anchor)
        assert place, link
        shown = link.get_text()
        if shown.startswith("tensorbytensor."):
            source = MODULES.sources[shown.partition(".")[2]]
            assert place.get_text().strip() == source.strip()
        elif "highlight" in place.get("class", []):
            assert anchor == f"code-{shown}".replace(".", "-")
        else:
            last = ast.unparse(ast.parse(shown, mode="eval")).partition("(")[0].split(".")[-1]
            # An import may give another name, which is no link itself.
            assert place.get_text() == last or not link.code


def test_what_stands_on_the_page_itself_is_linked_there(site):
    """Also where an earlier page shows the same module."""
    shown = Counter()
    for name in pages():
        page = soup(site, "en", name)
        ids = {element["id"] for element in page.select("[id]")}
        shown.update(id for id in ids if id.startswith("code-"))
        for link in page.select("a.code-link"):
            target, _, anchor = link["href"].partition("#")
            assert not target or anchor not in ids, f"{name}: {link}"
    assert max(shown.values()) > 1


@pytest.mark.parametrize("name", chapters())
def test_links_change_nothing_that_is_copied(site, name):
    """A cell shows, letter by letter, what it runs."""
    from bilingual_book.execution.chapter_as_notebook import code_cells, read_notebook

    cells = code_cells(read_notebook(ROOT / "chapters" / "en" / f"{name}.md"))
    shown = [pre.get_text() for pre in soup(site, "en", name).select("div.cell_input pre")]
    assert [text.strip() for text in shown] == [cell.source.strip() for cell in cells]


def test_no_name_of_the_book_is_left_without_a_link(site):
    """Every name that a page imports from the package is a link there, and so is every module."""
    for name in chapters():
        page = soup(site, "en", name)
        linked = {link.get_text() for link in page.select("pre a.code-link")}
        for pre in page.select("div.cell_input pre"):
            for node in ast.walk(ast.parse(pre.get_text())):
                if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(
                    "tensorbytensor."
                ):
                    named = {alias.name for alias in node.names}
                    # a sub-package stands nowhere as a whole, what it gives does
                    if node.module.count(".") > 1:
                        named.add(node.module)
                    assert named - MODULES_AS_NAMES <= linked


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_module_is_shown_whole(site, language):
    shown = set()
    for name in pages():
        texts = [pre.get_text().strip() for pre in soup(site, language, name).select("pre")]
        shown |= {module for module, source in MODULES.sources.items() if source.strip() in texts}
    assert shown >= {module for module in MODULES.sources if not MODULES.is_package(module)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_the_code_names_every_module_and_what_it_defines(site, language):
    page = soup(site, language, "code")
    links = {link["href"].partition("#")[2] for link in page.select("article a[href]")}
    here = {element["id"] for element in page.select("article [id]")}
    for module in MODULES.sources:
        if MODULES.is_package(module):
            continue
        for name in ["", *MODULES.interface(module)]:
            assert Definition(module, name).anchor in links | here


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_output_names_its_code(site, language):
    for name in chapters():
        for cell in soup(site, language, name).select("div.cell:has(.cell_output)"):
            [link] = cell.select("a.made-by")
            assert cell.select_one(".cell_input")["id"] == link["href"].removeprefix("#")
            assert bool(re.search(r"[\u3400-\u9fff]", link.get_text())) == (language == "zh")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_folded_says_what_it_is_in_its_own_words(site, language):
    """In elements that a summary may have, and without a label that hides them from who speaks to the page."""
    pages = [soup(site, language, name) for name in chapters()]
    folds = [fold for page in pages for fold in page.select("summary:not(.solution > summary)")]
    assert folds
    for fold in folds:
        assert not fold.has_attr("aria-label") and not fold.select("p")
        shown = fold.get_text(" ", strip=True)
        own = "^(Show|展开).* (Hide|收起)|^(In the tutorial|原教程的写法|Code of this|这幅图的|Download|下载)"
        assert re.search(own, shown), shown
        assert bool(re.search(r"[\u3400-\u9fff]", shown)) == (language == "zh")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_click_on_an_output_opens_its_code(site, browser, language):
    """Also where it is folded away, in a solution and behind “Show the code”; by hand and by the keyboard."""
    with Visit(browser) as visit:
        page = visit.open(url(site, language, "attention"))
        for number, key in ((2, None), (3, "Enter")):
            output = page.locator(f".cell[data-cell='{number}'] .cell_output")
            output.scroll_into_view_if_needed()
            if key:
                page.keyboard.press("Shift")  # from here on it is used by keys
                output.locator("a.made-by").focus()
                box = output.locator("a.made-by").bounding_box()
                assert box["width"] > 30 and box["height"] > 10, "nobody sees where the focus is"
                page.keyboard.press(key)
            else:
                output.locator("pre").click()
            code = page.locator(f".cell[data-cell='{number}'] .cell_input")
            assert "is-found" in code.get_attribute("class")
            page.wait_for_timeout(600)
            assert 0 <= code.bounding_box()["y"] < 900
        for fold in (".solution .cell:has(.cell_output)", ".cell.tag_hide-cell"):
            link = page.locator(f"{fold} a.made-by").first
            assert not page.locator(f"{fold} .cell_input pre").first.is_visible()
            page.evaluate("address => location.hash = address", link.get_attribute("href"))
            page.locator(f"{fold} .cell_input pre").first.wait_for(state="visible")
        assert not visit.complaints


def test_the_focus_on_a_way_to_code_is_seen_where_nothing_can_hover(site, browser):
    """A tablet with a keyboard."""
    with Visit(browser, 768, is_mobile=True, has_touch=True) as visit:
        page = visit.open(url(site, "en", "attention"))
        assert page.evaluate("matchMedia('(hover: none)').matches")
        link = page.locator(".cell[data-cell='3'] a.made-by")
        link.scroll_into_view_if_needed()
        assert link.bounding_box()["width"] <= 1
        page.keyboard.press("Shift")
        link.focus()
        box = link.bounding_box()
        assert box["width"] > 30 and box["height"] > 10


def test_the_browser_leads_back_from_code(site, browser):
    with Visit(browser) as visit:
        page = visit.open(url(site, "en", "attention"))
        output = page.locator(".cell[data-cell='4'] .cell_output pre")
        output.scroll_into_view_if_needed()
        output.click()
        assert page.url.endswith("-code")
        page.go_back()
        assert page.url == url(site, "en", "attention")


def test_what_is_selected_in_an_output_stays_where_it_is(site, browser):
    with Visit(browser) as visit:
        page = visit.open(url(site, "en", "attention"))
        output = page.locator(".cell[data-cell='2'] .cell_output pre")
        output.scroll_into_view_if_needed()
        page.evaluate(
            "addEventListener('click', (event) => (window.clicked = event.target.tagName))"
        )
        line = output.evaluate("""pre => {
          const range = document.createRange();
          range.setStart(pre.firstChild, 0);
          range.setEnd(pre.lastChild, 20);
          return range.getClientRects()[0].toJSON();
        }""")
        y = line["y"] + line["height"] / 2
        page.mouse.move(line["x"] + 60, y)
        page.mouse.down()
        page.mouse.move(line["x"] + 200, y, steps=5)
        page.mouse.up()
        selected = page.evaluate("getSelection().toString()")
        assert len(selected) > 5 and selected in output.inner_text()
        assert page.evaluate("window.clicked") == "PRE"  # it was a click on the output, too
        assert not page.locator(".is-found").count() and "#" not in page.url


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_click_on_a_name_leads_to_its_definition(site, browser, language):
    with Visit(browser) as visit:
        page = visit.open(url(site, language, "attention-in-pytorch"))
        page.locator("pre a.code-link", has_text=re.compile("^causal_mask$")).first.click()
        page.wait_for_url(
            url(site, language, "attention") + "#code-attention-scaled_dot_product-causal_mask"
        )
        place = assert_found(page)
        assert place.evaluate(
            "e => e.closest('pre').textContent.split('\\n').some(l => l.startsWith('def causal_mask'))"
        )


@pytest.mark.parametrize("width", [360, 1440])
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_address_of_code_leads_there_and_stays(site, browser, language, width):
    """Nothing above it is folded or laid out after it has come into sight."""
    for name in ("attention", "translation"):
        places = [e["id"] for e in soup(site, language, name).select("[id^=code-]")]
        for place in places[:: len(places) // 5]:
            with Visit(browser, width=width) as visit:
                assert_found(visit.open(f"{url(site, language, name)}#{place}"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_name_of_a_module_leads_to_its_listing(site, browser, language):
    with Visit(browser) as visit:
        page = visit.open(url(site, language, "code"))
        page.locator(
            "table a", has_text=re.compile(r"^generation\.filters_and_penalties$")
        ).first.click()
        page.wait_for_url(
            url(site, language, "generation") + "#code-generation-filters_and_penalties"
        )
        assert_found(page, '"""')


def test_a_listing_without_a_cell_is_found_too(site, browser):
    with Visit(browser) as visit:
        assert_found(
            visit.open(url(site, "en", "code") + "#code-pictures-check_panels_and_numbers"), '"""'
        )


# A busy browser takes longer to scroll.
STILL = """async () => {
  for (let last; last !== scrollY; await new Promise((wait) => setTimeout(wait, 400))) last = scrollY;
}"""


def assert_found(page: Page, text: str = "") -> Locator:
    """What the address leads to: marked, in sight once the page stands still, and beginning with a text."""
    marked, anchor = page.locator(".is-found"), page.url.partition("#")[2]
    marked.wait_for()
    assert marked.get_attribute("id") == anchor
    page.evaluate(STILL)
    place = page.locator(f"[id='{anchor}']")  # the mark goes after a while
    assert 0 <= place.bounding_box()["y"] < 300, anchor
    assert place.inner_text().lstrip().startswith(text)
    return place


def test_the_way_to_code_needs_no_script(site, browser):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(url(site, "en", "attention-in-pytorch"))
    page.locator("pre a.code-link", has_text=re.compile("^causal_mask$")).first.click()
    assert page.url.endswith("attention.html#code-attention-scaled_dot_product-causal_mask")
    assert page.locator("#code-attention-scaled_dot_product-causal_mask").bounding_box()["y"] < 300
    page.locator("a.made-by").first.focus()
    page.keyboard.press("Enter")
    assert re.search(r"-code$", page.url)
    context.close()


def test_links_follow_a_module_that_moves_to_another_page():
    """The first page of the table of contents that shows a module is the one that its names lead to."""
    below = {"index": ["b", "a"], "b": ["c"]}
    env = SimpleNamespace(toctree_includes=below, config=SimpleNamespace(root_doc="index"))
    assert insert_links.pages_in_order(env) == ["index", "b", "c", "a"]


def test_the_names_of_the_package_are_those_of_its_sources_now(tmp_path):
    """They are kept from one build to the next, and read again once a source has changed."""
    env = SimpleNamespace()
    for source, names in (("def f(): ...", ["f"]), ("def f(): ...", ["f"]), ("g = 1", ["g"])):
        (tmp_path / "module.py").write_text(source, "utf8")
        assert insert_links.defined_names(env, Modules(tmp_path)) == names


def test_html_of_code_keeps_its_colours(site):
    """A link lies around the token, not in its place."""
    page: BeautifulSoup = soup(site, "en", "attention")
    assert page.select(".highlight pre span.nf, .highlight pre span.nc")
