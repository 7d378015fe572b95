"""A chapter as a notebook to download, in the language of its page: `_build/html/notebooks/<language>/`.

Prose, formulas and pictures are the page's own; code cells are the chapter's, with the modules that they
load and the outputs of the build. It runs wherever the book's wheel is installed.
"""

from __future__ import annotations

import html
import re
from pathlib import Path
from urllib.parse import urljoin

import nbformat
from bs4 import BeautifulSoup, Tag
from nbformat import NotebookNode, v4
from sphinx.application import Sphinx

from bilingual_book.core.gathered_from_pages import remember, remembered
from bilingual_book.execution.chapter_as_notebook import code_cells, read_notebook
from bilingual_book.execution.stored_outputs import OutputStore
from bilingual_book.export import colab_and_binder, wheel
from bilingual_book.export.notebook_markdown import Piece, data_uri, read_pieces
from bilingual_book.touch.tensors_in_page import EXPORTED

BLANK_LINE, FIRST_LINES = " \n", ("text", "text/plain", "text/html")
INSTALL = """```bash
pip install torch lightning matplotlib
pip install {wheel}
```"""


def find_pages(app: Sphinx, env, added, changed, removed) -> list[str]:
    """Which pages have a notebook; when that changes, every page may link to another place than before."""
    now = sorted(
        page
        for page in env.found_docs
        if "```{code-cell}" in Path(env.doc2path(page)).read_text("utf8")
    )
    return [] if remember(env, "notebooks", now) == now else list(env.found_docs)


def write(app: Sphinx, pagename: str, context: dict, tree: BeautifulSoup) -> None:
    if pagename not in remembered(app.env, "notebooks"):
        return
    path = folder(app) / f"{pagename}.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    notebook = make(app, pagename, tree)
    nbformat.validate(notebook)
    path.write_text(nbformat.writes(notebook) + "\n", "utf8")


def folder(app: Sphinx) -> Path:
    return app.bilingual_book.html / "notebooks" / app.bilingual_book.language.code


def make(app: Sphinx, pagename: str, tree: BeautifulSoup) -> NotebookNode:
    chapter = read_notebook(Path(app.env.doc2path(pagename)))
    OutputStore(app.bilingual_book).fill(chapter)
    codes = code_cells(chapter)
    pieces = read_pieces(
        tree,
        lambda href: resolve(app, pagename, href),
        lambda picture: svg_of(app, picture),
        app.bilingual_book.language.text("Read on after your answer"),
    )
    alts = {
        int(image.find_parent("div", class_="cell")["data-cell"]): image["alt"]
        for image in tree.select("div.cell img")
    }
    cells = [
        markdown_cell(piece, number)
        if piece.number is None
        else code_cell(piece, codes[piece.number - 1], alts.get(piece.number, ""))
        for number, piece in enumerate(pieces, start=1)
    ]
    cells[0].source += "\n\n" + about(app)
    cells[1:1] = colab_and_binder.install_cells(app)
    cells += references(app, tree)
    spec = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return v4.new_notebook(
        cells=cells, metadata={"kernelspec": spec, "language_info": {"name": "python"}}
    )


def markdown_cell(piece: Piece, number: int) -> NotebookNode:
    # JupyterLab shows the first line of what is folded: not the answer.
    source = "\n" * piece.folded + piece.text
    return v4.new_markdown_cell(source, id=f"text-{number}", metadata=folding(piece))


def code_cell(piece: Piece, cell: NotebookNode, alt: str) -> NotebookNode:
    made = v4.new_code_cell(
        cell.source,
        id=f"cell-{piece.number}",
        metadata=folding(piece) | measured(cell),
        execution_count=piece.number,
        outputs=[shown(output, alt) for output in cell.outputs],
    )
    if piece.folded:
        hide_first_line(made)
    return made


