"""Solutions are beneath their exercises, on a page apart or left out, by one setting; nothing else moves."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from fontTools.ttLib import TTFont

from bilingual_book.core.book import Book
from bilingual_book.export.pdf_html import make_handout
from support.bilingual_pages import ROOT
from support.copies import build_command
from support.pages import LANGUAGES
from support.small_book import SmallBook, problem, ran

EXERCISE = """
```{exercise}
:label: ex-small

Say it.
```

```{solution-start} ex-small
:label: sol-small
:class: dropdown
```

(place-small)=
Zanzibar, [as here](#place-small), $\\aleph$, and a token, 词元.

```{code-cell}
print("zan" + "zibar")
```

```{solution-end}
```

```{exercise}
:label: ex-more

Say more.
```

```{solution-start} ex-more
:label: sol-more
:class: dropdown
```

Another token, 词元, in Zanzibar.

```{solution-end}
```
"""
OTHER = """
```{exercise}
:label: ex-other

Say another.
```

```{solution-start} ex-other
:class: dropdown
```

Another.

```{solution-end}
```
"""
GUIDES = ["README.md", "README.zh.md", "chapters/en/instructors.md", "chapters/zh/instructors.md"]
LINK = "\nSee [the answer](#place-small) and [the question](#ex-small).\n"
OWN_LINK = "\nIts [answer](#place-small) is to the [exercise](#ex-small).\n"


@pytest.fixture
def book(tmp_path) -> SmallBook:
    """The exercise is in one chapter, links to its solution in both."""
    book = SmallBook(tmp_path)
    for language in LANGUAGES:
        for page, text in (("one", EXERCISE + OWN_LINK), ("two", LINK)):
            book.write(language, page, book.path(language, page).read_text("utf8") + text)
    return book


def read(path: Path) -> BeautifulSoup:
    return BeautifulSoup(path.read_text("utf8"), "html.parser")


def mentions(folder: Path) -> set[str]:
    """The files of a site that have a word of the solution in them; the index may know it for no page."""
    return {Path(path).name for path in with_solutions(folder)}


def with_solutions(folder: Path) -> set[str]:
    files = [path for path in folder.rglob("*") if path.suffix in (".html", ".js", ".md", ".ipynb")]
    texts = {path: path.read_text("utf8").lower().replace('"zanzibar": []', "") for path in files}
    return {
        path.relative_to(folder).as_posix() for path, text in texts.items() if "zanzibar" in text
    }


def configure(book: SmallBook, value: str) -> None:
    path = book.root / "_config.yml"
    text = path.read_text("utf8")
    path.write_text(re.sub(r"(bilingual_book_solutions: )\w+", rf"\g<1>{value}", text), "utf8")


def test_one_setting_moves_the_solutions(book):
    assert ran(book.build()) == ["one", "two"]
    assert {"one.html", "searchindex.js"} <= mentions(book.html)
    assert not (book.html / "solutions.html").exists()

    configure(book, "apart")
    assert ran(book.build()) == []
    assert mentions(book.html) == {"solutions.html", "solutions.js"}
    for guide in GUIDES:  # which files a teacher removes
        said = (ROOT / guide).read_text("utf8")
        assert {*re.findall(r"`([\w/]*solutions\.\w+)`", said)} == with_solutions(book.html), guide
    for folder in LANGUAGES.values():
        html = book.html / folder
        page = read(html / "solutions.html")
        assert page.select_one("article h1").get_text().startswith(("Solutions", "解答"))
        # a sign that no other page has
        assert ord("ℵ") in TTFont(html / "_static" / "formulas.woff2").getBestCmap()
        assert page.select_one("article h2").get_text().startswith(("Small", "小书"))
        solution, more = page.select(".solution")
        assert "dropdown" not in solution["class"]
        question, itself = solution.select("a[href]:not(.made-by, .code-link, .term-link)")
        assert question["href"] == "one.html#ex-small" and itself["href"] == "#one-place-small"
        assert solution["id"] == "one-sol-small" and read(html / "one.html").find(id="ex-small")
        # what a chapter's solutions say of a term is linked once
        assert solution.select('a.term-link[href="glossary.html#glossary-token"]')
        assert not more.select("a.term-link")
        # the choice of both languages at once works here, too
        assert (html / page.select_one("[data-twins]")["data-twins"]).exists()
        assert page.select_one("meta[name=robots][content=noindex]")
        (two,) = [p for p in read(html / "two.html").select("article p") if "See" in p.get_text()]
        assert [link["href"] for link in two.select("a")] == ["one.html#ex-small"]
        assert "the answer" in two.get_text()
        (one,) = [p for p in read(html / "one.html").select("article p") if "Its" in p.get_text()]
        assert [link["href"] for link in one.select("a")] == ["#ex-small"]
        leading = [p.name for p in html.glob("*.html") if 'solutions.html"' in p.read_text("utf8")]
        assert leading == ["solutions.html"]  # to its own other language
    for language in Book.at(book.root).languages:  # what is printed has them, too, at its end
        handout = make_handout(book.root, language, book.html)
        *_, last = [title for level, _, title in handout.places if level == 1]
        assert last.startswith(("Solutions", "解答"))
        text = BeautifulSoup(handout.html, "html.parser")
        assert "Zanzibar" in text.find(id="solutions--one-sol-small").get_text()
    # a chapter that is not rendered again keeps its solutions
    book.edit(book.path("en", "two"), "Some prose.", "Other prose.")
    assert ran(book.build()) == [] and mentions(book.html) == {"solutions.html", "solutions.js"}

    # and one whose solutions are deleted has none in any later build
    whole = {path: path.read_text("utf8") for path in book.root.glob("chapters/*/*.md")}
    for path, text in whole.items():
        path.write_text(re.sub(re.escape(EXERCISE + OWN_LINK) + "|" + re.escape(LINK), "", text))
    assert ran(book.build()) == ["one"] and mentions(book.html) == set()
    for path, text in whole.items():
        path.write_text(text, "utf8")

    # chapter after chapter as in the book, whatever their names
    book.edit(book.root / "_toc.yml", "{file: one}, {file: two}", "{file: two}, {file: one}")
    for language in LANGUAGES:
        book.edit(book.path(language, "two"), LINK, OTHER + LINK)
    assert ran(book.build()) == []
    for folder in LANGUAGES.values():
        chapters = read(book.html / folder / "solutions.html").select("#solutions > section")
        assert [chapter["id"] for chapter in chapters] == ["two", "one"]

    assert ran(book.build(BILINGUAL_BOOK_SOLUTIONS="none")) == []
    assert mentions(book.html) == set() and not list(book.html.rglob("solutions.*"))


def test_an_unknown_place_for_solutions_ends_the_build(book):
    configure(book, "hidden")
    assert problem(book.build()) == (
        "ERROR: bilingual_book_solutions is 'hidden', but can be beneath, apart, none"
    )


def numbers(page: BeautifulSoup) -> list[str]:
    found = page.select(".exercise > p .caption-number")
    return [re.search(r"[\d.]+", number.get_text())[0] for number in found]


@pytest.mark.slow
def test_the_book_without_solutions_is_whole(site, tmp_path):
    """Every exercise keeps its number, the same in both languages, and no link leads nowhere."""
    shutil.copytree(ROOT / "_build" / "outputs", tmp_path / "_build" / "outputs")
    subprocess.run(
        build_command("-W", "-n", above=tmp_path),
        cwd=ROOT,
        env={**os.environ, "BILINGUAL_BOOK_SOLUTIONS": "none"},
        check=True,
        capture_output=True,
    )
    bare = tmp_path / "_build" / "html"
    whole, trees = ({path: read(path) for path in html.rglob("*.html")} for html in (site, bare))
    asked = {path.name: numbers(tree) for path, tree in whole.items() if path.parent == site}
    chapters = [page for page in asked if asked[page]]
    assert len(chapters) > 5
    for page in chapters:
        assert asked[page] == numbers(whole[site / "zh" / page])
        assert asked[page] == numbers(trees[bare / page]) == numbers(trees[bare / "zh" / page])
    ids = {path: {tag["id"] for tag in tree.select("[id]")} for path, tree in trees.items()}
    for path, tree in trees.items():
        assert not tree.select(".solution"), path.name
        for link in tree.select('article a[href]:not([href*=":"])'):
            page, _, place = link["href"].partition("#")
            target = (path.parent / page).resolve() if page else path
            assert target.exists(), (path, link)
            assert not place or place in ids[target], (path, link)
