"""Pictures: the numbers of their tensors, text as text, the same bytes each time, both colour schemes."""

import re
import xml.etree.ElementTree as ET

import pytest
import torch
from IPython.core.formatters import DisplayFormatter

from tensorbytensor.attention import causal_mask
from tensorbytensor.pictures import (
    BLUE,
    COLOURS,
    GRAY,
    GREEN,
    KEY,
    ORANGE,
    PURPLE,
    QUERY,
    VALUE,
    VERMILION,
    YELLOW,
    Picture,
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
from tensorbytensor.pictures.coloured_cells import check_panel, text_width
from tensorbytensor.pictures.picture import NARROW, NARROW_TYPE, new_figure
from tensorbytensor.pictures.place_labels import name_points

MATRIX = torch.tensor([[1.234, -0.5], [0.0, 3.0], [-7.0, 0.25]])
NUMBERS = ["1.23", "−0.50", "0.00", "3.00", "−7.00", "0.25"]
PLACES = torch.tensor(
    [[[0.0, 1.0], [2.0, 3.0]], [[0.5, 0.5], [4.0, 1.0]], [[1.0, 0.0], [3.0, 3.0]]]
)
PICTURES = {
    "heatmaps": lambda change: heatmaps(("Q", "query", MATRIX + change)),
    "equation": lambda change: equation(
        ("X", "tokens", MATRIX), "=", ("Y", "value", MATRIX + change)
    ),
    "links": lambda change: links(("t", "ab", "cde", torch.full((2, 3), 0.3) + change)),
    "paths": lambda change: paths(("t", "ab", PLACES * (1 + change))),
    "distributions": lambda change: distributions(
        ("t", "ab", torch.tensor([0.25 + change, 0.75 - change]))
    ),
    "bars": lambda change: bars(("t", {"a": 3, "b": 5 + int(100 * change)}), total=9),
    "images": lambda change: images(("t", MATRIX * (1 + change)), x_label="i", y_label="j"),
    "arrows": lambda change: arrows(
        ("t", [("a", PURPLE, (0.0, 0.0), (1.0, 2.0 + change))]), labels=("x", "y")
    ),
    "curves": lambda change: curves(
        ("t", {"a": ([1, 2 + change], BLUE, "-")}), x=[0, 1], x_label="d"
    ),
}


def words(picture: Picture) -> list[str]:
    root = ET.fromstring(picture.svg)
    return [
        "".join(text.itertext()).strip() for text in root.iter("{http://www.w3.org/2000/svg}text")
    ]


def strokes(picture: Picture, colour: str) -> list[tuple[list[tuple[float, float]], float]]:
    """The lines of one colour: their points and their width."""
    line = rf'd="([^"]*)" clip-path="[^"]*" style="fill: none; stroke: {colour.lower()};([^"]*)"'
    found = []
    for path, style in re.findall(line, picture.svg):
        points = [(float(x), float(y)) for x, y in re.findall(r"[ML] (\S+) (\S+)", path)]
        width = re.search(r"stroke-width: ([\d.]+)", style)
        found.append((points, float(width[1]) if width else 1.0))
    return found


def test_a_heatmap_shows_its_numbers_names_and_title():
    shown = words(heatmaps(("Q", "query", MATRIX), rows=["a", "b", "c"], columns=["d", "e"]))
    assert {
        "Q",
        "a",
        "b",
        "c",
        "d",
        "e",
        "1.23",
        "−0.50",
        "0.00",
        "3.00",
        "−7.00",
        "0.25",
    } == set(shown)


@pytest.mark.parametrize("name", PICTURES)
def test_a_changed_tensor_changes_the_picture(name):
    assert PICTURES[name](0.0).svg != PICTURES[name](0.01).svg


def test_numbers_stand_in_their_cells():
    """Row by row from the top, column by column from the left."""
    root = ET.fromstring(heatmaps(("W", "weights", torch.tensor([[0.11, 0.12], [0.21, 0.22]]))).svg)
    place = {}
    for text in root.iter("{http://www.w3.org/2000/svg}text"):
        if found := re.search(
            r"translate\(([\d.]+) ([\d.]+)\)|x=\"([\d.]+)\" y=\"([\d.]+)\"",
            ET.tostring(text, "unicode"),
        ):
            x, y = [float(part) for part in found.groups() if part]
            place["".join(text.itertext()).strip()] = (x, y)
    assert place["0.11"][0] == place["0.21"][0] < place["0.12"][0] == place["0.22"][0]
    assert place["0.11"][1] == place["0.12"][1] < place["0.21"][1] == place["0.22"][1]


def test_what_a_mask_hides_has_no_number():
    shown = words(heatmaps(("W", "weights", torch.full((2, 2), 0.125)), mask=causal_mask(2)))
    assert shown.count("0.12") == 3
    shown = words(heatmaps(("V", "value", torch.full((2, 2), 0.125)), mask=causal_mask(2)))
    assert shown.count("0.12") == 4  # values are not masked


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_repeat_to_the_byte_and_follow_the_page(name):
    first, second = (PICTURES[name](0.0) for _ in range(2))
    assert first.svg == second.svg == first._repr_svg_()
    assert "prefers-color-scheme:dark" in first.svg and "currentColor" in first.svg
    assert not re.search(r"<dc:date>|20\d\d-", first.svg)
    assert repr(first) == "Picture"


def test_query_key_and_value_have_the_colours_of_okabe_and_ito():
    assert (QUERY, KEY, VALUE) == (BLUE, VERMILION, GREEN) == ("#0072B2", "#D55E00", "#009E73")
    assert [COLOURS[kind][-1] for kind in ("query", "key", "value")] == [
        QUERY,
        KEY,
        VALUE,
    ]
    assert YELLOW.lower() in heatmaps(("X", "tokens", MATRIX.abs())).svg


def test_curves_show_their_labels_and_points():
    lines = {"a": ([1.0, 2.0, 3.0], BLUE, "o-")}
    shown = words(curves(("t", lines), x=[1, 4, 16], x_label="d", log=True))
    assert {"t", "a", "d", "1", "4", "16"} <= set(shown)
    shown = words(curves(("t", lines), x=[0.25, 0.5, 1.5], x_label="d", log=True))
    assert {"0.25", "0.5", "1.5"} <= set(shown) and not {"0", "2"} & set(shown)
    shown = words(curves(("t", lines), x=[1, 4, 16], x_label="d"))
    assert {"t", "a", "d", "2", "10"} <= set(shown) and "1" not in shown


@pytest.mark.parametrize(("log", "ratio"), [(True, 1), (False, 2)])
def test_points_that_double_stand_at_equal_distances_if_log(log, ratio):
    panel = "t", {"a": ([1.0, 2.0, 3.0], BLUE, "-")}
    (points, _), *_ = strokes(curves(panel, x=[1, 2, 4], x_label="d", log=log), BLUE)
    first, second, third = (x for x, _ in points)
    assert (third - second) / (second - first) == pytest.approx(ratio, rel=1e-4)


def test_a_logarithmic_y_axis_shows_powers_as_straight_lines():
    panel = "t", {"a": ([0.01, 1.0, 100.0], BLUE, "-")}
    picture = curves(panel, x=[1, 2, 4], x_label="d", log=True, log_y=True)
    (points, _), *_ = strokes(picture, BLUE)
    first, second, third = (y for _, y in points)
    assert second - first == pytest.approx(third - second, rel=1e-4)
    assert {"0.01", "1", "100"} <= set(words(picture))  # plain numbers, no powers of ten


def test_an_equation_shows_signs_titles_numbers_and_names_from_left_to_right():
    x, y = ("X", "tokens", MATRIX), ("Y", "scores", MATRIX[:2])
    assert words(equation(x, "×", y, "=", x, rows=["a", "b", "c"], columns=["d", "e"])) == [
        *[*NUMBERS, "X", "a", "b", "c", "×"],
        *[*NUMBERS[:4], "Y", "="],
        *[*NUMBERS, "X", "d", "e"],
    ]
    hidden = torch.tensor([[1.0, float("nan")]])
    assert words(equation(("W", "weights", hidden))) == ["1.00", "W"]


def test_a_line_is_as_wide_as_its_weight_and_a_weight_of_zero_has_none():
    weights = torch.tensor([[0.5, 0.0], [0.25, 0.75]])
    picture = links(("t", ["a", "b"], ["c", "d"], weights))
    assert words(picture) == ["a", "b", "c", "d", "t"]
    (ac, two), (bc, one), (bd, three) = strokes(picture, PURPLE)
    assert (two, one, three) == (2, 1, 3)
    assert ac[0][1] == ac[1][1] < bd[0][1] == bd[1][1]  # level; the first words are above
    assert bc == [bd[0], ac[1]]


def test_paths_lead_from_a_ring_to_a_dot_with_a_name():
    picture = paths(("t", ["go", "to"], PLACES), ("u", ["y"], PLACES[:, :1]))
    assert {"go", "to", "y", "t", "u"} <= set(words(picture))
    (points, _), *_ = strokes(picture, ORANGE)
    assert len(points) == len(PLACES)
    at = r'x="(\S+)" y="(\S+)" style="fill%s; stroke: #e69f00"'
    ends = [re.findall(at % fill, picture.svg) for fill in ("-opacity: 0", ": #e69f00")]
    assert [[tuple(map(float, end)) for end in each] for each in ends] == [
        [points[0]],
        [points[-1]],
    ]


def test_bars_show_each_count_of_the_total():
    shown = words(bars(("t", {"a": 3, "b": 0}), ("u", {"c": 5}), total=5))
    assert shown == ["a", "b", "3/5", "0/5", "t", "c", "5/5", "u"]


VOCABULARY = ["aime", "$j$", "<EOS>", "les"]
SURE = torch.tensor([0.12, 0.5, 0.05, 0.33])


def test_distributions_show_the_most_probable_tokens_and_the_rest():
    shown = words(distributions(("<SOS>", VOCABULARY, SURE), shown=2))
    assert shown == ["$j$", "les", "…", "0.50", "0.33", "0.17", "<SOS>"]
    shown = words(distributions(("t", VOCABULARY, SURE)))  # nothing is left
    assert shown == ["$j$", "les", "aime", "<EOS>", "0.50", "0.33", "0.12", "0.05", "t"]


def test_no_rest_is_less_than_nothing():
    """0.6 + 0.3 + 0.1 is a little more than 1 in single precision."""
    some = torch.tensor([0.6, 0.3, 0.1, 0.0])
    assert sum(some[:3].tolist()) > 1
    assert words(distributions(("t", list("abcd"), some), shown=3))[:8][-1] == "0.00"


def test_distributions_show_the_tokens_that_are_asked_for_in_that_order():
    panels = [(title, VOCABULARY, each) for title, each in (("t", SURE), ("u", SURE.flip(0)))]
    shown = words(distributions(*panels, shown=["les", "aime"]))
    first, second = ["0.33", "0.12", "0.55"], ["0.12", "0.33", "0.55"]
    names = ["les", "aime", "…"]
    assert shown == [*names, *first, "t", *names, *second, "u"]


def test_bars_of_a_distribution_are_as_long_as_its_probabilities():
    picture = distributions(("t", "ab", torch.tensor([0.75, 0.25])))
    lengths = []
    for path in re.findall(rf'd="([^"]*)"[^>]*style="fill: {PURPLE.lower()}"', picture.svg):
        x = [float(number) for number in re.findall(r"[ML] (\S+)", path)]
        lengths.append(max(x) - min(x))
    assert lengths[0] / lengths[1] == pytest.approx(3, rel=1e-4) and len(lengths) == 2


def test_images_show_titles_labels_and_a_scale_of_their_numbers():
    shown = words(images(("t", MATRIX), ("u", MATRIX.abs()), x_label="i", y_label="j"))
    assert shown.count("i") == shown.count("j") == 2 and {"t", "u"} <= set(shown)
    scales = shown[shown.index("u") + 1 :]  # a signed matrix has 0 in the middle
    assert scales == [*["−6", "−4", "−2", "0", "2", "4", "6"], *map(str, range(8))]


@pytest.mark.parametrize("dtype", [torch.float64, torch.bfloat16], ids=str)
def test_pictures_take_tensors_of_a_model_as_they_are(dtype):
    matrix, places = (x.to(dtype).requires_grad_() for x in (MATRIX, PLACES))
    assert words(equation(("X", "tokens", matrix)))[2:] == [*NUMBERS[2:], "X"]
    images(("t", matrix), x_label="i", y_label="j")
    paths(("t", ["a", "b"], places))
    distributions(("t", "ab", torch.tensor([0.5, 0.5], dtype=dtype, requires_grad=True)))
    links(("t", "abc", "de", matrix))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: heatmaps(), "no panels given, but at least one is needed"),
        (
            lambda: heatmaps(("S", "score", MATRIX)),
            "kind is 'score', but must be one of scores, weights, query",
        ),
        (
            lambda: heatmaps(("S", "scores", MATRIX[None])),
            r"S is \(1, 3, 2\), but must be \(T, S\)",
        ),
        (
            lambda: heatmaps(("S", "scores", MATRIX[0])),
            r"S is torch\.float32 of shape \(2,\)",
        ),
        (
            lambda: heatmaps(("S", "scores", [[1.0]])),
            "S is a list, but must be a tensor",
        ),
        (
            lambda: heatmaps(("S", "scores", MATRIX), mask=causal_mask(3)),
            r"mask has shape \(3, 3\), but must broadcast",
        ),
        (lambda: curves(x=[1], x_label="d"), "no panels given"),
        (
            lambda: curves(("t", {"a": ([1.0], BLUE, "-")}), x=[1, 2], x_label="d"),
            "a has 1 values, but x has 2",
        ),
        (lambda: equation("=", "+"), "no matrix given, but at least one is needed"),
        (
            lambda: equation(("X", "tokens", MATRIX), "="),
            "the last part is the sign '=', but must be a matrix",
        ),
        (
            lambda: equation(("X", "token", MATRIX)),
            "kind is 'token', but must be one of scores, weights, query, key, value, tokens",
        ),
        (lambda: equation(("X", "tokens", MATRIX[0])), r"X is torch\.float32 of shape \(2,\)"),
        (lambda: links(), "no panels given, but at least one is needed"),
        (
            lambda: links(("t", "ab", "cde", MATRIX)),
            r"t: weights are \(3, 2\), but must be \(2, 3\), one for each pair of words",
        ),
        (lambda: paths(), "no panels given, but at least one is needed"),
        (
            lambda: paths(("t", "abc", PLACES)),
            r"t: places are \(3, 2, 2\), but must be \(steps, 3, 2\)",
        ),
        (lambda: paths(("t", "ab", PLACES[0])), r"t: places are \(2, 2\), but must be \(steps"),
        (lambda: bars(total=3), "no panels given, but at least one is needed"),
        (lambda: bars(("t", {"a": 4}), total=3), "t: a counts 4, but must be in 0 to 3"),
        (lambda: bars(("t", {"a": -1}), total=3), "t: a counts -1, but must be in 0 to 3"),
        (lambda: distributions(), "no panels given, but at least one is needed"),
        (
            lambda: distributions(("t", "abc", torch.tensor([0.5, 0.5]))),
            r"t is \(2,\), but must be \(3,\), one for each token",
        ),
        (
            lambda: distributions(("t", "ab", torch.tensor([2.5, -0.25]))),
            r"t sums to 2\.25: these are no probabilities",
        ),
        (
            lambda: distributions(("t", "ab", torch.tensor([1.5, -0.5]))),
            "these are no probabilities",
        ),
        (
            lambda: distributions(("t", "ab", torch.tensor([0.5, 0.5])), shown=0),
            "shown is 0, but must be an integer of at least 1",
        ),
        (
            lambda: distributions(("t", "ab", torch.tensor([0.5, 0.5])), shown="ax"),
            r"shown has \['x'\], but t has no such token",
        ),
        (lambda: images(x_label="i", y_label="j"), "no panels given, but at least one is needed"),
        (
            lambda: images(("t", MATRIX[None]), x_label="i", y_label="j"),
            r"t is \(1, 3, 2\), but must be \(T, S\)",
        ),
    ],
)
def test_bad_input_says_what_was_given_and_what_is_allowed(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_arrows_end_where_they_should_on_one_scale():
    """From (0, 0) to (4, 0) is as long as from (0, 0) to (0, 4); names stand at the tips."""
    origin = (0.0, 0.0)
    drawn = [("east", PURPLE, origin, torch.tensor([4.0, 0.0])), ("north", ORANGE, origin, (0, 4))]
    picture = arrows(("t", drawn), labels=("x₀", "x₁"))
    assert {"t", "east", "north", "x₀", "x₁"} <= set(words(picture))
    shafts = {}
    for colour in (PURPLE, ORANGE):
        path = re.search(
            rf'd="M (\S+) (\S+) *\n?[LQ] ([^"z]+)"[^>]*stroke: {colour.lower()}', picture.svg
        )
        x, y = float(path[1]), float(path[2])
        last = [float(n) for n in re.findall(r"-?[\d.]+", path[3])[-2:]]
        shafts[colour] = (last[0] - x, y - last[1])
    (right, none), (zero, up) = shafts[PURPLE], shafts[ORANGE]
    assert right > 50 and up == pytest.approx(right, rel=0.05)
    assert abs(none) < 1 and abs(zero) < 1


def test_an_arrow_without_a_length_is_drawn():
    assert "nowhere" in words(
        arrows(("t", [("nowhere", PURPLE, (1.0, 1.0), (1.0, 1.0))]), labels=("x", "y"))
    )


def test_arrows_refuse_what_is_not_a_point():
    with pytest.raises(ValueError, match="a has a point of 3 numbers, but must have 2"):
        arrows(("t", [("a", PURPLE, (0, 0), (1, 2, 3))]), labels=("x", "y"))
    with pytest.raises(ValueError, match="no panels given"):
        arrows(labels=("x", "y"))


def inches(svg: str, side: str = "width") -> float:
    return float(ET.fromstring(svg).get(side).removesuffix("pt")) / 72


def shapes(svg: str, style: str) -> list[tuple[float, float, float, float]]:
    """Left, top, right and bottom of the shapes whose style matches."""
    found = []
    for path, _ in re.findall(rf'd="([^"]*)"[^>]*style="({style}[^"]*)"', svg):
        x, y = zip(*((float(x), float(y)) for x, y in re.findall(r"[ML] (\S+) (\S+)", path)))
        found.append((min(x), min(y), max(x), max(y)))
    return found


FOUR = torch.arange(16.0).reshape(4, 4) - 7.123
PRODUCT = ("A", "weights", FOUR), "·", ("B", "value", FOUR), "=", ("A B", "value", FOUR)


def test_where_a_product_is_too_wide_for_a_phone_there_is_a_second_picture_of_it():
    picture = equation(*PRODUCT, rows="abcd", columns="efgh")
    narrow = Picture.__new__(Picture)
    narrow.svg = picture.narrow
    assert inches(picture.svg) > NARROW >= inches(narrow.svg)
    assert words(narrow) == words(picture)  # the same tensors
    assert picture._repr_mimebundle_(include=None) == {NARROW_TYPE: narrow.svg}
    tall, taller = (float(ET.fromstring(each.svg).get("height")[:-2]) for each in (picture, narrow))
    assert taller > 1.8 * tall


def test_what_suits_a_phone_is_drawn_once():
    picture = heatmaps(("A", "weights", FOUR[:2, :2]), ("B", "weights", FOUR[:2, :2]))
    assert picture.narrow is None and picture._repr_mimebundle_() == {}
    assert inches(picture.svg) < NARROW


def test_jupyter_gets_both_pictures():
    """As a kernel asks for them: the wide one is what a notebook shows."""
    data, _ = DisplayFormatter().format(equation(*PRODUCT))
    assert set(data) == {"text/plain", "image/svg+xml", NARROW_TYPE}


def test_two_heat_maps_stand_side_by_side_and_more_below_them():
    three = [(name, "weights", FOUR[:2, :2]) for name in "ABC"]
    one, two, more = (inches(heatmaps(*three[:n]).svg) for n in (1, 2, 3))
    assert one < two == more


def test_long_names_are_written_upwards_where_there_is_no_room():
    names = ["<SOS>", "oranges", "translation", "love", "eating", "apples", "."]
    row = "W", "weights", torch.full((1, 7), 0.5)
    picture = equation(row, columns=names)
    assert "rotate(-90" in picture.narrow and "rotate(-90" not in picture.svg
    assert inches(picture.narrow) <= NARROW < inches(picture.svg)


def test_a_comma_that_begins_a_line_leaves_none_empty():
    """Two matrices, each wider than half a page: behind the first one its comma would stand alone."""
    long = torch.full((1, 12), 0.5)
    picture = equation(("a", "tokens", long), ",", ("b", "tokens", long))
    one = inches(equation(("a", "tokens", long)).svg, "height")
    assert inches(picture.svg, "height") == pytest.approx(2 * one, rel=0.1)


def test_numbers_are_narrower_than_their_cells():
    numbers = torch.tensor([[-123.456, 0.5], [1.0, -2.0]])
    picture = heatmaps(("S", "scores", numbers))
    left, _, right, _ = shapes(picture.svg, "fill: #[0-9a-f]{6}; stroke: #767676")[0]
    assert right - left > 72 * text_width("−123.46") + 4


@pytest.mark.parametrize("kind", [kind for kind in COLOURS if kind != "weights"])
def test_negative_numbers_are_gray_and_positive_ones_have_their_colour(kind):
    picture = equation(("X", kind, torch.tensor([[-2.0, 0.0, 2.0]])))
    fills = re.findall(r'style="fill: (#\w{6}); stroke: #767676', picture.svg)
    assert [fills[0], fills[2]] == [GRAY.lower(), COLOURS[kind][-1].lower()]


def test_what_is_hidden_is_hatched_and_nothing_else_is():
    mask = causal_mask(3)
    picture = heatmaps(("W", "weights", torch.full((3, 3), 0.125)), mask=mask)
    assert len(re.findall(r"fill: url\(#", picture.svg)) == mask.sum() == 3
    assert "<pattern" in picture.svg
    assert "<pattern" not in heatmaps(("Q", "query", MATRIX)).svg


def name_boxes(picture: Picture, names: list[str]) -> list[tuple[float, float, float, float]]:
    found = []
    for x, y, name in re.findall(r'<text[^>]* x="(\S+)" y="(\S+)"[^>]*>([^<]+)<', picture.svg):
        if name in names:
            left, bottom = float(x), float(y)
            found.append((left, bottom - 8, left + 72 * text_width(name, 11), bottom))
    assert len(found) == len(names)
    return found


def test_words_have_the_font_by_which_they_were_measured_first():
    """Where a reader has it not, one of the others; they are about as wide."""
    families = re.findall(r"font-family: ([^;]+);", PICTURES["heatmaps"](0).svg)
    assert set(families) == {"'DejaVu Sans', 'Verdana', 'Noto Sans', 'Arial', sans-serif"}


def test_parts_of_a_panel_are_named_where_one_is_missing():
    with pytest.raises(ValueError, match=r"must be \(name, colour, start, end\)"):
        arrows(("t", [("a", PURPLE, (0.0, 0.0))]), labels=("x", "y"))
    with pytest.raises(ValueError, match=r"must be \(title, arrows\)"):
        arrows(("t",), labels=("x", "y"))


def test_a_panel_of_cells_has_one_number_at_least_and_what_is_handed_on_is_a_dictionary():
    with pytest.raises(ValueError, match=r"X has shape .*, but at least one number is needed"):
        check_panel("X", "tokens", torch.empty(0, 2))
    figure, _ = new_figure(1.0, 1.0, 1, 1)
    with pytest.raises(ValueError, match="exported is "):
        Picture(figure, exported=["tensors"])


def test_a_name_covers_no_arrow_and_no_other_name():
    """The place above and to the right of the tip of `a` is that of another arrow, and so on."""
    origin, tip = (0.0, 0.0), (2.0, 2.0)
    drawn = [
        ("first", PURPLE, origin, tip),
        ("second", ORANGE, tip, (3.0, 2.6)),
        ("third", BLUE, tip, (1.2, 2.8)),
        ("fourth", GREEN, origin, (3.1, 2.6)),
    ]
    picture = arrows(("t", drawn), labels=("x", "y"))
    boxes = name_boxes(picture, [name for name, *_ in drawn])
    for number, (left, top, right, bottom) in enumerate(boxes):
        for a, b, c, d in boxes[number + 1 :]:
            assert right < a or c < left or bottom < b or d < top
    for colour in (PURPLE, ORANGE, BLUE, GREEN):
        path = re.search(rf'd="M ([^"z]+)"[^>]*stroke: {colour.lower()}', picture.svg)
        points = [float(n) for n in re.findall(r"-?[\d.]+", path[1])]
        (x, y), (u, v) = points[:2], points[-2:]
        for part in range(101):
            at = x + (u - x) * part / 100, y + (v - y) * part / 100
            for left, top, right, bottom in boxes:
                assert not (left < at[0] < right and top < at[1] < bottom), colour


SIDES = [(x, y) for x in (1, 0, -1) for y in (1, 0, -1) if (x, y) != (0, 0)]


@pytest.mark.parametrize("free", SIDES)
def test_a_name_stands_on_the_side_that_is_free(free):
    """5 points from its point, and over or beside its middle, where it is neither left nor right, neither up nor down."""
    _, (ax,) = new_figure(4.0, 4.0, 1, 1)
    ax.set(xlim=(-1, 1), ylim=(-1, 1))
    slope = 1.0 if free[0] else 0.4  # lines that do not cross the free place
    ways = [(x, y * slope if x else y) for x, y in SIDES if (x, y) != free]
    name_points(ax, [("nm", (0.0, 0.0))], [[(0.02 * x, 0.02 * y), (x, y)] for x, y in ways])
    (name,) = ax.texts
    for side, start, size in zip(free, name.xyann, (72 * text_width("nm", 11), 11)):
        wanted = {1: 5, 0: -size / 2, -1: -5 - size}
        assert start == pytest.approx(wanted[side])


def test_a_name_stays_in_the_picture():
    places = torch.tensor([[[0.0, 0.0], [4.0, 4.0]], [[0.0, 0.1], [9.0, 9.0]]])
    picture = paths(("t", ["to", "a name of some length"], places))
    ((_, _, right, _),) = name_boxes(picture, ["a name of some length"])
    assert right < 72 * inches(picture.svg)


def test_no_line_begins_with_a_comma():
    """Q → Q₀, Q₁ breaks before the arrow, though the first of the two would fit into its line."""
    half = FOUR[:, :2]
    picture = equation(("Q", "query", FOUR), "→", ("Q0", "query", half), ",", ("Q1", "query", half))
    above = {name: float(y) for y, name in re.findall(r' y="(\S+)"[^>]*>([^<]+)<', picture.narrow)}
    assert above["Q"] < above["→"] == pytest.approx(above[","], abs=5)
    assert above["Q0"] == above["Q1"]
