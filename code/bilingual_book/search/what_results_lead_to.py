"""What a result of a search can lead to, with its words: a section, an entry of the glossary, a work that is cited."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from docutils import nodes

from bilingual_book.content.diagrams import DiagramNode
from bilingual_book.search.formula_line import as_line
from bilingual_book.search.search_words import SearchWordsNode

DEFINES = re.compile(r"^(?:class|def) (\w+)", re.MULTILINE)
MARKUP = re.compile(r"<(style|script)\b.*?</\1>|<[^>]+>", re.DOTALL)
NOT_READ = (nodes.comment, nodes.label, nodes.system_message, nodes.substitution_definition)


@dataclass
class Place:
    """prose: its own, without that of the sections below it; code: what else there is to find, in code, outputs and
    diagrams; signs: those of its formulas that have a name; names: what it introduces or defines; entry: whether it
    is a line about what stands elsewhere.
    """

    id: str
    title: str
    entry: bool = False
    prose: list[str] = field(default_factory=list)
    code: list[str] = field(default_factory=list)
    signs: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)

    def frozen(self, seen: set[str]) -> dict[str, object]:
        """For the index, without what is empty, nor words of code that the page has `seen`."""
        prose = " ".join("".join(self.prose).split())
        if self.entry:
            prose = prose.removeprefix(self.title).strip()
        seen.update(re.findall(r"\w+", prose.lower()))
        words = dict.fromkeys(re.findall(r"[^\W\d]\w*", " ".join(self.code).lower()))
        code = " ".join(dict.fromkeys([*self.signs, *(word for word in words if word not in seen)]))
        seen.update(words)
        known = {"id": self.id, "title": self.title, "entry": self.entry, "names": self.names}
        known |= {"prose": prose, "code": code}
        return {name: value for name, value in known.items() if value}


def places(doctree: nodes.document) -> list[Place]:
    """The places of a page in the order of reading; the first is its top, and has no id."""
    found = [Place("", "")]
    _read(doctree, found[0], found)
    return found


def _read(node: nodes.Node, place: Place, found: list[Place]) -> None:
    for child in node.children:
        if isinstance(child, NOT_READ):
            continue
        if isinstance(child, nodes.title) and isinstance(child.parent, nodes.section):
            place.title = place.title or _text(child)
        elif isinstance(child, nodes.Text):
            place.prose.append(child.astext())
        elif isinstance(child, (nodes.math, nodes.math_block)):
            # set apart, it is no part of a sentence that a result could show
            (place.prose if isinstance(child, nodes.math) else place.code).append(as_line(child))
            place.signs += ["sqrt"] if "\\sqrt" in child.astext() else []
        elif isinstance(child, (nodes.literal_block, DiagramNode)):
            place.code.append(child.astext())
            place.names += DEFINES.findall(child.astext())
        elif isinstance(child, nodes.raw):
            place.code.append(MARKUP.sub(" ", child.astext()) if "html" in child["format"] else "")
        else:
            place.names += _introduced(child)
            _read(child, _place_of(child, place, found), found)
        if not isinstance(child, (nodes.Text, nodes.Inline)):
            place.prose.append(" ")  # between blocks


def _place_of(node: nodes.Element, around: Place, found: list[Place]) -> Place:
    """The place that `node` begins, or the one around it."""
    if isinstance(node, nodes.section) and isinstance(node.parent, (nodes.document, nodes.section)):
        if len(found) == 1 and not around.title:  # the page itself
            return around
        found.append(Place(node["ids"][0], ""))
    elif isinstance(node, (nodes.row, nodes.citation)) and node["ids"]:
        name = node.next_node(nodes.paragraph).astext() if isinstance(node, nodes.row) else ""
        found.append(Place(node["ids"][0], name, entry=True))
    else:
        return around
    return found[-1]


def _introduced(node: nodes.Element) -> list[str]:
    """A term, in both languages and by its other names, where `node` introduces it; words for the search."""
    if isinstance(node, SearchWordsNode):
        return node["names"]
    return (
        list(dict.fromkeys([node.astext(), node["term"], *node["also"]])) if "term" in node else []
    )


def _text(node: nodes.Element) -> str:
    place = Place("", "")
    _read(node, place, [place])
    return " ".join("".join(place.prose).split())
