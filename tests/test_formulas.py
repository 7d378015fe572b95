"""Formulas: set without a script, whole in a browser, faithful to their TeX, in a font of their own."""

import copy
import html
import os
import re
import string
import subprocess
import sys
import unicodedata

import pytest
from bs4 import BeautifulSoup
from docutils import nodes
from fontTools.ttLib import TTFont

from bilingual_book.math.subset_font import characters, write_font
from bilingual_book.math.tex_to_mathml import mathml_of, to_mathml
from support.bilingual_pages import pages, read
from support.find_formulas import formulas
from support.pages import LANGUAGES, Visit, soup, url

# What is not laid out, or lacks its bar or its root's sign: a fraction is wider and higher than its parts,
# a root wider than what is below it, by the sign.
NOT_LAID_OUT = """() => [...document.querySelectorAll("article .math")].filter(formula => {
  if (formula.closest(".touch-place")?.checkVisibility() === false) return false;  // without scripts nothing to touch
  const size = element => element.getBoundingClientRect();
  const seen = element => size(element).width > 0 && size(element).height > 0;
  if (!formula.querySelector("math") || formula.querySelector("merror")) return true;
  const whole = [...formula.querySelectorAll("mi, mn, mtext, mfrac, msqrt, msub, msup, mtable, mtd > *")]
    .every(part => seen(part) || (part.tagName === "mrow" && !part.childElementCount));
  const bars = [...formula.querySelectorAll("mfrac")].every(fraction => {
    const [above, below] = [...fraction.children].map(size);
    return above.bottom < below.top && size(fraction).width >= Math.max(above.width, below.width);
  });
  const roots = [...formula.querySelectorAll("msqrt")].every(root => {
    const [outside, inside] = [root, root.firstElementChild].map(size);
    return inside.left - outside.left > 0.4 * parseFloat(getComputedStyle(root).fontSize);
  });
  return !(seen(formula.querySelector("math")) && whole && bars && roots);
}).map(formula => formula.textContent)"""
OPEN = "document.querySelectorAll('details').forEach(e => { e.open = true; })"


@pytest.mark.parametrize(("language", "script"), [("en", False), ("zh", True)])
def test_every_formula_is_laid_out(site, browser, language, script):
    seen = 0
    for name in pages():
        with Visit(browser, java_script_enabled=script) as visit:
            page = visit.open(url(site, language, name))
            page.evaluate(OPEN)
            assert page.evaluate(NOT_LAID_OUT) == [], name
            formulas = page.locator("article .math").count()
            seen += formulas
            fonts = [address for address in visit.requests if address.endswith(".woff2")]
            assert any("formulas" in font for font in fonts) == (formulas > 0), name
    assert seen > 200


def written(language: str, page: str) -> list[str]:
    """The TeX of a page, as its author wrote it, in order."""
    return [formula for formula, _ in formulas(read(language, page))]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", pages())
def test_a_formula_has_its_tex(site, language, page):
    # the glossary's are in sentences of other pages
    formulas = soup(site, language, page).select("article .math:not(.glossary *)")
    tex = [formula.select_one("annotation").text for formula in formulas]
    assert tex == written(language, page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_font_covers_every_formula(site, language):
    folder = site / LANGUAGES[language]
    path = folder / "_static" / "formulas.woff2"
    wanted = {"√"}
    for page in pages():
        for formula in soup(site, language, page).select("math"):
            formula = copy.copy(formula)
            formula.annotation.extract()
            wanted |= set(formula.text)
    letters = TTFont(path).getBestCmap()
    assert {ord(character) for character in wanted if not character.isspace()} <= letters.keys()
    assert {ord("𝑄"), ord("ℎ"), ord("𝜀")} <= letters.keys(), "variables are set in italics"
    assert path.stat().st_size < 50_000


@pytest.mark.parametrize("letter", [*string.ascii_letters, *"αβγδεζηθικλμνξοπρστυφχψω"])
def test_the_font_has_every_variable_in_italics(letter):
    name = unicodedata.name(letter).replace("LATIN ", "").replace("GREEK ", "")
    name = f"MATHEMATICAL ITALIC {name.replace('LETTER ', '')}"
    italic = "ℎ" if letter == "h" else unicodedata.lookup(name)
    assert {letter, italic} <= characters(to_mathml(letter, False))


def test_the_font_has_the_signs_that_html_escapes():
    page = "".join(to_mathml(tex, False) for tex in (r"i < j", r"j > i", r"\text{Q \& A}"))
    assert "&lt;" in page and {"<", ">", "&"} <= characters(page)
    assert ";" not in characters(page)


def test_the_font_stretches_brackets_and_roots(tmp_path):
    write_font(tmp_path / "font.woff2", characters(to_mathml(r"\left(\sqrt{x}\right)", True)))
    font = TTFont(tmp_path / "font.woff2")
    variants = font["MATH"].table.MathVariants
    stretched = dict(zip(variants.VertGlyphCoverage.glyphs, variants.VertGlyphConstruction))
    letters = font.getBestCmap()
    for sign in "()√":
        assert len(stretched[letters[ord(sign)]].MathGlyphVariantRecord) > 3
    root = stretched[letters[ord("√")]]
    widths = {font["hmtx"][record.VariantGlyph][0] for record in root.MathGlyphVariantRecord}
    assert len(widths) == 1, "Chromium leaves a gap after a root"


@pytest.mark.parametrize(
    "tex",
    [r"\foo{x}", r"\frac{a}{b", r"\begin{nothing}x\end{nothing}", "x & y", r"\cancel{x}", r"x_a_b"],
)
def test_what_is_not_understood_is_said(tex):
    with pytest.raises(ValueError) as error:
        to_mathml(tex, block=False)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("tex", "block", "spaces"),
    [
        ("a + b", False, {"+": None}),
        ("e^{a + b}", False, {"+": "0em"}),
        ("e^{a + b}", True, {"+": "0em"}),
        (r"\frac{a + b}{c}", False, {"+": "0em"}),
        (r"\frac{a + b}{c - d}", True, {"+": None, "−": None}),
        (r"\frac{\frac{a + b}{c}}{d - e}", True, {"+": "0em", "−": None}),
        (r"a \cdot b", False, {"⋅": "0.2222em"}),
        (r"\frac{a \cdot b}{c}", True, {"⋅": "0.2222em"}),
        (r"1 + \dots + 9", False, {"+": None, "⋯": "0em"}),
    ],
)
def test_operators_are_spaced_as_tex_spaces_them(tex, block, spaces):
    """A fraction in a block is as large as what is around it; in a line, or in another fraction, it is small print."""
    found = re.findall(
        r'<mo(?: lspace="(\w+|[\d.]+em)")?[^>]*>(.)</mo>', to_mathml(tex, block=block)
    )
    assert {sign: space or None for space, sign in found} == spaces


