"""One command builds both languages, once, cleanly, and never leaves anything stale.

Most tests build a book of two small chapters in a folder of their own.
"""

import filecmp
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from bilingual_book.core.book import Book
from bilingual_book.execution import chapter_as_notebook, when_to_run_again
from support.compare_outputs import ROOT
from support.copies import build_command, copy_book, environment
from support.small_book import CHAPTER, SmallBook, problem, ran


def test_a_change_in_code_reaches_the_pages_and_nothing_else_is_run(book):
    assert ran(book.build()) == ["one", "two"]  # each once, for both languages
    assert book.outputs("one") == ["[2. 4.]"] * 2
    assert book.outputs("two") == ["[8.]"] * 2
    before = book.times()
    assert ran(book.build()) == []
    assert book.times() == before
    # a module that the chapter itself does not name
    book.edit(book.root / "code" / "tensorbytensor" / "deeper.py", "2", "3")
    assert ran(book.build()) == ["one"]
    assert book.outputs("one") == ["[3. 6.]"] * 2
    changed = {page for page, moment in book.times().items() if moment != before[page]}
    assert {"one.html", "zh/one.html"} <= changed and not {
        "two.html",
        "zh/two.html",
    } & changed


@pytest.mark.parametrize(
    "text",
    [
        "from tensorbytensor.part import (\n    other,\n    wanted,\n)",
        "from tensorbytensor.part import other as o, wanted as w",
        "import tensorbytensor.part",
        "from tensorbytensor.part.deep import wanted",
        "    from tensorbytensor.part import wanted",
        ":load: ../../code/tensorbytensor/part/deep.py",
    ],
)
def test_a_chapter_depends_on_the_module_that_brings_a_name_however_it_is_imported(tmp_path, text):
    part = tmp_path / "code" / "tensorbytensor" / "part"
    part.mkdir(parents=True)
    brought = "from tensorbytensor.part.{} import (\n    {},\n)\n"
    (part / "__init__.py").write_text(
        brought.format("deep", "wanted") + brought.format("up", "other")
    )
    for name in ("deep", "up", "unused"):
        (part / f"{name}.py").write_text(f"# {name}")
    book = Book(tmp_path, tmp_path / "_build", (), None)
    found = {*when_to_run_again.modules_used(book, "from tensorbytensor.part import of_its_own")}
    assert found == {"part/__init__.py", "part/deep.py", "part/up.py", "part/unused.py"}
    found = {*when_to_run_again.modules_used(book, text)}
    assert "part/deep.py" in found
    assert ("part/up.py" in found) == ("other" in text or text.startswith("import "))
    assert ("part/unused.py" in found) == text.startswith("import ")


@pytest.mark.built
def test_a_change_of_prose_runs_nothing_and_renders_that_page(book):
    before = book.times()
    book.edit(book.path("en", "one"), "Some prose.", "Other prose.")
    assert ran(book.build()) == []
    assert "Other prose." in (book.html / "one.html").read_text("utf8")
    after = book.times()
    assert {
        page for page in after if after[page] != before[page] and not page.startswith("zh/")
    } >= {"one.html"}
    assert after["two.html"] == before["two.html"] and after["zh/two.html"] == before["zh/two.html"]


@pytest.mark.built
def test_a_change_of_a_script_or_a_style_reaches_all_pages_and_reads_the_first_alone(book):
    site = book.root / "code" / "bilingual_book" / "site"
    doctrees = book.root / "_build" / ".doctrees"
    for file, added in (
        (site / "book.js", "window.added = 12345;\n"),
        (site / "book.css", "body { order: 12345; }\n"),
    ):
        file.write_text(file.read_text("utf8") + added, "utf8")
        read = {
            page: (doctrees / f"{page}.doctree").stat().st_mtime_ns for page in ("index", "one")
        }
        assert ran(book.build()) == []
        for folder in (book.html, book.html / "zh"):
            assert "12345" in (folder / "_static" / f"site{file.suffix}").read_text("utf8")
        now = {page: (doctrees / f"{page}.doctree").stat().st_mtime_ns for page in read}
        assert now["one"] == read["one"] and now["index"] > read["index"]
    changed = book.html.rename(book.root / "changed")
    shutil.rmtree(book.root / "_build")
    assert book.build().returncode == 0
    assert_same_files(changed, book.html)


