"""What a page says about itself: for its card on the first page, and for whoever shares it.

In its front matter: `description`, a sentence or two; `picture`, the name of one of its figures, or of a page
whose picture is to serve; `needs`, the chapters to read before it. The time it takes is counted, never typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx_exercise.nodes import exercise_enumerable_node, exercise_node, solution_node

from bilingual_book.core.collected import Collected
from bilingual_book.core.han import HAN

logger = logging.getLogger(__name__)

# One who reads with a pencil. A solution is not read but written: its exercise has the time for it.
WORDS_A_MINUTE, CHARACTERS_A_MINUTE, LINES_A_MINUTE, MINUTES_AN_EXERCISE = 200, 350, 15, 3
STEP_MIN = 5  # nobody reads by the minute
CHARACTER = re.compile(f"[{HAN}]")
WORD = re.compile(rf"[^\W{HAN}]+")
SENTENCE = re.compile(r".*?(?:[.?](?=\s|$)|[。？])\s*")
NOT_READ = (solution_node, nodes.literal_block, nodes.comment, nodes.Invisible)


@dataclass(frozen=True)
class About:
    """picture: its file, from the folder of the chapters, or the name of another page; alt: what it shows."""

    description: str = ""
    needs: tuple[str, ...] = ()
    minutes: int = 0
    picture: str = ""
    alt: str = ""


class Summaries(Collected):
    def find(self, app: Sphinx, doctree: nodes.document) -> About:
        said = app.env.metadata[app.env.docname]
        name = said.get("picture", "")
        picture = {"uri": name, "alt": ""}  # that of another page
        if name not in app.env.found_docs:
            picture = _picture(doctree, name) if name else picture
        return About(
            said.get("description") or first_sentences(doctree),
            tuple(_pages(app, doctree, said.get("needs", ""))),
            reading_time(doctree),
            picture["uri"],
            picture["alt"],
        )


def _pages(app: Sphinx, doctree: nodes.document, names: str) -> Iterator[str]:
    for name in names.replace(",", " ").split():
        if name in app.env.found_docs:
            yield name
        else:
            logger.warning("needs: %r is no page", name, location=doctree)


def _picture(doctree: nodes.document, name: str) -> dict[str, str] | nodes.image:
    for figure in doctree.findall(nodes.figure):
        image = next(figure.findall(nodes.image), None)
        if name in figure["ids"] and image and image["uri"].endswith(".svg"):
            return image
    problem = "picture: %r is neither a figure of this page, drawn as SVG, nor another page"
    logger.warning(problem, name, location=doctree)
    return {"uri": "", "alt": ""}


def first_sentences(doctree: nodes.document, limit: int = 160) -> str:
    """The first paragraph, as far as whole sentences fit in; the first sentence in any case."""
    paragraphs = (
        node
        for node in doctree.findall(nodes.paragraph)
        if not isinstance(node.parent, nodes.system_message)
    )
    paragraph = next(paragraphs, nodes.paragraph())
    text = " ".join(paragraph.astext().split())
    found = ""
    for sentence in SENTENCE.findall(text) or [text]:
        if found and len(found + sentence) > limit:
            break
        found += sentence
    return found.strip()


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
