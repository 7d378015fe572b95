"""The two languages of a page, taken apart for comparison."""

import hashlib
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]
FENCE = re.compile(r"^(`{3,}|:{3,})(.*)$")
HEADING = re.compile(r"^(#+) ")
ITEM = re.compile(r"^(- |: |1\. )")
NEXT_ITEM = re.compile(r"^\d+\. ")
INTRO = re.compile(r"\{intro\}`(?:[^`<]*<)?([^`>]*)>?`")  # the term that the role introduces
MARK = re.compile(r"^% ([SEX]\d?-\d+)$")


def pages() -> list[str]:
    folders = [ROOT / "chapters" / language for language in ("en", "zh")]
    return sorted({path.stem for folder in folders for path in folder.glob("*.md")})


def read(language: str, page: str) -> str:
    return (ROOT / "chapters" / language / f"{page}.md").read_text("utf8")


@dataclass(frozen=True)
class Block:
    """kind: what the two languages must share; prose: what they must not."""

    kind: str
    prose: str


@cache
def split(text: str) -> tuple[Block, ...]:
    """Headings, labels, marks, directives, paragraphs and list items, in order."""
    lines = text.splitlines()
    blocks, paragraph, numbered = [], [], False
    if lines[0] == "---":
        end = lines.index("---", 1)
        blocks, lines = _front_matter("\n".join(lines[1:end])), lines[end + 1 :]

    def flush() -> None:
        if paragraph:
            blocks.append(Block("paragraph", " ".join(paragraph)))
            paragraph.clear()

    while lines:
        line = lines.pop(0)
        fence = FENCE.match(line)
        if fence and fence[2]:
            flush()
            end = lines.index(fence[1])
            blocks += _directive(fence[2], lines[:end])
            del lines[: end + 1]
        elif line == "$$":
            flush()
            end = lines.index("$$")
            blocks.append(Block("math " + "".join(lines[:end]), ""))
            del lines[: end + 1]
        elif match := HEADING.match(line):
            flush()
            blocks.append(Block(f"heading {match[1]}", line[len(match[0]) :]))
        elif line.startswith(("(", "% ")) and (line.endswith(")=") or MARK.match(line)):
            flush()
            blocks.append(Block(line, ""))
        elif match := ITEM.match(line) or (numbered and NEXT_ITEM.match(line)):
            flush()
            numbered = match[0][0].isdigit()
            paragraph.append(line[len(match[0]) :])
        elif line.strip():
            paragraph.append(line.strip())
        else:
            flush()
            numbered = False
    flush()
    return tuple(blocks)


def _front_matter(text: str) -> list[Block]:
    """What a page says about itself: its picture and what it needs are shared, its description is not."""
    said = yaml.safe_load(text)
    shared = {name: said[name] for name in ("picture", "needs") if name in said}
    found = [Block(f"front matter {shared}", "")] if shared else []
    return found + ([Block("description", said["description"])] if "description" in said else [])


def _directive(head: str, body: list[str]) -> list[Block]:
    """A directive: its name, label and code are shared; its caption, alt text and prose are not."""
    if head.startswith("{code-cell}"):
        code, options = list(body), {}
        if code and code[0] == "---":
            end = code.index("---", 1)
            header = yaml.safe_load("\n".join(code[1:end]))
            options = header.get("mystnb", {})
            code = [f"tags: {header.get('tags')}", *code[end + 1 :]]
        figure = options.get("figure", {})
        found = [Block("\n".join([head, f"name: {figure.get('name')}", *code]), "")]
        found += [Block("caption", figure["caption"])] if figure else []
        return found + ([Block("alt", options["image"]["alt"])] if "image" in options else [])
    if head.startswith("{search-words} "):  # what readers of each language type, so no translation
        return [Block("search words", "")]
    if not head.startswith("{"):  # code that does not run
        return [Block("\n".join([head, *body]), "")]
    options = {m[1]: m[2] for line in body if (m := re.match(r":(\w+): (.*)", line))}
    rest = [line for line in body if not re.match(r":\w+: ", line)]
    shared = {name: value for name, value in options.items() if name != "alt"}
    head = re.sub(r"images/(en|zh)/", "images/", head)
    found = [Block(f"{head} {sorted(shared.items())}", "")]
    if "alt" in options:
        found.append(Block("alt", options["alt"]))
    return found + list(split("\n".join(rest)) if any(rest) else ())


def digest(page: str) -> str:
    """Changes when the prose of a page does, in either language."""
    blocks = [*split(read("en", page)), *split(read("zh", page))]
    prose = "\n".join(block.kind + block.prose for block in blocks)
    return hashlib.sha256(prose.encode()).hexdigest()[:12]


def compared(page: str) -> str | None:
    """Which texts of both languages the Chinese page says were compared."""
    match = re.search(r"^compared: (\w+)$", read("zh", page), re.MULTILINE)
    return match and match[1]
