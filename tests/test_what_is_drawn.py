"""Pictures by what is drawn where: places, colours, limits and contrast of the figure behind each."""

import itertools
import math
from collections.abc import Callable

import pytest
import torch
from matplotlib.axes import Axes
from matplotlib.colors import to_hex, to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from tensorbytensor.pictures import (
    BLUE,
    BROWN,
    COLOURS,
    GRAY,
    INK,
    KEY,
    ORANGE,
    PURPLE,
    QUERY,
    SKY,
    arrows,
    bars,
    curves,
    distributions,
    equation,
    heatmaps,
    images,
    links,
    paths,
)
from tensorbytensor.pictures.coloured_cells import _readable_on
from tensorbytensor.pictures.picture import NARROW, WIDE

MATRIX = torch.tensor([[1.5, -0.5, 0.0], [3.0, -4.0, 0.25]])
Draw = Callable[..., Figure]
Matrix = list[list[Rectangle]]  # the cells, row by row


@pytest.fixture
def draw(monkeypatch) -> Draw:
    """Calls a function of pictures and gives the figure that it has drawn, laid out.

    narrow: the one for phones of those that have two.
    """
    figures = []
    save = Figure.savefig
    monkeypatch.setattr(
        Figure, "savefig", lambda self, *a, **k: figures.append(self) or save(self, *a, **k)
    )

    def call(picture: Callable, *arguments, narrow: bool = False, **options) -> Figure:
        figures.clear()
        picture(*arguments, **options)
        figure = figures[-1 if narrow else 0]
        figure.draw_without_rendering()
        return figure

    return call


def texts(ax: Axes) -> dict[str, Text]:
    return {text.get_text(): text for text in ax.texts if text.get_text()}


def place(text: Text) -> tuple[float, float]:
    """The point of the data at which a text stands."""
    return text.xy if hasattr(text, "xy") else text.get_position()


def labels(axis) -> dict[str, float]:
    """The names of the ticks and where they are."""
    return dict(zip((label.get_text() for label in axis.get_ticklabels()), axis.get_ticklocs()))


