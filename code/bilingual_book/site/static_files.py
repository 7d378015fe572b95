"""The styles and scripts of a site: each lies beside the part that it serves."""

from __future__ import annotations

import hashlib
from pathlib import Path

EXTENSION = Path(__file__).parents[1]
FOR_PAPER = {"pdf.css", "fit-listings-on-paper.js"}  # of the PDFs, and so for no page


def static_files() -> list[Path]:
    """What a site gets a copy of."""
    files = sorted(path for kind in ("css", "js") for path in EXTENSION.glob(f"*/*.{kind}"))
    return [path for path in files if path.name not in FOR_PAPER]


def static_digest() -> str:
    """Changes when one of them does."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in static_files())).hexdigest()
