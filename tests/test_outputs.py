"""Every printed output: against what is recorded, against the sources' figures, and fit for both languages."""

import base64
import colorsys
import io
import itertools
import math
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch
from bs4 import BeautifulSoup, Tag
from nbclient import NotebookClient
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_output
from PIL import Image

from bilingual_book.execution.chapter_as_notebook import code_cells, read_notebook
from bilingual_book.execution.same_digits_everywhere import ENVIRONMENT
from bilingual_book.execution.stored_outputs import OutputStore
from bilingual_book.execution.warm_kernel import QUIET
from bilingual_book.execution.when_to_run_again import KEPT, kept_folder, modules_used
from bilingual_book.touch.tensors_in_page import EXPORTED
from support.after_training import cells_after_training
from support.compare_outputs import (
    BOOK,
    CURVE,
    PLACE,
    RECORDED,
    ROOT,
    cell_curves,
    cell_text,
    chapters,
    differences,
    filled,
    printed,
    sections,
    svg,
    without_numbers,
    write,
)
from support.copies import copy_book, environment
from support.run_cells_again import second_runs
from support.shapes import find_wrong
from support.words_in_two_languages import colours
from tasks import EACH_CELL_TWICE
from tensorbytensor.vision import IN_CHINESE, Thing, draw
from tensorbytensor.vision.draw_two_shapes import COLOURS, INK, PLACES

FACTS = Path(__file__).parent / "facts"
SAME_PROCESSORS = torch.backends.mkl.is_available()


def page_outputs(site: Path, language: str, chapter: str) -> str:
    """All printed outputs of a built page, in order, without what autograd adds."""
    page = site / ("" if language == "en" else language) / f"{chapter}.html"
    soup = BeautifulSoup(page.read_text("utf8"), "html.parser")
    text = "\n".join(output.get_text() for output in soup.select(".cell_output .output pre"))
    return re.sub(r",\s*grad_fn=<\w+>", "", text)


@pytest.mark.parametrize("chapter", chapters())
def test_outputs_are_as_recorded(site, chapter):
    """To the letter but for the last digit; another order of adding trains another translator."""
    recorded = sections((RECORDED / f"{chapter}.txt").read_text("utf8"))
    shown = sections(write(printed(chapter)))
    notebook = read_notebook(ROOT / "chapters" / "en" / f"{chapter}.md")
    left_out = set() if SAME_PROCESSORS else cells_after_training(notebook)
    for cell in (recorded | shown).keys() - set(map(str, left_out)):
        assert not list(differences(recorded.get(cell, ""), shown.get(cell, ""))), cell


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("chapter", chapters())
def test_pages_show_what_the_cells_printed(site, chapter, language):
    page = page_outputs(site, language, chapter)
    outputs = sections(write(printed(chapter)))
    shown = "\n".join(text for text in outputs.values() if not text.startswith("picture:"))
    shown = re.sub(r"^exported: .*$", "", shown, flags=re.MULTILINE)  # for scripts alone
    assert not list(
        differences(*(re.sub(r"\n+", "\n", text).strip("\n") for text in (shown, page)))
    )


def facts(source: str) -> dict[str, str]:
    return sections((FACTS / f"{source}.txt").read_text("utf8"))


def test_there_are_34_tensors_in_s3():
    assert sum(text.startswith("tensor(") for text in facts("s3").values()) == 34


SOURCES = {
    "s3": "attention",
    "s4": "attention-in-pytorch",
    "s1": "encoder-decoder",
    "s0": "decoder-only",
    "s2": "architecture",
}


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    "source, name", [(source, name) for source in SOURCES for name in facts(source)]
)
def test_every_figure_of_a_source_is_on_its_page(site, source, name, language):
    expected = re.sub(r"\s+", " ", facts(source)[name])
    if " | " in expected:  # of a picture: numbers in the order in which it has them
        page = " ".join(cell.text for cell in printed(SOURCES[source]))
    else:
        page = page_outputs(site, language, SOURCES[source])
    page = re.sub(r"\s+", " ", page)
    if name == "dot products":  # the source rounds 1.50 to 1.5
        expected = re.sub(r"(\.\d)(?=\s|$)", r"\g<1>0", expected)
    if SAME_PROCESSORS:
        assert expected in page
    else:  # other sums may round a number the other way
        starts = re.finditer(r"tensor|x0|[\d<{w]", page)
        candidates = [page[m.start() : m.start() + len(expected)] for m in starts]
        assert any(not list(differences(expected, candidate)) for candidate in candidates)


