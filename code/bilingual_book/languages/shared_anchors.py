"""The same place has the same address in both languages.

A heading is addressed by the label written above it, not by its words; every other block (paragraph,
figure, cell, …) by its number. The language switch leads from a block to its twin.
"""

from __future__ import annotations

from docutils import nodes
from sphinx.transforms import SphinxTransform

NOT_ADDRESSED = (nodes.section, nodes.title, nodes.Invisible, nodes.system_message)


class AddressBlocks(SphinxTransform):
    """Runs after labels have reached their sections and before the table of contents is collected."""

    default_priority = 870

    def apply(self, **kwargs) -> None:
        document = self.document
        labels = {
            document.nameids.get(name) for name, explicit in document.nametypes.items() if explicit
        }
        number = 0
        for count, section in enumerate(document.findall(nodes.section)):
            if not isinstance(section.parent, (nodes.document, nodes.section)):
                # sphinx-exercise gives all of these one and the same id
                section["ids"] = [f"inner-{count}"]
                continue
            section["ids"] = [i for i in section["ids"] if i in labels] or section["ids"]
            for block in section:
                if isinstance(block, nodes.Element) and not isinstance(block, NOT_ADDRESSED):
                    number += 1
                    block["ids"].append(f"b{number}")
