"""The questions of a page as cells of its notebook: each before the output that it asks for, or below its exercise.

The taught code's `tensorbytensor.predict_in_notebooks` asks and judges. What it needs to know travels in the
notebook's first code cell, packed so that nobody reads an answer before its question.
"""

from __future__ import annotations

from collections import Counter

import nbformat
from bs4 import BeautifulSoup
from nbformat import NotebookNode, v4
from sphinx.application import Sphinx

from bilingual_book.core.gathered_from_pages import remembered
from bilingual_book.export import notebooks
from bilingual_book.predict.cover_output_as_text import covered, sentence
from bilingual_book.predict.pack_for_notebook import known, pack, short
from bilingual_book.predict.questions_of_pages import Printed, printed
from bilingual_book.predict.sentences import forms_and_tally, hints

SETUP = 'from tensorbytensor.predict_in_notebooks import Questions\n\npredict = Questions("""\n{packed}\n""")'


def add(app: Sphinx, pagename: str, context: dict, tree: BeautifulSoup) -> None:
    every = list(printed(tree))
    if pagename not in remembered(app.env, "notebooks") or not any(each.question for each in every):
        return
    path = notebooks.folder(app) / f"{pagename}.ipynb"
    notebook = nbformat.read(path, 4)
    insert(notebook, every, app.bilingual_book.language.text)
    nbformat.validate(notebook)
    path.write_text(nbformat.writes(notebook) + "\n", "utf8")


def insert(notebook: NotebookNode, every: list[Printed], text) -> None:
    say = forms_and_tally(text) | hints(text)
    names, questions = Counter(), {}
    for number, each in enumerate(every):
        if each.question:
            name = _name(each, names)
            ask = _ask(each, say)
            questions[name] = known(each, number) | {"ask": ask}
            cell = v4.new_code_cell(f'predict("{name}")', id=f"ask-{each.cell['data-cell']}")
            cell.outputs = [v4.new_output("stream", name="stdout", text=f"{ask}\n")]
            notebook.cells.insert(_place(notebook.cells, each), cell)
    data = {"words": say, "questions": questions, "outputs": [short(each) for each in every]}
    where = next(n for n, cell in enumerate(notebook.cells) if n and cell.id != "install")
    hidden = {"jupyter": {"source_hidden": True}}
    notebook.cells[where:where] = [
        v4.new_markdown_cell(_about(text, next(iter(questions))), id="about-questions"),
        v4.new_code_cell(SETUP.format(packed=pack(data)), id="questions", metadata=hidden),
    ]
    tally = v4.new_code_cell("predict()", id="tally")
    end = next((n for n, c in enumerate(notebook.cells) if c.id == "references"), None)
    notebook.cells.insert(len(notebook.cells) if end is None else end, tally)


def _name(each: Printed, names: Counter) -> str:
    """Of its section, or exercise, and which there: the same in all languages."""
    sections = (s["id"] for s in each.cell.find_parents("section") if s.get("id"))
    outer = (name for name in sections if not name.startswith("inner-"))
    name = each.exercise["id"] if each.exercise else next(outer)
    names[name] += 1
    return name if names[name] == 1 else f"{name}-{names[name]}"


def _ask(each: Printed, say: dict[str, str]) -> str:
    asked = sentence(each.question, each.output, say)
    if each.is_bet:
        tenth = f" {say['tenth']}" if each.question.kind == "number" else ""
        asked += f" {say['bet']}{tenth}"
    return f"{asked}\n\n{covered(each.output, each.question)}".rstrip()


def _place(cells: list[NotebookNode], each: Printed) -> int:
    """Before its cell, whose output is folded till it is run; in an exercise before the title of the solution."""
    where = next(n for n, c in enumerate(cells) if c.id == f"cell-{each.cell['data-cell']}")
    if not each.exercise:
        cells[where].metadata.update(_folded(cells[where]))
        notebooks.hide_first_line(cells[where])
        return where
    while cells[where].metadata.get("jupyter", {}).get("source_hidden"):
        where -= 1
    return where


def _folded(cell: NotebookNode) -> dict:
    """Both names that notebooks have for it."""
    jupyter = cell.metadata.get("jupyter", {}) | {"outputs_hidden": True}
    return {"collapsed": True, "jupyter": jupyter}


def _about(text, name: str) -> str:
    return text(
        "**Predict before you look.** Before each output that can be predicted, a cell asks for a part of it. Put your "
        'answer behind the name, as in `predict("{name}", 0.5)`, and run that cell again. A shape is `"(3, 2)"`, a word '
        "stands in quotes. The output is folded until you run the cell that prints it. First run this one:"
    ).format(name=name)
