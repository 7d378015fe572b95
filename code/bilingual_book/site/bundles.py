"""What a page loads: one stylesheet and two scripts, with only what the site's pages use.

The theme and a dozen extensions give every page a file each, among them all of Bootstrap's styles and 2,000
icons. When all pages are written, these files become one of each kind, in the order in which a page would have
loaded them (`styles`): rules for classes that no page and no script has are left out, and all icons but those in
use. What only some readers switch on is a script of its own, and so is the theme's: a browser answers a tap between
one script and the next. A file's digest stands in its address, so that a browser may keep it for ever.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from sphinx.application import Sphinx

from bilingual_book.site import drop_unused_styles, join_scripts

# What the theme's own templates load; ours, templates/layout.html, does not.
THEME_STYLES = ("_static/styles/theme.css", "_static/styles/pydata-sphinx-theme.css")
SEARCH_SCRIPTS = tuple(
    f"_static/{name}.js"
    for name in (
        *("language_data", "typing-slips", "split-into-words"),
        *("book-index", "ranking", "results"),
    )
)

BUNDLE = re.compile(r"_static/(site\.css|site\.js|theme\.js|search\.js|predict\.js)(?:\?v=\w+)?\"")
NAMES = re.compile(r"""\b(?:class|id)=(?:"([^"]*)"|'([^']*)')""")
WORD = re.compile(r"[\w-]+")


def find_common(app: Sphinx, pagename, templatename, context: dict, doctree) -> None:
    """Before any extension adds what this page alone needs, a page has the files of all pages."""
    app.builder.common_files = [*context["css_files"]], [*context["script_files"]]


def leave_to_the_bundles(app: Sphinx, pagename, templatename, context: dict, doctree) -> None:
    """What remains for a page to load by itself is what it alone has asked for."""
    loaded = context["css_files"], context["script_files"]
    for files, common in zip(loaded, app.builder.common_files, strict=True):
        files[:] = [
            file
            for file in files
            # The theme's notes for its switch between versions, which this book does not have.
            if file not in common and "DOCUMENTATION_OPTIONS" not in str(file)
        ]


def bundle(app: Sphinx, exception: Exception | None) -> None:
    """Write the bundles, and their digests into the pages."""
    if exception is not None or app.builder.format != "html":
        return
    if not hasattr(app.builder, "common_files"):  # nothing was written
        return
    site = Path(app.outdir)
    pages = {path: path.read_text("utf8") for path in sorted(site.glob("*.html"))}
    names = {
        name
        for html in pages.values()
        for values in NAMES.findall(html)
        for name in " ".join(values).split()
    }
    parted = join_scripts.bundles(app.builder.common_files[1])
    settings, scripts = join_scripts.needed(parted.pop(None), names)
    # They need doctools.js, and stand before whoever asks whether there is a search.
    place = scripts.index("_static/doctools.js") + 1
    words = [name for name in scripts if name == "_static/translations.js"]  # it says what it does
    search = list(dict.fromkeys([*scripts[:place], *words, *SEARCH_SCRIPTS, *scripts[place:]]))
    made = {
        "site.js": join_scripts.joined(site, settings, scripts),
        "search.js": join_scripts.joined(site, settings, search),
        "theme.js": join_scripts.joined(site, [], join_scripts.THEME_SCRIPTS),
    }
    for name, files in parted.items():
        made[name] = join_scripts.joined(site, *join_scripts.settings_and_names(files))
    used = names.union(*(WORD.findall(text) for text in made.values()))
    made["site.css"] = drop_unused_styles.joined(site, _styles(app), used)

    for name, text in made.items():
        (site / "_static" / name).write_text(text, "utf8")
    digests = {name: hashlib.sha256(text.encode()).hexdigest()[:8] for name, text in made.items()}
    for path, html in pages.items():
        now = with_digests(html, digests)
        if now != html:
            path.write_text(now, "utf8")


def with_digests(html: str, digests: dict[str, str]) -> str:
    """The page with each bundle's digest in its address, in the place of that of another build, if it has one."""
    return BUNDLE.sub(lambda match: f'_static/{match[1]}?v={digests[match[1]]}"', html)


def _styles(app: Sphinx) -> list[str]:
    files = sorted(app.builder.common_files[0], key=lambda file: file.priority)
    return list(dict.fromkeys([*THEME_STYLES, *(str(file.filename) for file in files)]))
