"""From a name to its code: names in code cells and in prose lead to the line that defines them.

A module of `tensorbytensor` stands whole on some page, in a cell with `:load:` or on the page of the code;
its names lead there, to the page itself or else to the first one in the table of contents.
"""

from __future__ import annotations

import ast

from bs4 import BeautifulSoup, NavigableString, Tag
from docutils import nodes
from sphinx.application import Sphinx

from bilingual_book.codelinks.resolve_names import (
    Definition,
    Instance,
    Mark,
    Modules,
    Names,
    Reading,
)
from bilingual_book.core.gathered_from_pages import Collected, remember, remembered
from bilingual_book.core.nodes import section_title
from bilingual_book.execution.when_to_run_again import PACKAGE

NO_LINKS = ("a", "h1", "h2", "h3", "h4", "h5", "h6", "summary")
# No crawler needs to follow a name of code, nor to judge it: START is one of those that Lighthouse finds empty.
LINK = {"class": "code-link", "rel": "nofollow"}


def read_modules(app: Sphinx, *_) -> None:
    app.bilingual_book.modules = Modules(app.bilingual_book.root / "code" / PACKAGE)


class ShownModules(Collected):
    """The modules that a page shows whole, each with the title of its section."""

    def find(self, app: Sphinx, doctree: nodes.document) -> dict[str, str]:
        modules = app.bilingual_book.modules
        return {
            name: section_title(block)
            for block in doctree.findall(nodes.literal_block)
            if (name := modules.named(block.astext()))
        }

    def get_updated_docs(self, app: Sphinx, env) -> list[str]:
        """A page's links depend on what other pages show and on what the modules define."""
        names = defined_names(env, app.bilingual_book.modules)
        state = (dict(self.of(env)), pages_in_order(env), names)
        return list(env.found_docs) if remember(env, "code links", state) != state else []


def defined_names(env, modules: Modules) -> list[str]:
    """The public names of the package: those of the build before, unless a source has changed since."""
    sources, names = remembered(env, "defined names") or ({}, [])
    if sources != modules.sources:
        names = sorted(modules.defined())
    remember(env, "defined names", (modules.sources, names))
    return names


def pages_in_order(env) -> list[str]:
    """As the table of contents has them."""
    order: dict[str, None] = {}

    def visit(page: str) -> None:
        if page not in order:
            order[page] = None
            for below in env.toctree_includes.get(page, []):
                visit(below)

    visit(env.config.root_doc)
    return list(order)


class Links:
    """The addresses of definitions, as seen from one page."""

    def __init__(self, app: Sphinx, page: str):
        self.app, self.page = app, page
        self.modules: Modules = app.bilingual_book.modules
        self.shown = ShownModules.of(app.env)
        self.defined = self.modules.defined()

    def address(self, definition: Definition) -> str | None:
        if isinstance(definition.where, int) or definition.where in self.shown.get(self.page, []):
            return f"#{definition.anchor}"
        for page in pages_in_order(self.app.env):
            if definition.where in self.shown.get(page, []):
                uri = self.app.builder.get_relative_uri(self.page, page)
                return f"{uri}#{definition.anchor}"
        return None

    def named_in_prose(self, text: str, names: Names) -> Definition | None:
        """What `Name`, `name()` or `Class.method` means: by the page's names, else by those of the package."""
        try:
            node = ast.parse(text, mode="eval").body
        except (SyntaxError, ValueError):
            return None
        node = node.func if isinstance(node, ast.Call) else node
        if not isinstance(node, (ast.Name, ast.Attribute)):
            return None
        first = ast.unparse(node).partition(".")[0]
        if first in names:
            reading = Reading(self.modules, 0)
            reading.scopes = [names]
            meant = reading.meaning(node)
            return meant if isinstance(meant, Definition) else None
        found = self.defined.get(ast.unparse(node), [])
        return found[0] if len(found) == 1 else None


def link_code(app: Sphinx, pagename: str, context: dict, tree: BeautifulSoup) -> None:
    links, names, used, prose = Links(app, pagename), {}, set(), []
    cells = list(map(id, tree.select("div.cell")))
    for element in tree.select("pre, code.literal"):
        if element.name == "code":
            if not element.find_parent([*NO_LINKS, "pre"]):
                prose.append((element, dict(names)))
            continue
        if not element.find_parent(class_=["cell_input", "highlight-python"]):
            continue
        cell = element.find_parent("div", class_="cell")
        number = cells.index(id(cell)) + 1 if cell else 0
        reading = _read(links.modules, element.get_text(), number, names)
        if reading:
            mark(element, reading, links, used)
    # What a page imports or shows later is meant before, too; what a cell of it defines is not.
    later = {n: None if _is_of_a_cell(meant) else meant for n, meant in names.items()}
    for element, known in prose:
        meant = links.named_in_prose(element.get_text(), {**later, **known})
        if meant and (address := links.address(meant)):
            element.wrap(tree.new_tag("a", href=address, attrs=LINK))


def _is_of_a_cell(meant: Definition | Instance | None) -> bool:
    meant = meant.of if isinstance(meant, Instance) else meant
    return meant is not None and isinstance(meant.where, int)


def _read(modules: Modules, source: str, cell: int, names: Names) -> Reading | None:
    """The reading of a cell; `names` then has the names of the cell, too."""
    module = modules.named(source)
    reading, own = Reading(modules, module or cell), {} if module else names
    try:
        reading.read(source, own)
    except SyntaxError:  # a shell command, say
        return None
    names.update(own)
    if module:
        start = Mark(1, 0, "", Definition(module))
        reading.definitions.insert(0, start)
    return reading


def mark(pre: Tag, reading: Reading, links: Links, used: set[str]) -> None:
    """Give the definitions in a piece of code their ids and its names their links; its text stays."""
    tags, start = _tags(pre.get_text(), reading, links, used), 0
    for string in list(pre.find_all(string=True)):
        inside = {at - start: tags[at] for at in tags if start <= at < start + len(string)}
        start += len(string)
        if string.parent is pre:
            _wrap_within(string, inside)
        elif 0 in inside and inside[0][0] == string:  # a token with a colour of its own
            string.parent.wrap(inside[0][1])
    module = next((d.definition.anchor for d in reading.definitions if not d.text), None)
    if module and module not in used:
        used.add(module)
        pre.parent["id"] = module  # `pre` gets an id of its own from the button that copies code


def _tags(code: str, reading: Reading, links: Links, used: set[str]) -> dict[int, tuple[str, Tag]]:
    """For each place in the code, counted in characters, the name that stands there and what goes around it."""
    soup, lines = BeautifulSoup("", "html.parser"), [len(line) + 1 for line in code.split("\n")]
    tags = {}
    for use in reading.uses:
        if address := links.address(use.definition):
            link = soup.new_tag("a", href=address, attrs=LINK)
            tags[sum(lines[: use.line - 1]) + use.column] = (use.text, link)
    for place in reading.definitions:
        if place.text and (anchor := place.definition.anchor) not in used:
            used.add(anchor)
            span = soup.new_tag("span", id=anchor)
            tags[sum(lines[: place.line - 1]) + place.column] = (place.text, span)
    return tags


def _wrap_within(string: NavigableString, tags: dict[int, tuple[str, Tag]]) -> None:
    """Put each tag around its name in a text; where it stands is said in characters of the text."""
    parts, end = [], 0
    for start, (name, tag) in sorted(tags.items()):
        if string.startswith(name, start):
            tag.string = name
            parts += [NavigableString(string[end:start]), tag]
            end = start + len(name)
    if parts:
        string.replace_with(*parts, NavigableString(string[end:]))
