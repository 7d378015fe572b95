"""The built pages of one language as one document to print: a cover, the contents, then page after page.

An address x of the page p becomes p--x, so that links work inside the document.
"""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass, field
from html import escape
from importlib.metadata import version
from pathlib import Path

import yaml
from bs4 import BeautifulSoup, Tag
from sphinx_external_toc.parsing import parse_toc_yaml

from bilingual_book.content.solutions import PAGE as SOLUTIONS
from bilingual_book.core.book import CHINESE, ENGLISH, Language

HERE = Path(__file__).parent
WORDS = {
    ENGLISH: {"contents": "Contents", "version": "Version {}"},
    CHINESE: {"contents": "目录", "version": "版本 {}"},
}
# An annotation is a formula's TeX, which would be read as part of a heading.
ONLY_ON_SCREEN = (
    "script, noscript, nav, button, summary, annotation, a.headerlink, a.made-by, .toctree-wrapper"
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


def make_handout(root: Path, language: Language, site: Path) -> Handout:
    """The document of the site's pages in `language`; site: the folder _build/html."""
    config, folder, words = _config(root, language), site / language.folder, WORDS[language]
    toc = parse_toc_yaml(root / "_toc.yml")
    pages = [
        page for page in _in_order(toc, toc.root.docname) if (folder / f"{page}.html").exists()
    ]
    if (folder / f"{SOLUTIONS}.html").exists():
        pages.append(SOLUTIONS)
    articles = {page: _article(folder, page, pages) for page in pages}
    handout = Handout(config["title"])
    chapters, running = [], []
    for page, article in articles.items():
        if page == toc.root.docname:
            continue
        title = article.h1.get_text().strip()
        handout.places.append((1, page, title))
        for heading in article.select("h2"):
            handout.places.append((2, heading.parent["id"], heading.get_text().strip()))
        chapters.append(
            f'<article id="{page}" style="page: {page}">{article.decode_contents()}</article>'
        )
        running.append(f"@page {page} {{ @top-left {{ content: {_css(title)}; }} }}")
    picture = root / "images" / language.code / "attention.svg"
    handout.html = f"""<!doctype html>
<html lang="{language.html}">
<head>
<meta charset="utf-8">
<title>{escape(config["title"])}</title>
<style>{_formulas(folder)}
{(HERE / "pdf.css").read_text("utf8")}
{"".join(running)}</style>
</head>
<body>
<section class="cover" id="{toc.root.docname}">
<h1>{escape(config["title"])}</h1>
<p class="about">{articles[toc.root.docname].select_one("h1 ~ p").decode_contents()}</p>
{f'<img alt="" src="{picture.as_uri()}">' if picture.exists() else ""}
<p>{escape(config["license"])}<br>{words["version"].format(version("tensorbytensor"))}</p>
</section>
<nav>
<h1>{words["contents"]}</h1>
{"".join(_line(*place) for place in handout.places)}
</nav>
{"".join(chapters)}
</body>
</html>
"""
    return handout


def _config(root: Path, language: Language) -> dict[str, str]:
    config = yaml.safe_load((root / "_config.yml").read_text("utf8"))
    if language is ENGLISH:
        return {"title": config["title"], "license": config["html"]["extra_footer"]}
    chinese = config["sphinx"]["config"]["bilingual_book_zh"]
    license_ = chinese["html_theme_options"]["extra_footer"]
    return {"title": chinese["html_title"], "license": license_}


def _formulas(folder: Path) -> str:
    """The site's style of formulas, with the site's font of this language."""
    style = (HERE.parent / "math" / "formulas.css").read_text("utf8")
    font = folder / "_static" / "formulas.woff2"
    return style.replace('url("formulas.woff2")', f"url({font.as_uri()})")


def _in_order(toc, page: str) -> list[str]:
    below = [item for part in toc[page].subtrees for item in part.items if item in toc]
    return [page] + [name for item in below for name in _in_order(toc, item)]


def _line(level: int, place: str, title: str) -> str:
    return (
        f'<p class="level-{level}"><a href="#{place}"><span>{escape(title)}</span>'
        f'<span class="page-number" data-place="{place}"></span></a></p>\n'
    )


def _css(text: str) -> str:
    return '"' + text.replace("\\", r"\\").replace('"', r"\"") + '"'


def _article(folder: Path, page: str, pages: list[str]) -> Tag:
    html = (folder / f"{page}.html").read_text("utf8")
    article = BeautifulSoup(PLAIN.sub(r"\1", html), "html.parser").select_one("article")
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
                tag[name] = " ".join(f"{page}--{place}" for place in value.split())
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
