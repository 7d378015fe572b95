"""A sentence that rests on what was printed fails the build when another thing is printed."""

import nbformat
import pytest
from nbformat import v4

from bilingual_book.content.check_printed_numbers import find_missing, parts
from support.small_book import problem


def notebook(*cells: str | list[str]) -> nbformat.NotebookNode:
    """Markdown cells, and code cells by what they print."""
    made = [
        v4.new_markdown_cell(cell)
        if isinstance(cell, str)
        else v4.new_code_cell(outputs=[v4.new_output("stream", text=text) for text in cell])
        for cell in cells
    ]
    return v4.new_notebook(cells=made)


@pytest.mark.parametrize(
    ("printed", "literal", "holds"),
    [
        ("loss 0.99\n", "0.99", True),
        ("loss 0.993\n", "0.99", False),
        ("112 of 12.5\n", "12", False),
        ("[0.99,\n  1.00]", "0.99, 1.00", True),
        ("1.00 0.99", "0.99 1.00", False),
        ("-0.5", "0.5", False),
        ("-0.5", "-0.5", True),
        ("1e-12", "12", False),
        ("999 1000 0.999", "999 1000", True),
        ("ends in 7.", "7", True),
    ],
)
def test_a_literal_is_found_whole(printed, literal, holds):
    missing = [found for _, found in find_missing(notebook([printed], f"{{printed}}`{literal}`"))]
    assert missing == ([] if holds else [literal])


def test_words_may_stand_for_a_literal():
    assert parts("all but one <999>") == ("all but one", "999")
    assert parts("0.5") == ("0.5", "0.5")
    text = "First line.\n\n{printed}`most <7>` and {printed}`some <8>`"
    assert list(find_missing(notebook(["7"], text))) == [(1, "8")]


def test_only_the_nearest_cell_that_printed_counts():
    one, two = "{printed}`1`", "{printed}`2`"
    assert not list(find_missing(notebook(["1"], one, ["2"], two)))
    assert [literal for _, literal in find_missing(notebook(["1"], ["2"], one))] == ["1"]
    assert not list(find_missing(notebook(["1"], [], one)))  # the second printed nothing
    assert [literal for _, literal in find_missing(notebook(one, ["1"]))] == ["1"]


@pytest.mark.built
def test_a_build_names_the_sentence(book):
    for language, prose in (("en", "Some prose."), ("zh", "一段文字。")):
        said = f"{prose}\n\nBoth are even: {{printed}}`2. 4.`, the {{printed}}`larger <4.>` too."
        book.write(language, "one", book.path(language, "one").read_text("utf8") + f"\n{said}\n")
    assert book.build().returncode == 0
    page = (book.html / "one.html").read_text("utf8")
    assert '<span class="printed">larger</span>' in page
    book.edit(book.path("en", "one"), "`larger <4.>`", "`larger <5.>`")
    lines = book.path("en", "one").read_text("utf8").splitlines()
    [line] = [number for number, text in enumerate(lines, start=1) if "5.>" in text]
    said = problem(book.build())
    assert "did not print '5.'" in said
    assert f"one.md:{line}:" in said
