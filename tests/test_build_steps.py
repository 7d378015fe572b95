"""The one way in which a page is made: what it says of itself, in which order, by how many readers."""

import filecmp
import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from docutils import nodes

from bilingual_book import build_start_and_end
from bilingual_book.build_steps import BUILD
from bilingual_book.core.book import Book
from bilingual_book.core.gathered_from_pages import Collected
from bilingual_book.core.keep_made_files import make_once
from bilingual_book.core.page_summary import About, Summaries
from bilingual_book.frontpage.chapter_cards import PagesWithCards
from bilingual_book.frontpage.reading_time import ReadingTimes
from bilingual_book.glossary.glossary_table import Glossaries
from bilingual_book.glossary.introduce_terms import (
    Introduced,
    Place,
    find_repetitions,
    introduced,
)
from bilingual_book.languages import build_other_languages
from support.copies import ROOT
from support.small_book import SmallBook, ran

LANGUAGES = ("en", "zh")
CARDS = """(cards)=
# Cards

```{chapter-cards}
- {} min
- after
```

See [the answer](#place), `times` and `shown`.

```{module-table}
- m
- n
```
"""
SHOWN = """

```{code-cell}
:load: ../../code/tensorbytensor/deeper.py
```

```{exercise}
:label: ex
Q
```

```{solution-start} ex
```

(place)=
An answer.

```{solution-end}
```
"""
TOC = """format: jb-book
root: index
parts:
- numbered: true
  chapters: [{file: one}, {file: two}, {file: three}, {file: four}]
- chapters: [{file: glossary}, {file: cards}]
"""


def book_of_seven(root: Path) -> SmallBook:
    """Sphinx has several readers only for more than five pages. Cards, links and terms lead across all."""
    book = SmallBook(root)
    (root / "_toc.yml").write_text(TOC)
    config = (root / "_config.yml").read_text("utf8")
    (root / "_config.yml").write_text(
        config.replace("bilingual_book_solutions: beneath", "bilingual_book_solutions: apart")
    )
    for language in LANGUAGES:
        book.write(language, "cards", CARDS)
        book.write(
            language,
            "three",
            "---\ndescription: D.\nneeds: one\n---\n(three)=\n# T\n\nA {intro}`query`.\n",
        )
        book.write(language, "four", f"(four)=\n# F\n\nA {{intro}}`key`, a mask.\n{SHOWN}")
    return book


@pytest.mark.slow
def test_two_readers_make_the_pages_that_one_makes(tmp_path):
    one, two = (book_of_seven(tmp_path / name) for name in ("one", "two"))
    assert ran(one.build_by_sphinx())
    result = two.build_by_sphinx("-j", "2")  # of which Jupyter Book has no word
    # each reader has several pages
    assert ran(result) and re.search(r"reading sources.*cards \.\. ", result.stdout), result.stdout
    files = [path.relative_to(one.html) for path in one.html.rglob("*") if path.is_file()]
    assert files and filecmp.cmpfiles(one.html, two.html, files, shallow=False)[1:] == ([], [])


def test_a_term_that_two_pages_introduce_is_named_whoever_read_them(caplog):
    env = SimpleNamespace()
    for page, line in (("two", 7), ("one", 3)):
        Introduced.of(env)[page] = {"key": [Place(page, line, "term-key", "Title", ())]}
    find_repetitions(None, env)
    (warning,) = caplog.records
    assert warning.getMessage() == "'key' is introduced twice: here and in one"
    assert warning.location == ("two", 7)
    assert introduced(env)["key"].page == "one"


def test_the_glossary_is_written_anew_when_what_it_shows_has_changed():
    env, collector = SimpleNamespace(), Glossaries()
    Glossaries.of(env)["glossary"] = True

    def updated(*place: object) -> list[str]:
        Introduced.of(env)["one"] = {"key": [Place("one", *place)]}
        return collector.get_updated_docs(None, env)

    sentence = (nodes.Text("A key "), nodes.strong(text="opens"))
    places = [
        (3, "term-key", "Title", sentence),
        (3, "term-key", "Title", (nodes.Text("A key "), nodes.strong(text="shuts"))),
        (3, "term-key", "Another", sentence),
        (3, "term-key", "A third", sentence),
        (3, "term-other", "A third", sentence),
    ]
    for place in places:
        assert updated(*place) == ["glossary"] and updated(*place) == []
    assert updated(9, *places[-1][1:]) == []  # the line is not shown


def test_cards_are_written_anew_when_what_they_show_has_changed():
    env = SimpleNamespace(found_docs={"one"}, titles={})
    part = SimpleNamespace(numbered=True, items=["one"])
    root = SimpleNamespace(subtrees=[part])
    config = SimpleNamespace(external_site_map=SimpleNamespace(root=root))
    app, collector = SimpleNamespace(env=env, config=config), PagesWithCards()
    PagesWithCards.of(env)["index"] = True
    shown = [
        ("One", 3, About("D.")),
        ("One", 3, About("E.")),
        ("One", 3, About("E.", ("two",))),
        ("One", 3, About("E.", ("two",), "x.svg")),
        ("One", 3, About("E.", ("two",), "x.svg", "An x")),
        ("One", 4, About("E.", ("two",), "x.svg", "An x")),
        ("Two", 4, About("E.", ("two",), "x.svg", "An x")),
    ]
    for title, minutes, about in shown:
        env.titles["one"] = nodes.title("", title)
        ReadingTimes.of(env)["one"], Summaries.of(env)["one"] = minutes, about
        assert collector.get_updated_docs(app, env) == ["index"], about
        assert collector.get_updated_docs(app, env) == []


