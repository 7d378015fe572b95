"""What a page is made of, where a reader sees it: folded code of pictures, lines, headings, emphasis, paper."""

import re
from dataclasses import replace
from types import SimpleNamespace

import pytest
from bs4 import BeautifulSoup

from bilingual_book.content import folded_cells
from bilingual_book.content.keep_on_one_line import keep_together
from bilingual_book.core.book import Book
from bilingual_book.export.pdf_html import make_handout
from support.bilingual_pages import ROOT, pages
from support.compare_outputs import chapters
from support.pages import ALL, LANGUAGES, Visit, soup, url

HAN = re.compile(r"[\u3400-\u9fff]")
FOLD = {"en": "Code of this picture", "zh": "这幅图的代码"}
MARKS = re.compile(
    r"\*|\]\(|`|\$|\{[a-z]+\}"
)  # of Markdown, as in **a。**b: no emphasis, for b is a letter


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ALL)
def test_styles_stand_in_the_head(site, language, name):
    """HTML has no other place for them; a drawing brings its own."""
    styles = soup(site, language, name).select("style, link[rel=stylesheet]")
    assert styles
    assert [style for style in styles if not style.find_parent(["head", "svg"])] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", chapters())
def test_code_that_only_draws_is_folded_below_its_picture(site, language, name):
    """And no other code: what prints, teaches or computes is in sight."""
    page = soup(site, language, name)
    for cell in page.select("div.cell"):
        folds = cell.select("details.picture-code")
        draws = cell.select(".cell_output img") and not cell.select(".cell_output pre")
        by_author = {"tag_show-input", "tag_hide-cell"} & set(cell["class"])
        assert bool(folds) == bool(draws and not by_author)
        for fold in folds:
            parts = [part.get("class", [part.name])[0] for part in cell.find_all(recursive=False)]
            assert parts == ["cell_output", "picture-code"]
            assert not fold.has_attr("open")
            assert [part.name for part in fold.find_all(recursive=False)] == ["summary", "div"]
            assert fold.summary.get_text() == FOLD[language]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [360, 1440])
def test_the_code_of_a_picture_opens_for_the_keyboard_and_by_a_click_on_the_picture(
    site, browser, language, width
):
    """One tab stop a picture, whose name is what it says; in both languages at once, too."""
    with Visit(browser, width=width) as visit:
        page = visit.open(url(site, language, "attention") + "?lang=both")
        page.wait_for_selector(".twin")
        cells = page.locator(".cell:has(> details.picture-code)")
        for number, key in ((0, "Enter"), (1, "Space"), (2, None)):
            cell = cells.nth(number)
            fold, code = cell.locator("details"), cell.locator("pre")
            assert cell.locator("figcaption .twin").count() == 1
            assert fold.is_visible() and not code.is_visible()
            assert not cell.locator("a.made-by").is_visible()
            if key:
                fold.get_by_text(FOLD[language], exact=True).focus()
                page.keyboard.press(key)
            else:
                address = page.url
                for words in cell.locator("figcaption :is(.own, .twin)").all():
                    words.click(position={"x": 5, "y": 8})  # to go on reading there
                    assert page.url == address and not code.is_visible()
                cell.locator("img").click()
            code.wait_for(state="visible")
            picture, below = cell.locator("img").bounding_box(), code.bounding_box()
            assert below["y"] > picture["y"] + picture["height"]
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert not visit.complaints


KEPT_OPEN = """
```{code-cell}
:tags: [show-input]
from IPython.display import SVG, display
picture = SVG('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><circle r="20"/></svg>')
display(picture)
```

```{code-cell}
def drawn():
    display(picture)

drawn()
```

```{code-cell}
drawn()
print("and says so")
```
"""


