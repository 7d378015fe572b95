"""The colours of code, by Pygments: no element without an effect.

Pygments puts every name, point and space into an element of its own, half of all that a page has, and draws
most of them in the colour of the text around them. Operators are drawn as that text, too, and a string whole,
since they are two fifths of the rest.
"""

from __future__ import annotations

from pygments.formatters import HtmlFormatter
from pygments.token import Token
from sphinx.application import Sphinx

# Drawn as the text around them.
PLAIN = {Token.Name, Token.Name.Namespace, Token.Punctuation, Token.Text.Whitespace, Token.Operator}
# Of one colour in both styles: neighbours become one element.
STRING = Token.String
IN_A_STRING = {STRING.Affix, STRING.Double, STRING.Single, STRING.Interpol, STRING.Escape}


class LightFormatter(HtmlFormatter):
    def format_unencoded(self, tokensource, outfile) -> None:
        light = ((_drawn_as(kind), text) for kind, text in tokensource)
        super().format_unencoded(light, outfile)


def _drawn_as(kind):
    return Token.Text if kind in PLAIN else STRING if kind in IN_A_STRING else kind


def set_formatter(app: Sphinx) -> None:
    if app.builder.format == "html":
        app.builder.highlighter.formatter = LightFormatter
