"""The sentence that introduces a term, cut out of its paragraph so that it can stand in the glossary."""

from __future__ import annotations

import re

from docutils import nodes
from sphinx import addnodes

END = re.compile(r"(?<=[.?!])(?=\s)|(?<=[.?!][”)])(?=\s)|(?<=[。？！])(?![”）])|(?<=[。？！][”）])")
# Words by which a sentence says that it needs the one before.
BACK = re.compile(r"\b(?:[Tt]h(?:is|ese|ey|em)|[Ii]ts?|[Ss]uch)\b|[这它其]")
SHORT = 30  # characters: too few to explain what stands behind the term
COLON = re.compile(r"\s*[:：]$")


def introducing(strong: nodes.strong) -> list[nodes.Node]:
    """The blocks of the sentence around `strong`: a paragraph, and the formula that it announces."""
    paragraph = strong.parent
    while isinstance(paragraph, nodes.Inline):
        paragraph = paragraph.parent
    sentences = split(paragraph)
    number = next(
        n for n, found in enumerate(sentences) if any(_has(part, strong) for part in found)
    )
    first = number - _refers_back(sentences[number], strong) if number else 0
    if first and _text(sentences[first - 1]).endswith(("?", "？")):
        first -= 1
    chosen = [part for sentence in sentences[first : number + 1] for part in sentence]
    blocks = [_standing_alone(chosen)]
    if COLON.search(blocks[0].astext()):
        formula = _next(paragraph) if number == len(sentences) - 1 else None
        if isinstance(formula, nodes.math_block):
            blocks.append(_without_address(formula))
        else:
            _end_with_full_stop(blocks[0])
    return blocks


def _refers_back(sentence: list[nodes.Node], strong: nodes.strong) -> bool:
    text = _text(sentence).strip()
    return bool(BACK.search(text if len(text) < SHORT else text.partition(strong.astext())[0]))


def split(paragraph: nodes.Element) -> list[list[nodes.Node]]:
    """The sentences of a paragraph, each a list of texts and inline nodes."""
    sentences: list[list[nodes.Node]] = [[]]
    for child in paragraph:
        if not isinstance(child, nodes.Text):
            sentences[-1].append(child)
            continue
        first, *others = END.split(str(child))
        sentences[-1].append(nodes.Text(first))
        sentences += [[nodes.Text(piece)] for piece in others]
    return [found for found in sentences if _text(found).strip()]


def _has(part: nodes.Node, strong: nodes.strong) -> bool:
    return any(node is strong for node in part.findall(nodes.strong))


def _text(parts: list[nodes.Node]) -> str:
    return "".join(part.astext() for part in parts)


def _next(block: nodes.Element) -> nodes.Node | None:
    after = block.parent[block.parent.index(block) + 1 :]
    return next((n for n in after if not isinstance(n, (nodes.comment, nodes.target))), None)


def _standing_alone(parts: list[nodes.Node]) -> nodes.paragraph:
    """A copy whose parts have no addresses and lead nowhere; citations are left out."""
    paragraph, omitted = nodes.paragraph(), True
    for part in parts:
        if isinstance(part, addnodes.pending_xref) and part["refdomain"] == "cite":
            omitted = True
            if paragraph.children and isinstance(paragraph[-1], nodes.Text):
                paragraph[-1] = nodes.Text(paragraph[-1].rstrip())
            continue
        if isinstance(part, (nodes.Text, addnodes.pending_xref, nodes.reference)):
            text = part.astext().replace("\n", " ")
            paragraph += nodes.Text(_closed(paragraph.astext(), text) if omitted else text)
        else:
            paragraph += _without_address(part)
        omitted = False
    return paragraph


def _closed(before: str, after: str) -> str:
    """`after` without its first space where nothing or Chinese stands before it."""
    return after if before and before[-1].isascii() else after.lstrip()


def _end_with_full_stop(paragraph: nodes.paragraph) -> None:
    stop = "." if paragraph.astext().endswith(":") else "。"
    paragraph[-1] = nodes.Text(COLON.sub(stop, paragraph[-1].astext()))


def _without_address(node: nodes.Element) -> nodes.Element:
    copy = node.deepcopy()
    for part in copy.findall(nodes.Element):
        part["ids"], part["names"] = [], []
        part.attributes.pop("term", None)
        if isinstance(part, nodes.math_block):
            part["label"] = part["number"] = None
    return copy
