"""The font of the formulas: of STIX Two Math, a package's, the glyphs that the pages need and no others.

With the glyphs come the larger brackets and roots and the smaller exponents that a browser makes of them.
"""

from __future__ import annotations

import re
import shutil
import unicodedata
from html import unescape
from importlib.metadata import distribution, version
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from sphinx.application import Sphinx

from bilingual_book.content import where_solutions_stand
from bilingual_book.core.keep_made_files import make_once

FONT = "ziamath/fonts/STIXTwoMath-Regular.ttf"
# Text of MathML, which has no formula's TeX in it: that is in an annotation.
MATHML = re.compile(r"<math\b.*?</math>", re.DOTALL)
TOKEN = re.compile(r"<(?:mi|mn|mo|ms|mtext)\b[^>]*>([^<]+)<")
# A browser sets a variable of one letter in the italics that Unicode has for mathematics.
ITALIC = {
    chr(int(unicodedata.decomposition(chr(code)).split()[1], 16)): chr(code)
    for code in (
        0x210E,
        *range(0x1D434, 0x1D468),
        *range(0x1D6A4, 0x1D6A6),
        *range(0x1D6E2, 0x1D71C),
    )
    if unicodedata.decomposition(chr(code))
}


def characters(html: str) -> set[str]:
    """What the formulas of a page are set with."""
    tokens = [unescape(token) for math in MATHML.findall(html) for token in TOKEN.findall(math)]
    # A root's sign is drawn without being written.
    return {"√", *"".join(tokens)} | {ITALIC[token] for token in tokens if token in ITALIC}


def write_font(path: Path, wanted: set[str]) -> None:
    options = subset.Options()
    options.flavor = "woff2"
    options.hinting = False
    # Small sizes for exponents, letters without dots under accents, flat accents, script, primes.
    options.layout_features = ["ssty", "dtls", "flac", "ss01", "ss04", "kern", "ccmp"]
    options.name_IDs = [0, 1, 2, 5, 6, 13, 14]  # with its license
    font = subset.load_font(distribution("ziamath").locate_file(FONT), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(text="".join(sorted(wanted)))
    subsetter.subset(font)
    _narrow_roots(font)
    # As in TeX, the index of a p stands no lower than that of an x.
    font["MATH"].table.MathConstants.SubscriptBaselineDropMin.Value = 0
    subset.save_font(font, path, options)


def _narrow_roots(font: TTFont) -> None:
    """Give all sizes of a root's sign one width: Chromium leaves room for the widest of them."""
    root = font.getBestCmap()[ord("√")]
    variants = font["MATH"].table.MathVariants
    sizes = variants.VertGlyphConstruction[variants.VertGlyphCoverage.glyphs.index(root)]
    names = {record.VariantGlyph for record in sizes.MathGlyphVariantRecord}
    names |= {part.glyph for part in sizes.GlyphAssembly.PartRecords}
    width = font["hmtx"][root][0]
    for name in names - {root}:
        glyph, (wide, left) = font["glyf"][name], font["hmtx"][name]
        glyph.coordinates.scale((width / wide, 1))
        glyph.coordinates.toInt()
        glyph.recalcBounds(font["glyf"])
        font["hmtx"][name] = (width, round(left * width / wide))


def write_for_site(app: Sphinx, exception: Exception | None) -> None:
    if exception is not None or app.builder.format != "html":
        return
    names = sorted(app.env.found_docs | where_solutions_stand.pages(app))
    pages = [Path(app.builder.get_outfilename(name)) for name in names]
    wanted = set().union(*(characters(page.read_text("utf8")) for page in pages if page.exists()))
    if wanted:
        packages = [f"{name} {version(name)}" for name in ("ziamath", "fonttools")]
        text = "\n".join([*packages, *sorted(wanted)]).encode()
        made_of = Path(__file__).read_bytes(), text
        made = make_once(app.bilingual_book.build, made_of, lambda path: write_font(path, wanted))
        shutil.copyfile(made, Path(app.outdir) / "_static" / "formulas.woff2")
