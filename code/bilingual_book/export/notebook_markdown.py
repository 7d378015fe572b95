"""What a page says, as Markdown for a notebook: made from the page itself, so that every number, reference
and term is as the page has it.

Tried in JupyterLab, which takes formulas out before it reads Markdown, shows no SVG that is an attachment,
and no SVG output of a notebook that it does not trust; SVG in a data URI it shows, in light and in dark.
"""

from __future__ import annotations

import base64
import copy
import html
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bs4 import BeautifulSoup, PageElement, Tag
from markdownify import ATX, MarkdownConverter

from bilingual_book.core.han import CHARACTER, HAN
from bilingual_book.export.fold_what_gives_answers_away import fold_what_gives_answers_away

# Where a cell of the notebook ends and another one begins.
BOUNDARIES = "div.cell, h1, h2, h3, h4, h5, h6, figure, div.solution, div.exercise"
HEADING = re.compile("h[1-6]")
HELPERS = {"code-link", "term-link", "made-by"}  # links that only make sense on the page
FOLDED = {"tag_hide-cell", "tag_hide-input"}


@dataclass(frozen=True)
class Piece:
    """A cell of the notebook: Markdown, or the number of a code cell; folded: shut until it is clicked."""

    text: str
    number: int | None
    folded: bool


def read_pieces(
    tree: BeautifulSoup,
    link: Callable[[str], str | None],
    picture: Callable[[Tag], str],
    after_answer: str = "",
) -> Iterator[Piece]:
    """The cells of a page in order.

    link: where a link of the page leads from the notebook, None if nowhere; picture: the SVG of an element;
    after_answer: what to click on to read what tells an output that is asked for.
    """
    tree = copy.copy(tree)
    fold_what_gives_answers_away(tree, after_answer)
    # not prose, and most of the page; what only those want to know who have a tutorial beside it
    for element in tree.select("div.cell .highlight, details.correction, .touch-place"):
        element.decompose()
    _mark_places(tree)
    walk = Walk(Prose(link, picture), {id(boundary) for boundary in tree.select(BOUNDARIES)})
    yield from walk.through(tree)
    yield from walk.text()


class Walk:
    """From block to block: prose is collected until a cell of the notebook ends."""

    def __init__(self, prose: Prose, boundaries: set[int]):
        self.prose, self.boundaries = prose, boundaries
        self.blocks: list[PageElement] = []
        self.folded = False

    def through(self, element: Tag) -> Iterator[Piece]:
        for child in list(element.children):
            if id(child) in self.boundaries:
                yield from self.boundary(child)
            elif isinstance(child, Tag) and self.is_cut(child):
                yield from self.through(child)
            else:
                self.blocks.append(child)

    def is_cut(self, element: Tag) -> bool:
        """Whether a cell of the notebook ends or begins within it."""
        return any(id(inner) in self.boundaries for inner in element.descendants)

    def boundary(self, element: Tag) -> Iterator[Piece]:
        yield from self.text()
        classes = element.get("class", [])
        if "cell" in classes:
            hidden = bool(FOLDED & set(classes))
            yield Piece("", int(element["data-cell"]), self.folded or hidden)
            yield from self.text(*element.select("figcaption"))
        elif "solution" in classes:
            yield from self.text(element.select_one(".admonition-title").extract())
            self.folded = True
            yield from self.through(element)
            yield from self.text()
            self.folded = False
        elif "exercise" in classes and self.is_cut(element):
            yield from self.through(element)
        elif HEADING.fullmatch(element.name) and element.name != "h1":
            self.blocks.append(element)
        else:  # the title stands alone, in the first cell
            yield from self.text(element)

    def text(self, *blocks: PageElement) -> Iterator[Piece]:
        """The blocks that were collected, or these, as one cell."""
        whole = Tag(name="div")
        whole.extend(blocks or self.blocks)
        if not blocks:
            self.blocks = []
        markdown = self.prose.convert_soup(whole)
        if markdown.strip():
            yield Piece(markdown.strip("\n"), None, self.folded)


def data_uri(svg: str) -> str:
    return "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode()


def _mark_places(tree: BeautifulSoup) -> None:
    """Put `<a id>` where a link of the page leads to: the only places that a notebook can keep."""
    targets = {element["id"]: element for element in tree.select("[id]")}
    linked = {a["href"][1:] for a in tree.select('a[href^="#"]:not(.headerlink)')}
    for name in sorted(linked & targets.keys()):
        target, place = targets[name], tree.new_tag("a", id=name)
        if target.name in ("section", "figure") or "admonition" in target.get("class", []):
            target.find(["h1", "h2", "h3", "h4", "h5", "h6", "p"]).insert(0, place)
        elif target.name in ("p", "span", "strong", "li", "dt", "dd"):
            target.insert(0, place)
        else:
            target.insert_before(place)