@pytest.mark.parametrize(
    ("name", "is_part"),
    [
        *((name, True) for name in ("temml.min.js", "formulas.css", "popups.py", "product.html")),
        *((name, False) for name in ("book.js", "book.css")),
    ],
)
def test_of_what_a_page_is_made(monkeypatch, name, is_part):
    """A change of it makes all pages anew; formulas are set by a script when a page is built."""
    extension, read = when_to_run_again._extension, Path.read_bytes
    extension.cache_clear()
    before = extension()
    extension.cache_clear()
    monkeypatch.setattr(Path, "read_bytes", lambda path: read(path) + b"!" * (path.name == name))
    assert (extension() != before) == is_part
    extension.cache_clear()


@pytest.mark.built
def test_a_changed_term_reaches_the_pages(book):
    book.edit(book.root / "chapters" / "terms.csv", "\ntoken,词元,", "\ntoken,记号,")
    assert ran(book.build()) == []
    for page in ("one", "glossary"):
        text = (book.html / "zh" / f"{page}.html").read_text("utf8")
        assert "记号" in text and "词元</strong>" not in text
    assert "记号" in (book.html / "zh" / "glossary.js").read_text("utf8")


@pytest.mark.built
def test_a_corrected_translation_of_the_pages_words_reaches_the_pages(book):
    words = book.root / "code" / "bilingual_book" / "locale" / "zh_CN" / "LC_MESSAGES"
    book.edit(words / "bilingual_book.po", 'msgstr "下载"', 'msgstr "取走"')
    assert ran(book.build()) == []
    page = (book.html / "zh" / "one.html").read_text("utf8")
    assert "取走" in page and "下载" not in page


@pytest.mark.built
def test_a_page_that_is_gone_is_found_no_more(book):
    for language in ("en", "zh"):
        book.write(language, "three", f"(three)=\n# Threefold\n\nA word in {language}.\n")
    book.edit(book.root / "_toc.yml", "{file: two}", "{file: two}, {file: three}")
    ran(book.build())
    indexes = [book.html / folder / "searchindex.js" for folder in ("", "zh")]
    assert all("Threefold" in index.read_text("utf8") for index in indexes)
    book.edit(book.root / "_toc.yml", ", {file: three}", "")
    for language in ("en", "zh"):
        book.path(language, "three").unlink()
    assert ran(book.build()) == []
    assert not any("Threefold" in index.read_text("utf8") for index in indexes)


@pytest.mark.built
def test_a_change_in_a_cell_runs_that_chapter(book):
    for language in ("en", "zh"):
        book.edit(book.path(language, "two"), "+ 1", "+ 2")
    assert ran(book.build()) == ["two"]
    assert book.outputs("two") == ["[9.]"] * 2


@pytest.mark.parametrize("what", ["python", "torch", "lightning", "tokenizers", "sacrebleu"])
def test_outputs_belong_to_the_versions_that_made_them(what, monkeypatch):
    book = Book.at(ROOT)
    notebook = chapter_as_notebook.read_notebook(book.sources / "attention.md")
    before = when_to_run_again.outputs_key(book, notebook)
    if what == "python":
        monkeypatch.setattr(when_to_run_again.platform, "python_version", lambda: "3.99.0")
    else:
        real = when_to_run_again.version
        monkeypatch.setattr(
            when_to_run_again,
            "version",
            lambda name: "99.0" if name == what else real(name),
        )
    when_to_run_again.versions.cache_clear()
    try:
        assert when_to_run_again.outputs_key(book, notebook) != before
    finally:
        monkeypatch.undo()
        when_to_run_again.versions.cache_clear()
    assert when_to_run_again.outputs_key(book, notebook) == before


