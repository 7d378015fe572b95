"""A page's code made light: no element without an effect.

Pygments puts every name, point and space into an element of its own, half of all that a page has, and draws
most of them in the colour of the text around them.
"""

from __future__ import annotations

from bs4 import BeautifulSoup
from pygments.formatters import HtmlFormatter
from pygments.token import Token
from sphinx.application import Sphinx

# In both styles as the text around them.
PLAIN = {Token.Name, Token.Name.Namespace, Token.Punctuation, Token.Text.Whitespace}


class LightFormatter(HtmlFormatter):
    def format_unencoded(self, tokensource, outfile) -> None:
        light = ((Token.Text if kind in PLAIN else kind, text) for kind, text in tokensource)
        super().format_unencoded(light, outfile)


def set_formatter(app: Sphinx) -> None:
    if app.builder.format == "html":
        app.builder.highlighter.formatter = LightFormatter


def drop_roles(app: Sphinx, pagename: str, context: dict, tree: BeautifulSoup) -> None:
    """Those that docutils gives to a bibliography, and that ARIA does not know there."""
    for element in tree.select('.citation-list[role], [role="doc-biblioentry"]'):
        del element["role"]
