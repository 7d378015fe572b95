"""Many scripts as one, without those that no page needs."""

from __future__ import annotations

import re
from pathlib import Path

from rjsmin import jsmin

# What the theme's own templates load; ours, templates/layout.html, does not.
THEME_SCRIPTS = ("_static/scripts/bootstrap.js", "_static/scripts/pydata-sphinx-theme.js")
# Scripts that a site needs only if a page has this class.
ONLY_FOR = {"_static/design-tabs.js": "sd-tab-set", "_static/sphinx-thebe.js": "thebe"}
# The theme measures every box of code when a page has loaded, and all of the page is laid out for it. book.js
# measures a box when it comes into sight.
MEASURES_ALL = re.compile(
    r',"complete"===document\.readyState\?(\w+)\(\):window\.addEventListener\("load",\1\)'
)


def needed(files: list, names: set[str]) -> tuple[list[str], list[str]]:
    """Of Sphinx's `files` the settings that extensions write into a page, and the scripts that read them.

    names: the classes and ids that occur on the site's pages.
    """
    files = sorted(files, key=lambda file: file.priority)
    settings = [file.attributes["body"] for file in files if file.attributes.get("body")]
    named = [str(file.filename) for file in files if file.filename]
    # Scripts that wait for the page to be read come behind those that do not.
    late = [str(file.filename) for file in files if "defer" in file.attributes]
    named = [*(name for name in named if name not in late), *late, *THEME_SCRIPTS]
    return list(dict.fromkeys(settings)), [n for n in named if ONLY_FOR.get(n) in {None, *names}]


def joined(site: Path, settings: list[str], files: list[str]) -> str:
    """The `settings` and the content of the `files`, in order, without comments and needless space."""
    texts = [*settings, *((site / file).read_text("utf8") for file in files)]
    light = (MEASURES_ALL.sub("", jsmin(text, keep_bang_comments=True)) for text in texts)
    return ";\n".join(light) + "\n"
