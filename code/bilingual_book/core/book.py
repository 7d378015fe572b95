"""The book, as the build of one of its languages sees it: which language that is, and where everything lives."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import yaml
from sphinx.application import Sphinx

from bilingual_book.core.language_list import NAME, Language, read_languages
from bilingual_book.core.problems import end_build


def read_config(root: Path) -> dict:
    return yaml.safe_load((root / "_config.yml").read_text("utf8"))


@dataclass
class Book:
    """root: the folder with `_config.yml`; build: the folder `_build`; language: the one being built;
    address: where the site will be, with a slash at its end, or empty; builds: the processes that build the
    other languages, by their code.
    """

    root: Path
    build: Path
    languages: tuple[Language, ...]
    language: Language
    address: str = ""
    builds: dict[str, subprocess.Popen] = field(default_factory=dict)

    @classmethod
    def of(cls, app: Sphinx) -> Book:
        """The book that `app` was started on; the build of another language is told its code."""
        languages = read_languages(app.config.bilingual_book_languages)
        code = app.config.bilingual_book_language
        language = next((each for each in languages if each.code == code), languages[0])
        if app.config.language != language.sphinx:
            end_build(
                f"language is {app.config.language!r}, but the first of {NAME} is {language.sphinx!r}"
            )
        output = Path(app.outdir).parent if language.folder else Path(app.outdir)
        return cls(Path(app.srcdir), output.parent, languages, language)

    @classmethod
    def at(cls, root: Path, code: str = "") -> Book:
        """The book in `root` for those who are no build, in the language `code` or else in that of the source."""
        config = read_config(root).get("sphinx", {}).get("config", {})
        languages = read_languages(config.get(NAME))
        language = next((each for each in languages if each.code == code), languages[0])
        return cls(root, root / "_build", languages, language)

    @property
    def source(self) -> Language:
        return self.languages[0]

    @property
    def is_source(self) -> bool:
        return self.language is self.source

    @property
    def others(self) -> tuple[Language, ...]:
        """The languages that are built beside the source."""
        return self.languages[1:]

    @property
    def twin(self) -> Language:
        """The language that a page can show beside its own: the source, and on a page of that the next one."""
        return self.others[0] if self.is_source else self.source

    def up_from(self, pagename: str) -> str:
        """From a page of this language to the top of the site, by a relative address."""
        return "../" * (pagename.count("/") + (not self.is_source))

    def chapters(self, language: Language) -> Path:
        return self.root / "chapters" / language.code

    @property
    def sources(self) -> Path:
        return self.chapters(self.language)

    @property
    def html(self) -> Path:
        return self.build / "html"

    def doctrees(self, language: Language) -> Path:
        return self.build / (f".doctrees-{language.code}" if language.folder else ".doctrees")
