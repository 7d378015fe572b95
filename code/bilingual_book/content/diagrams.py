"""Figures whose boxes are links: a diagram of images/ drawn into the page itself.

`{diagram} name` is a `{figure}` of images/<language>/name.svg. An image cannot be clicked, but an SVG in the
page can: each `<a href="#label">` in it leads to the place of that label, on whatever page it is.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.directives.patches import Figure
from sphinx.util.docutils import SphinxDirective

SVG = "{http://www.w3.org/2000/svg}"
ET.register_namespace("", SVG[1:-1])


class DiagramNode(nodes.General, nodes.Element):
    """svg: its text; name: its file's; alt: what it shows. Its children are its links, in order, to be resolved by Sphinx."""


class Diagram(Figure, SphinxDirective):
    """A numbered figure, with the name, the caption and the alternative text of any other."""

    def run(self) -> list[nodes.Node]:
        name, book = self.arguments[0], self.env.app.bilingual_book
        path = book.root / "images" / book.language.code / f"{name}.svg"
        if not path.exists():
            raise self.error(f"there is no diagram {path.relative_to(book.root)}")
        self.env.note_dependency(str(path))
        figure, *messages = super().run()
        svg = path.read_text("utf8")
        diagram = DiagramNode(svg=svg, name=name, alt=self.options.get("alt", ""))
        diagram += [self._link(a) for a in ET.fromstring(svg).iter(f"{SVG}a")]
        image = next(figure.findall(nodes.image))
        image.replace_self(diagram)
        figure["classes"].append("diagram")
        return [figure, *messages]

    def _link(self, a: ET.Element) -> nodes.Node:
        link = addnodes.pending_xref(
            "",
            nodes.inline(text=" ".join("".join(a.itertext()).split())),
            refdomain="std",
            reftype="ref",
            refexplicit=True,
            reftarget=a.get("href").removeprefix("#"),
            refdoc=self.env.docname,
        )
        self.set_source_info(link)
        return link


def visit_diagram(writer, node: DiagramNode) -> None:
    """The page's style sheet colours it. Not an image to those who cannot see it: that would hide its links."""
    root = ET.fromstring(node["svg"])
    for part in (f"{SVG}title", f"{SVG}style"):
        root.remove(root.find(part))
    root.set("data-diagram", node["name"])
    root.set("role", "group")
    root.set("aria-label", node["alt"])
    for a, link in zip(root.iter(f"{SVG}a"), node, strict=True):
        if isinstance(link, nodes.reference):
            a.set("href", link.get("refuri") or f"#{link['refid']}")
    writer.body.append(ET.tostring(root, encoding="unicode"))
    raise nodes.SkipNode


def setup(app: Sphinx) -> None:
    app.add_directive("diagram", Diagram)
    app.add_node(DiagramNode, html=(visit_diagram, None))
