"""The spaces that TeX sets in a formula and that browsers do not know of.

A browser spaces an operator by its dictionary wherever it is; TeX drops the space in small print, and sets
one between a large bracket and its neighbours.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import pairwise

SCRIPTS = {"msub", "msup", "msubsup", "munder", "mover", "munderover"}
ROWS = {"mrow", "mtd", "msqrt", "mstyle", "mpadded"}
VARIABLES = {"mi", "mn", "msub", "msup", "msubsup"}
PRODUCTS = set("⋅×∗∘⊙⊗")
DOTS = set("…⋯")
APPLY = "\u2061"  # between a function's name and its argument
LEANING = set("FHJKMNPTUVWXYf")  # over what follows, since nothing but TeX knows their slant
HAIR, THIN, MEDIUM, NONE = "0.08em", "0.1667em", "0.2222em", "0em"


def set_spaces(element: ET.Element, display: bool, small: bool = False) -> None:
    """display: is it in a block, not in a line? small: is it in an exponent or the like?"""
    if element.tag == "mo":
        _space_operator(element, small)
    display = element.get("displaystyle", str(display).lower()) == "true"
    for place, child in enumerate(element):
        if element.tag == "mfrac":
            set_spaces(child, False, small or not display)
        elif element.tag in SCRIPTS and place > 0:
            set_spaces(child, False, True)
        else:
            set_spaces(child, display, small)
    for before, after in list(pairwise(element)) if element.tag in ROWS else ():
        _space_neighbours(element, before, after)


def _space_operator(operator: ET.Element, small: bool) -> None:
    if small or operator.text in DOTS:
        space = NONE
    elif operator.text in PRODUCTS:
        space = MEDIUM
    else:
        return
    for side in ("lspace", "rspace"):
        operator.set(side, space)


def _space_neighbours(parent: ET.Element, before: ET.Element, after: ET.Element) -> None:
    if after.tag == "mspace":
        return
    bracket_ends = _is_large_bracket(before) and after.tag in VARIABLES
    names_function = before.text == APPLY or _is_function(before)
    bracket_begins = _is_large_bracket(after) and names_function
    function_begins = _is_function(after) and before.get("form") == "prefix"
    letter_leans = before.text in LEANING and after.get("form") == "postfix"
    if bracket_ends or bracket_begins or function_begins or letter_leans:
        space = ET.Element("mspace", width=HAIR if letter_leans else THIN)
        parent.insert(list(parent).index(after), space)


def _is_large_bracket(element: ET.Element) -> bool:
    return len(element) > 0 and element[0].get("fence") == element[0].get("stretchy") == "true"


def _is_function(element: ET.Element) -> bool:
    return any(child.text == APPLY for child in element) and element[-1].tag in ("mo", "mspace")
