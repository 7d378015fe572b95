"""What the chapters print, and how two prints are compared."""

import html
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from nbformat import NotebookNode

from bilingual_book.core.book import Book
from bilingual_book.execution.chapter_as_notebook import cell_lines, code_cells, read_notebook
from bilingual_book.execution.stored_outputs import OutputStore
from bilingual_book.touch.tensors_in_page import EXPORTED

NUMBERS, LONG = ("kind", "matrices"), re.compile(r"-?\d+\.\d+(?:e-?\d+)?")
ROOT = Path(__file__).parents[2]
BOOK = Book.at(ROOT)
RECORDED = ROOT / "tests" / "recorded"
# A curve in a picture: its points, and its colour.
CURVE = re.compile(r'<path d="([^"]*)" clip-path="[^"]*" style="fill: none;[^"]*?stroke: (#\w{6})')
PLACE = re.compile(r"[ML] (\S+) (\S+)")
NUMBER = re.compile(r"(?<![\w.])[-−+]?\d+(?:\.\d*)?(?:e[-+]?\d+)?(?![\w.]*\w)")


@dataclass(frozen=True)
class Printed:
    """What one code cell printed, and the curves that it drew."""

    place: str
    text: str
    curves: str


def chapters() -> list[str]:
    """Names of the chapters that have code."""
    folder = ROOT / "chapters" / "en"
    return sorted(
        path.stem for path in folder.glob("*.md") if "```{code-cell}" in path.read_text("utf8")
    )


def filled(chapter: str) -> NotebookNode:
    """A chapter with its stored outputs."""
    notebook = read_notebook(ROOT / "chapters" / "en" / f"{chapter}.md")
    OutputStore(BOOK).fill(notebook)
    return notebook


def printed(chapter: str) -> list[Printed]:
    """Every code cell of a chapter with what it printed."""
    notebook = filled(chapter)
    return [
        Printed(f"{chapter}.md:{line}", cell_text(cell), cell_curves(cell))
        for cell, line in zip(code_cells(notebook), cell_lines(notebook))
    ]


def exports(chapter: str) -> list[dict]:
    """What the cells of a chapter have exported to its page, in their order."""
    outputs = (output for cell in code_cells(filled(chapter)) for output in cell.outputs)
    return [each.data[EXPORTED] for each in outputs if EXPORTED in each.get("data", {})]


def exported(chapter: str, name: str) -> dict[str, list]:
    """The tensors of the one cell that exports this name among others."""
    found = [each["tensors"] for each in exports(chapter) if name in each.get("tensors", {})]
    (tensors,) = found
    return tensors


def cell_text(cell) -> str:
    """All outputs of a cell as text; of one tagged `measured`, whose numbers differ by machine, the words."""
    text = "".join(map(text_of, cell.outputs))
    return without_numbers(text) if "measured" in cell.metadata.get("tags", []) else text


def cell_curves(cell) -> str:
    """Of each curve in its pictures the colour, where it begins and ends, how high and how low it comes; none of what is measured.

    In hundredths of the picture, from its upper left corner. Which numbers are drawn as which curve, no word in the
    picture says.
    """
    if "measured" in cell.metadata.get("tags", []):
        return ""
    pictures = map(svg, cell.outputs)
    return "".join(
        f"curve: {colour} {_course(points, picture)}\n"
        for picture in pictures
        for points, colour in CURVE.findall(picture)
        if len(PLACE.findall(points)) > 2
    )


def _course(points: str, picture: str) -> str:
    size = [float(side) for side in re.search(r'viewBox="0 0 (\S+) (\S+)"', picture).groups()]
    places = [[float(at) / side for at, side in zip(p, size)] for p in PLACE.findall(points)]
    heights = [y for _, y in places]
    (x, y), (x_end, y_end) = places[0], places[-1]
    return f"{x:.2f} {y:.2f} to {x_end:.2f} {y_end:.2f}, {min(heights):.2f} to {max(heights):.2f}"


def without_numbers(text: str) -> str:
    """Numbers in running text become #; a picture's numbers, ticks most of them, go."""
    if not text.startswith("picture: "):
        return NUMBER.sub("#", text)
    words = text.removeprefix("picture: ").rstrip("\n").split(" | ")
    return "picture: " + " | ".join(word for word in words if not NUMBER.fullmatch(word)) + "\n"


def text_of(output) -> str:
    """An output as text; of a picture, the words and numbers in it. What is exported to the page stands below."""
    if output.output_type == "stream":
        return output.text
    return _text_of(output) + exported_text(output.data.get(EXPORTED))


def exported_text(exported: dict | None) -> str:
    """Its numbers in four decimals; where a picture has its cells is no output."""
    if exported is None:
        return ""
    rounded = json.dumps(exported.get("tensors") or {name: exported[name] for name in NUMBERS})
    return "exported: " + LONG.sub(lambda number: f"{float(number[0]):.4f}", rounded) + "\n"


def _text_of(output) -> str:
    if picture := svg(output):
        words = re.findall(r"<text[^>]*>(.*?)</text>", picture, re.DOTALL)
        return (
            "picture: "
            + " | ".join(html.unescape(re.sub(r"<[^>]+>", "", word)).strip() for word in words)
            + "\n"
        )
    return "".join(output.data["text/plain"]) + "\n"


def svg(output) -> str:
    """The picture among what a cell gave, or nothing."""
    return "".join(output.get("data", {}).get("image/svg+xml", ""))


def write(cells: list[Printed]) -> str:
    """A chapter's outputs as the file that is recorded."""
    return "".join(
        f"## {number}\n{cell.text}{cell.curves}"
        for number, cell in enumerate(cells, 1)
        if cell.text
    )


def sections(text: str) -> dict[str, str]:
    """The parts of a recorded file by their heads."""
    parts = re.split(r"^## (.+)\n", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], (part.strip("\n") for part in parts[2::2])))


def unit(number: str) -> float:
    """One unit in the last printed place; 0 for an integer."""
    mantissa, _, exponent = number.lower().partition("e")
    _, point, decimals = mantissa.partition(".")
    return 10.0 ** (int(exponent or 0) - len(decimals)) if point and decimals else 0.0


def words(line: str) -> list[str]:
    """With # for each number; older versions of PyTorch print more blanks behind a bracket."""
    return NUMBER.sub("#", line).replace("[", "[ ").split()


def differences(expected: str, actual: str) -> Iterator[str]:
    """Where two prints differ: words must be equal, numbers within one unit of their last place.

    Another processor may round a number the other way; it cannot change it by more, unless a long training
    (`after_training`) lies between.
    """
    for line, (old, new) in enumerate(
        zip_longest(expected.splitlines(), actual.splitlines(), fillvalue=""), 1
    ):
        if words(old) != words(new):
            yield f"line {line}: expected {old!r}, printed {new!r}"
            continue
        for a, b in zip(NUMBER.findall(old), NUMBER.findall(new)):
            x, y = (float(number.replace("−", "-")) for number in (a, b))
            if abs(x - y) > max(unit(a), unit(b)) * 1.001:
                yield f"line {line}: expected {a}, printed {b}"


def largest_change(old: str, new: str) -> float:
    """Of the numbers in two prints, the largest difference, relative to the larger of both."""
    pairs = zip(*([float(n.replace("−", "-")) for n in NUMBER.findall(t)] for t in (old, new)))
    return max((abs(x - y) / max(abs(x), abs(y)) for x, y in pairs if x != y), default=0.0)
