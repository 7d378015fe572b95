"""The templates, styles and scripts of a site: each lies beside the part that it serves."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from sphinx.application import Sphinx

EXTENSION = Path(__file__).parents[1]
FOR_PAPER = {"pdf.css", "fit-listings-on-paper.js"}  # of the PDFs, and so for no page


def static_files() -> list[Path]:
    """What a site gets a copy of."""
    files = sorted(path for kind in ("css", "js") for path in EXTENSION.glob(f"*/*.{kind}"))
    return [path for path in files if path.name not in FOR_PAPER]


def static_digest() -> str:
    """Changes when one of them does."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in static_files())).hexdigest()


def configure(app: Sphinx, config) -> None:
    # Relative, since Sphinx writes a digest of its configuration into the site.
    def relative(path: Path) -> str:
        return os.path.relpath(path, app.confdir)

    config.templates_path[:0] = map(relative, sorted(EXTENSION.glob("*/templates")))
    config.html_static_path += map(relative, static_files())


def setup(app: Sphinx) -> None:
    for name in ("book", "current-section"):
        app.add_css_file(f"{name}.css")
        app.add_js_file(f"{name}.js", loading_method="defer")
    app.add_css_file("content-visibility.css")
