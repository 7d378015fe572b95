"""Pictures: the numbers of their tensors, text as text, the same bytes each time, both colour schemes."""

import re
import xml.etree.ElementTree as ET

import pytest
import torch

from tensorbytensor.attention import causal_mask
from tensorbytensor.plots import (
    BLUE,
    COLOURS,
    GREEN,
    KEY,
    QUERY,
    VALUE,
    VERMILION,
    Picture,
    curves,
    heatmaps,
)

MATRIX = torch.tensor([[1.234, -0.5], [0.0, 3.0], [-7.0, 0.25]])


def words(picture: Picture) -> list[str]:
    root = ET.fromstring(picture.svg)
    return [
        "".join(text.itertext()).strip() for text in root.iter("{http://www.w3.org/2000/svg}text")
    ]


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


def test_a_changed_tensor_changes_the_picture():
    assert heatmaps(("Q", "query", MATRIX)).svg != heatmaps(("Q", "query", MATRIX + 0.01)).svg


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


def test_pictures_repeat_to_the_byte_and_follow_the_page():
    first, second = (heatmaps(("S", "scores", MATRIX)).svg for _ in range(2))
    assert first == second
    assert "prefers-color-scheme:dark" in first and "currentColor" in first
    assert not re.search(r"<dc:date>|20\d\d-", first)
    assert repr(heatmaps(("S", "scores", MATRIX))) == "Picture"


def test_query_key_and_value_have_the_colours_of_okabe_and_ito():
    assert (QUERY, KEY, VALUE) == (BLUE, VERMILION, GREEN) == ("#0072B2", "#D55E00", "#009E73")
    assert [COLOURS[kind][-1] for kind in ("query", "key", "value")] == [
        QUERY,
        KEY,
        VALUE,
    ]


def test_curves_show_their_labels_and_points():
    picture = curves(("t", {"a": ([1.0, 2.0, 3.0], BLUE, "o-")}), x=[1, 4, 16], x_label="d")
    assert {"t", "a", "d", "1", "4", "16"} <= set(words(picture))


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
    ],
)
def test_bad_input_says_what_was_given_and_what_is_allowed(call, message):
    with pytest.raises(ValueError, match=message):
        call()
