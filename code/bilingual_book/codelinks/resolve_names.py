"""Which name of a piece of code means which definition, as Python itself would tell: read with `ast`, never run.

A class, a function or a constant of a module of `tensorbytensor`, a method of such a class, and a class or a
function that a page defines in a cell of its own are definitions; all other names mean nothing here.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bilingual_book.execution.when_to_run_again import PACKAGE

COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@dataclass(frozen=True)
class Definition:
    """`where`: a module, or the number of the page's cell. `name`: its name there, empty for the module itself."""

    where: str | int
    name: str = ""

    @property
    def anchor(self) -> str:
        parts = ["code", *str(self.where).split("."), *self.name.split(".")]
        return "-".join(part for part in parts if part)


@dataclass(frozen=True)
class Instance:
    """What a name means that stands for an object of a class: itself nothing, but its methods are known."""

    of: Definition


@dataclass(frozen=True)
class Mark:
    """A name in a piece of code: line from 1, column in characters from 0, the text, and what it means."""

    line: int
    column: int
    text: str
    definition: Definition


Names = dict[str, Definition | Instance | None]


class Modules:
    """The modules of the package: their texts, what they define and which names they give to others."""

    def __init__(self, folder: Path):
        paths = sorted(folder.rglob("*.py"))
        self.sources = {_dotted(path.relative_to(folder)): path.read_text("utf8") for path in paths}
        self._names: dict[str, Names] = {}

    def named(self, source: str) -> str | None:
        """The module whose whole text this is."""
        text = source.strip()
        return next(
            (name for name, own in self.sources.items() if text and text == own.strip()), None
        )

    def is_package(self, module: str) -> bool:
        return not module or any(name.startswith(f"{module}.") for name in self.sources)

    def names(self, module: str) -> Names:
        if module not in self._names and module in self.sources:
            self._names[module] = {}
            Reading(self, module).read(self.sources[module], self._names[module])
        return self._names.get(module, {})

    def interface(self, module: str) -> list[str]:
        """The classes and functions that a module is there for."""
        tree = ast.parse(self.sources[module])
        names = [
            node.name for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))
        ]
        return [name for name in names if not name.startswith("_")]

    def defined(self) -> dict[str, list[Definition]]:
        """Every public name of the package, and the modules that define it."""
        found: dict[str, list[Definition]] = {}
        for module in self.sources:
            for name, meant in self.names(module).items():
                if meant == Definition(module, name):
                    found.setdefault(name, []).append(meant)
        return found


def _dotted(path: Path) -> str:
    """`attention/watch.py` is attention.watch, `attention/__init__.py` is attention."""
    return ".".join(path.with_suffix("").parts).removesuffix("__init__").strip(".")


