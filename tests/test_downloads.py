"""The notebooks to download: what the page says, shows and links to, and nothing that leads nowhere."""

import base64
import copy
import html
import os
import re
from pathlib import Path

import nbformat
import pytest
from bs4 import BeautifulSoup
from markdown_it import MarkdownIt
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from bilingual_book.execution.chapter_as_notebook import code_cells, read_notebook
from bilingual_book.export import wheel
from bilingual_book.export.notebook_markdown import Piece, read_pieces
from support.compare_outputs import ROOT, cell_text, chapters, printed
from support.pages import LANGUAGES, Visit, soup
from support.small_book import SmallBook

MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable("table")
MARKDOWN.validateLink = lambda address: True  # SVG in an address, too
BOTH = [(language, chapter) for language in LANGUAGES for chapter in chapters()]
FORMULA = re.compile(r"\$\$.+?\$\$|\$.+?\$")
TITLES = {"en": "*Transformers, Tensor by Tensor*", "zh": "《逐张量读懂 Transformer》"}


@pytest.fixture(scope="module")
def notebooks(site) -> dict[tuple[str, str], NotebookNode]:
    return {
        (language, chapter): nbformat.read(path_of(site, language, chapter), 4)
        for language, chapter in BOTH
    }


def path_of(site: Path, language: str, chapter: str) -> Path:
    return site / "notebooks" / language / f"{chapter}.ipynb"


def first_lines(cell: NotebookNode) -> list[str]:
    """What JupyterLab shows of an output that is folded: of each text of the first one the first line that is not empty."""
    data = [{"text": o.text} if "text" in o else o.get("data", {}) for o in cell.outputs[:1]]
    texts = [text for each in data for kind, text in each.items() if kind.startswith("text")]
    return [next(filter(None, text.split("\n")), "") for text in texts]


def as_run(output: NotebookNode) -> NotebookNode:
    """The output without the blank line of what is folded, with its picture as SVG again, as a kernel gives it."""
    if "text" in output:
        output.text = output.text.removeprefix(" \n")
    for kind, text in output.get("data", {}).items():
        output.data[kind] = text.removeprefix(" \n")
    image = output.get("data", {}).get("text/html", "")
    if found := re.search(r"base64,([^\"]+)", image):
        output["data"]["image/svg+xml"] = base64.b64decode(found[1]).decode()
    return output


@pytest.mark.parametrize(("language", "chapter"), BOTH)
def test_cells_and_outputs_are_those_of_the_chapter(notebooks, language, chapter):
    notebook = notebooks[language, chapter]
    nbformat.validate(notebook)
    cells = [cell for cell in code_cells(notebook) if cell.id.startswith("cell-")]
    expected = code_cells(read_notebook(ROOT / "chapters" / language / f"{chapter}.md"))
    assert [cell.source for cell in cells] == [cell.source for cell in expected]
    assert [cell.id for cell in cells] == [f"cell-{n}" for n in range(1, len(cells) + 1)]
    for cell, shown in zip(cells, printed(chapter), strict=True):
        assert set(cell.metadata) <= {"jupyter", "tags", "collapsed"}
        assert cell.metadata.get("tags", []) in ([], ["measured"])
        if cell.metadata.get("jupyter", {}).get("outputs_hidden"):
            assert set(first_lines(cell)) <= {" "}, "the first line tells"
        else:
            assert " " not in first_lines(cell)
        cell = new_code_cell(metadata=cell.metadata, outputs=[*map(as_run, cell.outputs)])
        # what is exported is for the page alone
        assert cell_text(cell) == re.sub(r"^exported: .*\n", "", shown.text, flags=re.MULTILINE)
    assert set(notebook.metadata) == {"kernelspec", "language_info"}


@pytest.mark.parametrize(("language", "chapter"), BOTH)
def test_the_first_cell_says_what_it_is_and_needs(notebooks, site, language, chapter):
    first = notebooks[language, chapter].cells[0].source
    title = soup(site, language, chapter).article.h1.get_text().removesuffix("#")
    assert first.startswith(f"# {title}\n")
    for part in (TITLES[language], "pip install torch lightning matplotlib\n", "CC BY 4.0"):
        assert part in first
    assert f"pip install {wheel.name(ROOT)}\n" in first


def words(text: str) -> str:
    """Text without spaces, and without the sizes of quotes and the names of places."""
    return re.sub(r"\s+", "", text)


