"""How many minutes a page takes: counted from its words, its code and its exercises."""

from __future__ import annotations

import re
from collections.abc import Iterator

from docutils import nodes
from sphinx.application import Sphinx
from sphinx_exercise.nodes import exercise_enumerable_node, exercise_node, solution_node

from bilingual_book.core.gathered_from_pages import Collected
from bilingual_book.core.han import CHARACTER, HAN

# One who reads with a pencil. A solution is not read but written: its exercise has the time for it.
WORDS_A_MINUTE, CHARACTERS_A_MINUTE, LINES_A_MINUTE, MINUTES_AN_EXERCISE = 200, 350, 15, 3
STEP_MIN = 5  # nobody reads by the minute
WORD = re.compile(rf"[^\W{HAN}]+")
NOT_READ = (solution_node, nodes.literal_block, nodes.comment, nodes.Invisible)


class ReadingTimes(Collected):
    """The minutes of each page."""

    def find(self, app: Sphinx, doctree: nodes.document) -> int:
        return reading_time(doctree)


def reading_time(doctree: nodes.document) -> int:
    """Minutes for the prose, in either language, the lines of code, and the exercises."""
    prose = " ".join(_prose(doctree))
    cells = [
        cell
        for cell in doctree.findall(nodes.container)
        if cell.get("nb_element") == "cell_code_source" and not _is_solution(cell)
    ]
    exercises = doctree.findall(
        lambda node: isinstance(node, (exercise_node, exercise_enumerable_node))
    )
    minutes = (
        len(WORD.findall(prose)) / WORDS_A_MINUTE
        + len(CHARACTER.findall(prose)) / CHARACTERS_A_MINUTE
        + sum(len(cell.astext().splitlines()) for cell in cells) / LINES_A_MINUTE
        + MINUTES_AN_EXERCISE * len(list(exercises))
    )
    return max(STEP_MIN, STEP_MIN * round(minutes / STEP_MIN))


def _prose(node: nodes.Element) -> Iterator[str]:
    for child in node.children:
        if isinstance(child, nodes.Text):
            yield str(child)
        elif not isinstance(child, NOT_READ):
            yield from _prose(child)


def _is_solution(node: nodes.Node | None) -> bool:
    return node is not None and (isinstance(node, solution_node) or _is_solution(node.parent))
