"""Many stylesheets as one, without the rules and the icons that nothing uses."""

from __future__ import annotations

import base64
import io
import logging
import posixpath
import re
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

import tinycss2
from fontTools import subset

# Bootstrap puts these names together when it runs.
MADE_BY_SCRIPTS = re.compile("bs-(tooltip|popover)-")
IMPORT = re.compile(r"""@import\s+["']([^"']+)["'];""")
ADDRESS = re.compile(r"""url\((["']?)(?!data:|#|\w+:)([^"')]+)\1\)""")
ICON_FONT = re.compile(r"@font-face\s*\{[^}]*?url\(([^)]+/fa-[^)]+\.woff2)\)[^}]*\}")
FAMILY = re.compile(r"font-(?:family|style|weight):[^;}]+")
ICON = re.compile("[\ue000-\uf8ff]")
logging.getLogger("fontTools.subset").setLevel(logging.WARNING)  # it reports every table
NESTED = {"media", "supports", "layer", "container"}


def joined(site: Path, files: list[str], used: set[str]) -> str:
    """The rules of the `files`, in order, as far as they are for a class or id that is `used`."""
    text = "\n".join(_read(site, file) for file in files)
    rules = tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True)
    text = "".join(_kept(rules, used))
    icons = set(ICON.findall(text))
    return '@charset "utf-8";\n' + ICON_FONT.sub(lambda font: _subset(site, font, icons), text)


def _read(site: Path, file: str) -> str:
    """A stylesheet with what it imports, as if it lay in _static."""
    text = (site / file).read_text("utf8")
    folder = posixpath.dirname(file)

    def from_static(match: re.Match) -> str:
        path = posixpath.normpath(posixpath.join(folder, match[2]))
        return f"url({posixpath.relpath(path, '_static')})"

    text = IMPORT.sub(lambda match: _read(site, posixpath.join(folder, match[1])), text)
    return ADDRESS.sub(from_static, text)


def _kept(rules: Iterable, used: set[str]) -> Iterable[str]:
    for rule in rules:
        if rule.type == "error":
            raise ValueError(f"a stylesheet cannot be read: {rule.message}")
        content = rule.content and _tidy(rule.content)
        if rule.type == "qualified-rule":
            selectors = [one for one in _selectors(rule.prelude) if _is_used(one, used)]
            if selectors and content:
                yield ",".join(tinycss2.serialize(one).strip() for one in selectors)
                yield f"{{{content}}}\n"
        elif rule.lower_at_keyword in NESTED and rule.content:
            inner = tinycss2.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True)
            if content := "".join(_kept(inner, used)):
                yield f"@{rule.at_keyword}{_tidy(rule.prelude, ' ')}{{{content}}}\n"
        elif rule.lower_at_keyword != "charset":
            yield rule.serialize()


def _tidy(tokens: list, before: str = "") -> str:
    """The tokens as text, with a single space where there was any, and without comments."""
    parts = [" " if t.type == "whitespace" else tinycss2.serialize([t]) for t in tokens]
    return before + "".join(p for p, t in zip(parts, tokens) if t.type != "comment").strip()


def _selectors(prelude: list) -> list[list]:
    selectors: list[list] = [[]]
    for token in prelude:
        if token == ",":
            selectors.append([])
        elif token.type != "comment":
            selectors[-1].append(token)
    return selectors


def _is_used(selector: list, used: set[str]) -> bool:
    """Whether all classes and ids that an element must have occur; :not(…) and its like count as met."""
    names = [token.value for token in selector if token.type == "hash"] + [
        token.value for dot, token in pairwise(selector) if dot == "." and token.type == "ident"
    ]
    return all(name in used or MADE_BY_SCRIPTS.match(name) for name in names)


def _subset(site: Path, font: re.Match, icons: set[str]) -> str:
    """The rule of an icon font, with the font itself in it: some hundred bytes for an icon."""
    options = subset.Options(flavor="woff", hinting=False, layout_features=[], notdef_outline=True)
    loaded = subset.load_font(site / "_static" / font[1], options)
    codes = {ord(icon) for icon in icons} & loaded.getBestCmap().keys()
    if not codes:
        return ""
    maker = subset.Subsetter(options)
    maker.populate(unicodes=codes)
    maker.subset(loaded)
    file = io.BytesIO()
    subset.save_font(loaded, file, options)
    data = base64.b64encode(file.getvalue()).decode()
    about = ";".join(FAMILY.findall(font[0]))
    return f"@font-face{{{about};font-display:swap;src:url(data:font/woff;base64,{data})}}\n"