def said_by_notebook(notebook: NotebookNode) -> str:
    """What its Markdown shows where a reader of CommonMark renders it; formulas are □."""
    said = []
    for cell in notebook.cells[1:]:
        if cell.cell_type == "markdown" and cell.id not in ("references", "about-questions"):
            page = BeautifulSoup(MARKDOWN.render(FORMULA.sub("□", cell.source)), "html.parser")
            for summary in page.select("summary"):  # of what tells an answer
                summary.decompose()
            said.append(page.get_text())
    return words("".join(said))


def said_by_page(page: BeautifulSoup) -> str:
    article = copy.copy(page.article)
    for cell in article.select("div.cell"):
        captions = cell.select("figcaption")
        cell.clear()
        cell.extend(captions)
    for element in article.select(
        "h1, .headerlink, script, nav, .toctree-wrapper, details.correction, .touch-place"
    ):
        element.decompose()
    for picture in article.select("svg"):  # its links, each once
        picture.replace_with("·".join(dict.fromkeys(words(a.get_text()) for a in picture("a"))))
    for formula in article.select(".math"):
        formula.replace_with("□")
    return words(article.get_text())


@pytest.mark.parametrize(("language", "chapter"), BOTH)
def test_the_prose_is_the_pages(notebooks, site, language, chapter):
    """To the character, so no mark of Markdown is left over, and none is missing."""
    assert said_by_notebook(notebooks[language, chapter]) == said_by_page(
        soup(site, language, chapter)
    )


@pytest.mark.parametrize(("language", "chapter"), BOTH)
def test_formulas_are_the_chapters(notebooks, language, chapter):
    text = "\n".join(c.source for c in notebooks[language, chapter].cells if c.cell_type != "code")
    formulas = FORMULA.findall(text)
    source = read_notebook(ROOT / "chapters" / language / f"{chapter}.md")
    written = "\n".join(cell.source for cell in source.cells if cell.cell_type != "code")
    written = re.sub(r"```\{(?:correction|touch)\}.*?```", "", written, flags=re.DOTALL)
    expected = re.findall(r"\$\$.+?\$\$|\$.+?\$", written, re.DOTALL)
    assert len(formulas) >= len(expected)
    plain = {re.sub(r"\s|\\(begin|end)\{split\}", "", formula) for formula in formulas}
    assert {re.sub(r"\s|\\(begin|end)\{split\}", "", formula) for formula in expected} <= plain


@pytest.mark.parametrize(("language", "chapter"), BOTH)
def test_no_link_is_dead(notebooks, site, language, chapter):
    text = "".join(
        cell.source for cell in notebooks[language, chapter].cells if cell.cell_type == "markdown"
    )
    page = BeautifulSoup(MARKDOWN.render(text), "html.parser")
    places = {a["id"] for a in page.select("a[id]")}
    for link in page.select("a[href]"):
        target = link["href"]
        if target.startswith("#"):
            assert target[1:] in places
        elif not target.startswith("https://"):
            assert (path_of(site, language, chapter).parent / target).exists(), link


@pytest.mark.parametrize(("language", "chapter"), BOTH)
def test_what_a_page_cites_stands_at_the_end_in_the_order_of_its_numbers(
    notebooks, site, language, chapter
):
    cited = soup(site, language, chapter).article.select(".bibtex-citation a")
    expected = sorted({int(link.get_text()) for link in cited})
    ends = [cell for cell in notebooks[language, chapter].cells if cell.id == "references"]
    found = [int(n) for cell in ends for n in re.findall(r"^- \\\[(\d+)", cell.source, re.M)]
    assert found == expected


@pytest.mark.parametrize(("language", "chapter"), BOTH)
def test_every_picture_travels_inside_with_its_text(notebooks, site, language, chapter):
    """In order, as SVG that is legible on light and dark, and with the words for who cannot see it."""
    found = []
    for cell in notebooks[language, chapter].cells:
        texts = [output.get("data", {}).get("text/html", "") for output in cell.get("outputs", [])]
        html = MARKDOWN.render(cell.source) if cell.cell_type == "markdown" else "".join(texts)
        found += BeautifulSoup(html, "html.parser").select("img")
    pictures = soup(site, language, chapter).article.select("img, figure.diagram svg")
    expected = [picture.get("alt") or picture["aria-label"] for picture in pictures]
    assert [image["alt"] for image in found] == expected and expected
    for image in found:
        assert image["src"].startswith("data:image/svg+xml;base64,")
        svg = base64.b64decode(image["src"].partition(",")[2]).decode()
        assert svg.startswith("<svg") and "prefers-color-scheme" in svg


