"""The languages of the book: `bilingual_book_languages` of _config.yml lists them, and the first is the source.

The pages of the source lie at the top of the site, those of each other language in a folder. An entry has

- code: the folder below chapters/ and images/, and the column of terms.csv (with code_definition, code_also
  and code_except);
- label: what the switch calls the language, in the language itself; short: the same where there is little room;
- sphinx: Sphinx's name for it, such as zh_CN; html: that for `lang` and `hreflang`, such as zh-CN;
- folder: where its pages are on the site;
- settings: what its build is told instead; any setting of Sphinx can stand there.

Only code and label must be given: the others follow from the code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from babel import Locale, UnknownLocaleError

from bilingual_book.core.problems import end_build
from bilingual_book.core.visible_words import words

NAME = "bilingual_book_languages"
TEXTS = ("code", "label", "short", "sphinx", "html", "folder")
PLAIN_NAME = re.compile(r"[A-Za-z][\w-]*")  # of a folder, and in an address
TAKEN = ("both", "notebooks", "binder", "previews")  # what a build writes at the top of the site


@dataclass(frozen=True)
class Language:
    code: str
    label: str
    short: str
    sphinx: str
    html: str
    folder: str  # with a slash at its end, or empty: the top of the site
    settings: dict = field(default_factory=dict, compare=False)

    def text(self, message: str) -> str:
        """The extension's words in this language."""
        return words(self.sphinx).gettext(message)


def read_languages(entries: object) -> tuple[Language, ...]:
    """The languages that the setting lists; what is wrong with it ends the build."""
    if not isinstance(entries, list) or len(entries) < 2:
        end_build(
            f"{NAME} is {entries!r}, but must list two languages or more, that of the source first"
        )
    problems = [
        f"{NAME}, entry {number}: {problem}"
        for number, entry in enumerate(entries, start=1)
        for problem in _problems(entry, is_source=number == 1)
    ]
    if problems:
        end_build(*problems)
    languages = tuple(_language(entry, entry is entries[0]) for entry in entries)
    for name in ("code", "html", "folder"):
        values = [getattr(language, name) for language in languages]
        if twice := sorted({value for value in values if values.count(value) > 1}):
            end_build(f"{NAME}: the {name} {twice[0]!r} is that of two languages")
    return languages


def _problems(entry: object, is_source: bool) -> Iterator[str]:
    if not isinstance(entry, dict):
        yield f"{entry!r} is no mapping with a code and a label"
        return
    allowed = (*TEXTS, "settings")
    for name in entry:
        if name not in allowed:
            yield f"{name!r} is not known; an entry can have {', '.join(allowed)}"
    for name in ("code", "label"):
        if name not in entry:
            yield f"{name} is missing"
    for name in TEXTS:
        if not isinstance(value := entry.get(name, "x"), str) or not value:
            yield f"{name} is {value!r}, but must be a text; in quotes, if YAML takes it for another thing"
        elif name in ("code", "folder") and not PLAIN_NAME.fullmatch(value):
            yield f"{name} is {value!r}, but must be of letters, digits, - and _"
    if not is_source and (folder := entry.get("folder", entry.get("code"))) in TAKEN:
        yield f"folder is {folder!r}, but that is the site's own; name another"
    if is_source and "folder" in entry:
        yield f"folder is {entry['folder']!r}, but the first language lies at the top of the site"
    if not isinstance(settings := entry.get("settings", {}), dict):
        yield f"settings is {settings!r}, but must be a mapping"
    if "sphinx" in entry or "code" in entry:
        yield from _unknown(entry.get("sphinx", entry.get("code")))


def _unknown(name: object) -> Iterator[str]:
    try:
        Locale.parse(str(name))
    except (UnknownLocaleError, ValueError):
        yield f"{name!r} is no language that Sphinx could know, such as de or zh_CN: say it by sphinx"


def _language(entry: dict, is_source: bool) -> Language:
    code, label = entry["code"], entry["label"]
    sphinx = entry.get("sphinx", code)
    return Language(
        code=code,
        label=label,
        short=entry.get("short", label),
        sphinx=sphinx,
        html=entry.get("html", sphinx.replace("_", "-")),
        folder="" if is_source else entry.get("folder", code) + "/",
        settings=entry.get("settings", {}),
    )
