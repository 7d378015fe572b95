"""Many scripts as one, without those that no page needs."""

from __future__ import annotations

import re
from pathlib import Path

from rjsmin import jsmin
from sphinx.errors import ExtensionError

try:
    import minify
except ImportError:  # has no wheel for Apple's processors
    minify = None

# What the theme's own templates load; ours, templates/layout.html, does not.
THEME_SCRIPTS = ("_static/scripts/bootstrap.js", "_static/scripts/pydata-sphinx-theme.js")
# Scripts that a site needs only if a page has this class.
ONLY_FOR = {
    "_static/design-tabs.js": "sd-tab-set",
    "_static/sphinx-thebe.js": "thebe",
    "_static/togglebutton.js": "toggle",
}
# The theme measures every box of code when a page has loaded, and all of the page is laid out for it. book.js
# measures a box when it comes into sight.
MEASURES_ALL = re.compile(
    r',"complete"===document\.readyState\?(\w+)\(\):window\.addEventListener\("load",\1\)'
)
# It measures its header, too, as soon as it has changed the page; from here on, when somebody scrolls.
MEASURES_HEADER = re.compile(
    r'(=document\.getElementsByClassName\("bd-header"\)\[0\])\.getBoundingClientRect\(\)(.{,150}?>\w+\.)bottom\b'
)
# What the theme and Sphinx's extensions do as soon as the page has been read: all of it at once would keep the browser
# from answering a tap. Each becomes a task of its own. (Not what Sphinx itself does, written with !==: that is little,
# and a page that a search has found waits for its marks.)
AT_ONCE = re.compile(
    r'(document\.readyState!="loading"|"loading"!=document\.readyState)\?(\w+)\(\):'
)
# sphinx-copybutton makes a button for each box of code; book.js has each made when its box comes near.
COPIES_ALL = re.compile(r"(\w+)\.forEach\((?=\(\w+, ?\w+\) ?=> ?\{\s*const \w+ ?= ?codeCellId\()")


# The attribute of a file that no page loads at first: its value names the script that the file becomes a part of.
BUNDLE = "data-bundle"


def bundles(files: list) -> dict[str | None, list]:
    """Sphinx's `files` by the script that they become a part of; None is that of all pages."""
    parted = {None: []}
    for file in sorted(files, key=lambda file: file.priority):
        parted.setdefault(file.attributes.get(BUNDLE), []).append(file)
    return parted


def needed(files: list, names: set[str]) -> tuple[list[str], list[str]]:
    """Of Sphinx's `files`, in order, the settings that extensions write into a page, and the scripts that read them.

    names: the classes and ids that occur on the site's pages.
    """
    settings, named = settings_and_names(files)
    # Scripts that wait for the page to be read come behind those that do not.
    late = [str(file.filename) for file in files if "defer" in file.attributes]
    named = [*(name for name in named if name not in late), *late]
    return settings, [n for n in dict.fromkeys(named) if ONLY_FOR.get(n) in {None, *names}]


def settings_and_names(files: list) -> tuple[list[str], list[str]]:
    settings = [file.attributes["body"] for file in files if file.attributes.get("body")]
    return list(dict.fromkeys(settings)), [str(file.filename) for file in files if file.filename]


def joined(site: Path, settings: list[str], files: list[str]) -> str:
    """The `settings` and the content of the `files`, in order, each made light."""
    texts = [("settings", text) for text in settings]
    texts += [(file, (site / file).read_text("utf8")) for file in files]
    return ";\n".join(patient(lighten(text, name)) for name, text in texts) + "\n"


def patient(script: str) -> str:
    """The script, made to measure and add only what is near the window, and to do one thing after another."""
    script = MEASURES_HEADER.sub(r"\1\2offsetHeight", MEASURES_ALL.sub("", script))
    script = COPIES_ALL.sub(r"eachWhenNear(\1,", script)
    return AT_ONCE.sub(r"\1?setTimeout(\2):", script)


def lighten(script: str, name: str) -> str:
    """Without comments, save those that name a licence, and needless space; with short names for what is local."""
    if minify is None:
        return jsmin(script, keep_bang_comments=True)
    try:
        return minify.string("text/javascript", script)
    except minify.MinifyError as error:
        raise ExtensionError(f"{name} is no script: {error}") from error
