"""Links into solutions, where those do not stand beneath their exercises: each becomes its words."""

from __future__ import annotations

from bs4 import BeautifulSoup
from docutils import nodes
from sphinx.application import Sphinx
from sphinx_exercise.nodes import solution_node

from bilingual_book.content.where_solutions_stand import PAGE
from bilingual_book.core.gathered_from_pages import Collected


class IdsInSolutions(Collected):
    """What can be linked to within a page's solutions."""

    def find(self, app: Sphinx, doctree: nodes.document) -> set[str]:
        return {
            name
            for solution in doctree.findall(solution_node)
            for node in solution.findall(nodes.Element)
            for name in node["ids"]
        }


def cut_links(app: Sphinx, pagename: str, context: dict, tree: BeautifulSoup) -> None:
    """A link into a solution becomes its words, since the solution is not there."""
    if app.config.bilingual_book_solutions == "beneath" or pagename == PAGE:
        return
    solved = IdsInSolutions.of(app.env)
    for link in tree.select('a[href*="#"]'):
        page, _, place = link["href"].partition("#")
        if place in solved.get(page.removesuffix(".html") or pagename, ()):
            link.unwrap()
