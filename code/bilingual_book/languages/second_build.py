"""The Chinese pages: the same configuration in another language, in a process of its own.

Sphinx keeps its directives and roles in module globals; a second build inside the first one's process
registers each of them twice.
"""

from __future__ import annotations

import pickle
import subprocess
import sys

from sphinx.application import Sphinx

from bilingual_book.core.book import CHINESE, Book


def translate_config(book: Book, config) -> None:
    """Configure the theme, and lay `bilingual_book_zh` of _config.yml over the configuration."""
    options = dict(config.html_theme_options)
    options["article_header_end"] = [
        "language-switch.html",
        "article-header-buttons.html",
    ]
    options["navbar_persistent"] = []  # the search field is in the sidebar
    config.html_context.setdefault("default_mode", "auto")
    if not book.is_first:
        for name, value in config.bilingual_book_zh.items():
            if name == "html_theme_options":
                options.update(value)
            elif name != "toc_captions":
                setattr(config, name, value)
    config.html_theme_options = options


def translate_toc(app: Sphinx, config) -> None:
    """Give the parts of the one table of contents their Chinese captions."""
    captions = config.bilingual_book_zh.get("toc_captions", {})
    if not app.bilingual_book.is_first:
        for document in config.external_site_map.values():
            for part in document.subtrees:
                part.caption = captions.get(part.caption, part.caption)


def prepare(extensions: list[str]) -> subprocess.Popen:
    """A process that imports what it needs and waits for `start`; it ends if that never comes."""
    command = [sys.executable, "-m", "bilingual_book", *extensions]
    return subprocess.Popen(command, stdin=subprocess.PIPE)


def start(app: Sphinx) -> None:
    """Have the second build go on beside the first one."""
    book = app.bilingual_book
    arguments = {
        "srcdir": str(book.root),
        "confdir": None,  # as Jupyter Book does: the configuration is all in confoverrides
        "outdir": str(book.html / CHINESE.folder),
        "doctreedir": str(book.doctrees(CHINESE)),
        "buildername": app.builder.name,
        "confoverrides": {
            **app.config.overrides,
            "extensions": list(app.config.extensions),
            "language": CHINESE.sphinx,
        },
        "freshenv": app.fresh_env_used,
        "parallel": app.parallel,
    }
    book.second.stdin.write(pickle.dumps(arguments))
    book.second.stdin.close()


def wait(process: subprocess.Popen, exception: Exception | None) -> int:
    """The exit status of the second build; a first build that failed stops it."""
    if exception is not None:
        process.terminate()
    return process.wait()
