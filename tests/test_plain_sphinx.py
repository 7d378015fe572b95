"""The book without Jupyter Book: `sphinx-build` reads the same configuration and makes the same pages."""

from importlib.util import find_spec
from pathlib import Path

import pytest
import yaml
from bs4 import BeautifulSoup

from bilingual_book.core import config_file
from support.compare_outputs import ROOT
from support.small_book import SmallBook, problem

SAID = yaml.safe_load((ROOT / "_config.yml").read_text("utf8"))


def test_a_setting_is_what_jupyter_book_makes_of_it():
    config = pytest.importorskip("jupyter_book.config")
    theirs, _ = config.get_final_config(
        user_yaml=SAID, cli_config={"latex_individualpages": False}, validate=False
    )
    ours = config_file.translated(SAID)
    options = ours.pop("html_theme_options")
    assert options.items() <= theirs["html_theme_options"].items()
    assert ours.items() <= theirs.items()
    loaded = [*config_file.extensions(SAID), "bilingual_book"]
    assert set(theirs["extensions"]) - set(loaded) == {
        "jupyter_book",
        "sphinx.ext.intersphinx",
        "sphinx_comments",
        "sphinx_thebe",
        "sphinx_togglebutton",
    }


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ({"launch_buttons": {"thebe": True}}, "launch_buttons.thebe: True"),
        ({"html": {"use_multitoc_numbering": True}}, "html.use_multitoc_numbering: True"),
        ({"only_build_toc_files": True}, "only_build_toc_files: True"),
    ],
)
def test_what_only_jupyter_book_knows_is_named(said, named, capsys):
    with pytest.raises(SystemExit):
        config_file.translated(said)
    assert capsys.readouterr().err.startswith(f"ERROR: _config.yml: {named} is for Jupyter Book")


@pytest.mark.parametrize("said", [{}, {"sphinx": None}, {"sphinx": {"config": None}}])
def test_an_entry_without_a_value_is_no_entry(said):
    assert config_file.translated(said) == config_file.translated({})
    assert config_file.extensions(said) == config_file.extensions({})


def content(page: Path) -> str:
    """What a page shows: its body without the scripts of extensions that Jupyter Book loads besides."""
    soup = BeautifulSoup(page.read_text("utf8"), "html.parser").body
    for script in soup("script"):
        script.decompose()
    return "\n".join(line.strip() for line in str(soup).splitlines() if line.strip())


@pytest.mark.slow
def test_the_pages_are_those_of_jupyter_book_and_a_warning_is_the_exit_status(tmp_path):
    book = SmallBook(tmp_path)
    result = book.build_by_sphinx("-q")
    assert result.returncode == 0 and not result.stderr, result.stderr
    assert {path.name for path in book.html.parent.iterdir() if "doctrees" in path.name} == {
        ".doctrees",
        ".doctrees-zh",
    }, "and none is in the site"
    found = (path.relative_to(book.html) for path in book.html.rglob("*.html"))
    names = sorted(name for name in found if "_static" not in name.parts)
    pages = {name: content(book.html / name) for name in names}
    assert Path("zh/one.html") in pages

    before = book.times()
    assert book.build_by_sphinx("-q", "-E").returncode == 0
    after = book.times()
    for page in ("one.html", "zh/one.html"):  # from scratch, in every language
        assert after[page] > before[page]

    text = book.path("zh", "two").read_text("utf8")
    book.write("zh", "two", text + "\nSee [](nowhere.md).\n")
    assert "nowhere" in problem(book.build_by_sphinx("-q"))
    book.write("zh", "two", text)

    if find_spec("jupyter_book"):  # it holds Sphinx at version 7
        assert book.build().returncode == 0
        assert pages == {name: content(book.html / name) for name in names}


@pytest.mark.slow
def test_without_a_configuration_one_line_says_so(tmp_path):
    book = SmallBook(tmp_path)
    (book.root / "_config.yml").unlink()
    assert "there is no _config.yml in" in problem(book.build_by_sphinx())
