"""The styles and scripts of a site: each lies beside the part that it serves."""

from __future__ import annotations

import hashlib
from pathlib import Path

EXTENSION = Path(__file__).parents[1]


def static_files() -> list[Path]:
    """What a site gets a copy of; the styles of the PDFs are for no page."""
    files = sorted(path for kind in ("css", "js") for path in EXTENSION.glob(f"*/*.{kind}"))
    return [path for path in files if path.stem != "pdf"]


def static_digest() -> str:
    """Changes when one of them does."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in static_files())).hexdigest()