@pytest.mark.parametrize("chapter", chapters())
def test_outputs_carry_no_address_path_or_language(site, chapter):
    """Tokens of a model that writes Chinese are no language of the book."""
    tokens = re.compile("|".join(IN_CHINESE.values()))
    for cell in printed(chapter):
        text = tokens.sub("", cell.text)
        for pattern in (
            r"0x[0-9a-f]{6,}",
            r"/(home|root|tmp|work|Users)/",
            r"\bobject at\b",
            r"[\u3400-\u9fff]",
            r"Warning",
        ):
            assert not re.search(pattern, text), f"{cell.place} prints {pattern}"


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("chapter", chapters())
def test_alt_texts_say_the_numbers_of_their_pictures(site, chapter, language):
    """Every decimal of the alt text and every count of a bar chart, in the picture's order."""
    notebook = read_notebook(ROOT / "chapters" / language / f"{chapter}.md")
    pictures = 0
    for cell, shown in zip(code_cells(notebook), printed(chapter), strict=True):
        alt = cell.metadata.get("mystnb", {}).get("image", {}).get("alt", "")
        numbers = re.findall(r"-?\d+\.\d{2,}", alt)
        available = iter(re.findall(r"-?\d+\.\d+", shown.text.replace("−", "-")))
        assert all(number in available for number in numbers), f"{shown.place}: {numbers}"
        said = iter(re.findall(r"\d+", alt))
        drawn = shown.text if shown.text.startswith("picture:") else ""
        counts = re.findall(r"(\d+)/\d+", drawn)  # as bar charts print them
        assert all(count in said for count in counts), f"{shown.place}: {counts}"
        pictures += shown.text.startswith("picture:")
        assert bool(alt) == shown.text.startswith("picture:"), shown.place
    assert pictures > 0


SHAPE = re.compile(r"(?<![\w\]])\((\d+(?:, \d+)+)\)")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_shapes_that_a_solution_names_are_in_its_code_or_its_outputs(language):
    """Or in its exercise, or in the two cells before that."""
    found, cell = 0, re.compile(r"(^```\{code-cell\}.*?^```$)", re.MULTILINE | re.DOTALL)
    for chapter in chapters():
        recorded = sections((RECORDED / f"{chapter}.txt").read_text("utf8"))
        parts = cell.split((ROOT / "chapters" / language / f"{chapter}.md").read_text("utf8"))
        for number, code in enumerate(parts[1::2], 1):
            parts[2 * number - 1] = f"{code[:-3]}{recorded.get(str(number), '')}\n```"
        text = "".join(parts)
        solutions = r"(?ms)^```\{solution-start\} (\S+)$(.*?)^```\{solution-end\}"
        for label, solution in re.findall(solutions, text):
            before, exercise = text.partition(solution)[0].split(f":label: {label}\n")
            known = "".join([*cell.findall(before)[-2:], exercise, *cell.findall(solution)])
            for shape in SHAPE.findall(cell.sub("", solution)):
                assert shape in known, (shape, solution)
                found += 1
    assert found > 5


ENDS = re.compile(r"\b(?:over|from) (?:[^.,]*? )?([−\d.]+) to ([−\d.]+\d|\d)(?!\S*%)")


def filled_cells() -> Iterator[NotebookNode]:
    """The code cells of all chapters, with their stored outputs."""
    for chapter in chapters():
        yield from code_cells(filled(chapter))


def test_lines_go_from_where_to_where_their_alt_texts_say(site):
    compared = 0
    for cell in filled_cells():
        alt = cell.metadata.get("mystnb", {}).get("image", {}).get("alt", "")
        picture = BeautifulSoup("".join(map(svg, cell.outputs)), "html.parser")
        if (said := ENDS.search(alt.split(". ")[0])) and picture.select("path[clip-path]"):
            ends = [float(end.replace("−", "-")) for end in said.groups()]
            for panel in picture.select("g[id^=axes_]"):
                assert ends_of_lines(panel) == pytest.approx(ends, rel=0.01, abs=0.05), alt
                compared += 1
    assert compared > 12


