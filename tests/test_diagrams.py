"""The diagrams as a browser shows them: nothing in the way of anything, in colours that can be told apart."""

import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterable

import pytest

from support.bilingual_pages import ROOT, Block, split
from support.drawn import COLLISIONS, CONTRASTS

sys.path.insert(0, str(ROOT / "images"))
import architecture_maps

SVG = "{http://www.w3.org/2000/svg}"
PAGES = {"light": "#ffffff", "dark": "#121212"}  # as the theme colours them


@pytest.fixture(scope="module", params=["en", "zh"])
def drawings(request) -> dict[str, str]:
    """What is stored of one language, by name."""
    folder = ROOT / "images" / request.param
    return {path.stem: path.read_text("utf8") for path in sorted(folder.glob("*.svg"))}


def test_words_boxes_and_lines_keep_out_of_each_others_way(drawings, browser):
    page = browser.new_page()
    for name, svg in drawings.items():
        page.set_content(svg)
        assert page.evaluate(f"({COLLISIONS})(document.querySelector('svg'))") == [], name
    page.close()


@pytest.mark.parametrize("scheme", PAGES)
def test_words_stand_out(drawings, browser, scheme):
    page = browser.new_page(color_scheme=scheme)
    for name, svg in drawings.items():
        page.set_content(f"<body style='background: {PAGES[scheme]}'>{svg}")
        for contrast, words in page.evaluate(CONTRASTS, "svg"):
            assert contrast >= 4.5, f"{name}: {words}"
    page.close()


def places(rects: Iterable[ET.Element]) -> set[tuple[str, ...]]:
    return {tuple(rect.get(side) for side in ("x", "y", "width", "height")) for rect in rects}


def test_a_small_map_marks_what_the_large_one_links(drawings):
    large = ET.fromstring(drawings["architecture"])
    links: dict[str, set] = {}
    for a in large.iter(f"{SVG}a"):
        label = a.get("href").removeprefix("#arch-")
        links.setdefault(label, set()).update(places(a.iter(f"{SVG}rect")))
    marked = {}
    for name in architecture_maps.PARTS:
        rects = list(ET.fromstring(drawings[f"part-{name}"]).iter(f"{SVG}rect"))
        assert places(rects) == places(large.iter(f"{SVG}rect"))
        marked[name] = places(rect for rect in rects if rect.get("fill") == "var(--lit)")
    first = links["embedding"] | links["positions"]
    left = {place for place in first if float(place[0]) < 180}
    assert marked == {
        "embedding": links["embedding"],
        "positions": links["positions"],
        "attention": links["heads"],
        "feed-forward": links["feed-forward"],
        "add-norm": links["add-norm"],
        "encoder": links["encoder"] | left,
        "output-embedding": first - left,
        "masked": links["masked"],
        "cross": links["cross"],
        "output": links["output"],
    }


def test_a_small_map_names_what_it_marks(drawings):
    """Nothing else has words in it; a name stands at the height of its box, on the side of its column."""
    large = ET.fromstring(drawings["architecture"])
    labels = {}
    for a in large.iter(f"{SVG}a"):
        for place in places(a.iter(f"{SVG}rect")):
            labels[place] = " ".join("".join(a.itertext()).split())
    for name in architecture_maps.PARTS:
        small = ET.fromstring(drawings[f"part-{name}"])
        marked = [rect for rect in small.iter(f"{SVG}rect") if rect.get("fill") == "var(--lit)"]
        texts = list(small.iter(f"{SVG}text"))
        assert len(texts) == len(marked) > 0
        for text, (place,) in zip(texts, [places([rect]) for rect in marked], strict=True):
            x, y, _, height = map(float, place)
            assert text.text.replace(" ", "") in labels[place].replace(" ", "")
            assert (float(text.get("x")) < 0) == (x < 180)
            assert y < float(text.get("y")) < y + height + 20


def test_a_layer_leads_to_the_section_that_builds_it(drawings):
    """Where there is nothing to cross to, the layer is the encoder's."""
    for name in ("architecture", "architecture-decoder-only"):
        links = [a.get("href") for a in ET.fromstring(drawings[name]).iter(f"{SVG}a")]
        assert "#arch-encoder" in links
        assert ("#arch-decoder" in links) == ("#arch-cross" in links), name


def test_a_diagram_in_the_page_is_compared_like_any_figure():
    text = "```{diagram} architecture\n:name: fig-map\n:alt: Boxes.\n\nThe map.\n```"
    assert split(text) == (
        Block("{diagram} architecture [('name', 'fig-map')]", ""),
        Block("alt", "Boxes."),
        Block("paragraph", "The map."),
    )


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ["input embedding × √D", "masked multi-head self-attention", "add & norm"]),
        ("zh", ["输入嵌入 × √D", "掩码多头自注意力", "相加与归一化"]),
    ],
)
def test_who_hears_a_map_hears_its_links_and_nothing_else(browser, language, names):
    page = browser.new_page()
    page.set_content((ROOT / "images" / language / "architecture.svg").read_text("utf8"))
    links = page.get_by_role("link")
    assert links.count() == 18
    for name in names:
        assert page.get_by_role("link", name=name, exact=True).count() > 0, name
    heard = [line.strip() for line in page.locator("svg").aria_snapshot().splitlines()]
    assert {line.split()[1] for line in heard if "/url" not in line} == {"group", "link"}, heard
    page.close()
