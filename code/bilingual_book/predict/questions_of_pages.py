"""The questions of a page: which outputs ask, and what. The page has each at its cell, for its scripts.

An output asks where its cell has the tag `determined` or `bet`; what a solution prints asks at the exercise, and only
where a tag `ask-…` wants that.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from bs4 import BeautifulSoup, Tag
from sphinx.application import Sphinx

from bilingual_book.predict.entries_of_outputs import Output, read
from bilingual_book.predict.names_of_printed_tensors import names
from bilingual_book.predict.question_or_bet import Question
from bilingual_book.predict.which_entry_to_ask import choose


@dataclass(frozen=True)
class Printed:
    """A cell with what it printed, and its question, if it has one."""

    cell: Tag
    code: str
    output: Output
    is_bet: bool
    exercise: Tag | None
    question: Question | None


def printed(tree: BeautifulSoup) -> Iterator[Printed]:
    before: list[Output] = []
    for cell in tree.select(".cell[data-cell]"):
        if pre := cell.select_one(".cell_output > .output pre"):
            output, code = read(pre.get_text()), cell.select_one(".cell_input").get_text().strip()
            is_bet = "tag_bet" in cell["class"]
            classes = " ".join(cell["class"])
            wish = re.search(r"\btag_ask-(\w+)", classes)
            given = re.search(r"\btag_given-(\d)", classes)
            solution = cell.find_parent(class_="solution")
            exercise = solution and wish and solution.find_previous(class_="exercise")
            asks = exercise if solution else is_bet or "tag_determined" in cell["class"]
            own = (wish[1] if wish else "", int(given[1]) if given else 0)
            question = asks and choose(output, code, before, is_bet, *own)
            if question and exercise:  # whose reader does not see the code of the solution
                question = replace(question, name="")
            yield Printed(cell, code, output, is_bet, exercise, question or None)
            before.append(output)


def write(app: Sphinx, pagename: str, context: dict, tree: BeautifulSoup) -> None:
    """At its cell: entries by their numbers, from 0."""
    for each in printed(tree):
        if each.question:
            each.cell["data-ask"] = json.dumps(_short(each), ensure_ascii=False)


def _short(each: Printed) -> dict:
    question, entries = each.question, each.output.entries
    number = {entry.at: n for n, entry in enumerate(entries)}
    asked = {
        "kind": question.kind,
        "entry": question.entry and number[question.entry.at],
        "entries": [number[entry.at] for entry in question.entries],
        "row": question.row,
        "answers": question.answers,
        "names": [] if each.exercise else names(each.code, each.output),
        "shown": [number[entry.at] for entry in question.shown],
        "bet": each.is_bet,
        "exercise": each.exercise and each.exercise["id"],
    }
    return {key: value for key, value in asked.items() if value or (value == 0 and key == "entry")}