def formula(element: Tag) -> str:
    """The TeX of a formula: MathML's annotation."""
    return " ".join(element.find("annotation", encoding="application/x-tex").get_text().split())


def words(element: Tag) -> str:
    """Its text in one line; the lines of a Chinese one are not apart."""
    text = " ".join(element.get_text(" ").split())
    return re.sub(f"(?<=[{HAN}]) (?=[{HAN}])", "", text)


class Prose(MarkdownConverter):
    """markdownify, for the elements of our pages."""

    class Options:
        heading_style = ATX
        bullets = "-"

    def __init__(self, link, picture):
        super().__init__(code_language_callback=_language_of)
        self.link, self.picture = link, picture

    def escape(self, text, parent_tags):
        return html.escape(re.sub(r"([\\`*_])", r"\\\1", text), quote=False)

    def convert_div(self, el, text, parent_tags):
        classes = el.get("class", [])
        if "math" in classes:
            return self._display(el)
        if "admonition" in classes:
            return f"\n\n{self.convert_blockquote(el, text, parent_tags).strip()}\n\n"
        return super().convert_div(el, text, parent_tags)

    def _display(self, el):
        number = el.select_one(".eqno")
        tag = rf" \tag{{{re.sub('[^0-9.]', '', number.get_text())}}}" if number else ""
        return f"\n\n$${formula(el)}{tag}$$\n\n"

    def convert_math(self, el, text, parent_tags):
        return self._display(el) if el.get("display") == "block" else f"${formula(el)}$"

    def convert_span(self, el, text, parent_tags):
        classes = el.get("class", [])
        if "math" in classes:
            return f"${formula(el)}$"
        if "caption-number" in classes and "figcaption" in parent_tags:
            return f"**{text.strip()}** "
        return text

    def convert_em(self, el, text, parent_tags):
        if CHARACTER.search(text):  # Chinese has no italics
            return self.convert_strong(el, text, parent_tags)
        return f"*{text}*"

    def convert_strong(self, el, text, parent_tags):
        # Between a bracket and a letter CommonMark reads ** as text.
        plain = re.fullmatch(r"\w(.*\w)?", text, re.DOTALL)
        return f"**{text}**" if plain else f"<strong>{text}</strong>"

    def convert_p(self, el, text, parent_tags):
        text = " ".join(text.split("\n"))
        if "admonition-title" not in el.get("class", []):
            return super().convert_p(el, text, parent_tags)
        return f"\n\n**{text.strip()}**\n\n"

    def convert_a(self, el, text, parent_tags):
        classes = set(el.get("class", []))
        if "headerlink" in classes:
            return ""
        if el.has_attr("id") and not el.has_attr("href"):
            return f'<a id="{el["id"]}"></a>{text}'
        target = None if HELPERS & classes else self.link(el.get("href", ""))
        blanks = text[: len(text) - len(text.lstrip())]
        return f"{blanks}[{text.strip()}]({target})" if target else text

    def convert_details(self, el, text, parent_tags):
        """Blank lines around what is Markdown."""
        summary = html.escape(el.summary.get_text(), quote=False)
        return f"\n\n<details><summary>{summary}</summary>\n\n{text.strip()}\n\n</details>\n\n"

    def convert_summary(self, el, text, parent_tags):
        return ""

    def convert_figure(self, el, text, parent_tags):
        return text.strip()

    def convert_img(self, el, text, parent_tags):
        alt = re.sub(r"([\[\]])", r"\\\1", el.get("alt") or el.get("aria-label") or "")
        return f"![{alt}]({data_uri(self.picture(el))})"

    def convert_svg(self, el, text, parent_tags):
        """A picture in a notebook has no links: they stand in a line below it."""
        image = self.convert_img(el, text, parent_tags)
        found = [(words(a), self.link(a["href"])) for a in el.select("a[href]")]
        links = [f"[{name}]({target})" if target else name for name, target in found]
        return f"{image}\n\n{' · '.join(dict.fromkeys(links))}\n\n"

    def convert_dt(self, el, text, parent_tags):
        return f"\n- **{text.strip()}**  \n"

    def convert_dd(self, el, text, parent_tags):
        return "".join(f"  {line}\n" for line in text.strip().splitlines())


def _language_of(pre: Tag) -> str:
    box = pre.find_parent(class_=re.compile("^highlight-"))
    return box["class"][0].removeprefix("highlight-") if box else ""