def ends_of_lines(panel: Tag) -> list[float]:
    """The first and the last x of its lines, by the marks below, which may be logarithmic."""
    marks = [mark for mark in panel.select("g[id^=xtick_] text")]
    at = [float(mark["x"]) for mark in marks]
    values = [float(mark.get_text().replace("−", "-")) for mark in marks]
    is_even = values[1] - values[0] == pytest.approx(values[-1] - values[-2])
    scaled = values if is_even else [math.log(number) for number in values]
    unit = (scaled[-1] - scaled[0]) / (at[-1] - at[0])
    points = [
        float(x) for path in panel.select("path[clip-path]") for x, _ in PLACE.findall(path["d"])
    ]
    ends = (scaled[0] + unit * (x - at[0]) for x in (min(points), max(points)))
    return [end if is_even else math.exp(end) for end in ends]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("chapter", chapters())
def test_pictures_have_the_colours_that_their_captions_name(site, chapter, language):
    """Lines have them in the order in which they are named."""
    notebook = read_notebook(ROOT / "chapters" / language / f"{chapter}.md")
    OutputStore(BOOK).fill(notebook)
    for cell in code_cells(notebook):
        said = cell.metadata.get("mystnb", {})
        caption = said.get("figure", {}).get("caption", "")
        pictures = "".join(map(svg, cell.outputs))
        if "<image" in pictures:  # pixels, not shapes
            continue
        lines = dict.fromkeys(name_of(colour.lstrip("#")) for _, colour in CURVE.findall(pictures))
        for words in (caption, said.get("image", {}).get("alt", "")):
            named = colours(words, language)
            missing = {*named} - colours_of(pictures)
            assert not missing, f"{missing} in: {words}"
            both = lines.keys() & {*named}
            assert [c for c in named if c in both] == [c for c in lines if c in both], words


def colours_of(picture: str) -> set[str]:
    """What one would call the colours of a picture: by their hue, pale or not."""
    return {name_of(found) for found in re.findall(r"#([0-9a-f]{6})\b", picture.lower())}


def name_of(colour: str) -> str:
    red, green, blue = (int(colour[n : n + 2], 16) / 255 for n in (0, 2, 4))
    hue, saturation, value = colorsys.rgb_to_hsv(red, green, blue)
    if saturation < 0.1:
        return "gray" if 0.2 < value < 0.95 else "white" if value > 0.5 else "black"
    ends = {15: "red", 32: "vermilion", 47: "orange", 75: "yellow", 180: "green", 260: "blue"}
    return next((name for end, name in ends.items() if 360 * hue < end), "purple")


@pytest.mark.parametrize(
    ("colour", "name"),
    [
        ("0072b2", "blue"),
        ("d55e00", "vermilion"),
        ("009e73", "green"),
        ("cc79a7", "purple"),
        ("e69f00", "orange"),
        ("f0e442", "yellow"),
        ("8c8c8c", "gray"),
        ("ffffff", "white"),
    ],
)
def test_the_palette_has_the_names_that_captions_use(colour, name):
    assert name_of(colour) == name


KINDS = {"q": "blue", "k": "vermilion", "v": "green"}  # as every page has them


def test_in_every_product_queries_keys_and_values_have_their_colours(site):
    seen = set()
    for output in (output for cell in filled_cells() for output in cell.outputs):
        exported = output.get("data", {}).get(EXPORTED, {})
        for title, place in zip(exported.get("titles", ()), exported.get("wide", ())):
            if kind := re.fullmatch(r"(?:W_)?([qkv])ᵀ?(?:, \d)?", title, re.IGNORECASE):
                found = colours_within(svg(output), *place) - {"gray", "white"}  # below 0, and 0
                assert found <= {KINDS[kind[1].lower()]}, (title, exported["titles"])
                seen |= {title} if found else set()
    assert {"Q", "Kᵀ", "V", "W_k"} <= seen


def colours_within(picture: str, left: float, top: float, width: float, height: float) -> set[str]:
    """Of the cells in a part of a picture, in percent of its sides."""
    size = [float(side) for side in re.search(r'viewBox="0 0 (\S+) (\S+)"', picture).groups()]
    found = set()
    for path, colour in re.findall(
        r'd="M ([^"]*)"\s*style="fill: #(\w{6}); stroke: #767676', picture
    ):
        x, y = (100 * float(at) / side for at, side in zip(path.split()[:2], size))
        if left - 0.1 < x < left + width + 0.1 and top - 0.1 < y < top + height + 0.1:
            found.add(name_of(colour))
    return found


