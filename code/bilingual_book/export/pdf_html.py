"""The built pages of one language as one document to print: a cover, the contents, then page after page.

An address x of the page p becomes p--x, so that links work inside the document.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

from bs4 import BeautifulSoup, Tag
from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup
from sphinx_external_toc.parsing import parse_toc_yaml

from bilingual_book.content.fold_dropdowns import unfold
from bilingual_book.content.where_solutions_stand import PAGE as SOLUTIONS
from bilingual_book.core.book import read_config
from bilingual_book.core.language_list import Language

HERE = Path(__file__).parent
TEMPLATES = Environment(loader=FileSystemLoader(HERE / "templates"), autoescape=True)
# An annotation is a formula's TeX, which would be read as part of a heading.
# The code of a picture stays where it defines what a name leads to.
ONLY_ON_SCREEN = (
    "script, noscript, nav, button, summary, annotation, a.headerlink, a.made-by, .toctree-wrapper,"
    " details.correction, .touch-place, details.picture-code:not(:has(span[id]))"
)
LINKS_TO_IDS = ("aria-labelledby", "aria-describedby", "headers", "for")
# Parts of code that the style sheet leaves as they are: without them the file is half as large.
PLAIN = re.compile(r'<span class="(?:nb|o|pre|bp|vm)">([^<]*)</span>')
URL = re.compile(r"url\(#(.+?)\)")


@dataclass
class Handout:
    """html: the whole document; places: what the contents list, as (level, id, title)."""

    title: str
    html: str = ""
    places: list[tuple[int, str, str]] = field(default_factory=list)


def file_name(root: Path) -> str:
    """The title of the source's pages, as a file is named."""
    return re.sub(r"[\W_]+", "-", read_config(root)["title"].lower()).strip("-")


def make_handout(root: Path, language: Language, site: Path) -> Handout:
    """The document of the site's pages in `language`; site: the folder _build/html."""
    folder = site / language.folder
    toc = parse_toc_yaml(root / "_toc.yml")
    home = toc.root.docname
    pages = [page for page in _in_order(toc, home) if (folder / f"{page}.html").exists()]
    if (folder / f"{SOLUTIONS}.html").exists():
        pages.append(SOLUTIONS)
    articles = {page: _article(folder, page, pages) for page in pages}
    about = articles.pop(home).select_one("h1 ~ p").decode_contents()
    titles = {page: article.h1.get_text().strip() for page, article in articles.items()}
    settings = _settings(root, language)
    handout = Handout(settings["title"], places=list(_places(titles, articles)))
    handout.html = TEMPLATES.get_template("pdf.html").render(
        settings,
        language=language,
        home=home,
        about=Markup(about),
        styles=Markup(f"{_formulas(folder)}\n{(HERE / 'pdf.css').read_text('utf8')}"),
        running=[(page, Markup(_css(title))) for page, title in titles.items()],
        places=handout.places,
        articles=[(page, Markup(article.decode_contents())) for page, article in articles.items()],
        version=version("tensorbytensor"),
    )
    return handout


def _places(titles: dict[str, str], articles: dict[str, Tag]) -> Iterator[tuple[int, str, str]]:
    for page, article in articles.items():
        yield 1, page, titles[page]
        for heading in article.select("h2"):
            yield 2, heading.parent["id"], heading.get_text().strip()


def _settings(root: Path, language: Language) -> dict[str, str]:
    """Of the configuration: title, license, and the address of the cover's picture."""
    config, own = read_config(root), language.settings
    picture = config["sphinx"]["config"].get("bilingual_book_cover", "")
    path = root / "images" / language.code / picture
    license_ = config.get("html", {}).get("extra_footer", "")
    return {
        "title": own.get("html_title", config["title"]),
        "license": own.get("html_theme_options", {}).get("extra_footer", license_),
        "picture": path.as_uri() if path.is_file() else "",
    }


def _formulas(folder: Path) -> str:
    """The site's style of formulas, with the site's font of this language."""
    style = (HERE.parent / "math" / "formulas.css").read_text("utf8")
    font = folder / "_static" / "formulas.woff2"
    return style.replace('url("formulas.woff2")', f"url({font.as_uri()})")


def _in_order(toc, page: str) -> list[str]:
    below = [item for part in toc[page].subtrees for item in part.items if item in toc]
    return [page] + [name for item in below for name in _in_order(toc, item)]


def _css(text: str) -> str:
    return '"' + text.replace("\\", r"\\").replace('"', r"\"") + '"'


def _article(folder: Path, page: str, pages: list[str]) -> Tag:
    html = (folder / f"{page}.html").read_text("utf8")
    article = BeautifulSoup(PLAIN.sub(r"\1", html), "html.parser").select_one("article")
    unfold(article)
    for tag in article.select(ONLY_ON_SCREEN):
        tag.decompose()
    for details in article.select("details"):
        details.unwrap()
    for image in article.select("img"):
        del image["loading"]
        image["src"] = (folder / image["src"]).resolve().as_uri()
    _address(article, page)
    for link in article.select("a[href]"):
        _lead_inside(link, page, pages)
    return article


def _address(article: Tag, page: str) -> None:
    for tag in article.find_all(True):
        if "id" in tag.attrs:
            tag["id"] = f"{page}--{tag['id']}"
        for name, value in tag.attrs.items():
            if name in LINKS_TO_IDS:
                places = value.split() if isinstance(value, str) else value
                tag[name] = " ".join(f"{page}--{place}" for place in places)
            elif isinstance(value, str) and "url(#" in value:
                tag[name] = URL.sub(rf"url(#{page}--\1)", value)


def _lead_inside(link: Tag, page: str, pages: list[str]) -> None:
    """Links to other hosts stay; one to what is not in the document becomes its words."""
    address, _, place = link["href"].partition("#")
    if re.match(r"\w+:", address):
        return
    path = posixpath.normpath(posixpath.join(posixpath.dirname(page), address))
    target = path.removesuffix(".html") if address else page
    if target not in pages:
        link.unwrap()
    else:
        link["href"] = f"#{target}--{place}" if place else f"#{target}"
