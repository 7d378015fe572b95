"""A formula in a line of text: what a reader sees of it, as far as signs can say it."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

from docutils import nodes

from bilingual_book.math.tex_to_mathml import ANNOTATION, mathml_of

INVISIBLE = re.compile("[\u2061-\u2064]")  # signs of MathML that nobody sees
RAISED = ("′", "⊤")  # a prime and a transpose are no powers
SUM = re.compile("(?<=.)[+−]")  # a sign behind a number; the one before it is a part of it
ONE = re.compile(r"[+−√]?[\w.,′]+|\([^()]*\)")


def as_line(node: nodes.math | nodes.math_block) -> str:
    """`q·k/√d`, say; nothing for a formula that is not understood, of which the page warns."""
    try:
        tree = ET.fromstring(ANNOTATION.sub("", mathml_of(node)))
    except ValueError:
        return ""
    return INVISIBLE.sub("", _line(tree))


def _line(element: ET.Element) -> str:
    parts, tag = [_line(part) for part in element], element.tag.rpartition("}")[2]
    if tag == "mfrac":
        above, below = parts
        return f"({above})/{_whole(below)}" if SUM.search(above) else f"{above}/{_whole(below)}"
    if tag == "msqrt":
        return "√" + _whole("".join(parts))
    if tag in ("msup", "msubsup") and parts[-1] not in RAISED:
        parts[-1] = "^" + _whole(parts[-1])
    return (element.text or "") + "".join(parts)


def _whole(text: str) -> str:
    """In parentheses, where a line would take it apart."""
    return text if ONE.fullmatch(text) else f"({text})"