@pytest.mark.parametrize("chapter", chapters())
def test_the_links_below_a_diagram_are_its_labels(notebooks, site, chapter):
    """Whole: a Chinese label on two lines has no blank where the line ends."""
    for language in LANGUAGES:
        sources = "".join(cell.source for cell in notebooks[language, chapter].cells)
        for svg in soup(site, language, chapter).article.select("figure.diagram svg"):
            for link in svg.select("a[href]"):
                label = " ".join(link.get_text(" ", strip=True).split())
                label = re.sub("(?<=[\u3400-\u9fff]) (?=[\u3400-\u9fff])", "", label)
                assert f"[{label}](" in sources, label


@pytest.mark.parametrize("language", LANGUAGES)
def test_exercises_stand_apart_and_solutions_are_folded(notebooks, site, language):
    page = soup(site, language, "attention")
    cells = notebooks[language, "attention"].cells
    titles = [title.get_text().strip() for title in page.select(".exercise > .admonition-title")]
    exercises = [cell for cell in cells if re.match(r"> \*\*", cell.source)]
    for title in titles:
        assert any(title in cell.source.splitlines()[0] for cell in exercises)
    folded = [cell for cell in cells if cell.metadata.get("jupyter", {}).get("source_hidden")]
    hidden = page.select(".solution div.cell, div.tag_hide-cell")
    assert {cell.id for cell in folded if cell.cell_type == "code"} == {
        "questions",
        *(f"cell-{cell['data-cell']}" for cell in hidden),
    }
    assert all(cell.source[0] == "\n" for cell in folded if cell.cell_type == "markdown")


@pytest.mark.parametrize("width", [360, 1440])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_chapter_offers_its_notebook(site, served, browser, language, width):
    """By the keyboard; pages without code offer none."""
    with Visit(browser, width, accept_downloads=True) as visit:
        page = visit.open(f"{served}{LANGUAGES[language]}attention.html")
        page.locator(".notebook-links summary").click()
        links = page.locator(".notebook-links a")
        assert links.count() == 3
        for link in links.all():
            box = link.bounding_box()
            assert box["x"] >= 0 and box["x"] + box["width"] <= width and box["y"] < 900
            assert link.get_attribute("download") is not None
        files = [(site / LANGUAGES[language] / a.get_attribute("href")) for a in links.all()]
        assert [file.resolve() for file in files] == [
            path_of(site, language, "attention"),
            site / "notebooks" / wheel.name(ROOT),
            (site / LANGUAGES[language] / "_sources" / "attention.md").resolve(),
        ]
        links.first.focus()
        with page.expect_download() as download:
            page.keyboard.press("Enter")
        assert download.value.suggested_filename == "attention.ipynb"
    assert not soup(site, language, "glossary").select("[href$='.ipynb']")


def tree_of(body: str) -> BeautifulSoup:
    return BeautifulSoup(f"<section><h1>T</h1>{body}</section>", "html.parser")


def pieces_of(body: str) -> list[Piece]:
    return [*read_pieces(tree_of(body), lambda href: href, lambda picture: "<svg/>")]


def markdown_of(body: str) -> str:
    return "\n".join(piece.text for piece in pieces_of(body)).removeprefix("# T\n")


NEWLINES = " a\n\nb"


