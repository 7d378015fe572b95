"""What is gathered from the pages as they are read, and what a build remembers for the next one.

Both are kept with Sphinx's environment. A page that is read again or is gone is forgotten, and what several
processes have read is put together, here for all.
"""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.environment.collectors import EnvironmentCollector


class Collected(EnvironmentCollector):
    """Something that pages have: `find` says what, `of(env)` gives it for each page that has it.

    `get_updated_docs` of Sphinx names the pages to write again since they show what others have.
    """

    def find(self, app: Sphinx, doctree: nodes.document) -> Any:
        """What the page that is being read has of it, or nothing."""
        raise NotImplementedError

    @classmethod
    def of(cls, env: BuildEnvironment) -> dict[str, Any]:
        return env.__dict__.setdefault("collected_from_pages", {}).setdefault(cls.__name__, {})

    def process_doc(self, app: Sphinx, doctree: nodes.document) -> None:
        if found := self.find(app, doctree):
            self.of(app.env)[app.env.docname] = found

    def clear_doc(self, app: Sphinx, env: BuildEnvironment, docname: str) -> None:
        self.of(env).pop(docname, None)

    def merge_other(
        self, app: Sphinx, env: BuildEnvironment, docnames: set[str], other: BuildEnvironment
    ) -> None:
        found = self.of(other)
        self.of(env).update({page: found[page] for page in docnames & found.keys()})


def remember(env: BuildEnvironment, what: str, now: Any) -> Any:
    """Keep `now` for the next build; what the build before this one has kept, or None."""
    kept = env.__dict__.setdefault("remembered", {})
    before, kept[what] = kept.get(what), now
    return before


def remembered(env: BuildEnvironment, what: str) -> Any:
    return env.__dict__.get("remembered", {}).get(what)