def hide_first_line(cell: NotebookNode) -> None:
    """Put a blank before it: of a folded output JupyterLab shows the first line that is not empty."""
    for output in cell.outputs[:1]:
        for texts in (output, output.get("data", {})):
            for kind, text in texts.items():
                if kind in FIRST_LINES and not text.startswith(BLANK_LINE):
                    texts[kind] = BLANK_LINE + text


def folding(piece: Piece) -> dict:
    return {"jupyter": {"source_hidden": True, "outputs_hidden": True}} if piece.folded else {}


def measured(cell: NotebookNode) -> dict:
    """The tag of a cell whose numbers are those of the machine: no other run gives the same."""
    return {"tags": ["measured"]} if "measured" in cell.metadata.get("tags", []) else {}


def shown(output: NotebookNode, alt: str) -> NotebookNode:
    """A picture as HTML: SVG output stays hidden in a notebook from elsewhere, until it is run."""
    output.get("data", {}).pop(EXPORTED, None)
    svg = output.get("data", {}).get("image/svg+xml")
    if svg is None:
        return output
    image = f'<img alt="{html.escape(alt)}" src="{data_uri(svg)}">'
    data = {"text/html": image, "text/plain": output.data["text/plain"]}
    return nbformat.from_dict({**output, "data": data})


def resolve(app: Sphinx, pagename: str, href: str) -> str | None:
    """Where a link leads from a notebook: on the site, if it has an address, or to the notebook beside."""
    page = href.partition("#")[0]
    if re.match(r"\w+:", href) or not page:
        return href
    if site := app.bilingual_book.address:
        return urljoin(f"{site}{app.bilingual_book.language.folder}{pagename}.html", href)
    name = page.removesuffix(".html")
    return f"{name}.ipynb" if name in remembered(app.env, "notebooks") else None


def svg_of(app: Sphinx, picture: Tag) -> str:
    """The file behind a picture of the page."""
    if picture.name == "svg":
        book = app.bilingual_book
        return (
            book.root / "images" / book.language.code / f"{picture['data-diagram']}.svg"
        ).read_text("utf8")
    name = Path(picture["src"]).name
    source = next(source for source, copy in app.builder.images.items() if copy == name)
    return (Path(app.srcdir) / source).read_text("utf8")


def about(app: Sphinx) -> str:
    language, site = app.bilingual_book.language, app.bilingual_book.address
    title = app.config.html_title
    if site:
        title = f"[{title}]({site}{language.folder})"
    name = wheel.name(app.bilingual_book.root)
    needs = language.text(
        "This notebook is a chapter of {book}. The outputs are those of the book. "
        "To compute them yourself, install PyTorch, Lightning, Matplotlib and the book's own code:"
    ).format(book=language.text("*{}*").format(title))
    install = INSTALL.format(wheel=f"{site}notebooks/{name}" if site else name)
    where = language.text("The last file is offered for download where this notebook is.")
    license_ = app.config.html_theme_options.get("extra_footer")
    parts = needs, install, None if site else where, license_
    return "\n\n".join(part for part in parts if part)


def references(app: Sphinx, tree: BeautifulSoup) -> list[NotebookNode]:
    """What the chapter cites: the numbers alone would lead nowhere."""
    cited = {int(a.get_text()): a["title"] for a in tree.select(".bibtex-citation a[title]")}
    if not cited:
        return []
    lines = [f"- \\[{number}\\] {title}" for number, title in sorted(cited.items())]
    head = "## " + app.bilingual_book.language.text("References")
    return [v4.new_markdown_cell(head + "\n\n" + "\n".join(lines), id="references")]


def remove_stale(app: Sphinx, exception: Exception | None) -> None:
    """Of a chapter that is gone, or has no code any more, nothing is left."""
    if exception is None:
        pages = {folder(app) / f"{page}.ipynb" for page in remembered(app.env, "notebooks")}
        for path in folder(app).glob("*.ipynb"):
            if path not in pages:
                path.unlink()
