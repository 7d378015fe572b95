"""What stands on one line together: a formula and the marks that touch it, a number with a hyphen.

A browser takes a formula for a picture, before and after which a line may end whatever mark stands there; and it
ends a line behind any hyphen.
"""

from __future__ import annotations

import re

from bs4 import BeautifulSoup, NavigableString, PageElement, Tag
from sphinx.application import Sphinx

OPENING = re.escape("(（[“‘《「")
BEFORE = re.compile(rf"[{OPENING}]+$")
# Marks that open nothing; or letters, as in “the i-th” and “the Qs”.
AFTER = re.compile(rf"^(?:[^\s\w{OPENING}]+|[A-Za-z]+)")
# The number of a correction, and no part of an address; 1.8e-01.
NUMBER = re.compile(r"(?<![A-Za-z0-9/])(?:[A-Z]\d*|\d\.\d+e)-\d+(?!\d)")
NO_PROSE = ("pre", "code", "math", "script", "style", "svg")


def keep_together(app: Sphinx, pagename: str, context: dict, tree: BeautifulSoup) -> None:
    for formula in tree.select("span.math"):
        _join_marks(tree, formula)
    for string in tree.find_all(string=NUMBER):
        if not string.find_parent(NO_PROSE):
            _wrap_numbers(tree, string)


def _join_marks(tree: BeautifulSoup, formula: Tag) -> None:
    """Put a formula into one element with the marks before and after it."""
    before = _cut(formula.previous_sibling, BEFORE)
    after = _cut(formula.next_sibling, AFTER)
    if before or after:
        box = formula.wrap(_box(tree))
        box.insert(0, before)
        box.append(after)


def _cut(neighbour: PageElement | None, pattern: re.Pattern) -> str:
    """Take out of a text what the pattern finds there."""
    found = type(neighbour) is NavigableString and pattern.search(neighbour)
    if not found:
        return ""
    neighbour.replace_with(neighbour[: found.start()] + neighbour[found.end() :])
    return found[0]


def _wrap_numbers(tree: BeautifulSoup, string: NavigableString) -> None:
    parts, end = [], 0
    for found in NUMBER.finditer(string):
        box = _box(tree)
        box.string = found[0]
        parts += [string[end : found.start()], box]
        end = found.end()
    string.replace_with(*parts, string[end:])


def _box(tree: BeautifulSoup) -> Tag:
    return tree.new_tag("span", attrs={"class": "unbroken"})


def setup(app: Sphinx) -> None:
    app.add_css_file("keep-on-one-line.css")
