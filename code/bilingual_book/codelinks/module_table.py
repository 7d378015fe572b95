"""`{module-table}`: every module that the chapters show whole, with what it defines and where it stands."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from bilingual_book.codelinks.insert_links import Links, ShownModules, pages_in_order
from bilingual_book.codelinks.resolve_names import Definition
from bilingual_book.core.nodes import listed, row, table


class ModuleTableNode(nodes.General, nodes.Element):
    pass


class ModuleTable(SphinxDirective):
    """Its content lists the two heads: the module, with the section that shows it, and what it defines."""

    has_content = True

    def run(self):
        heads = listed(self.content)
        return [ModuleTableNode("", heads=heads)]


def fill_table(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    for node in list(doctree.findall(ModuleTableNode)):
        heads = row(*([nodes.paragraph(text=head)] for head in node["heads"]))
        node.replace_self(table(heads, _rows(app, docname), ids=node["ids"]))


def _rows(app: Sphinx, docname: str) -> list[nodes.row]:
    links, shown = Links(app, docname), ShownModules.of(app.env)
    rows, seen = [], set(shown.get(docname, {}))
    for page in pages_in_order(app.env):
        for module, section in shown.get(page, {}).items():
            if module not in seen:
                seen.add(module)
                names = links.modules.interface(module)
                cells = [[Definition(module)], [Definition(module, name) for name in names]]
                (name,), defined = (_linked(links, definitions) for definitions in cells)
                rows.append(row([name, nodes.paragraph(text=section)], defined))
    return rows


def _linked(links: Links, definitions: list[Definition]) -> list[nodes.Node]:
    paragraph = nodes.paragraph()
    for definition in definitions:
        name = nodes.literal(text=definition.name or definition.where)
        address = links.address(definition)
        paragraph += [nodes.reference("", "", name, internal=True, refuri=address), nodes.Text(" ")]
    return [paragraph]


def setup(app: Sphinx) -> None:
    app.add_directive("module-table", ModuleTable)
    app.add_node(ModuleTableNode)
