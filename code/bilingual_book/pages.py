"""What every page gets: the language switch, its own scripts and styles, nothing from another host."""

from __future__ import annotations

import shutil
from importlib.metadata import distribution
from pathlib import Path

from sphinx.application import Sphinx

from bilingual_book.languages import CHINESE, ENGLISH, Book

HERE = Path(__file__).parent
# MathJax lies once beside both languages. The full component: a command that is not in it would be
# looked for on another host.
MATHJAX = ("tex-chtml-full.js", "output/chtml/fonts/woff-v2")
UNWANTED_SCRIPTS = ("thebe", "require.min.js", "embed-amd.js")


def copy_shared_files(book: Book) -> None:
    """Put MathJax, from its package, into the built site."""
    files = distribution("sphinx-mathjax-offline").files
    source = next(
        Path(file.locate()) for file in files if file.name == MATHJAX[0]
    ).parent
    for name in MATHJAX:
        target = book.html / "mathjax" / name
        if target.exists():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if (source / name).is_dir() else shutil.copyfile)(
            source / name, target
        )


def configure(app: Sphinx, config) -> None:
    config.templates_path.append(str(HERE / "templates"))
    config.html_static_path.append(str(HERE / "static"))
    config.locale_dirs = [str(HERE / "locale")]
    config.mathjax_path = (
        "../mathjax/" + MATHJAX[0]
        if app.bilingual_book.is_first
        else "../../mathjax/" + MATHJAX[0]
    )


def add_to_page(
    app: Sphinx, pagename: str, templatename: str, context: dict, doctree
) -> None:
    book = app.bilingual_book
    up = "../" * (pagename.count("/") + (not book.is_first))
    file = pagename + ".html"
    links = {language: up + language.folder + file for language in (ENGLISH, CHINESE)}
    context["other_language"] = {
        "href": links[book.other],
        "html": book.other.html,
        "name": book.other.name,
    }
    for language, href in links.items():
        context["metatags"] = (
            context.get("metatags", "")
            + f'\n<link rel="alternate" hreflang="{language.html}" href="{href}">'
        )


def drop_scripts(
    app: Sphinx, pagename: str, templatename: str, context: dict, doctree
) -> None:
    def wanted(script) -> bool:
        name = str(
            getattr(script, "filename", script) or getattr(script, "attributes", "")
        )
        return not any(unwanted in name for unwanted in UNWANTED_SCRIPTS)

    context["script_files"] = [
        script for script in context.get("script_files", []) if wanted(script)
    ]


def setup(app: Sphinx) -> None:
    app.connect("config-inited", configure)
    app.connect(
        "html-page-context", add_to_page, priority=100
    )  # before the theme fills its templates
    app.connect(
        "html-page-context", drop_scripts, priority=900
    )  # after everyone has added theirs
    app.add_css_file("book.css")
    app.add_js_file("book.js", loading_method="defer")
