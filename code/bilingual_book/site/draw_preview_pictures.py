"""A picture of the book as a PNG, for those who show a link: they take no SVG."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import resvg_py

WIDTH, HEIGHT, MARGIN = 1200, 630, 70
ICON = 180
STRIPES = ("#0072B2", "#D55E00", "#009E73")  # query, key, value
INK = "#1f2328"


def _fonts() -> list[str]:
    """DejaVu Sans as matplotlib brings it: the same letters on every machine."""
    folder = Path(find_spec("matplotlib").origin).parent / "mpl-data" / "fonts" / "ttf"
    return sorted(map(str, folder.glob("DejaVuSans*.ttf")))


def _write(svg: str, target: Path, width: int, height: int) -> None:
    png = resvg_py.svg_to_bytes(
        svg_string=svg,
        background="white",
        width=width,
        height=height,
        skip_system_fonts=True,
        font_files=_fonts(),
        sans_serif_family="DejaVu Sans",
        font_family="DejaVu Sans",
    )
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(bytes(png))


def draw_icon(svg: Path, target: Path) -> None:
    _write(svg.read_text("utf8"), target, ICON, ICON)


def draw_preview(picture: Path, target: Path) -> None:
    """The picture on white, as large as it can be, above a line in the book's three colours."""
    svg = picture.read_text("utf8")
    svg = re.sub(r"<style>svg\{color.*?</style>", "", svg).replace("currentColor", INK)
    head, body = re.search(r"<svg\b[^>]*>", svg)[0], svg[svg.index(">", svg.index("<svg")) + 1 :]
    box = re.search(r'viewBox="[^"]*"', head)[0]
    inner = f'x="{MARGIN}" y="{MARGIN}" width="{WIDTH - 2 * MARGIN}" height="{HEIGHT - 2 * MARGIN - 14}"'
    stripes = "".join(
        f'<rect x="{i * WIDTH / 3}" y="{HEIGHT - 14}" width="{WIDTH / 3}" height="14" fill="{colour}"/>'
        for i, colour in enumerate(STRIPES)
    )
    links = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    _write(
        f'<svg {links} width="{WIDTH}" height="{HEIGHT}"><svg {inner} {box}>{body}{stripes}</svg>',
        target,
        WIDTH,
        HEIGHT,
    )
