"""The chapters on the first page: cards for those of the table of contents with numbers, a list of the others.

`{chapter-cards}` and `{chapter-list}` take titles, numbers and order from `_toc.yml`, all else from what each
chapter says `about` itself, so that a new chapter has its card at once.
"""

from __future__ import annotations

from collections.abc import Iterator

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from bilingual_book.core.gathered_from_pages import Collected, remember
from bilingual_book.core.nodes import listed
from bilingual_book.core.page_summary import About, Summaries, page_of_picture
from bilingual_book.frontpage.reading_time import ReadingTimes


class CardsNode(nodes.General, nodes.Element):
    """words: what its content lists."""


class ListNode(nodes.General, nodes.Element):
    pass


class CardTitle(nodes.General, nodes.TextElement):
    """A heading to those who hear the page, though it opens no section."""


class ChapterCards(SphinxDirective):
    """Its content lists two texts: the reading time, with {} for the minutes, and what stands before the chapters needed."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        words = listed(self.content)
        if len(words) != 2 or "{}" not in words[0]:
            raise self.error(
                "chapter-cards: list a text with {} for the minutes, and one for needs"
            )
        return [CardsNode("", words=words)]


class ChapterList(SphinxDirective):
    def run(self) -> list[nodes.Node]:
        return [ListNode()]


def chapters(app: Sphinx, numbered: bool) -> Iterator[str]:
    """The pages of the table of contents' parts, in order; what is no page of the book, Sphinx reports."""
    for part in app.config.external_site_map.root.subtrees:
        if bool(part.numbered) == numbered:
            yield from (str(item) for item in part.items if str(item) in app.env.found_docs)


def _number(env, page: str) -> str:
    number = env.toc_secnumbers.get(page, {}).get("", ())
    return ".".join(map(str, number))


class PagesWithCards(Collected):
    """The cards show what other pages say: they are written anew when that changed."""

    def find(self, app: Sphinx, doctree: nodes.document) -> bool:
        return any(doctree.findall(lambda node: isinstance(node, (CardsNode, ListNode))))

    def get_updated_docs(self, app: Sphinx, env) -> list[str]:
        about, minutes = Summaries.of(env), ReadingTimes.of(env)
        state = [  # without their numbers, which follow from their order
            [
                (page, env.titles[page].astext(), about[page], minutes[page])
                for page in chapters(app, numbered)
            ]
            for numbered in (True, False)
        ]
        return sorted(self.of(env)) if remember(env, "cards", state) != state else []


def fill(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    about = Summaries.of(app.env)
    for node in list(doctree.findall(CardsNode)):
        cards = [_card(app, docname, page, about, node["words"]) for page in chapters(app, True)]
        node.replace_self(nodes.bullet_list("", *cards, classes=["chapter-cards"], ids=node["ids"]))
    for node in list(doctree.findall(ListNode)):
        lines = [
            nodes.list_item(
                "",
                nodes.paragraph(
                    "", "", _link(app, docname, page), nodes.Text(" " + about[page].description)
                ),
            )
            for page in chapters(app, False)
        ]
        node.replace_self(nodes.bullet_list("", *lines, classes=["chapter-list"], ids=node["ids"]))


def _link(app: Sphinx, docname: str, page: str) -> nodes.reference:
    address = app.builder.get_relative_uri(docname, page)
    return nodes.reference("", app.env.titles[page].astext(), internal=True, refuri=address)


def _card(
    app: Sphinx, docname: str, page: str, summaries: dict[str, About], words: list[str]
) -> nodes.list_item:
    time, after = words
    about = summaries[page]
    minutes = ReadingTimes.of(app.env)[page]
    number = nodes.inline("", _number(app.env, page), classes=["card-number"])
    facts = [nodes.inline("", time.replace("{}", str(minutes)), classes=["card-time"])]
    if about.needs:
        needs = [_link(app, docname, need) for need in about.needs]
        between = [part for need in needs for part in (nodes.Text(" · "), need)][1:]
        after = nodes.inline("", after, classes=["card-after"])
        facts.append(nodes.inline("", "", after, *between, classes=["card-needs"]))
    card = nodes.list_item()
    if owner := page_of_picture(summaries, page):
        uri = summaries[owner].picture
        card += nodes.image("", uri=uri, candidates={"*": uri}, alt=summaries[owner].alt)
    title = CardTitle("", "", number, nodes.Text(" "), _link(app, docname, page))
    card += [
        title,
        nodes.paragraph(text=about.description),
        nodes.paragraph("", "", *facts, classes=["card-facts"]),
    ]
    return card


def visit_title(writer, node: CardTitle) -> None:
    writer.body.append('<h3 class="card-title">')


def depart_title(writer, node: CardTitle) -> None:
    writer.body.append("</h3>\n")


def setup(app: Sphinx) -> None:
    app.add_directive("chapter-cards", ChapterCards)
    app.add_directive("chapter-list", ChapterList)
    app.add_node(CardsNode)
    app.add_node(ListNode)
    app.add_node(CardTitle, html=(visit_title, depart_title))