@pytest.mark.built
def test_an_author_tags_nothing_but_what_teaches(book, browser):
    """A name leads into folded code, which opens; a notebook keeps all code in sight."""
    for language in LANGUAGES:
        text = book.path(language, "one").read_text("utf8")
        book.write(language, "one", text + KEPT_OPEN)
    result = book.build()
    assert result.returncode == 0, result.stderr
    for language, folder in LANGUAGES.items():
        page = BeautifulSoup((book.html / folder / "one.html").read_text("utf8"), "html.parser")
        *_, kept, folded, printing = page.select("div.cell")
        assert [len(cell.select("details")) for cell in (kept, folded, printing)] == [0, 1, 0]
        assert folded.summary.get_text() == FOLD[language]
        [link] = printing.select("a.code-link")
        notebook = (book.html / "notebooks" / language / "one.ipynb").read_text("utf8")
        assert "source_hidden" not in notebook
        with Visit(browser) as visit:
            opened = visit.open((book.html / folder / "one.html").as_uri())
            opened.locator(f"a.code-link[href='{link['href']}']").last.click()
            opened.locator("details.picture-code pre").wait_for(state="visible")
            opened = visit.open((book.html / folder / "one.html").as_uri() + link["href"])
            opened.locator("details.picture-code pre").wait_for(state="visible")
            assert not visit.complaints


