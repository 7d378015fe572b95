"""`_config.yml` where Jupyter Book does not read it: the same words, as settings of Sphinx.

`sphinx-build -C -D extensions=bilingual_book . _build/html` builds the book without Jupyter Book, whose first
generation holds Sphinx at version 7 and the theme at 1.3.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import sphinx
import yaml
from sphinx import locale
from sphinx.application import Sphinx

from bilingual_book.core.problems import end_build

# What Jupyter Book loads before the extensions that _config.yml names, as far as pages show it.
EXTENSIONS = (
    "sphinx_copybutton",
    "myst_nb",
    "sphinx_external_toc",
    "sphinx_design",
    "sphinx_book_theme",
)
DEFAULTS = {
    "html_theme": "sphinx_book_theme",
    "html_sourcelink_suffix": "",
    "numfig": True,
    "pygments_style": "sphinx",
    "suppress_warnings": ["myst.domains"],
}
THEME = "html_theme_options."
THEME_DEFAULTS = {"search_bar_text": "Search this book..."}
NAMES = {
    "title": "html_title",
    "author": "author",
    "copyright": "copyright",
    "logo": "html_logo",
    "exclude_patterns": "exclude_patterns",
    "bibtex_bibfiles": "bibtex_bibfiles",
    "execute.timeout": "nb_execution_timeout",
    "html.favicon": "html_favicon",
    "html.baseurl": "html_baseurl",
    "html.announcement": THEME + "announcement",
    "html.extra_footer": THEME + "extra_footer",
    "html.home_page_in_navbar": THEME + "home_page_in_toc",
    "parse.myst_enable_extensions": "myst_enable_extensions",
    "parse.myst_url_schemes": "myst_url_schemes",
}
ONLY_FALSE = ("html.use_multitoc_numbering", "latex.use_jupyterbook_latex")


def read(app: Sphinx) -> None:
    """Give Sphinx what `_config.yml` says, and the extensions; does nothing where Jupyter Book has."""
    if "jupyter_book" in app.config.extensions:
        return
    path = Path(app.confdir) / "_config.yml"
    if not path.exists():
        end_build(f"there is no _config.yml in {app.confdir}")
    said = yaml.safe_load(path.read_text("utf8")) or {}
    settings = {**translated(said), "external_toc_path": str(path.with_name("_toc.yml"))}
    # as if they had been said on the command line, which comes first
    app.config.overrides.update({**settings, **app.config.overrides})
    for name in settings:  # Sphinx has asked for some before it loads extensions, and remembers
        vars(app.config).pop(name, None)
    words = [None, Path(sphinx.package_dir, "locale")]  # None: where the system has some
    app.translator, _ = locale.init(words, app.config.language)
    for name in extensions(said):
        app.setup_extension(name)


def extensions(said: dict) -> list[str]:
    bibliography = ["sphinxcontrib.bibtex"] if said.get("bibtex_bibfiles") else []
    named = (said.get("sphinx") or {}).get("extra_extensions") or []
    return [*EXTENSIONS, *(name for name in named if name != "bilingual_book"), *bibliography]


def translated(said: dict) -> dict[str, object]:
    """Each entry under the name that Sphinx has for it; one that only Jupyter Book knows ends the build."""
    settings, theme = dict(DEFAULTS), dict(THEME_DEFAULTS)
    for name, value in _entries(said):
        if name in NAMES:
            setting = NAMES[name]
            (theme if setting.startswith(THEME) else settings)[setting.removeprefix(THEME)] = value
        elif name not in ONLY_FALSE or value:
            end_build(
                f"_config.yml: {name}: {value} is for Jupyter Book alone; without it sphinx.config takes any setting of Sphinx"
            )
    own = (said.get("sphinx") or {}).get("config") or {}
    return {**settings, "html_theme_options": theme, **own}


def _entries(said: dict) -> Iterator[tuple[str, object]]:
    """Such as ("html.favicon", "images/favicon.svg"), for all but what is Sphinx's own."""
    for name, value in said.items():
        if name == "sphinx":
            continue
        if isinstance(value, dict):
            yield from ((f"{name}.{each}", inner) for each, inner in value.items())
        else:
            yield name, value
