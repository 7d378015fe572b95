"""What a tutorial has otherwise: shut on the page, absent in the notebook."""

import json

import pytest
from bs4 import BeautifulSoup

CORRECTION = "\n```{correction} E1-4\nIt says four, see [two](two.md).\n```\n"


@pytest.mark.built
def test_a_correction_is_a_shut_mark_and_in_no_notebook(book):
    for language in ("en", "zh"):
        text = book.path(language, "one").read_text("utf8")
        said = (
            CORRECTION
            if language == "en"
            else CORRECTION.replace("It says four, see", "写的是四，见")
        )
        book.write(language, "one", text + said)
    assert book.build().returncode == 0
    for folder, summary in (("", "In the tutorial (E1-4)"), ("zh/", "原教程的写法（E1-4）")):
        page = BeautifulSoup((book.html / folder / "one.html").read_text("utf8"), "html.parser")
        [mark] = page.select("details.correction")
        assert not mark.has_attr("open")
        assert mark.summary.text == summary
        assert mark.p.a["href"] == "two.html"
        language = folder.strip("/") or "en"
        notebook = json.loads((book.html / "notebooks" / language / "one.ipynb").read_text("utf8"))
        prose = "".join("".join(cell["source"]) for cell in notebook["cells"])
        assert summary not in prose and "E1-4" not in prose
        assert "It says four" not in prose and "写的是四" not in prose


@pytest.mark.built
def test_an_empty_correction_is_named(book):
    for language in ("en", "zh"):
        text = book.path(language, "one").read_text("utf8")
        book.write(language, "one", text + "\n```{correction} E1-4\n```\n")
    result = book.build()
    assert result.returncode != 0
    assert "Content block expected" in result.stderr