def mathml(tex: str) -> str:
    annotation = f'<annotation encoding="application/x-tex">{html.escape(tex)}</annotation>'
    return f"<math><semantics><mi>x</mi>{annotation}</semantics></math>"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (f'<p>a <span class="math">{mathml("x_0 < 1")}</span> b</p>', "a $x_0 < 1$ b"),
        (f"<p>a {mathml('x_0 < 1')} b</p>", "a $x_0 < 1$ b"),
        (f'<div class="math">\n{mathml(NEWLINES)}</div>', "$$a b$$"),
        (
            f'<div class="math"><span class="eqno">(2.1)<a class="headerlink">#</a></span>{mathml("a")}</div>',
            r"$$a \tag{2.1}$$",
        ),
        ('<p><a class="term-link" href="glossary.html#x">word</a></p>', "word"),
        (
            '<svg><a href="a.html"><text>one</text></a><a href=""><text>two</text></a></svg>',
            f"![](data:image/svg+xml;base64,{base64.b64encode(b'<svg/>').decode()})\n\n[one](a.html) · two",
        ),
        ("<p>a_b *c* &lt;SOS&gt; &amp;</p>", r"a\_b \*c\* &lt;SOS&gt; &amp;"),
        (
            '<div class="admonition note"><p class="admonition-title">N</p>'
            f'<p>x</p><div class="math">{mathml("a")}</div></div>',
            "> **N**\n>\n> x\n>\n> $$a$$",
        ),
        (
            "<dl><dt>A</dt><dd><p>b</p></dd><dt>C</dt><dd><p>d</p></dd></dl>",
            "- **A**  \n  b\n- **C**  \n  d",
        ),
        (
            "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>c</td><td>d</td></tr></tbody></table>",
            "| a | b |\n| --- | --- |\n| c | d |",
        ),
    ],
)
def test_elements_become_markdown(body, expected):
    assert markdown_of(body).strip() == expected


def test_all_of_a_solution_is_folded_without_a_cell_and_after_its_last():
    solution = '<div class="admonition solution"><p class="admonition-title">a</p>{}</div>'
    cell = '<div class="cell" data-cell="1"></div>'
    body = (
        solution.format("<p>b</p>") + "<p>c</p>" + solution.format(f"{cell}<p>d</p>") + "<p>e</p>"
    )
    pieces = pieces_of(body)
    folded = [piece.text for piece in pieces if piece.folded]
    assert folded == ["b", "", "d"] and [p.text for p in pieces if not p.folded][-1] == "e"


def test_a_page_is_cut_where_a_cell_a_heading_a_figure_an_exercise_or_a_solution_is():
    body = """
        <p>a</p><div><p>b</p></div>
        <div class="cell" data-cell="1"><div class="highlight">x</div><figcaption><p>c</p></figcaption></div>
        <p>d</p><figure><figcaption><p>e</p></figcaption></figure>
        <section><h2>f</h2><p>g</p></section>
        <div class="admonition exercise"><p class="admonition-title">h</p><section><p>i</p></section></div>
        <div class="admonition solution dropdown"><p class="admonition-title">j</p>
          <section><p>k</p><div class="cell tag_hide-cell" data-cell="2"></div></section></div>
        <p>l</p><div class="cell tag_hide-input" data-cell="3"></div>
    """
    pieces = pieces_of(body)
    assert [(piece.text or piece.number, piece.folded) for piece in pieces] == [
        ("# T", False),
        ("a\n\nb", False),
        (1, False),
        ("c", False),
        ("d", False),
        ("e", False),
        ("## f\n\ng", False),
        ("> **h**\n>\n> i", False),
        ("**j**", False),
        ("k", True),
        (2, True),
        ("l", False),
        (3, True),
    ]


def test_what_tells_an_answer_is_shut_up_to_the_next_output():
    """The paragraph right after it, and what has a printed number; below an exercise nothing, for that is folded whole."""
    number = '<span class="printed">7</span>'
    body = f"""
        <div class="cell" data-ask="{{}}" data-cell="1"></div><p>a <em>b</em></p><p>c</p><blockquote>x</blockquote><ul><li>{number}</li></ul>
        <ol><li>{number}</li></ol><dl><dt>x</dt><dd>{number}</dd></dl>
        <div class="cell" data-cell="2"></div><p>d {number}</p>
        <div class="cell" data-ask="{{}}" data-cell="3"></div><ul><li>e</li></ul>
        <div class="solution"><p class="admonition-title">f</p>
          <div class="cell" data-ask="{{}}" data-cell="4"></div><p>g</p></div>
    """
    pieces = read_pieces(tree_of(body), lambda href: href, lambda picture: "", "Then & there")
    shut = "<details><summary>Then &amp; there</summary>\n\n{}\n\n</details>".format
    texts = [re.sub(r"\n{3,}", "\n\n", piece.text) for piece in pieces if piece.number is None]
    assert texts == [
        "# T",
        f"{shut('a *b*')}\n\nc\n\n> x\n\n"
        + "\n\n".join(map(shut, ("- 7", "1. 7", "- **x**  \n  7"))),
        "d 7",
        "- e",
        "**f**",
        "g",
    ]


