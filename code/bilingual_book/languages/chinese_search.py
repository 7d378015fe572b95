"""Chinese full-text search that needs no dictionary: single characters and pairs of neighbours.

A word of a dictionary is found only if page and query are cut alike; 键 or 注意力 inside a longer run is
found here because every page that has the run has all of its pairs.
"""

from __future__ import annotations

import re

from sphinx.application import Sphinx
from sphinx.search.en import SearchEnglish

from bilingual_book.core.han import HAN

PIECE = re.compile(f"[{HAN}]+|[^\\W{HAN}]+")


class SearchChinese(SearchEnglish):
    """Sphinx's English search for Latin words, with the same stemmer in the index and in the browser."""

    lang = "zh"
    language_name = "Chinese"
    js_splitter_code = f"""
var splitQuery = (query) => (query.match(/[{HAN}]+|[^\\p{{P}}\\p{{S}}\\p{{Z}}{HAN}]+/gu) || []).flatMap((piece) =>
  piece.length > 1 && /[{HAN}]/.test(piece) ? [...piece].slice(1).map((char, i) => piece[i] + char) : [piece]);
"""

    def split(self, input: str) -> list[str]:
        found = []
        for piece in PIECE.findall(input):
            if re.match(f"[{HAN}]", piece):
                found += [
                    *piece,
                    *(piece[i : i + 2] for i in range(len(piece) - 1)),
                ]
            else:
                found.append(piece)
        return found


def setup(app: Sphinx) -> None:
    app.add_search_language(SearchChinese)
