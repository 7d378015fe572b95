"""Where a page has a piece: below a directive, or around a picture that its cell exported.

`{touch} attention-bench` with `:tensors: scores mask` is a place for the piece `attention-bench`, which touch/attention-bench.js draws there when a
reader comes near (touch/wake-pieces-when-near.js), from tensors that cells of the page have exported under these names. Without a
script, on paper and in a notebook there is neither the place nor the content of the directive.
"""

from __future__ import annotations

import json
from html import escape
from typing import ClassVar

from bs4 import BeautifulSoup, Tag
from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from bilingual_book.touch import tensors_in_page
from bilingual_book.touch.labels_and_hints_of_pieces import words_of

logger = logging.getLogger(__name__)
PIECES = (
    *("equation", "attention-bench", "train-69-model", "train-69", "ablation"),
    *("attention-lines", "decoding-loop", "moving-heads", "sinusoid-clocks", "rotary-query-key"),
    *("sampling", "cache-table"),
)
SCRIPTS = ("tensor-functions", "wake-pieces-when-near", *PIECES)
STYLES = ("touch", *(name for name in PIECES if name not in ("equation", "train-69-model")))


class TouchNode(nodes.General, nodes.Element):
    """piece: its name; tensors: those that it starts from; labels: what their rows are called."""


class Touch(SphinxDirective):
    """Its content is what a reader can try there; it goes where the piece goes."""

    required_arguments, has_content = 1, True
    option_spec: ClassVar[dict] = {
        "tensors": directives.unchanged_required,
        "labels": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        if not words_of(self.env.app, name):
            raise self.error(f"touch: there is no piece {name!r}")
        given = {key: self.options.get(key, "") for key in self.option_spec}
        node = TouchNode(piece=name, **given)
        self.set_source_info(node)
        node.document = self.state.document
        self.state.nested_parse(self.content, self.content_offset, node)
        return [node]


def visit(writer, node: TouchNode) -> None:
    writer.body.append(f'<div class="touch-place" id="{node["ids"][-1]}">\n')


def depart(writer, node: TouchNode) -> None:
    place = f'<div class="touch" data-piece="{node["piece"]}"'
    labels = f' data-labels="{escape(node["labels"])}"' if node["labels"] else ""
    writer.body.append(f'{place}{labels} data-tensors="{node["tensors"]}"></div>\n</div>\n')


def leave_out(writer, node: TouchNode) -> None:
    raise nodes.SkipNode


def insert(app: Sphinx, pagename: str, context: dict, tree: BeautifulSoup) -> None:
    """Give each place its data, and the page the words of its pieces."""
    tensors: dict[str, list] = {}
    for number, found in tensors_in_page.read(app, pagename).items():
        tensors |= found.get("tensors", {})
        image = tree.select_one(f'div.cell[data-cell="{number}"] img')
        if "piece" in found and image:
            picture = image.find_parent("picture") or image
            place = picture.wrap(tree.new_tag("div", attrs={"class": "touch-picture"}))
            place = place.wrap(
                tree.new_tag("div", attrs={"class": "touch", "data-piece": found.pop("piece")})
            )
            place.append(_json(tree, found))
    for place in tree.select("div.touch[data-tensors]"):
        names = place["data-tensors"].split()
        if missing := [name for name in names if name not in tensors]:
            logger.warning("no cell exports %s", ", ".join(missing), location=pagename)
        place.append(_json(tree, {name: tensors[name] for name in names if name in tensors}))
        del place["data-tensors"]
    pieces = {place["data-piece"] for place in tree.select("div.touch")}
    if pieces:
        words = {name: words_of(app, name) for name in sorted(pieces)}
        tree.append(_json(tree, words, id="touch-words"))


def _json(tree: BeautifulSoup, data: dict, **attributes: str) -> Tag:
    script = tree.new_tag("script", attrs={"type": "application/json", **attributes})
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    script.string = text.replace("</", "<\\/")
    return script


def setup(app: Sphinx) -> None:
    app.add_directive("touch", Touch)
    app.add_node(TouchNode, html=(visit, depart), latex=(leave_out, None), text=(leave_out, None))
    for name in STYLES:
        app.add_css_file(f"{name}.css")
    for name in SCRIPTS:
        app.add_js_file(f"{name}.js", loading_method="defer")
