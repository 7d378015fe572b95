"""A bibliography without the roles that docutils gives it, and that ARIA does not know there."""

from __future__ import annotations

from bs4 import BeautifulSoup
from sphinx.application import Sphinx


def drop_roles(app: Sphinx, pagename: str, context: dict, tree: BeautifulSoup) -> None:
    for element in tree.select('.citation-list[role], [role="doc-biblioentry"]'):
        del element["role"]
