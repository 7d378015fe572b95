"""The pages of the other languages: the same configuration with other settings, each in a process of its own.

Sphinx keeps its directives and roles in module globals; a second build inside the first one's process
registers each of them twice.
"""

from __future__ import annotations

import pickle
import subprocess
import sys

from sphinx.application import Sphinx
from sphinx.util import logging

from bilingual_book.core.book import Book
from bilingual_book.core.language_list import Language
from bilingual_book.core.visible_words import catalog

logger = logging.getLogger(__name__)


def translate_config(book: Book, config) -> None:
    """Lay the language's own settings over the configuration."""
    options = dict(config.html_theme_options)
    for name, value in book.language.settings.items():
        if name == "html_theme_options":
            options.update(value)
        elif name != "toc_captions":
            setattr(config, name, value)
    config.html_theme_options = options


def translate_toc(app: Sphinx, config) -> None:
    """Give the parts of the one table of contents the language's captions."""
    captions = app.bilingual_book.language.settings.get("toc_captions", {})
    for document in config.external_site_map.values():
        for part in document.subtrees:
            part.caption = captions.get(part.caption, part.caption)


def prepare(book: Book, extensions: list[str]) -> None:
    """Processes that import what they need and wait for `start`; they end if that never comes."""
    command = [sys.executable, "-m", "bilingual_book.languages.build_one_language", *extensions]
    for language in book.others:
        book.builds[language.code] = subprocess.Popen(command, stdin=subprocess.PIPE)


def start(app: Sphinx) -> None:
    """Have the other builds go on beside the first one."""
    book = app.bilingual_book
    for language in book.languages:
        if not catalog(language.sphinx) and not language.sphinx.startswith("en"):
            logger.info(
                f"{language.label}: no locale/{language.sphinx} yet, so English words stand"
            )
    for language in book.others if book.builds else ():
        stdin = book.builds[language.code].stdin
        stdin.write(pickle.dumps(_arguments(app, language)))
        stdin.close()


def _arguments(app: Sphinx, language: Language) -> dict:
    book = app.bilingual_book
    return {
        "srcdir": str(book.root),
        "confdir": None,  # as Jupyter Book does: the configuration is all in confoverrides
        "outdir": str(book.html / language.folder),
        "doctreedir": str(book.doctrees(language)),
        "buildername": app.builder.name,
        "confoverrides": {
            **app.config.overrides,
            "extensions": list(app.config.extensions),
            "bilingual_book_language": language.code,
            "language": language.sphinx,
        },
        "freshenv": app.fresh_env_used,
        "parallel": app.parallel,
    }


def wait(book: Book, exception: Exception | None) -> int:
    """The exit status of the other builds, 0 if that is so of all; a first build that failed stops them."""
    for process in book.builds.values():
        if exception is not None:
            process.terminate()
    statuses = [process.wait() for process in book.builds.values()]
    return next((status for status in statuses if status), 0)