def luminance(colour) -> float:
    """WCAG 2.2."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour)]
    return sum(c * w for c, w in zip(linear, (0.2126, 0.7152, 0.0722)))


def contrast(one, other) -> float:
    low, high = sorted(luminance(colour) for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def matrices(ax: Axes) -> list[Matrix]:
    """The matrices that are drawn: in each, all cells touch."""
    found: list[Matrix] = []
    beside = below = None
    for cell in ax.patches:
        (x, y), width, height = cell.get_xy(), cell.get_width(), cell.get_height()
        if beside and math.dist((x, y), beside) < 1e-6:
            found[-1][-1].append(cell)
        elif below and math.dist((x, y), below) < 1e-6:
            found[-1].append([cell])
        else:
            found.append([[cell]])
        beside, below = (x + width, y), (found[-1][0][0].get_x(), y + height)
    assert all(len({len(row) for row in rows}) == 1 for rows in found)
    return found


def fills(ax: Axes, number: int = 0) -> list[list[str]]:
    """The colours of the cells of one matrix, its first row first."""

    def name(cell: Rectangle) -> str:
        if cell.get_hatch():
            assert cell.get_facecolor()[3] == 0
            return "hatched"
        colour = to_hex(cell.get_facecolor()).upper()
        return "white" if luminance(colour) > 0.99 else colour

    return [[name(cell) for cell in row] for row in matrices(ax)[number]]


def span(matrix: Matrix) -> tuple[float, float, float, float]:
    """Left, right, top and bottom in inches from the upper left corner of the picture."""
    (left, top), last = matrix[0][0].get_xy(), matrix[-1][-1]
    right, bottom = (a + b for a, b in zip(last.get_xy(), (last.get_width(), last.get_height())))
    return left, right, top, bottom


def middle(cell: Rectangle) -> tuple[float, float]:
    (x, y), width, height = cell.get_xy(), cell.get_width(), cell.get_height()
    return x + width / 2, y + height / 2


def box(text: Text) -> Bbox:
    """What a text takes of its picture, in points from the lower left corner."""
    scale = 72 / text.get_figure().dpi
    return Bbox(text.get_window_extent().get_points() * scale)


def point(ax: Axes, place: tuple[float, float]) -> tuple[float, float]:
    """The same for a point of the data."""
    return tuple(ax.transData.transform(place) * 72 / ax.get_figure().dpi)


def away(ax: Axes, text: Text) -> float:
    """How far a name stands from its point."""
    (x, y), room = point(ax, text.xy), box(text)
    return math.hypot(max(room.x0 - x, 0, x - room.x1), max(room.y0 - y, 0, y - room.y1))


def in_inches(figure: Figure) -> Axes:
    """The one panel of a figure of matrices: an inch of it is an inch, counted downwards."""
    (ax,) = figure.axes
    width, height = figure.get_size_inches()
    assert (*ax.get_xlim(), *ax.get_ylim()) == (0, width, height, 0)
    assert [*ax.get_position().bounds] == [0, 0, 1, 1] and not ax.axison
    for text in texts(ax).values():
        room = box(text)
        assert -1 < room.x0 < room.x1 < 72 * width + 1, text
        assert -1 < room.y0 < room.y1 < 72 * height + 1, text
    return ax


def bare(ax: Axes) -> bool:
    """No frame and no marks at the names."""
    marks = (axis.get_tick_params()["length"] for axis in (ax.xaxis, ax.yaxis))
    return not any(spine.get_visible() for spine in ax.spines.values()) and not any(marks)


@pytest.mark.parametrize("kind", COLOURS)
def test_a_cell_has_the_colour_of_its_number(draw, kind):
    """0 is white; the largest number, and 1 among weights, has the last colour; its opposite the first."""
    matrix = torch.tensor([[0.0, 1.0], [0.5, 0.25]]) if kind == "weights" else MATRIX
    ax, *_ = draw(heatmaps, ("M", kind, matrix)).axes
    cells, colours = fills(ax), COLOURS[kind]
    if kind == "weights":
        assert cells[0] == ["white", PURPLE.upper()]
    else:
        assert cells[0][2] == "white" and cells[1][1] == colours[0].upper()
        (opposite, *_), *_ = fills(draw(heatmaps, ("M", kind, -MATRIX[1:, 1:2])).axes[0])
        assert opposite == colours[-1].upper()
    assert len({colour for row in cells for colour in row}) == matrix.numel()
    (rows,) = matrices(ax)
    assert (len(rows), len(rows[0])) == matrix.shape


@pytest.mark.parametrize("kind", [kind for kind in COLOURS if kind != "weights"])
def test_colours_are_as_strong_as_numbers_are_large_whatever_the_sign_of_the_largest(draw, kind):
    rows = torch.tensor([[4.0, 2.0]]), torch.tensor([[-4.0, 2.0]])
    (positive,), (negative,) = (fills(draw(heatmaps, ("M", kind, row)).axes[0]) for row in rows)
    assert positive[1] == negative[1] not in {positive[0], "white"}
    assert negative[0] == COLOURS[kind][0].upper()


def test_a_weight_has_the_same_colour_beside_whatever_other_weights(draw):
    rows = [torch.tensor([[0.25, other]]) for other in (0.25, 0.75, 1.0)]
    colours = [fills(draw(heatmaps, ("M", "weights", row)).axes[0])[0][0] for row in rows]
    assert len({*colours}) == 1 and colours[0] not in {PURPLE.upper(), "white"}


def test_what_is_hidden_is_hatched_without_a_number_and_zeros_are_white(draw):
    mask = torch.tensor([[False, True], [False, False]])
    for kind in ("scores", "weights"):
        ax, *_ = draw(heatmaps, ("M", kind, torch.zeros(2, 2)), mask=mask).axes
        assert fills(ax) == [["white", "hatched"], ["white"] * 2]
        assert [text.get_text() for text in ax.texts].count("0.00") == 3
    ax, *_ = draw(heatmaps, ("M", "value", torch.zeros(2, 2)), mask=mask).axes
    assert fills(ax) == [["white"] * 2] * 2
    ax, *_ = draw(equation, ("M", "key", torch.tensor([[math.nan, 0.0]]))).axes
    assert fills(ax) == [["hatched", "white"]] and {*texts(ax)} == {"M", "0.00"}


@pytest.mark.parametrize("kind", COLOURS)
def test_each_number_can_be_read_on_its_cell(draw, kind):
    """On each of the 256 colours that a kind has."""
    steps = torch.linspace(0 if kind == "weights" else -1, 1, 256)
    ax, *_ = draw(equation, ("", kind, steps.reshape(32, 8))).axes
    (rows,) = matrices(ax)
    numbers = [text for text in ax.texts if text.get_text()]
    for text, cell in zip(numbers, itertools.chain(*rows), strict=True):
        ink, fill = text.get_color(), cell.get_facecolor()
        assert contrast(ink, fill) >= 4.3, (text.get_text(), fill)
        assert contrast(ink, fill) >= max(contrast(c, fill) for c in ("#FFFFFF", "#111111")) - 0.1
        assert text.get_position() == pytest.approx(middle(cell))
        assert (text.get_ha(), text.get_va()) == ("center", "center")
        written = box(text).width / 72
        assert written < cell.get_width() - 0.04 and box(text).height / 72 < cell.get_height()
    inks = {to_hex(text.get_color()) for text in numbers}
    assert len({cell.get_facecolor() for cell in itertools.chain(*rows)}) > 200
    assert "#111111" in inks and (len(inks) == 2) == (kind in ("query",))


def test_on_every_colour_the_ink_is_the_one_that_can_be_read_better():
    steps = [n / 8 for n in range(9)]
    for colour in itertools.product(steps, repeat=3):
        ink = _readable_on((*colour, 1.0))
        best = max(contrast(each, colour) for each in ("#FFFFFF", "#111111"))
        assert contrast(ink, colour) >= max(4.3, best - 0.1), colour


@pytest.mark.parametrize("picture", [heatmaps, equation])
def test_numbers_names_and_titles_have_their_sizes(draw, picture):
    ax, *_ = draw(picture, ("M", "query", MATRIX), rows="ab", columns="xyz").axes
    sizes = {name: text.get_size() for name, text in texts(ax).items()}
    assert sizes.pop("M") == 12 and {*"abxyz", "0.25"} < {*sizes} and {*sizes.values()} == {10}
    signs = texts(draw(equation, ("M", "query", MATRIX), "×", ("N", "key", MATRIX)).axes[0])
    assert [signs[sign].get_size() for sign in "M×N"] == [12, 13, 12]


@pytest.mark.parametrize("picture", [heatmaps, equation])
def test_names_stand_at_the_middle_of_their_rows_and_columns(draw, picture):
    ax = in_inches(draw(picture, ("M", "query", MATRIX), rows="ab", columns="xyz"))
    (rows,), found = matrices(ax), texts(ax)
    left, right, top, bottom = span(rows)
    for row, name in zip(rows, "ab", strict=True):
        x, y = place(found[name])
        assert y == pytest.approx(middle(row[0])[1]) and 0 < left - x < 0.15
        assert (found[name].get_ha(), found[name].get_va()) == ("right", "center")
    for cell, name in zip(rows[0], "xyz", strict=True):
        x, y = place(found[name])
        assert x == pytest.approx(middle(cell)[0]) and 0.05 < y - bottom < 0.25
        assert (found[name].get_ha(), found[name].get_va()) == ("center", "center")
    x, y = place(found["M"])
    assert x == pytest.approx((left + right) / 2) and 0.1 < top - y < 0.3
    assert place(found["0.25"]) == pytest.approx(middle(rows[1][2]))
    assert place(found["−0.50"]) == pytest.approx(middle(rows[0][1]))
    assert all(found[name].get_color() == INK for name in "Mabxyz")


def test_where_names_are_too_few_for_a_heat_map_its_rows_and_columns_have_numbers(draw):
    ax = in_inches(draw(heatmaps, ("M", "query", MATRIX), rows="a", columns="xy"))
    (rows,) = matrices(ax)
    numbers = [text for text in ax.texts if text.get_text() in "012" and text.get_text()]
    columns, names = numbers[:3], numbers[3:]
    assert [text.get_text() for text in numbers] == ["0", "1", "2", "0", "1"]
    assert [place(text)[0] for text in columns] == pytest.approx([middle(c)[0] for c in rows[0]])
    assert [place(text)[1] for text in names] == pytest.approx([middle(r[0])[1] for r in rows])


def test_names_that_are_written_upwards_end_below_their_columns(draw):
    names = ["one long name", "another name", "short", "a third long name"]
    panel = "M", "weights", torch.full((1, 4), 0.5)
    ax = in_inches(draw(heatmaps, panel, columns=names, narrow=True))
    ((cells,),) = matrices(ax)
    for cell, name in zip(cells, names, strict=True):
        text = texts(ax)[name]
        assert text.get_rotation() == 90 and text.get_color() == INK
        assert (text.get_ha(), text.get_va(), text.get_size()) == ("center", "top", 10)
        assert place(text)[0] == pytest.approx(middle(cell)[0])
        assert 0 < place(text)[1] - cell.get_y() - cell.get_height() < 0.1
    wide = texts(draw(heatmaps, panel, columns=names).axes[0])
    assert {wide[name].get_rotation() for name in names} == {0}


def test_heat_maps_stand_in_two_columns_and_grow_with_their_rows(draw):
    panel = "M", "query", MATRIX
    figures = [draw(heatmaps, *[panel] * n) for n in (1, 2, 3, 4)]
    sizes = [tuple(figure.get_size_inches()) for figure in figures]
    drawn = [[span(matrix) for matrix in matrices(in_inches(figure))] for figure in figures]
    assert [len(spans) for spans in drawn] == [1, 2, 3, 4]
    (one, two, three, four), (tall, *_) = zip(*sizes)
    assert 1.9 * one < two == three == four <= WIDE and 3 * one < WIDE
    assert sizes[1][1] == tall and sizes[2] == sizes[3]
    assert sizes[2][1] == pytest.approx(2 * tall, abs=0.1)
    first, second, third, fourth = drawn[3]
    assert drawn[2] == [first, second, third]
    assert first[1] < second[0] and first[2:] == second[2:] and first[3] < third[2]
    assert (first[:2], second[:2], third[2:]) == (third[:2], fourth[:2], fourth[2:])
    taller = draw(heatmaps, panel, ("M", "query", torch.zeros(5, 1))).get_size_inches()[1]
    row = matrices(figures[0].axes[0])[0][0][0].get_height()
    assert taller - tall == pytest.approx(3 * row) and 0.3 < row < 0.6


def test_on_a_phone_wide_heat_maps_stand_below_each_other(draw):
    panels = [("M", "query", MATRIX.repeat(1, 2)), ("N", "query", MATRIX)]
    wide, narrow = draw(heatmaps, *panels), draw(heatmaps, *panels, narrow=True)
    assert narrow.get_size_inches()[0] <= NARROW < wide.get_size_inches()[0] <= WIDE
    first, second = map(span, matrices(in_inches(narrow)))
    assert first[3] < second[2] and first[0] == second[0]
    first, second = map(span, matrices(in_inches(wide)))
    assert first[1] < second[0] and first[2:] == second[2:]


LINES = {"a": ([1.0, 2.0, 4.0], BLUE, "-"), "b": ([3.0, 2.0, 1.0], ORANGE, "o--")}


@pytest.mark.parametrize("log", [False, True])
def test_curves_have_their_points_colours_and_a_legend_in_the_pages_ink(draw, log):
    figure = draw(curves, ("t", LINES), ("u", {"a": LINES["a"]}), x=[1, 2, 4], x_label="n", log=log)
    ax, below = figure.axes
    for line, (label, (y, colour, style)) in zip(ax.lines, LINES.items(), strict=True):
        assert [*line.get_xdata()] == [1, 2, 4] and [*line.get_ydata()] == y
        assert (line.get_label(), line.get_color()) == (label, colour)
        assert (line.get_marker() == "o") == ("o" in style)
        assert (line.get_linestyle(), line.get_linewidth()) == (style.strip("o"), 2)
    assert line.get_markersize() == 5
    assert (ax.get_title(), ax.get_xlabel(), below.get_title()) == ("t", "n", "u")
    assert below.get_position().y1 < ax.get_position().y0
    legend = ax.get_legend()
    assert [text.get_text() for text in legend.get_texts()] == ["a", "b"]
    assert all(to_hex(text.get_color()) == INK for text in legend.get_texts())
    assert not legend.get_frame_on()
    if log:
        room, frame = legend.get_window_extent(), ax.get_window_extent()
        assert frame.contains(room.x0, room.y0) and frame.contains(room.x1, room.y1)
        assert labels(ax.xaxis) == {"1": 1, "2": 2, "4": 4}
        assert ax.get_xscale() == "log" and ax.xaxis.get_transform().base == 2
    else:  # below the name of the axis, two beside each other
        hung = legend.get_bbox_to_anchor().transformed(ax.transAxes.inverted())
        assert hung.x0 == pytest.approx(0.5) and -0.4 < hung.y0 < -0.2
        assert legend._get_loc() == legend.codes["upper center"] and legend._ncols == 2
        assert ax.get_xscale() == "linear" and 3 <= len(ax.get_yticks()) <= 8
    assert ax.get_yscale() == "linear"


def test_a_logarithmic_y_axis_has_plain_numbers_and_no_marks_between(draw):
    line = {"a": ([0.1, 1.0, 10.0], BLUE, "-")}
    ax, *_ = draw(curves, ("t", line), x=[1, 2, 4], x_label="n", log_y=True).axes
    assert ax.get_yscale() == "log" and ax.get_xscale() == "linear"
    assert {"0.1": 0.1, "1": 1.0, "10": 10.0}.items() <= labels(ax.yaxis).items()
    assert len(ax.yaxis.get_minorticklocs()) == 0


@pytest.mark.parametrize(
    ("y", "ticks"),
    [
        ([0.3, 0.6, 2.3], [0.5, 1.0, 2.0]),
        ([0.8, 4.0, 12.0], [1.0, 10.0]),
    ],
)
def test_a_short_logarithmic_y_axis_has_marks_between_its_powers_of_ten(draw, y, ticks):
    ax, *_ = draw(curves, ("t", {"a": (y, BLUE, "-")}), x=[1, 2, 4], x_label="n", log_y=True).axes
    low, high = ax.get_ylim()
    assert [tick for tick in ax.get_yticks() if low <= tick <= high] == pytest.approx(ticks)


@pytest.mark.parametrize("sign", [1, -1, 0])
def test_images_have_zero_in_white_and_a_scale(draw, sign):
    """Whichever side goes further: -4 to 3, -3 to 4, and 0 to 4."""
    signed = sign != 0
    matrix = sign * MATRIX if signed else MATRIX.abs()
    figure = draw(images, ("t", matrix), ("u", matrix), x_label="i", y_label="j")
    ax, other, *scales = figure.axes
    (image,) = ax.images
    assert image.get_array().tolist() == matrix.tolist() and len(scales) == 2
    assert image.get_clim() == (-4 if signed else 0, 4)
    colours = COLOURS["scores" if signed else "weights"]
    assert [to_hex(image.cmap(end)).upper() for end in (0.0, 1.0)] == [colours[0], colours[-1]]
    assert luminance(image.cmap(image.norm(0.0))[:3]) > 0.99
    assert ax.get_aspect() == "auto" and image.get_interpolation() == "nearest"
    assert (ax.get_title(), ax.get_xlabel(), ax.get_ylabel()) == ("t", "i", "j")
    assert other.get_position().y1 < ax.get_position().y0
    assert all(tick == int(tick) for tick in ax.get_xticks())


def test_arrows_lead_from_start_to_end_and_names_stand_beside_the_tips(draw):
    ends = {"ne": (2, 1), "nw": (-2, 1), "se": (2, -1), "sw": (-2, -1)}
    drawn = [(name, PURPLE, (0.0, 0.0), end) for name, end in ends.items()]
    figure = draw(arrows, ("t", drawn), ("u", [("x", ORANGE, (1, 1), (1, 1))]), labels=("x₀", "x₁"))
    ax, other = figure.axes
    shafts = [text for text in ax.texts if not text.get_text()]
    for (name, end), shaft in zip(ends.items(), shafts, strict=True):
        assert shaft.xy == end and shaft.get_position() == (0, 0)
        assert to_hex(shaft.arrow_patch.get_edgecolor()).upper() == PURPLE.upper()
        assert shaft.arrow_patch.get_linewidth() == 2
        assert shaft.arrow_patch.shrinkA == shaft.arrow_patch.shrinkB == 0
        text = texts(ax)[name]
        assert text.xy == end and 2 < away(ax, text) < 10
        assert text.get_color() == INK and text.get_size() == 11
        parts = [point(ax, (x * n / 99, y * n / 99)) for x, y in ends.values() for n in range(100)]
        assert not any(box(text).contains(*part) for part in parts)
    assert texts(other)["x"].xy == (1, 1) and 2 < away(other, texts(other)["x"]) < 10
    assert ax.get_xlim() == other.get_xlim() and ax.get_ylim() == other.get_ylim()
    (left, right), (low, high) = ax.get_xlim(), ax.get_ylim()
    edge = -2 - left
    assert 0 < edge < 1 and (low, high) == pytest.approx((-1 - edge, 1 + edge))
    assert right == pytest.approx(2 + 2 * edge)  # room for names
    assert ax.get_aspect() == 1 and (ax.get_xlabel(), ax.get_ylabel()) == ("x₀", "x₁")
    assert (ax.get_title(), other.get_title()) == ("t", "u")
    assert 2 <= len(ax.get_xticks()) <= 7
    tall = draw(arrows, ("t", [("n", PURPLE, (0, 0), (1, 4))]), labels=("", ""))
    assert tall.get_size_inches()[1] > 2 * figure.get_size_inches()[1] / 2


def test_links_join_the_words_of_both_sides(draw):
    weights = torch.tensor([[0.004, 0.006, 0.99], [1.0, 0.0, 0.0]])
    panel = "t", ["a", "b"], ["c", "d", "e"], weights
    figure = draw(links, panel, ("u", *panel[1:]))
    ax, other = figure.axes
    dots = {
        (line.get_xdata()[0], line.get_ydata()[0]): line
        for line in ax.lines
        if line.get_marker() == "o"
    }
    assert dots.keys() == {(0, 0), (0, 1), (1, 0), (1, 1), (1, 2)}
    assert {dot.get_color() for (x, _), dot in dots.items() if x == 0} == {QUERY}
    assert {dot.get_color() for (x, _), dot in dots.items() if x == 1} == {KEY}
    assert {dot.get_markersize() for dot in dots.values()} == {5}
    lines = {
        (*line.get_xdata(), *line.get_ydata()): line
        for line in ax.lines
        if line.get_marker() == "None"
    }
    assert lines.keys() == {(0, 1, 0, 1), (0, 1, 0, 2), (0, 1, 1, 0)}
    for (_, _, t, s), line in lines.items():
        assert line.get_linewidth() == pytest.approx(4 * weights[t, s].item())
        assert line.get_color() == PURPLE and line.zorder < min(dot.zorder for dot in dots.values())
    for number, word in enumerate(["a", "b", "c", "d", "e"]):
        text, right = texts(ax)[word], number > 1
        x, y = place(text)
        assert y == number - 2 * right and (x > 1 if right else x < 0) and abs(x - right) < 0.3
        assert text.get_ha() == ("left" if right else "right") and text.get_va() == "center"
        assert text.get_color() == INK
    (left, right), (low, high) = ax.get_xlim(), ax.get_ylim()
    assert left == 1 - right < -0.5 and (low, high) == (2.5, -0.5)  # the first word on top
    assert not ax.axison and (ax.get_title(), other.get_title()) == ("t", "u")
    assert ax.get_position().x1 < other.get_position().x0
    alone = draw(links, panel).get_size_inches()
    assert figure.get_size_inches()[0] == 2 * alone[0] and figure.get_size_inches()[1] == alone[1]


def test_paths_have_rings_dots_colours_and_names_apart(draw):
    places = torch.arange(36.0).reshape(3, 6, 2).sin()
    figure = draw(paths, ("t", "abcdef", places), ("u", "a", places[:, :1]))
    ax, other = figure.axes
    colours = [PURPLE, ORANGE, SKY, GRAY, BROWN, PURPLE]
    for number, colour in enumerate(colours):
        line, ring, dot = ax.lines[3 * number : 3 * number + 3]
        x, y = places[:, number].T.tolist()
        assert ([*line.get_xdata()], [*line.get_ydata()]) == (x, y) and line.get_linewidth() == 1.5
        assert ([*ring.get_xdata()], [*ring.get_ydata()]) == (x[:1], y[:1])
        assert ([*dot.get_xdata()], [*dot.get_ydata()]) == (x[-1:], y[-1:])
        assert {each.get_color() for each in (line, ring, dot)} == {colour}
        assert ring.get_markerfacecolor() == "none" and dot.get_markerfacecolor() == colour
        assert ring.get_markersize() == dot.get_markersize() == 6
        text = texts(ax)["abcdef"[number]]
        assert text.xy == (x[-1], y[-1]) and text.get_color() == INK
        assert 2 < away(ax, text) < 10
    for one, two in itertools.combinations("abcdef", 2):
        assert not box(texts(ax)[one]).overlaps(box(texts(ax)[two])), (one, two)
    left, high = ax.get_xlim()[0], ax.get_ylim()[1]
    xs, ys = places.flatten(0, 1).T
    assert 0.1 < (xs.min() - left) / (xs.max() - xs.min()) < 0.3
    assert 0.1 < (high - ys.max()) / (ys.max() - ys.min()) < 0.3
    assert 3 <= len(ax.get_xticks()) <= 7 and (ax.get_title(), other.get_title()) == ("t", "u")
    assert other.get_position().y1 < ax.get_position().y0


def test_a_name_beside_a_point_keeps_off_the_axis(draw):
    """However long it is: left of its point, some would just touch the axis."""
    places = torch.tensor([[[1.0, 1.0], [1.0, 0.0]], [[0.0, 0.0], [1.0, 0.5]]])
    for length in range(1, 16):
        name = "i" * length
        (ax,) = draw(paths, ("t", [name, "x"], places)).axes
        assert box(texts(ax)[name]).x0 > point(ax, (ax.get_xlim()[0], 0))[0] + 3, name


def widths(ax: Axes) -> list[tuple[float, float, str, float | None]]:
    """Length, middle, colour and alpha of each bar; all begin at 0."""
    assert all(bar.get_x() == 0 for bar in ax.patches)
    return [
        (
            bar.get_width(),
            bar.get_y() + bar.get_height() / 2,
            to_hex(bar.get_facecolor()).upper(),
            bar.get_alpha(),
        )
        for bar in ax.patches
    ]


def test_bars_are_as_long_as_their_counts_before_the_total(draw):
    figure = draw(bars, ("t", {"a": 3, "b": 0}), ("u", {"c": 5}), total=5)
    ax, other = figure.axes
    assert widths(ax) == [
        *[(5, 0, GRAY, 0.25), (5, 1, GRAY, 0.25)],
        *[(3, 0, PURPLE, None), (0, 1, PURPLE, None)],
    ]
    assert labels(ax.yaxis) == {"a": 0, "b": 1} and ax.yaxis.get_inverted()
    for name, y in (("3/5", 0), ("0/5", 1)):
        text = texts(ax)[name]
        assert place(text)[1] == y and 5 < place(text)[0] < 5.5
        assert text.get_va() == "center" and text.get_ha() == "left" and text.get_color() == INK
    assert ax.get_xlim() == (0, 5) and len(ax.get_xticks()) == 0 and bare(ax)
    assert (ax.get_title(), other.get_title()) == ("t", "u")
    longer = draw(bars, ("t", {"a": 3, "b": 0, "d": 1}), ("u", {"c": 5}), total=5)
    assert 0.2 < longer.get_size_inches()[1] - figure.get_size_inches()[1] < 0.5


def test_a_distribution_is_purple_and_what_is_left_gray(draw):
    each = torch.tensor([0.125, 0.5, 0.0625, 0.3125])
    panel = "t", "abcd", each
    figure = draw(distributions, panel, panel, ("u", "abcd", each), shown=2)
    ax, _, third, empty = figure.axes
    assert widths(ax)[:3] == [(1, y, GRAY, 0.25) for y in range(3)]
    assert widths(ax)[3:] == [
        (0.5, 0, PURPLE, None),
        (0.3125, 1, PURPLE, None),
        (0.1875, 2, GRAY, None),
    ]
    assert labels(ax.yaxis) == {"b": 0, "d": 1, "…": 2} and ax.yaxis.get_inverted()
    for name, y in (("0.50", 0), ("0.31", 1), ("0.19", 2)):
        text = texts(ax)[name]
        assert place(text)[1] == y and 1 < place(text)[0] < 1.2
        assert text.get_va() == "center" and text.get_color() == INK
    assert ax.get_xlim() == (0, 1) and len(ax.get_xticks()) == 0 and bare(ax)
    assert third.get_title() == "u" and third.axison and not empty.axison
    assert third.get_position().y1 < ax.get_position().y0
    one, two = draw(distributions, panel, shown=2), draw(distributions, panel, panel, shown=2)
    assert two.get_size_inches()[0] == pytest.approx(4.7)
    assert one.get_size_inches()[0] == pytest.approx(2.35 * 1.4)
    assert (
        figure.get_size_inches()[1] == 2 * two.get_size_inches()[1] == 2 * one.get_size_inches()[1]
    )
    more = draw(distributions, panel, shown=3)
    assert 0.2 < more.get_size_inches()[1] - one.get_size_inches()[1] < 0.45


def test_an_equation_puts_everything_at_its_place(draw):
    """Matrices and signs one after another, half way up; titles above, names beside and below."""
    x, y = ("X", "tokens", torch.full((3, 2), 7.0)), ("Y", "query", torch.full((1, 2), 8.0))
    figure = draw(
        equation, x, "×", y, "=", ("Z", "value", torch.ones(3, 1)), rows="abc", columns="d"
    )
    ax = in_inches(figure)
    drawn = matrices(ax)
    assert [(len(rows), len(rows[0])) for rows in drawn] == [(3, 2), (1, 2), (3, 1)]
    first, second, third = map(span, drawn)
    assert first[1] < second[0] and second[1] < third[0]
    assert second[0] - first[1] == pytest.approx(third[0] - second[1])
    assert first[2:] == third[2:]
    half = (first[2] + first[3]) / 2
    assert (second[2] + second[3]) / 2 == pytest.approx(half)
    signs = texts(ax)["×"], texts(ax)["="]
    for sign, left, right in zip(signs, (first[1], second[1]), (second[0], third[0])):
        assert place(sign) == pytest.approx(((left + right) / 2, half))
        assert box(sign).width / 72 < right - left - 0.05
    for title, where in zip("XYZ", (first, second, third)):
        tx, ty = place(texts(ax)[title])
        assert tx == pytest.approx((where[0] + where[1]) / 2) and 0.1 < where[2] - ty < 0.3
    for row, name in zip(drawn[0], "abc", strict=True):
        tx, ty = place(texts(ax)[name])
        assert ty == pytest.approx(middle(row[0])[1]) and 0 < tx < first[0]
        assert texts(ax)[name].get_ha() == "right"
    tx, ty = place(texts(ax)["d"])
    assert tx == pytest.approx((third[0] + third[1]) / 2) and 0.05 < ty - third[3] < 0.25
    width, height = figure.get_size_inches()
    assert 0 < width - third[1] < 0.2 and ty < height < ty + 0.3
    for text in (*signs, *(texts(ax)[name] for name in (*"XYZabcd",))):
        assert text.get_color() == INK and text.get_va() == "center"
    bare_equation = draw(equation, x)
    ((left, right, top, bottom),) = map(span, matrices(in_inches(bare_equation)))
    assert (right - left, top, bottom) == pytest.approx((first[1] - first[0], *first[2:]))
    assert 0 < left < 0.1 < bare_equation.get_size_inches()[0] - right + 0.1 < 0.2
    assert bare_equation.get_size_inches()[1] < height


def test_on_a_phone_an_equation_goes_on_below_with_its_sign_first(draw):
    x, y = ("X", "tokens", torch.full((3, 5), 7.0)), ("Y", "query", torch.full((1, 5), 8.0))
    wide, narrow = (draw(equation, x, "=", y, narrow=narrow) for narrow in (False, True))
    assert narrow.get_size_inches()[0] <= NARROW < wide.get_size_inches()[0] <= WIDE
    ax = in_inches(narrow)
    first, second = map(span, matrices(ax))
    tx, ty = place(texts(ax)["="])
    assert first[3] < second[2] and 0 < tx < second[0] < tx + 0.3
    assert ty == pytest.approx((second[2] + second[3]) / 2)
    assert first[3] < place(texts(ax)["Y"])[1] < second[2]


def test_titles_are_alike_and_in_the_pages_ink(draw):
    figures = [
        draw(curves, ("t", LINES), x=[1, 2, 4], x_label="n"),
        draw(images, ("t", MATRIX), x_label="i", y_label="j"),
        draw(arrows, ("t", [("a", PURPLE, (0, 0), (1, 1))]), labels=("x", "y")),
        draw(links, ("t", "ab", "cde", MATRIX)),
        draw(paths, ("t", "a", torch.rand(3, 1, 2))),
        draw(bars, ("t", {"a": 1}), total=1),
        draw(distributions, ("t", "ab", torch.tensor([0.5, 0.5]))),
    ]
    titles = [figure.axes[0].title for figure in figures]
    for picture in (heatmaps, equation):
        titles.append(texts(draw(picture, ("t", "query", MATRIX)).axes[0])["t"])
    assert {(title.get_text(), title.get_size(), title.get_color()) for title in titles} == {
        ("t", 12.0, INK)
    }
