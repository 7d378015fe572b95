"""The words that the extension puts on pages, in each language: gettext catalogs in `locale/`.

A message is its English words; where a language has no catalog, or a catalog no such message, they stand. The
catalogs are read as they are written (.po), so that there is nothing to compile and nothing to forget.
"""

from __future__ import annotations

from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from sphinx.application import Sphinx
from sphinx.locale import get_translator, translators

LOCALE = Path(__file__).parents[1] / "locale"
OF_OTHERS = ("sphinx", "booktheme")  # catalogs in which Sphinx and the themes look for their words


def catalog(language: str, domain: str = "bilingual_book") -> Path | None:
    """The catalog of a language as Sphinx names it: of `pt_BR`, say, else of `pt`."""
    names = dict.fromkeys((language, language.partition("_")[0]))
    paths = [LOCALE / name / "LC_MESSAGES" / f"{domain}.po" for name in names]
    return next((path for path in paths if path.exists()), None)


@cache
def words(language: str) -> NullTranslations:
    path = catalog(language)
    return GNUTranslations(BytesIO(_compiled(path))) if path else NullTranslations()


def _compiled(path: Path) -> bytes:
    compiled = BytesIO()
    write_mo(compiled, read_po(path.open("rb")))
    return compiled.getvalue()


def correct_words_of_others(app: Sphinx, folder: Path) -> None:
    """Where we have words for Sphinx or the theme, they come before their own; these read compiled files only."""
    language = app.config.language
    for domain in OF_OTHERS:
        if path := catalog(language, domain):
            file = folder / language / "LC_MESSAGES" / f"{domain}.mo"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(_compiled(path))
            theirs = translators.pop(("general", domain), None)
            app.add_message_catalog(domain, str(folder))
            if theirs is not None:
                get_translator(domain).add_fallback(theirs)
    app.translator = get_translator()  # that of the templates
