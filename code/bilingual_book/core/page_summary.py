"""What a page says about itself: for its card on the first page, and for whoever shares it.

In its front matter: `description`, a sentence or two; `picture`, the name of one of its figures, or of a page
whose picture is to serve; `needs`, the chapters to read before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging

from bilingual_book.core.gathered_from_pages import Collected

logger = logging.getLogger(__name__)

SENTENCE = re.compile(r".*?(?:[.?!](?=\s|$)|[。？！])\s*")


@dataclass(frozen=True)
class About:
    """picture: its file, from the folder of the chapters, or the name of another page; alt: what it shows."""

    description: str = ""
    needs: tuple[str, ...] = ()
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


def page_of_picture(about: dict[str, About], page: str) -> str:
    """The page whose figure stands for `page`: itself, or the one that it names. Empty where that has none."""
    named = about.get(page, About()).picture
    owner = named if named in about else page
    picture = about.get(owner, About()).picture
    return owner if picture and picture not in about else ""


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
