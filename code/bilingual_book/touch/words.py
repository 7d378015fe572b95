"""What each piece says, in the language of the page: a piece has an entry here, and `{…}` is filled by its script."""

from __future__ import annotations

from sphinx.application import Sphinx


def words_of(app: Sphinx, piece: str) -> dict[str, str]:
    """The words of a piece; none means that there is no such piece."""
    text = app.bilingual_book.language.text
    if piece == "equation":
        return {
            "name": text("Numbers of the result"),
            "hint": text("Point at a number of the result, or tap it, to see where it comes from."),
            "cell": text("{matrix}, row {row}, column {column}"),
            "colon": text("{}: {}"),
            "copied": text("the same number as {}"),
        }
    return {}
