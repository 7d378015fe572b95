"""Files that take long to make: kept in `_build/made` under the digest of what they are made of."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable
from pathlib import Path


def make_once(build: Path, made_of: Iterable[bytes], make: Callable[[Path], None]) -> Path:
    """The file that `make` writes, made anew when one of `made_of` changes: whole, or not there."""
    digest = hashlib.sha256()
    for part in made_of:
        digest.update(b"%d " % len(part) + part)
    path = build / "made" / digest.hexdigest()
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_suffix(f".{os.getpid()}")
        make(draft)
        draft.replace(path)
    return path
