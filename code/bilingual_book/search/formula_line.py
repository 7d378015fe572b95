"""A formula in a line of text: what a reader sees of it, as far as signs can say it."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

from docutils import nodes

from bilingual_book.math.tex_to_mathml import ANNOTATION, mathml_of

INVISIBLE = re.compile("[\u2061-\u2064]")  # signs of MathML that nobody sees


def as_line(node: nodes.math | nodes.math_block) -> str:
    """`q·k/√d`, say; nothing for a formula that is not understood, of which the page warns."""
    try:
        tree = ET.fromstring(ANNOTATION.sub("", mathml_of(node)))
    except ValueError:
        return ""
    return INVISIBLE.sub("", _line(tree))


def _line(element: ET.Element) -> str:
    parts, tag = [_line(part) for part in element], element.tag.rpartition("}")[2]
    root, between = "√" if tag == "msqrt" else "", "/" if tag == "mfrac" else ""
    return root + (element.text or "") + between.join(parts)