@pytest.mark.parametrize("by", ["build", "build_by_sphinx"])
def test_a_cell_may_take_as_long_as_the_configuration_says(book, by):
    book.edit(book.root / "_config.yml", "timeout: 600", "timeout: 2")
    for language in ("en", "zh"):
        book.edit(book.path(language, "two"), "+ 1)", "+ 1)\nimport time\ntime.sleep(6)")
    line = problem(getattr(book, by)())
    assert line == "ERROR: chapters/en/two.md:11: cell 1 took longer than 2 s"
    book.edit(book.root / "_config.yml", "timeout: 2", "timeout: 60")
    assert getattr(book, by)().returncode == 0 and book.outputs("two") == ["[8.]"] * 2


@pytest.mark.built
def test_a_cell_that_raises_ends_the_build(book):
    for language in ("en", "zh"):
        book.edit(book.path(language, "two"), "+ 1)", "+ 1)\nraise KeyError('no')")
    line = problem(book.build())
    assert line == "ERROR: chapters/en/two.md:11: cell 1 raised KeyError: 'no'"
    assert book.outputs("two") == ["[8.]"] * 2  # the site of before is still whole
    for language in ("en", "zh"):
        book.edit(book.path(language, "two"), "\nraise KeyError('no')", "")
    assert ran(book.build()) == []


WRITES = """
from pathlib import Path
path = Path("../../{path}")
path.write_text(path.read_text("utf8").replace({old!r}, {new!r}), "utf8")"""


@pytest.mark.parametrize(
    ("path", "old", "new", "after"),
    [
        ("code/tensorbytensor/deeper.py", "= 2", "= 3", "[3. 6.]"),
        ("chapters/en/one.md", "1.0, 2.0", "1.0, 4.0", None),
    ],
)
def test_what_changes_while_it_runs_is_not_taken_for_what_ran(book, path, old, new, after):
    """An author saves a file before the build is through."""
    for language in ("en", "zh"):
        book.edit(book.path(language, "two"), "+ 1)", "+ 1)" + WRITES.format(**locals()))
    said = "chapters/en/one.md: it, or code that it uses, changed while chapters ran; build again"
    result = book.build()
    assert result.returncode == 1 and f"ERROR: {said}\n" in result.stderr
    again = book.build()
    if after:
        assert again.returncode == 0 and book.outputs("one") == [after] * 2
    else:
        assert "must agree to the letter" in problem(again)


def test_a_missing_translation_ends_the_build(book):
    book.path("zh", "two").unlink()
    assert (
        problem(book.build())
        == "ERROR: chapters/zh/two.md: missing; every page needs all languages"
    )


def test_an_unequal_cell_ends_the_build(book):
    for language in ("en", "zh"):  # and equal ones behind it
        text = book.path(language, "two").read_text("utf8")
        book.write(language, "two", text + "\n```{code-cell}\nprint(2)\n```\n")
    book.edit(book.path("zh", "two"), "+ 1", "+ 1.0")
    assert problem(book.build()) == (
        "ERROR: chapters/zh/two.md:11: cell 1 is not equal to the one at chapters/en/two.md:11; "
        "code cells must agree to the letter"
    )


def test_a_missing_cell_ends_the_build(book):
    text = book.path("zh", "two").read_text("utf8")
    book.write("zh", "two", re.sub(r"```\{code-cell\}.*?```\n", "", text, flags=re.DOTALL))
    assert "chapters/zh/two.md:1: cell 1 is not equal" in problem(book.build())


@pytest.mark.built
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_broken_reference_ends_every_build(book, language):
    book.edit(book.path(language, "index"), "# ", "[x](#nowhere) in front\n\n# ")
    for _ in range(2):  # stock Sphinx says nothing the second time
        line = problem(book.build())
        assert f"chapters/{language}/index.md:" in line and "nowhere" in line
    book.edit(book.path(language, "index"), "[x](#nowhere) in front\n\n", "")
    assert book.build().returncode == 0