def test_what_is_measured_has_the_unit_that_its_panel_names(site):
    """The unit is one that suits: a call of Python takes a hundredth of a millisecond at least, the slowest one or more."""
    panels = 0
    for cell in filled_cells():
        if "measured" not in cell.metadata.get("tags", []):
            continue
        drawn = BeautifulSoup("".join(map(svg, cell.outputs)), "html.parser")
        for panel in drawn.select("g[id^=axes_]"):
            if "ms" in (text.get_text() for text in panel.find_all("text")):
                marks = [float(mark.get_text()) for mark in panel.select("g[id^=ytick_] text")]
                assert max(marks) >= 1 and min(marks) >= 0.01, marks
                panels += 1
    assert panels == 2


THING = re.compile(rf"({'|'.join(COLOURS)}) ({'|'.join(INK)}) ({'|'.join(PLACES)})")
IN_ENGLISH = {chinese: english for english, chinese in IN_CHINESE.items()}
THING_IN_CHINESE = re.compile(
    "({})({})({})".format(
        *("|".join(IN_CHINESE[word] for word in words) for words in (PLACES, COLOURS, INK))
    )
)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_alt_texts_name_the_things_that_were_drawn(site, language):
    """By colour, shape and place, drawing by drawing."""
    notebook = read_notebook(ROOT / "chapters" / language / "images.md")
    OutputStore(BOOK).fill(notebook)
    named = 0
    for cell in code_cells(notebook):
        alt = cell.metadata.get("mystnb", {}).get("image", {}).get("alt", "")
        drawings = iter(pixels("".join(map(svg, cell.outputs))))
        for part in re.split(r"(?<!\d)\d(?=: |：)", alt)[1:]:
            things = [Thing(*words) for words in THING.findall(part)]
            for place, *look in THING_IN_CHINESE.findall(part):
                things.append(Thing(*(IN_ENGLISH[word] for word in (*look, place))))
            if things:
                drawn, shifts = next(drawings), itertools.product(range(2), repeat=2)
                shifted = itertools.product(shifts, repeat=len(things))
                assert any(draw(things, each).equal(drawn) for each in shifted), part
                named += 1
    assert named >= 4


def pixels(picture: str) -> Iterator[torch.Tensor]:
    """The drawings (3, 12, 12) in a picture, a number for each of their pixels."""
    for encoded in re.findall(r'base64,\s*([^"]+)"', picture):
        with Image.open(io.BytesIO(base64.b64decode(encoded))) as image:
            small = image.convert("RGB").resize((12, 12), Image.Resampling.NEAREST)
        rows = torch.frombuffer(bytearray(small.tobytes()), dtype=torch.uint8).view(12, 12, 3)
        yield rows.flip(0).movedim(-1, 0) / 255  # an SVG has the last row first