@pytest.mark.parametrize(
    ("tex", "spaces"),
    [
        (r"\left(\frac{a}{b}\right) V", 1),
        (r"\left(\frac{a}{b}\right)^2", 0),
        (r"\log\left(\frac{a}{b}\right)", 1),
        (r"\operatorname{softmax}\left(\frac{a}{b}\right)", 1),
        (r"\log(a)", 0),
        (r"-\log(a)", 1),
        (r"(a) V", 0),
        ("(Q, V)", 1),
    ],
)
def test_large_brackets_and_functions_keep_their_distance(tex, spaces):
    assert to_mathml(tex, block=True).count("<mspace") == spaces


@pytest.mark.parametrize(
    ("tex", "rows"), [("a = b", 0), (r"a = b \\ c = d", 2), ("a = b\n\nc = d", 2), ("a\n= b", 0)]
)
def test_a_block_has_a_row_for_each_of_its_lines(tex, rows):
    found = mathml_of(nodes.math_block(tex, tex))
    assert found.count("<mtr") == rows and bool(rows) == ("<mtable" in found)


PAGE = """
Of :math:`\\sqrt{{d}}`
====================

See :eq:`last`.

.. math:: a = b
   :label: first

.. math:: a < {formula}
   :label: last

.. math::

   x &= 1 \\\\
   &= y
"""


# The formulas' part of the extension without the others.
ALONE = """
from bilingual_book.math import tex_to_mathml

def setup(app):
    tex_to_mathml.setup(app)
    app.connect("config-inited", tex_to_mathml.configure)
    app.connect("html-page-context", tex_to_mathml.keep_tex_out_of_title, 100)
"""


def build(folder, formula: str) -> subprocess.CompletedProcess:
    (folder / "index.rst").write_text(PAGE.format(formula=formula), "utf8")
    (folder / "alone.py").write_text(ALONE, "utf8")
    options = ["-C", "-q", "-W", "--keep-going", "-D", "extensions=alone"]
    command = [sys.executable, "-m", "sphinx", *options, folder, folder / "html"]
    path = os.pathsep.join([str(folder), *sys.path])
    environment = {**os.environ, "PYTHONPATH": path}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)


def test_numbers_labels_and_titles(tmp_path):
    assert build(tmp_path, "c").returncode == 0
    page = BeautifulSoup((tmp_path / "html" / "index.html").read_text("utf8"), "html.parser")
    assert "d" in page.title.text and "sqrt" not in page.title.text
    assert page.select_one("h1 .math math msqrt")
    first, last, rows = page.select("div.math")
    assert first.select_one(".eqno").text.startswith("(1)")
    assert last.select_one(".eqno").text.startswith("(2)")
    link = page.select_one(f'a[href="#{last["id"]}"]')
    assert link.text == "(2)"
    assert rows.select_one(".eqno") is None
    assert len(rows.select("mtr")) == 2


def test_a_formula_that_is_not_understood_ends_the_build(tmp_path):
    result = build(tmp_path, r"\foo{c}")
    assert result.returncode != 0
    (line,) = [line for line in result.stderr.splitlines() if "foo" in line]
    assert "index.rst" in line and r"formula a < \foo{c}: Unsupported function name" in line


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wide_formula_scrolls_in_its_box(site, browser, language):
    with Visit(browser, 360) as visit:
        page = visit.open(url(site, language, "attention-in-pytorch"))
        boxes = page.evaluate(
            "[...document.querySelectorAll('div.math')].map(e => [e.scrollWidth > e.clientWidth, e.tabIndex])"
        )
        assert sorted(boxes) == [[False, -1], [True, 0]]
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        page.set_viewport_size({"width": 1440, "height": 900})  # a phone that is turned
        page.wait_for_timeout(200)
        assert not page.locator("div.math[tabindex]").count(), "a stop with nothing to scroll"


def test_limits_stand_above_and_below_only_between_lines():
    tex = r"\sum_{t=1}^{T} x_t"
    assert "<munderover>" in to_mathml(tex, block=True)
    assert "<munderover>" not in to_mathml(tex, block=False)


def test_an_annotation_survives_html():
    tex = r"a < b \text{ & c}".replace("&", r"\&")
    assert (
        html.unescape(re.search("<annotation[^>]*>(.*)</annotation>", to_mathml(tex, True))[1])
        == tex
    )
