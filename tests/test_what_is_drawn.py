"""Pictures by what is drawn where: places, colours, limits and contrast of the figure behind each."""

import itertools
import math
from collections.abc import Callable

import pytest
import torch
from matplotlib.axes import Axes
from matplotlib.colors import to_hex, to_rgb
from matplotlib.figure import Figure
from matplotlib.text import Text

from tensorbytensor.pictures import (
    BLUE,
    COLOURS,
    KEY,
    ORANGE,
    PURPLE,
    QUERY,
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
from tensorbytensor.pictures.plots import BROWN, GRAY, INK, SKY, _readable_on

MATRIX = torch.tensor([[1.5, -0.5, 0.0], [3.0, -4.0, 0.25]])
Draw = Callable[..., Figure]


@pytest.fixture
def draw(monkeypatch) -> Draw:
    """Calls a function of pictures and gives the figure that it has drawn, laid out."""
    figures = []
    save = Figure.savefig
    monkeypatch.setattr(
        Figure, "savefig", lambda self, *a, **k: figures.append(self) or save(self, *a, **k)
    )

    def call(picture: Callable, *arguments, **options) -> Figure:
        picture(*arguments, **options)
        figures[-1].canvas.draw()
        return figures[-1]

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


def fills(ax: Axes, number: int = 0) -> list[list[str]]:
    """The colours of the cells of one matrix, its first row first."""
    mesh = ax.collections[number]
    rows, columns = (n - 1 for n in mesh.get_coordinates().shape[:2])
    colours = [to_hex(colour).upper() for colour in mesh.get_facecolors()]
    named = ["white" if luminance(colour) > 0.99 else colour for colour in colours]
    return [named[i * columns : (i + 1) * columns] for i in range(rows)][::-1]


def span(ax: Axes, number: int = 0) -> tuple[float, float, float, float]:
    """Left, right, low and high of one matrix."""
    x, y = ax.collections[number].get_coordinates().reshape(-1, 2).T
    return x.min(), x.max(), y.min(), y.max()


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
    assert span(ax) == (0, matrix.shape[1], 0, 2)


def test_what_is_hidden_is_gray_and_zeros_are_white(draw):
    mask = torch.tensor([[False, True], [False, False]])
    for kind in ("scores", "weights"):
        ax, *_ = draw(heatmaps, ("M", kind, torch.zeros(2, 2)), mask=mask).axes
        assert fills(ax) == [["white", GRAY], ["white"] * 2]
    ax, *_ = draw(heatmaps, ("M", "value", torch.zeros(2, 2)), mask=mask).axes
    assert fills(ax) == [["white"] * 2] * 2


@pytest.mark.parametrize("kind", COLOURS)
def test_each_number_can_be_read_on_its_cell(draw, kind):
    steps = torch.linspace(0 if kind == "weights" else -1, 1, 41)
    ax, *_ = draw(heatmaps, ("M", kind, steps[:, None])).axes
    inks = {to_hex(text.get_color()) for text in ax.texts}
    for text, (fill,) in zip(ax.texts, fills(ax), strict=True):
        ink = text.get_color()
        assert contrast(ink, fill) >= 4.2, (text.get_text(), fill)
        assert contrast(ink, fill) >= max(contrast(c, fill) for c in ("#FFFFFF", "#111111")) - 0.3
        assert (text.get_ha(), text.get_va()) == ("center", "center")
    assert "#111111" in inks and (len(inks) == 2) == (kind in ("query",))


def test_on_every_colour_the_ink_is_the_one_that_can_be_read_better():
    steps = [n / 8 for n in range(9)]
    for colour in itertools.product(steps, repeat=3):
        ink = _readable_on((*colour, 1.0))
        best = max(contrast(each, colour) for each in ("#FFFFFF", "#111111"))
        assert contrast(ink, colour) >= max(4.0, best - 0.5), colour


def test_numbers_names_and_titles_have_their_sizes(draw):
    ax, *_ = draw(heatmaps, ("M", "query", MATRIX), rows="ab", columns="xyz").axes
    names = *ax.get_xticklabels(), *ax.get_yticklabels()
    assert {text.get_size() for text in names} == {11}
    assert {text.get_size() for text in ax.texts} == {10} and ax.title.get_size() == 12
    signs = texts(draw(equation, ("M", "query", MATRIX), "×", rows="ab", columns="xyz").axes[0])
    assert [signs[sign].get_size() for sign in ("M", "×", "a", "x")] == [12, 13, 11, 9]


def test_names_stand_at_the_middle_of_their_rows_and_columns(draw):
    ax, *_ = draw(heatmaps, ("M", "query", MATRIX), rows="ab", columns="xyz").axes
    assert labels(ax.yaxis) == {"a": 1.5, "b": 0.5}
    assert labels(ax.xaxis) == {"x": 0.5, "y": 1.5, "z": 2.5}
    assert bare(ax) and ax.get_title() == "M"
    assert place(texts(ax)["0.25"]) == (2.5, 0.5) and place(texts(ax)["−0.50"]) == (1.5, 1.5)
    ax, *_ = draw(heatmaps, ("M", "query", MATRIX), rows="a", columns="xy").axes
    assert labels(ax.yaxis) == {"0": 1.5, "1": 0.5}  # too few names: numbers
    assert labels(ax.xaxis) == {"0": 0.5, "1": 1.5, "2": 2.5}


def test_heat_maps_stand_in_two_columns_and_grow_with_their_rows(draw):
    panel = "M", "query", MATRIX
    one, two, three, four = (draw(heatmaps, *[panel] * n, width=2) for n in (1, 2, 3, 4))
    sizes = [tuple(figure.get_size_inches()) for figure in (one, two, three, four)]
    assert [width for width, _ in sizes] == [2, 4, 4, 4]
    assert sizes[0][1] == sizes[1][1] == sizes[2][1] / 2 and sizes[2] == sizes[3]
    assert [len(figure.axes) for figure in (one, two, three, four)] == [1, 2, 4, 4]
    assert [ax.axison for ax in three.axes] == [True, True, True, False]
    boxes = [ax.get_position() for ax in four.axes]
    assert boxes[0].x1 < boxes[1].x0 and boxes[2].y1 < boxes[0].y0
    taller = draw(heatmaps, panel, ("M", "query", torch.zeros(5, 1)), width=2)
    cell = (taller.get_size_inches()[1] - sizes[0][1]) / 3
    assert 0.3 < cell < 0.6  # inches for a row more
    assert draw(heatmaps, panel).get_size_inches()[0] == pytest.approx(2.35)


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
        box, frame = legend.get_window_extent(), ax.get_window_extent()
        assert frame.contains(box.x0, box.y0) and frame.contains(box.x1, box.y1)
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


@pytest.mark.parametrize("signed", [True, False])
def test_images_have_zero_in_white_and_a_scale(draw, signed):
    matrix = MATRIX if signed else MATRIX.abs()
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


def test_arrows_lead_from_start_to_end_and_names_stand_beyond_the_tips(draw):
    ends = {"ne": (2, 1), "nw": (-2, 1), "se": (2, -1), "sw": (-2, -1)}
    drawn = [(name, PURPLE, (0.0, 0.0), end) for name, end in ends.items()]
    figure = draw(arrows, ("t", drawn), ("u", [("x", ORANGE, (1, 1), (1, 1))]), labels=("x₀", "x₁"))
    ax, other = figure.axes
    shafts = [text for text in ax.texts if not text.get_text()]
    for (name, end), shaft in zip(ends.items(), shafts, strict=True):
        assert shaft.xy == end and shaft.get_position() == (0, 0)
        assert to_hex(shaft.arrow_patch.get_edgecolor()).upper() == PURPLE.upper()
        assert shaft.arrow_patch.get_linewidth() == 2
        text = texts(ax)[name]
        dx, dy = text.get_position()
        assert text.xy == end and (dx > 0, dy > 0) == (end[0] > 0, end[1] > 0)
        assert text.get_ha() == ("left" if end[0] > 0 else "right") and text.get_color() == INK
    assert shafts[0].arrow_patch.shrinkA == shafts[0].arrow_patch.shrinkB == 0
    assert (texts(other)["x"].get_ha(), texts(other)["x"].get_position()[1] > 0) == ("left", True)
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
        assert text.get_ha() == ("left" if text.get_position()[0] > 0 else "right")
    corners = [
        tuple(math.copysign(1, d) for d in texts(ax)[name].get_position()) for name in "abcd"
    ]
    assert len({*corners}) == 4  # neighbours apart
    left, high = ax.get_xlim()[0], ax.get_ylim()[1]
    xs, ys = places.flatten(0, 1).T
    assert 0.1 < (xs.min() - left) / (xs.max() - xs.min()) < 0.3
    assert 0.1 < (high - ys.max()) / (ys.max() - ys.min()) < 0.3
    assert 3 <= len(ax.get_xticks()) <= 7 and (ax.get_title(), other.get_title()) == ("t", "u")
    assert other.get_position().y1 < ax.get_position().y0


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
    (ax,) = figure.axes
    first, second, third = (span(ax, number) for number in range(3))
    assert first[1] < second[0] and second[1] < third[0]
    assert (first[1] - first[0], second[1] - second[0], third[1] - third[0]) == (2, 2, 1)
    assert second[0] - first[1] == pytest.approx(third[0] - second[1])
    assert (*first[2:], *second[2:], *third[2:]) == (0, 3, 1, 2, 0, 3)
    signs = texts(ax)["×"], texts(ax)["="]
    for sign, left, right in zip(signs, (first[1], second[1]), (second[0], third[0])):
        assert place(sign)[1] == 1.5 and left < place(sign)[0] < right
        assert place(sign)[0] == pytest.approx((left + right) / 2, abs=0.02)
    for title, where in zip("XYZ", (first, second, third)):
        tx, ty = place(texts(ax)[title])
        assert tx == pytest.approx((where[0] + where[1]) / 2) and 0.2 < ty - where[3] < 0.8
    for number, name in enumerate("abc"):
        tx, ty = place(texts(ax)[name])
        assert ty == 2.5 - number and 0 <= tx < first[0] and texts(ax)[name].get_ha() == "right"
    tx, ty = place(texts(ax)["d"])
    assert tx == pytest.approx((third[0] + third[1]) / 2) and -0.8 < ty < 0
    (left, right), (low, high) = ax.get_xlim(), ax.get_ylim()
    assert left == 0 and 0 < right - third[1] < 0.2 and low < ty < 3.4 < high and not ax.axison
    outside = [*signs, *(texts(ax)[name] for name in (*"XYZabcd",))]
    for text in outside:
        assert text.get_color() == INK and text.get_va() == "center"
        box = text.get_window_extent()
        assert box.x0 > -1 and box.y0 > -1 and box.y1 < figure.bbox.y1 + 1
    bare_equation = draw(equation, x)
    assert span(bare_equation.axes[0]) == (0, 2, 0, 3)
    assert bare_equation.get_size_inches()[1] < figure.get_size_inches()[1]
    assert bare_equation.axes[0].get_ylim()[0] > low


def test_titles_are_alike_and_in_the_pages_ink(draw):
    figures = [
        draw(heatmaps, ("t", "query", MATRIX)),
        draw(curves, ("t", LINES), x=[1, 2, 4], x_label="n"),
        draw(images, ("t", MATRIX), x_label="i", y_label="j"),
        draw(arrows, ("t", [("a", PURPLE, (0, 0), (1, 1))]), labels=("x", "y")),
        draw(links, ("t", "ab", "cde", MATRIX)),
        draw(paths, ("t", "a", torch.rand(3, 1, 2))),
        draw(bars, ("t", {"a": 1}), total=1),
        draw(distributions, ("t", "ab", torch.tensor([0.5, 0.5]))),
    ]
    titles = [figure.axes[0].title for figure in figures]
    assert {(title.get_text(), title.get_size(), title.get_color()) for title in titles} == {
        ("t", 12.0, INK)
    }
