"""Emphasis in Chinese: it has no italics, so it is set in bold; Latin words on the same page keep theirs."""

from __future__ import annotations

from bs4 import BeautifulSoup
from sphinx.application import Sphinx

from bilingual_book.core.han import CHARACTER


def mark_chinese(app: Sphinx, pagename: str, context: dict, tree: BeautifulSoup) -> None:
    for em in tree.select("em"):
        if CHARACTER.search(em.get_text()):
            em["class"] = [*em.get("class", []), "han"]