def test_what_takes_long_is_made_once_and_is_there_whole_or_not_at_all(tmp_path):
    def make(path: Path) -> None:
        made.append(path)
        path.write_text("the first half", "utf8")
        if len(made) == 1:
            raise OSError("no space left")
        path.write_text("whole", "utf8")

    made: list[Path] = []
    with pytest.raises(OSError, match="no space left"):
        make_once(tmp_path, [b"a", b"bc"], make)
    for _ in range(2):
        assert make_once(tmp_path, [b"a", b"bc"], make).read_text("utf8") == "whole"
    assert len(made) == 2
    others = [make_once(tmp_path, parts, make) for parts in ([b"ab", b"c"], [b"abc"], [b"a"])]
    assert len({*others}) == 3 and len(made) == 5


@pytest.mark.parametrize(
    ("statuses", "expected"), [((0, 0), 0), ((0, -9), -9), ((0, 2), 2), ((-15, 0), -15)]
)
def test_a_language_that_failed_or_was_killed_fails_the_build(statuses, expected):
    processes = [SimpleNamespace(wait=lambda status=status: status) for status in statuses]
    book = SimpleNamespace(builds=dict(enumerate(processes)))
    assert build_other_languages.wait(book, None) == expected


@pytest.mark.parametrize(
    ("warnings", "exception", "status", "finished"),
    [
        *((0, None, 0, True), (1, None, 0, False)),
        *((0, ValueError(), 0, False), (0, None, 2, False), (0, None, -9, False)),
    ],
)
def test_a_build_that_failed_or_warned_is_not_finished(
    tmp_path, monkeypatch, warnings, exception, status, finished
):
    """Then the next one starts afresh, so that no warning is forgotten."""
    process = SimpleNamespace(wait=lambda: status, terminate=lambda: None)
    book = replace(Book.at(ROOT), build=tmp_path, builds={"zh": process})
    app = SimpleNamespace(bilingual_book=book, statuscode=0, _warncount=warnings)
    monkeypatch.setattr(build_start_and_end.garbage_collection, "collect_no_more", lambda: None)
    build_start_and_end.forget_unfinished_build(book)
    assert len([*tmp_path.iterdir()]) == 1
    build_start_and_end.finish(app, exception)
    assert len([*tmp_path.iterdir()]) == (0 if finished else 1)
    assert (app.statuscode == 0) == (finished or exception is not None)


def test_after_a_build_that_failed_all_languages_are_read_afresh(tmp_path):
    book = replace(Book.at(ROOT), build=tmp_path)
    kept = [book.doctrees(language) / "environment.pickle" for language in book.languages]
    assert len(kept) == 2
    for path in kept:
        path.parent.mkdir(parents=True)
        path.touch()
    build_start_and_end.forget_unfinished_build(book)
    assert all(path.exists() for path in kept)  # the one before it ended well
    build_start_and_end.forget_unfinished_build(book)
    assert not any(path.exists() for path in kept)


class Words(Collected):
    def find(self, app, doctree):
        return doctree.astext().split()


def test_what_a_page_no_longer_has_is_forgotten():
    env = SimpleNamespace(docname="page")
    app, collector = SimpleNamespace(env=env), Words()
    for text in ("two words", ""):
        collector.clear_doc(app, env, "page")  # as Sphinx does before it reads a page again
        collector.process_doc(app, nodes.paragraph(text=text))
        assert Words.of(env) == ({"page": text.split()} if text else {})


def test_the_page_for_those_who_carry_on_has_the_steps_that_run():
    page = (ROOT / "code" / "README.md").read_text("utf8")
    told, stage = [], ""
    for line in page.splitlines():
        if heading := re.fullmatch(r"### .+: `([\w-]+)`", line):
            stage = heading[1]
        elif step := re.match(r"- `([\w/]+\.py)` `(\w+)`: \w", line):
            told.append((stage, step[1], step[2]))
    run = [
        (stage.event, step.__module__.partition(".")[2].replace(".", "/") + ".py", step.__name__)
        for stage in BUILD
        for step in stage.steps
    ]
    assert told == run


def test_the_page_for_those_who_carry_on_names_files_that_are_there():
    page = (ROOT / "code" / "README.md").read_text("utf8")
    named = re.findall(r"`([\w/]+\.\w+)`", page)
    folders = (ROOT / "code", ROOT / "code" / "bilingual_book")
    assert len(named) > 40
    assert not [name for name in named if not any((folder / name).exists() for folder in folders)]


def test_no_part_calls_itself_into_a_build():
    """When something acts stands in one list."""
    for path in (ROOT / "code" / "bilingual_book").rglob("*.py"):
        calls = re.findall(
            r"app\.(connect|add_\w*transform|add_env_collector)\(", path.read_text("utf8")
        )
        assert not calls or path.name == "build_steps.py", path
