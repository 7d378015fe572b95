"""The digest of Sphinx's settings that a site has: the same in whatever folder the book is built.

Each language is a site with other settings, and the digest is a file of it.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from functools import reduce

from sphinx.application import Sphinx


def settle(app: Sphinx) -> None:
    """Without the folders that extensions configure."""
    if hasattr(app.builder, "build_info"):
        settings = {setting.name: setting.value for setting in app.config.filter(["html"])}
        places = {str(app.confdir), sys.prefix, os.path.realpath(sys.prefix)}
        folders = sorted(places, key=len, reverse=True)
        digest = hashlib.sha256(json.dumps(_without(folders, settings), sort_keys=True).encode())
        app.builder.build_info.config_hash = digest.hexdigest()


def _without(folders: list[str], value):
    """`value` for JSON, the same in every run, with the names of the machine's folders taken out of its strings."""
    if isinstance(value, dict):
        return {str(key): _without(folders, item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_without(folders, item) for item in value]
    if isinstance(value, (set, frozenset)):
        return sorted((_without(folders, item) for item in value), key=str)
    if callable(value):  # its text names an address
        return f"{value.__module__}.{value.__qualname__}"
    return reduce(lambda text, folder: text.replace(folder, ""), folders, str(value))