# Each formula with a mark right behind it, and each number of a correction, that stands on two lines.
PARTED = r"""() => {
  const found = [];
  const walker = document.createTreeWalker(document.querySelector('article'), NodeFilter.SHOW_TEXT);
  const at = (node, start, end) => {
    const range = document.createRange();
    range.setStart(node, start); range.setEnd(node, end);
    return [...range.getClientRects()].filter(box => box.width);
  };
  let last = null, seen = 0;
  for (let node; node = walker.nextNode();) {
    const math = node.parentElement.closest('span.math');
    if (math) { last = math; continue; }
    if (node.parentElement.closest('script, style, pre, summary .expanded')) continue;
    const mark = last && last.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING
      && last.closest('p, li, td, figcaption, h1, h2, h3')?.contains(node) && /^[\p{Po}\p{Pe}\p{Pf}]/u.exec(node.data);
    if (mark) {
      const [box] = at(node, 0, 1), formula = last.querySelector('math').getBoundingClientRect();
      if (box && formula.width) { seen++; if (box.left < formula.right - 3 || box.top > formula.bottom) found.push(last.textContent + node.data.slice(0, 20)); }
    }
    if (node.data.trim()) last = null;
    for (const number of node.data.matchAll(/\b(?:[EX]\d*|\d\.\d+e)-\d+/g)) {
      seen++;
      const boxes = at(node, number.index, number.index + number[0].length);
      if (boxes.some(box => box.top > boxes[0].bottom - 2)) found.push(number[0]);
    }
  }
  return [seen, found];
}"""
WITH_FORMULAS = [*chapters(), "corrections", "glossary"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", WITH_FORMULAS)
def test_no_line_begins_with_the_mark_behind_a_formula(site, browser, language, name):
    with Visit(browser) as visit:
        page = visit.open(url(site, language, name))
        page.add_style_tag(content="details::details-content { content-visibility: visible }")
        for width in (320, 360, 412, 600, 768, 1440):
            page.set_viewport_size({"width": width, "height": 900})
            seen, parted = page.evaluate(PARTED)
            assert seen and not parted, width


@pytest.mark.parametrize(
    ("before", "after", "together"),
    [
        ("So ", ", and", "⟨⟩,"),
        ("若（", "）与", "（⟨⟩）"),
        ("the ", "-th (which", "⟨⟩-"),
        ("is ", "s.", "⟨⟩s"),
        ("由", "（见下）得", ""),
        ("of ", " (below)", ""),
        ("说", "“是”", ""),
        ("为", "，“是”", "⟨⟩，"),
    ],
)
def test_a_formula_keeps_the_marks_that_touch_it_and_none_that_open(before, after, together):
    html = f'<p>{before}<span class="math">⟨⟩</span>{after}</p>'
    tree = BeautifulSoup(html, "html.parser")
    keep_together(None, "", {}, tree)
    assert tree.get_text() == f"{before}⟨⟩{after}"
    assert "".join(box.get_text() for box in tree.select(".unbroken")) == together


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", pages())
def test_a_heading_is_no_lighter_and_no_smaller_than_one_below_it(site, browser, language, name):
    with Visit(browser) as visit:
        page = visit.open(url(site, language, name))
        styles = page.evaluate(
            """['h1', 'h2', 'h3', 'h4'].map(level => document.querySelector(`.bd-article ${level}`)).filter(Boolean)
            .map(heading => getComputedStyle(heading)).map(style => [+style.fontWeight, parseFloat(style.fontSize)])"""
        )
        assert styles == sorted(styles, reverse=True) and len({size for _, size in styles}) == len(
            styles
        )
        weights = [weight for weight, _ in styles]
        assert weights == sorted(weights, reverse=True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_title_of_a_solution_opens_it_wherever_it_is_clicked(site, browser, language):
    with Visit(browser) as visit:
        page = visit.open(url(site, language, "attention"))
        solution = page.locator("details.solution").first
        title = solution.locator("summary")
        assert title.locator("a").count() == 0
        said = {"en": "Solution to Exercise 2.1", "zh": "练习 2.1 的解答"}[language]
        assert title.inner_text().startswith(said)
        words = title.evaluate(
            "e => { const r = document.createRange(); r.selectNodeContents(e.firstChild);"
            " const b = r.getBoundingClientRect(); return [b.right - 4, b.top + b.height / 2 + scrollY]; }"
        )
        page.evaluate(f"scrollTo(0, {words[1] - 400})")
        page.mouse.click(words[0], words[1] - page.evaluate("scrollY"))
        solution.locator("pre").first.wait_for(state="visible")
        assert page.url == url(site, language, "attention")


def test_each_source_has_an_address_that_no_other_has(site):
    sources = soup(site, "en", "references").select(".citation")
    found = [[link["href"] for link in source.select("a.external")] for source in sources]
    assert found and all(found)
    addresses = [address for each in found for address in each]
    assert len({*addresses}) == len(addresses)


def test_a_paper_comes_out_soon_after_its_preprint(site):
    """The address of a preprint begins with its year and month."""
    for source in soup(site, "en", "references").select(".citation"):
        if preprint := re.search(r"arXiv:(\d\d)", source.get_text()):
            year = re.findall(r"\b(?:19|20)\d\d\b", source.get_text()[: preprint.start()])[-1]
            assert 0 <= int(year) - 2000 - int(preprint[1]) <= 2, source.get_text()


@pytest.mark.parametrize("name", ["attention", "references"])
@pytest.mark.parametrize(("language", "query"), [("zh", ""), ("en", "?lang=both")])
def test_latin_titles_are_in_italics_and_chinese_emphasis_is_bold(
    site, browser, language, query, name
):
    with Visit(browser) as visit:
        page = visit.open(url(site, language, name) + query)
        if query:
            page.wait_for_selector(".twin", state="attached")
        found = page.locator("article em").evaluate_all(
            """all => all.map(em => [em.textContent, getComputedStyle(em)])
            .map(([text, style]) => [text, style.fontStyle, +style.fontWeight])"""
        )
        assert found
        for text, style, weight in found:
            assert (style, weight >= 600) == (
                ("normal", True) if HAN.search(text) else ("italic", False)
            ), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_paper_shows_what_the_page_shows(site, browser, language):
    """What is shut stays shut, what a reader has opened is printed; the title begins where its text does."""
    with Visit(browser, width=800) as visit:
        page = visit.open(url(site, language, "attention"))
        page.locator("details.picture-code summary").first.click()
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        page.emulate_media(media="print")
        opened, shut = page.locator("details.picture-code").all()[:2]
        assert opened.locator("pre").is_visible() and not opened.locator("summary").is_visible()
        assert not shut.locator("pre").is_visible() and not shut.locator("summary").is_visible()
        assert not page.locator(".solution pre").first.is_visible()
        assert not page.locator(".notebook-links").first.is_visible()
        title = page.locator("h1:visible")
        assert title.count() == 1
        edges = [
            each.evaluate(
                "e => { const r = document.createRange(); r.selectNodeContents(e);"
                " return r.getBoundingClientRect().left; }"
            )
            for each in (title, page.locator("article p:visible").first)
        ]
        assert abs(edges[0] - edges[1]) < 4, edges


@pytest.mark.parametrize("language", LANGUAGES)
def test_paper_cuts_no_line_off(site, browser, language):
    """It cannot be scrolled, so what is wider than a sheet goes on below."""
    cut = """all => all.filter(pre => pre.scrollWidth > pre.clientWidth)
        .map(pre => pre.textContent.slice(0, 60))"""
    with Visit(browser, width=500) as visit:
        page = visit.open(url(site, language, "attention"))
        boxes = page.locator("article pre:visible")
        assert boxes.evaluate_all(cut)
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        page.emulate_media(media="print")
        assert boxes.evaluate_all(cut) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", pages())
def test_no_mark_of_markdown_is_left_in_a_page(site, language, name):
    code = ["pre", "code", "script", "style", "annotation"]
    texts = soup(site, language, name).article.find_all(string=MARKS)
    assert not [str(text) for text in texts if not text.find_parent(code)]


MENU = {
    "en": [
        "Notebook",
        "The book's code, for notebooks",
        "Source of this page",
        "Print, or save as PDF",
    ],
    "zh": ["笔记本", "笔记本要用的本书代码", "本页的源文件", "打印，或存为 PDF"],
}


@pytest.mark.parametrize("width", [360, 1440])
@pytest.mark.parametrize("language", LANGUAGES)
def test_downloads_are_one_menu_in_words(site, browser, language, width):
    """On every page but the first; by the keyboard; a page without code has no notebook."""
    for name in pages():
        menus = soup(site, language, name).select(".notebook-links details")
        assert len(menus) == (name != "index"), name
        assert not soup(site, language, name).select(".dropdown-download-buttons"), name
    with Visit(browser, width=width) as visit:
        for name, words in (("attention", MENU[language]), ("glossary", MENU[language][2:])):
            page = visit.open(url(site, language, name))
            menu = page.locator(".notebook-links details")
            assert menu.locator("li").first.is_hidden()
            menu.locator("summary").focus()
            page.keyboard.press("Enter")
            assert menu.locator("li").all_inner_texts() == words
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert menu.bounding_box()["y"] < 400
            for link in menu.locator("a").all():
                here = (site / LANGUAGES[language]).resolve()
                assert (here / link.get_attribute("href")).exists()
            page.evaluate("window.print = () => { window.printed = true; }")
            menu.locator("button").click()
            assert page.evaluate("window.printed")
        assert not visit.complaints


def test_a_handout_has_neither_the_code_of_pictures_nor_corrections(site):
    """The first draws what is there, the second is for who has a tutorial beside the book; solutions keep their titles."""
    article = BeautifulSoup(make_handout(ROOT, Book.at(ROOT).source, site).html, "html.parser")
    page = soup(site, "en", "attention")
    text = article.get_text()
    folded, correction = page.select_one(".picture-code pre"), page.select_one(".correction p")
    assert folded.get_text() not in text and correction.get_text() not in text
    assert all(pre.get_text() in text for pre in page.select("pre:not(.picture-code pre)"))
    titles = [title.get_text() for title in page.select("details.solution > summary")]
    on_paper = article.select("div.solution[id^=attention--] > p.admonition-title")
    assert titles and [title.get_text() for title in on_paper] == titles


def test_what_opens_a_fold_has_the_words_of_the_configuration_and_of_the_language():
    """Of the command line, of the language's own settings, else the page's language."""
    book = Book.at(ROOT, "zh")
    own = replace(book.language, settings={"nb_code_prompt_show": "看代码"})
    app = SimpleNamespace(bilingual_book=replace(book, language=own))
    for overrides, hide in (({}, "收起代码"), ({"nb_code_prompt_hide": "合上"}, "合上")):
        config = Settings(nb_code_prompt_show="看代码", **overrides)
        config.overrides = overrides
        folded_cells.configure(app, config)
        assert config == {"nb_code_prompt_show": "看代码", "nb_code_prompt_hide": hide}


class Settings(dict):
    """Sphinx's configuration, as far as it is asked here."""