@pytest.mark.built
def test_an_unknown_term_ends_the_build(book):
    book.edit(book.path("en", "two"), "{intro}`mask`", "{intro}`masque`")
    assert (
        "chapters/en/two.md:17" in (line := problem(book.build()))
        and "'masque' is not a term" in line
    )


DIAGRAM = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" role="group">
<title>T</title>
<style>svg {{ --ink: #1f2328; }}</style>
<a href="#two">
<text>{word} &amp; ship</text>
</a>
<a href="#index">
<text>{word}</text>
</a>
</svg>
"""
FIGURE = """
```{{diagram}} small
:name: fig-small
:alt: {alt}

{caption}
```

{{numref}}`fig-small`
"""


def add_diagram(book: SmallBook) -> None:
    """On the first page of either language, a diagram with a link to this page and one to another."""
    for language, word, alt in (("en", "box", "Two boxes"), ("zh", "方框", "两个方框")):
        path = book.root / "images" / language / "small.svg"
        path.parent.mkdir()
        path.write_text(DIAGRAM.format(word=word), "utf8")
        text = book.path(language, "index").read_text("utf8")
        book.write(language, "index", text + FIGURE.format(alt=f"{alt} “&<”", caption=word))


def test_a_diagram_is_a_numbered_figure_whose_boxes_are_links(book):
    add_diagram(book)
    assert ran(book.build()) == ["one", "two"]
    for folder, word, alt in (("", "box", "Two boxes"), ("zh", "方框", "两个方框")):
        soup = BeautifulSoup((book.html / folder / "index.html").read_text("utf8"), "html.parser")
        (figure,) = soup.select("figure.diagram")
        (svg,) = figure.select("svg")
        # an image would hide its links from who cannot see it
        assert svg["role"] == "group" and svg["aria-label"] == f"{alt} “&<”"
        links = [(link["href"], link.get_text().strip()) for link in svg.select("a")]
        assert links == [("two.html#two", f"{word} & ship"), ("#index", word)]
        assert soup.find(id="index") and soup.find(href="#fig-small")
        # neither the drawing's own colours, which would hold for the page, nor a tooltip on all of it
        assert not svg.select("style, title")
        assert figure["id"] == "fig-small" and word in figure.figcaption.get_text()
        number = figure.select_one(".caption-number").get_text().strip()
        assert re.search(r"\d", number) and soup.select_one("a .std-numref").get_text() == number
        assert "ship" in (book.html / folder / "searchindex.js").read_text("utf8")


@pytest.mark.built
def test_a_diagram_that_was_drawn_anew_reaches_its_page(book):
    add_diagram(book)
    book.build()
    path = book.root / "images" / "en" / "small.svg"
    book.edit(path, "#two", "#one")
    assert ran(book.build()) == []
    assert 'href="one.html#one"' in (book.html / "index.html").read_text("utf8")


@pytest.mark.built
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_diagram_that_leads_nowhere_ends_the_build(book, language):
    add_diagram(book)
    book.edit(book.root / "images" / language / "small.svg", "#two", "#nowhere")
    line = problem(book.build())
    assert f"chapters/{language}/index.md:" in line and "nowhere" in line


@pytest.mark.built
def test_a_diagram_that_does_not_exist_ends_the_build(book):
    add_diagram(book)
    (book.root / "images" / "zh" / "small.svg").unlink()
    book.edit(book.path("zh", "index"), "{numref}`fig-small`", "")
    line = problem(book.build())
    assert "chapters/zh/index.md:" in line and "there is no diagram images/zh/small.svg" in line


def pages(folder: Path) -> list[str]:
    return sorted(
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()
    )


def assert_same_files(left: Path, right: Path) -> None:
    assert pages(left) == pages(right)
    _, unequal, errors = filecmp.cmpfiles(left, right, pages(left), shallow=False)
    assert not unequal and not errors


@pytest.mark.slow
def test_a_killed_build_is_repaired_by_the_next_one(book, tmp_path_factory):
    whole = SmallBook(tmp_path_factory.mktemp("whole"))
    assert whole.build().returncode == 0
    for moment in ("running chapters", "reading sources", "preparing documents"):
        process = subprocess.Popen(
            **book.command(),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        for line in process.stdout:
            if moment in line:
                break
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
    page = book.html / "one.html"
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text("<html>half a pa", "utf8")  # what a kill in the middle of a write leaves
    for draft in (book.root / "_build").rglob("*.json"):
        json.loads(draft.read_text("utf8"))  # outputs are stored whole or not at all
    assert book.build().returncode == 0
    assert_same_files(book.html, whole.html)


def processes_in(folder: Path) -> set[str]:
    """The processes whose working directory is below `folder`."""
    places = {path.parent.name: path for path in Path("/proc").glob("[0-9]*/cwd")}
    return {pid for pid, path in places.items() if _place(path).is_relative_to(folder)}


def _place(link: Path) -> Path:
    try:
        return link.readlink()
    except OSError:  # the process has ended
        return Path()


def until(condition: Callable[[], bool], seconds: int = 60) -> bool:
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.1)
    return condition()


@pytest.mark.skipif(sys.platform != "linux", reason="kernels are forked on Linux alone")
def test_a_killed_build_leaves_no_kernel_behind(book):
    for language in ("en", "zh"):
        book.edit(book.path(language, "two"), "print(", "__import__('time').sleep(600) or print(")
    command = book.command()
    process = subprocess.Popen(**command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    kernels = book.root / "chapters"
    try:
        assert until(lambda: processes_in(kernels))
    finally:
        process.kill()
        process.wait()
    assert until(lambda: not processes_in(kernels), seconds=20)


@pytest.mark.skipif(sys.platform != "linux", reason="kernels are forked on Linux alone")
def test_a_kernel_imports_nothing_that_builds_pages():
    """It would take longer than the cells of a short chapter."""
    loaded = "import sys, bilingual_book.execution.warm_kernel; print(*sys.modules)"
    result = subprocess.run(
        [sys.executable, "-c", loaded],
        env=environment(ROOT),
        capture_output=True,
        text=True,
        check=True,
    )
    modules = set(result.stdout.split())
    assert "bilingual_book.execution.when_to_run_again" in modules
    assert not modules & {
        "bilingual_book.extension",
        "bilingual_book.build_steps",
        "myst_nb.sphinx_",
        "bs4",
    }


def test_kernels_ask_for_no_ports_that_another_build_could_take(book):
    """A port that was free when it was looked for may be taken when it is asked for."""
    for language in ("en", "zh"):
        way = "print(get_ipython().kernel.parent.transport, "
        book.edit(book.path(language, "two"), "print(", way)
    assert ran(book.build()) == ["one", "two"]
    assert book.outputs("two") == ["ipc [8.]"] * 2


@pytest.mark.parametrize("why", ["asked for", "no room for a socket's path"])
def test_plain_kernels_give_the_same_outputs(book, tmp_path, why):
    far = tmp_path / ("far" * 30)
    far.mkdir()
    setting = {"BILINGUAL_BOOK_PLAIN_KERNELS": "1"} if why == "asked for" else {"TMPDIR": str(far)}
    assert ran(book.build()) == ["one", "two"]
    stored = {path.name: path.read_bytes() for path in (book.root / "_build" / "outputs").iterdir()}
    shutil.rmtree(book.root / "_build")
    (home := tmp_path / "home").mkdir()
    assert ran(book.build(**setting, IPYTHONDIR=str(home))) == ["one", "two"]
    assert not [*home.rglob("history.sqlite")]  # which is the reader's
    assert stored == {
        path.name: path.read_bytes() for path in (book.root / "_build" / "outputs").iterdir()
    }


def test_chapters_run_side_by_side(book):
    """Two chapters that wait for each other can only end if both run at once."""
    if (os.cpu_count() or 1) < 2:
        pytest.fail("this machine has one core; nothing can run side by side")
    flags = book.root / "flags"
    flags.mkdir()
    for name, other in (("one", "two"), ("two", "one")):
        code = (
            f"import time\nfrom pathlib import Path\n\nflags = Path({str(flags)!r})\n"
            f"(flags / {name!r}).touch()\n"
            f"for _ in range(400):\n    if (flags / {other!r}).exists():\n        break\n    time.sleep(0.05)\n"
            f"assert (flags / {other!r}).exists()\nprint(1)"
        )
        for language in ("en", "zh"):
            book.write(
                language,
                name,
                CHAPTER.format(
                    name=name,
                    title="T",
                    prose="中文" if language == "zh" else "p",
                    code=code,
                    term="token" if name == "one" else "mask",
                ),
            )
    assert ran(book.build()) == ["one", "two"]


def measured(html: Path) -> set[str]:
    """The pictures of the cells that measure this machine: no two builds have the same."""
    found = set()
    for page in html.rglob("*.html"):
        soup = BeautifulSoup(page.read_text("utf8"), "html.parser")
        found |= {Path(image["src"]).name for image in soup.select(".tag_measured img")}
    return found


def without_measured(notebook: bytes) -> bytes:
    """A notebook without the outputs of the cells that measure this machine."""
    content = json.loads(notebook)
    for cell in content["cells"]:
        if "measured" in cell["metadata"].get("tags", []):
            cell["outputs"] = []
    return json.dumps(content).encode()


def contents(html: Path) -> dict[str, bytes]:
    """Each file by its name; pictures that were measured are only named, and everywhere alike."""
    files, aside = {}, {name.encode() for name in measured(html)}
    assert aside
    for name in pages(html):
        content = (html / name).read_bytes()
        if name.endswith(".ipynb"):
            content = without_measured(content)
        for picture in aside:
            content = content.replace(picture, b"measured")
            if name.encode().endswith(picture):
                name, content = "measured", b""
        files[name] = content
    return files


@pytest.mark.slow
def test_two_builds_of_the_same_sources_are_equal_to_the_byte(site, tmp_path):
    """The second in another folder, by an environment of another path, with other options.

    Its outputs are those of the first: that those of a chapter come out the same elsewhere is tested in test_outputs.
    """
    folder, prefix = copy_book(tmp_path / "a longer name" / "second"), tmp_path / "environment"
    shutil.copytree(ROOT / "_build" / "outputs", folder / "_build" / "outputs")
    prefix.symlink_to(sys.prefix)
    programs = prefix / Path(sys.executable).parent.name
    options = ["-W", "-n", "--keep-going"]
    result = subprocess.run(
        build_command(*options, programs=programs),
        cwd=folder,
        env=environment(folder),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran(result) == [] and "WARNING" not in result.stdout + result.stderr
    first, second = contents(site), contents(folder / "_build" / "html")
    # where the first was built more than once, pictures of earlier outputs lie beside those that pages show
    assert {name for name in first if "_images/" not in name} <= second.keys() <= first.keys()
    assert not [name for name in second if first[name] != second[name]]
    for name, content in second.items():
        if name.endswith((".html", ".js", ".svg", ".css", ".md", ".inv")):
            assert str(tmp_path).encode() not in content, name
    assert not [name for name in first if ".doctrees" in name or "jupyter_execute" in name]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_change_in_either_language_is_a_change_of_the_book(tmp_path, language):
    """What says that both still have the same cells is asked again."""
    book = copy_book(tmp_path / "book")
    before = when_to_run_again.book_digest(Book.at(book, "en"))
    assert when_to_run_again.book_digest(Book.at(book, "zh")) == before
    page = book / "chapters" / language / "images.md"
    page.write_text(page.read_text("utf8") + "\nOne more sentence.\n", "utf8")
    assert when_to_run_again.book_digest(Book.at(book, "en")) != before