@pytest.mark.slow
def test_the_wheel_is_the_same_to_the_byte_wherever_it_is_built(tmp_path):
    """Whatever the rights, times and leftovers of the files there."""
    contents = set()
    for number in (1, 2):
        book = SmallBook(tmp_path / str(number)).root
        for file in (book / "code").rglob("*.py"):
            file.chmod(0o600 if number == 2 else 0o664)
        if number == 2:
            leftover = book / "code" / "tensorbytensor" / "__pycache__"
            leftover.mkdir()
            (leftover / "small.pyc").touch()
            (tmp_path / "wheel 2").mkdir()
            (tmp_path / "wheel 2" / "tensorbytensor-0.0.9-py3-none-any.whl").touch()
        before = os.umask(0o077 if number == 2 else 0o002)
        try:
            wheel.build(book, tmp_path / f"wheel {number}")
        finally:
            os.umask(before)
        [built] = (tmp_path / f"wheel {number}").iterdir()  # and none of another version
        assert built.name == wheel.name(book)
        contents.add(built.read_bytes())
    assert len(contents) == 1


@pytest.mark.slow
def test_notebooks_follow_the_chapters_and_the_settings(tmp_path):
    """One small book: no trace of a repository, then one; a chapter that loses its code."""
    book = SmallBook(tmp_path)
    notebooks = book.html / "notebooks"
    assert book.build().returncode == 0
    names = {path.relative_to(notebooks).as_posix() for path in notebooks.rglob("*.*")}
    assert names == {
        *(f"{language}/{chapter}.ipynb" for language in LANGUAGES for chapter in ("one", "two")),
        wheel.name(book.root),
    }
    files = [*book.html.rglob("*.html"), *notebooks.rglob("*.ipynb")]
    assert not [file for file in files if re.search("colab|mybinder", file.read_text("utf8"))]
    assert not (book.html / "binder").exists()

    config = book.root / "_config.yml"
    book.edit(config, 'bilingual_book_repository: ""', "bilingual_book_repository: me/book")
    for language in LANGUAGES:
        text = book.path(language, "two").read_text("utf8")
        text = re.sub(r"```\{code-cell\}.*?```\n", "[x](one.md)\n", text, flags=re.DOTALL)
        book.write(language, "two", text)
    assert book.build().returncode == 0
    assert {path.stem for path in notebooks.rglob("*.ipynb")} == {"one"}
    for language, folder in LANGUAGES.items():
        page = BeautifulSoup((book.html / folder / "one.html").read_text("utf8"), "html.parser")
        addresses = [link["href"] for link in page.select(".notebook-links > a")]
        file = f"notebooks/{language}/one.ipynb"
        assert addresses == [
            f"https://colab.research.google.com/github/me/book/blob/gh-pages/{file}",
            f"https://mybinder.org/v2/gh/me/book/gh-pages?labpath={file.replace('/', '%2F')}",
        ]
        install = nbformat.read(book.html / file, 4).cells[1]
        name = wheel.name(book.root)
        assert (
            f"https://raw.githubusercontent.com/me/book/gh-pages/notebooks/{name}" in install.source
        )
    needed = (book.html / "binder" / "requirements.txt").read_text().split()
    assert (book.html / needed[-1]).exists()

    book.edit(config, "bilingual_book_branch: gh-pages", "bilingual_book_branch: site/new")
    assert book.build().returncode == 0
    page = (book.html / "one.html").read_text("utf8")
    assert "github/me/book/blob/site/new/" in page and "gh-pages" not in page
    assert "gh/me/book/site%2Fnew?labpath=" in page  # where a branch ends, Binder reads from this


@pytest.mark.slow
def test_with_an_address_links_lead_to_the_site(tmp_path):
    book = SmallBook(tmp_path)
    book.edit(book.root / "_config.yml", 'baseurl: ""', "baseurl: https://example.org/book")
    for language in LANGUAGES:
        text = book.path(language, "two").read_text("utf8")
        book.write(language, "two", text + "\nSee [one](one.md) and [the glossary](glossary.md).\n")
    assert book.build().returncode == 0
    for language, folder in LANGUAGES.items():
        text = (book.html / "notebooks" / language / "two.ipynb").read_text("utf8")
        for page in ("one", "glossary"):
            assert f"](https://example.org/book/{folder}{page}.html)" in text
        assert f"pip install https://example.org/book/notebooks/{wheel.name(book.root)}" in text
