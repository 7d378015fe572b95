"""The two languages, and where everything of each of them lives."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

from sphinx.application import Sphinx


@dataclass(frozen=True)
class Language:
    code: str  # the folder below chapters/
    sphinx: str  # Sphinx's `language`
    html: str  # for `lang` and `hreflang`
    name: str  # what the switch calls it, in the language itself
    short: str  # the same where there is little room
    folder: str  # where its pages are, below _build/html


ENGLISH = Language("en", "en", "en", "English", "EN", "")
CHINESE = Language("zh", "zh_CN", "zh-CN", "中文", "中文", "zh/")


def end_build(*problems: str) -> NoReturn:
    """One clear line each. An exception would bury them under a traceback."""
    for problem in problems:
        print(f"ERROR: {problem}", file=sys.stderr)
    raise SystemExit(1)


@dataclass
class Book:
    """One book, as the build of one of its languages sees it.

    root: the folder with `_config.yml`; build: the folder `_build`; language: the one being built;
    address: where the site will be, with a slash at its end, or empty.
    """

    root: Path
    build: Path
    language: Language
    second: subprocess.Popen | None = field(default=None)
    address: str = ""

    @classmethod
    def of(cls, app: Sphinx) -> Book:
        """The book that `app` was started on; the second build says its language by an override."""
        language = CHINESE if app.config.overrides.get("language") == CHINESE.sphinx else ENGLISH
        output = Path(app.outdir) if language is ENGLISH else Path(app.outdir).parent
        return cls(Path(app.srcdir), output.parent, language)

    @property
    def is_first(self) -> bool:
        return self.language is ENGLISH

    @property
    def other(self) -> Language:
        return CHINESE if self.is_first else ENGLISH

    def up_from(self, pagename: str) -> str:
        """From a page of this language to the top of the site, by a relative address."""
        return "../" * (pagename.count("/") + (not self.is_first))

    @property
    def sources(self) -> Path:
        return self.root / "chapters" / self.language.code

    @property
    def html(self) -> Path:
        return self.build / "html"

    def doctrees(self, language: Language) -> Path:
        return self.build / (".doctrees" if language is ENGLISH else f".doctrees-{language.code}")

    @property
    def _unfinished(self) -> Path:
        return self.build / ".unfinished"

    def forget_unfinished_build(self) -> None:
        """Start afresh after a build that was killed or that failed; outputs stay stored.

        Such a build may have left half a page, or a page whose warning would not be seen again.
        """
        if not self.is_first:
            return
        if self._unfinished.exists():
            for language in (ENGLISH, CHINESE):
                (self.doctrees(language) / "environment.pickle").unlink(missing_ok=True)
        self.build.mkdir(parents=True, exist_ok=True)
        self._unfinished.touch()

    def mark_finished(self) -> None:
        self._unfinished.unlink(missing_ok=True)