@pytest.mark.skipif(not SAME_PROCESSORS, reason="torch without MKL adds in an order of its own")
def test_sums_take_the_path_that_all_processors_have():
    """MKL says which path it takes; others than COMPATIBLE depend on who made the processor."""
    result = subprocess.run(
        [sys.executable, "-c", "import torch; torch.rand(64, 64) @ torch.rand(64, 64)"],
        env={**os.environ, **ENVIRONMENT, "MKL_VERBOSE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert set(re.findall(r"CNR:(\w+)", result.stdout)) == {"COMPATIBLE"}


def first_run(cell: NotebookNode) -> dict:
    """What a cell gave, as `run_cells_again` has what it gave the second time."""
    printed = {
        name: "".join(output.text for output in cell.outputs if output.get("name") == name)
        for name in ("stdout", "stderr")
    }
    return printed | {"shown": [output.data for output in cell.outputs if "data" in output]}


def run_elsewhere(chapter: str, book: Path, monkeypatch, **settings) -> NotebookNode:
    """By a kernel that was not forked, with the settings of the build, in the folder of a copy or of the book itself."""
    for name, value in {**environment(book), **ENVIRONMENT, **settings}.items():
        monkeypatch.setenv(name, str(value))
    path = book / "chapters" / "en" / f"{chapter}.md"
    return NotebookClient(
        read_notebook(path),
        timeout=600,
        kernel_name="python3",
        coalesce_streams=True,
        extra_arguments=QUIET,
        resources={"metadata": {"path": str(path.parent)}},
    ).execute()


@pytest.mark.slow
@pytest.mark.parametrize("chapter", chapters())
def test_each_cell_that_is_run_again_gives_the_same_to_the_byte(site, chapter, monkeypatch):
    """In the kernel of the build, right after it has run; if that build did not do so, in one that runs now.

    That the cells below it do not depend on how often it was run, the record tells.
    """
    cells = code_cells(filled(chapter))
    sources = [cell.source for cell in cells]
    modules = modules_used(BOOK, "\n".join(sources))
    if second_runs(sources, modules) is None:
        run_elsewhere(chapter, ROOT, monkeypatch, **EACH_CELL_TWICE, **{KEPT: kept_folder(BOOK)})
    runs = second_runs(sources, modules)
    assert any(run["again"] for run in runs)
    for cell, run in zip(cells, runs, strict=True):
        if "load" not in cell.metadata:
            assert not list(find_wrong(cell.source, run["shapes"]))
        if (again := run["again"]) is None:
            assert run["unchanged"], cell.source
            continue
        first = first_run(cell)
        assert again.pop("error") == "None", cell.source
        if "measured" in cell.metadata.get("tags", []):
            assert without_numbers(first["stdout"]) == without_numbers(again["stdout"])
            assert [*map(sorted, first["shown"])] == [*map(sorted, again["shown"])]
        else:
            assert first == again


@pytest.mark.slow
def test_a_chapter_gives_the_same_to_the_byte_elsewhere(site, tmp_path, monkeypatch):
    """In another folder, by a kernel that was not forked."""
    chapter = "attention-in-pytorch"
    ran = run_elsewhere(chapter, copy_book(tmp_path / "a longer name"), monkeypatch)
    here = code_cells(filled(chapter))
    assert [*map(first_run, code_cells(ran))] == [*map(first_run, here)]


@pytest.mark.parametrize(
    ("source", "shapes", "wrong"),
    [
        ("x = f(y)  # (T, D)", {"x": [[3, 2]]}, 0),
        ("x = f(y)  # (T, D)", {"x": [[2]]}, 1),
        ("x = f(y)  # (T, T)", {"x": [[3, 2]]}, 1),
        ("x = f(y)  # (T, D)\nz = g(x)  # (D, T)", {"x": [[3, 2]], "z": [[3, 2]]}, 1),
        ("q, k = f(y)  # (T, D) @ (D, D) -> (T, D)", {"q": [[3, 2]], "k": [[3, 2]]}, 0),
        ("c, w = f(y)  # (T, D), (T, T)", {"c": [[3, 2]], "w": [[3, 2]]}, 1),
        ("x = f(y)  # (T, 2 D)\nz = y  # (T, D)", {"x": [[3, 4]], "z": [[3, 3]]}, 0),
        ("z = y  # (T, D)\nx = f(y)  # (T, 2 D)", {"x": [[3, 4]], "z": [[3, 3]]}, 1),
        ("parts = f(y)  # (S, K) each", {"parts": [[3, 2], [3, 2]]}, 0),
    ],
)
def test_a_comment_names_the_shape(source, shapes, wrong):
    assert len(list(find_wrong(source, shapes))) == wrong


@pytest.mark.parametrize("chapter", chapters())
def test_nine_outputs_in_ten_follow_from_the_page_or_are_bet_on(site, chapter):
    """A cell tagged `determined` prints what a reader can work out; before one tagged `bet` the page asks."""
    notebook = read_notebook(ROOT / "chapters" / "en" / f"{chapter}.md")
    OutputStore(BOOK).fill(notebook)
    said, tagged, texts = "", [], 0
    for cell in notebook.cells:
        if cell.cell_type != "code":
            said = cell.source
            continue
        tags = set(cell.metadata.get("tags", [])) & {"determined", "bet"}
        assert len(tags) < 2, cell.source
        if (text := cell_text(cell)) and not text.startswith("picture:"):
            texts += 1
            tagged += tags
        else:
            assert not tags, f"nothing to predict: {cell.source}"
        if "bet" in tags:
            assert re.search(r"\?|\b[Bb]et\b|\b[Gg]uess\b", said), f"nobody asks: {cell.source}"
    assert len(tagged) >= 0.9 * texts, f"{len(tagged)} of {texts}"


@pytest.mark.parametrize("chapter", chapters())
def test_cells_are_short_and_formatted(chapter, tmp_path):
    notebook = read_notebook(ROOT / "chapters" / "en" / f"{chapter}.md")
    for number, cell in enumerate(code_cells(notebook), 1):
        if "load" in cell.metadata:
            continue
        assert len(cell.source.splitlines()) <= 20, f"cell {number} has more than 20 lines"
        (tmp_path / f"cell_{number:03d}.py").write_text(cell.source + "\n", "utf8")
    ruff = [
        sys.executable,
        "-m",
        "ruff",
        "--config",
        str(ROOT / "code" / "tensorbytensor" / "ruff.toml"),
    ]
    assert (
        subprocess.run(
            [*ruff[:3], "format", "--check", *ruff[3:], tmp_path], check=False
        ).returncode
        == 0
    )


@pytest.mark.parametrize("chapter", chapters())
def test_what_a_cell_compares_can_differ(chapter):
    """Probabilities never differ by more than 1: with a tolerance like that True would say nothing."""
    for cell in code_cells(read_notebook(ROOT / "chapters" / "en" / f"{chapter}.md")):
        for tolerance in re.findall(r"[ar]tol=([\d.e-]+)", cell.source):
            assert float(tolerance) <= 0.03


def test_the_comparison_can_fail():
    assert not list(differences("a 1.25 b", "a 1.26 b"))  # one unit of the last place
    assert list(differences("a 1.25 b", "a 1.27 b"))
    assert list(differences("a 3 b", "a 4 b"))
    assert list(differences("1.2500e-05", "1.2503e-05"))
    assert list(differences("a 1.25", "b 1.25"))
    assert not list(differences("[[1.2500, 0.0]]", "[[    1.2500,     0.0]]"))  # torch 2.5
    assert list(differences("[[1.2500, 0.0]]", "[[    1.2503,     0.0]]"))
    assert list(differences("a\nb", "a"))
    assert BOOK.root == ROOT


def test_a_curve_drawn_from_other_numbers_is_another():
    """By its colour, to a hundredth of the picture; a line of two points and one in no axes are none."""
    picture = """<svg viewBox="0 0 200 100">
<path d="M 0 0 L 20 10 L 200 90" style="fill: none; stroke: #cc79a7"/>
<path d="M 0 0 L 20 10" clip-path="url(#p)" style="fill: none; stroke: #cc79a7"/>
<path d="M 20 90
L 40 95
L 180 10.4
" clip-path="url(#p)" style="fill: none; stroke: #cc79a7; stroke-width: 2"/>
<path d="M 20 10 L 40 5 L 180 90" clip-path="url(#p)" style="fill: none; stroke-dasharray: 5,2; stroke: #e69f00"/>
</svg>"""
    cell = new_code_cell(outputs=[new_output("display_data", {"image/svg+xml": picture})])
    assert cell_curves(cell) == (
        "curve: #cc79a7 0.10 0.90 to 0.90 0.10, 0.10 to 0.95\n"
        "curve: #e69f00 0.10 0.10 to 0.90 0.90, 0.05 to 0.90\n"
    )
    cell.metadata["tags"] = ["measured"]
    assert cell_curves(cell) == ""


def test_of_a_measured_cell_the_words_are_compared():
    text = new_output("stream", text="T = 256  0.31 ms\nT = 512  1e-05 ms\n")
    drawn = "<svg><text>ms</text><text>−0.5</text><text>T</text><text>256</text></svg>"
    picture = new_output("display_data", {"image/svg+xml": drawn})
    for output, measured, exact in (
        (text, "T = #  # ms\nT = #  # ms\n", text.text),
        (picture, "picture: ms | T\n", "picture: ms | −0.5 | T | 256\n"),
    ):
        cell = new_code_cell(outputs=[output])
        assert cell_text(cell) == exact
        cell.metadata["tags"] = ["measured"]
        assert cell_text(cell) == measured
    assert not list(differences("T = #  # ms", "T = 256  0.31 ms"))  # as a page shows it
    assert list(differences("T = #  # ms", "T = 256  0.31 s"))
    assert list(differences("T = #\nT = #", "T = 256"))  # a line is missing
