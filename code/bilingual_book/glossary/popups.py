"""What the glossary says is written into `glossary.js` as well, one for each language: a script shows the entry of a term
in place, on the pages of both.
"""

from __future__ import annotations

import json
from pathlib import Path

from bs4 import BeautifulSoup
from sphinx.application import Sphinx

from bilingual_book.glossary.glossary_table import glossary_page


def write_entries(app: Sphinx, pagename: str, context: dict, tree: BeautifulSoup) -> None:
    """The glossary as a script: for each term its name, its sentence and the address of its place."""
    if pagename != glossary_page(app.env):
        return
    language = app.bilingual_book.language
    for name in tree.select("table.glossary td:first-child p:last-child"):
        name["lang"] = app.bilingual_book.twin.html
    entries = {}
    for row in tree.select("table.glossary tbody tr"):
        name, entry = row.select("td")
        link = entry.select_one(".introduced-in a")
        sentence = "".join(str(block) for block in entry.find_all(recursive=False)[:-1])
        where = language.text("Introduced in: ") + link.get_text()
        entries[row["id"]] = [name.p.get_text(), _flat(sentence), link["href"], where]
    text = json.dumps(entries, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    script = f'(window.bookTerms ??= {{}})["{language.html}"] = {text};\n'
    Path(app.outdir, "glossary.js").write_text(script, "utf8")


def _flat(html: str) -> str:
    """Without links and addresses: the entry has one link of its own."""
    tree = BeautifulSoup(html, "html.parser")
    for link in tree.select("a"):
        link.unwrap()
    for element in tree.select("[id]"):
        del element["id"]
    return str(tree)


def setup(app: Sphinx) -> None:
    app.add_css_file("popups.css")
    app.add_js_file("popups.js", loading_method="defer")