class Reading(ast.NodeVisitor):
    """Reads one piece of code: collects the definitions that stand there and the uses of those it knows."""

    def __init__(self, modules: Modules, where: str | int):
        self.modules, self.where = modules, where
        self.scopes: list[Names] = []
        self.definitions: list[Mark] = []
        self.uses: list[Mark] = []
        self._later: list = []  # bodies of functions: they run when all names of the piece are known

    def read(self, source: str, names: Names) -> None:
        """`names` is what the code before has left; afterwards it has this code's names, too."""
        tree = ast.parse(source)
        self._lines, self.scopes, self._class = source.splitlines(), [names], None
        for statement in tree.body:
            self.visit(statement)
        while self._later:
            body, self.scopes = self._later.pop(0)
            for node in body:
                self.visit(node)

    def meaning(self, node: ast.expr) -> Definition | Instance | None:
        if isinstance(node, ast.Name):
            found = (scope[node.id] for scope in reversed(self.scopes) if node.id in scope)
            return next(found, None)
        if isinstance(node, ast.Attribute):
            owner = self.meaning(node.value)
            return self._method(owner.of if isinstance(owner, Instance) else owner, node.attr)
        return None

    def _method(self, owner: Definition | None, name: str) -> Definition | None:
        """The names of a piece hold methods as `Class.method`."""
        if owner is None:
            return None
        elsewhere = self.modules.names(owner.where) if isinstance(owner.where, str) else {}
        known = (names.get(f"{owner.name}.{name}") for names in (self.scopes[0], elsewhere))
        return next((found for found in known if found and found.where == owner.where), None)

    def _object(self, node: ast.expr | None) -> Instance | None:
        """What a name stands for that is annotated with this class, or that an instance is assigned to."""
        meant = self.meaning(node) if node else None
        is_class = isinstance(meant, Definition) and meant.name[:1].isupper()
        return Instance(meant) if is_class and not meant.name.isupper() else None

    # definitions

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._define(node)
        for part in (*node.decorator_list, *node.bases, *(k.value for k in node.keywords)):
            self.visit(part)
        outer, self._class = self._class, node.name if self._is_top else None
        for statement in node.body:
            self.visit(statement)
        self._class = outer

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._define(node)
        arguments = node.args
        for part in (
            *node.decorator_list,
            *arguments.defaults,
            *arguments.kw_defaults,
            node.returns,
        ):
            if part:
                self.visit(part)
        self._later.append((node.body, [*self.scopes, self._local_names(node)]))

    visit_AsyncFunctionDef = visit_FunctionDef

    @property
    def _is_top(self) -> bool:
        return len(self.scopes) == 1

    def _define(self, node) -> None:
        if not self._is_top:
            self.scopes[-1][node.name] = None
            return
        name = f"{self._class}.{node.name}" if self._class else node.name
        definition = self.scopes[0][name] = Definition(self.where, name)
        column = self._lines[node.lineno - 1].index(node.name, node.col_offset + len("def "))
        self.definitions.append(Mark(node.lineno, column, node.name, definition))

    def _local_names(self, node) -> Names:
        """The names that are the function's own: they hide those outside."""
        arguments = node.args
        given = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        several = [argument for argument in (arguments.vararg, arguments.kwarg) if argument]
        for argument in (*given, *several):
            if argument.annotation:
                self.visit(argument.annotation)
        names: Names = {argument.arg: self._object(argument.annotation) for argument in given}
        names |= {argument.arg: None for argument in several}
        is_static = any(ast.unparse(part) == "staticmethod" for part in node.decorator_list)
        if self._class and given and self._is_top and not is_static:
            names[given[0].arg] = Instance(Definition(self.where, self._class))
        return names | {name: None for name in _assigned(node.body)}

    def visit_Lambda(self, node: ast.Lambda) -> None:
        names = {a.arg: None for a in ast.walk(node.args) if isinstance(a, ast.arg)}
        self._within(names, [node.body, *node.args.defaults])

    def generic_visit(self, node: ast.AST) -> None:
        if isinstance(node, COMPREHENSIONS):
            names = {name: None for name in _assigned(node.generators)}
            self._within(names, list(ast.iter_child_nodes(node)))
        else:
            super().generic_visit(node)

    def _within(self, names: Names, nodes: list[ast.AST]) -> None:
        self.scopes = [*self.scopes, names]
        for node in nodes:
            self.visit(node)
        self.scopes = self.scopes[:-1]

    # names

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        package, _, module = (node.module or "").partition(".")
        ours = package == PACKAGE and module in self.modules.sources
        if ours:
            self._use(node.lineno, node.col_offset + len("from "), node.module, Definition(module))
        for alias in node.names:
            meant = self.modules.names(module).get(alias.name) if ours else None
            self.scopes[-1][alias.asname or alias.name] = meant
            self._use(alias.lineno, alias.col_offset, alias.name, meant)

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self.scopes[-1][alias.asname or alias.name.partition(".")[0]] = None

    def visit_Assign(self, node: ast.Assign) -> None:
        self.visit(node.value)
        made = self._object(node.value.func) if isinstance(node.value, ast.Call) else None
        for target in node.targets:
            self.visit(target)
            if isinstance(target, ast.Name) and made and not self._is_constant():
                self.scopes[-1][target.id] = made

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load):
            self._use(node.lineno, node.col_offset, node.id, self.meaning(node))
        elif self._is_constant():
            if node.id not in self.scopes[0]:
                definition = self.scopes[0][node.id] = Definition(self.where, node.id)
                column = self._characters(node.lineno, node.col_offset)
                self.definitions.append(Mark(node.lineno, column, node.id, definition))
        elif not self._class:
            self.scopes[-1][node.id] = None

    def _is_constant(self) -> bool:
        """Whether what is assigned here is a constant of a module; a page's variables are none."""
        return self._is_top and not self._class and isinstance(self.where, str)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self.visit(node.value)
        column = node.end_col_offset - len(node.attr.encode())
        self._use(node.end_lineno, column, node.attr, self.meaning(node))

    def _characters(self, line: int, bytes_: int) -> int:
        """`ast` counts bytes."""
        return len(self._lines[line - 1].encode()[:bytes_].decode(errors="ignore"))

    def _use(self, line: int, bytes_: int, text: str, meant) -> None:
        if isinstance(meant, Definition):
            self.uses.append(Mark(line, self._characters(line, bytes_), text, meant))


def _assigned(nodes: list[ast.AST]) -> Iterator[str]:
    for outer in nodes:
        for node in ast.walk(outer):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                yield node.id
