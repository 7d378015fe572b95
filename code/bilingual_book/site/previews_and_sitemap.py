"""How the site is found and shared: descriptions and previews of its pages, their addresses, a map of them.

All that needs to know where the site will be follows from `html.baseurl` of _config.yml; without it every
address stays relative, and what must not be relative (canonical addresses, other languages, pictures of
previews, the sitemap) is left out. Sphinx's extensions for this know one language a site.
"""

from __future__ import annotations

import shutil
from html import escape
from urllib.parse import urlsplit

from babel import Locale
from babel.core import get_global
from sphinx.application import Sphinx

from bilingual_book.core.language_list import Language
from bilingual_book.core.page_summary import About, Summaries, page_of_picture
from bilingual_book.core.problems import end_build
from bilingual_book.site.draw_preview_pictures import draw_icon, draw_preview

PREVIEWS = "previews"  # their folder, for all languages: what a cell draws has no words


def configure(app: Sphinx, config) -> None:
    """Sphinx writes the canonical address of a page itself, once it knows its language's address."""
    base = config.html_baseurl or ""
    if base and not (urlsplit(base).scheme in ("http", "https") and urlsplit(base).netloc):
        end_build(f"html.baseurl is {base!r}, but must begin with https:// or http://")
    app.bilingual_book.address = base and base.rstrip("/") + "/"
    config.html_baseurl = base and app.bilingual_book.address + app.bilingual_book.language.folder


def add_to_head(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    book, env = app.bilingual_book, app.env
    about = Summaries.of(env)
    home = about.get(app.config.root_doc, About())
    description = about.get(pagename, home).description
    title = env.titles[pagename].astext() if pagename in env.titles else app.config.html_title
    tags = [
        _meta("name", "description", description),
        _meta("property", "og:title", title),
        _meta("property", "og:description", description),
        _meta("property", "og:type", "website" if pagename == app.config.root_doc else "article"),
        _meta("property", "og:site_name", app.config.html_title),
        _meta("property", "og:locale", with_territory(book.language)),
        *(
            _meta("property", "og:locale:alternate", with_territory(language))
            for language in book.languages
            if language is not book.language
        ),
    ]
    up = book.up_from(pagename)
    tags.append(f'<link rel="apple-touch-icon" href="{up}apple-touch-icon.png">')
    if book.address:
        picture = page_of_picture(about, pagename) or page_of_picture(about, app.config.root_doc)
        tags += _absolute(app, pagename, picture)
    context["metatags"] = context.get("metatags", "") + "\n" + "\n".join(tags)


def _absolute(app: Sphinx, pagename: str, picture: str) -> list[str]:
    book = app.bilingual_book
    tags = [_meta("property", "og:url", _address(app, book.language, pagename))]
    versions = [*((each.html, each) for each in book.languages), ("x-default", book.source)]
    for code, language in versions:
        address = escape(_address(app, language, pagename))
        tags.append(f'<link rel="alternate" hreflang="{code}" href="{address}">')
    if picture:
        tags += [
            _meta("property", "og:image", f"{book.address}{PREVIEWS}/{picture}.png"),
            _meta("property", "og:image:alt", Summaries.of(app.env)[picture].alt),
            _meta("property", "og:image:width", "1200"),
            _meta("property", "og:image:height", "630"),
            _meta("name", "twitter:card", "summary_large_image"),
        ]
    return tags


def with_territory(language: Language) -> str:
    """en_US for en: a preview's language is named by a country as well, of which Unicode knows the likeliest."""
    locale = Locale.parse(language.sphinx)
    likely = Locale.parse(get_global("likely_subtags").get(locale.language, language.sphinx))
    return f"{locale.language}_{locale.territory or likely.territory}"


def _meta(kind: str, name: str, content: str) -> str:
    return f'<meta {kind}="{name}" content="{escape(content)}">'


def _address(app: Sphinx, language: Language, pagename: str) -> str:
    return f"{app.bilingual_book.address}{language.folder}{app.builder.get_target_uri(pagename)}"


def finish(app: Sphinx, exception: Exception | None) -> None:
    """Write what the site has once for all languages."""
    book = app.bilingual_book
    if exception is not None or not book.is_source or app.builder.format != "html":
        return
    draw_icon(book.root / "images" / "favicon.svg", book.html / "apple-touch-icon.png")
    _write_missing_page(app)
    shutil.rmtree(book.html / PREVIEWS, ignore_errors=True)
    for name in ("sitemap.xml", "robots.txt"):
        (book.html / name).unlink(missing_ok=True)
    if book.address:
        _write_map(app)
        about = Summaries.of(app.env)
        for page, picture in ((page, said.picture) for page, said in sorted(about.items())):
            if picture and picture not in about:
                target = book.html / PREVIEWS / f"{page}.png"
                draw_preview(book.sources / picture, target)


def _write_map(app: Sphinx) -> None:
    """Without dates: two builds of the same book are the same to the byte."""
    book = app.bilingual_book
    entries = []
    for page in sorted(app.env.found_docs):
        alternates = "".join(
            f'<xhtml:link rel="alternate" hreflang="{language.html}" href="{escape(_address(app, language, page))}"/>'
            for language in book.languages
        )
        entries += [
            f"<url><loc>{escape(_address(app, language, page))}</loc>{alternates}</url>\n"
            for language in book.languages
        ]
    (book.html / "sitemap.xml").write_text(
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n'
        + "".join(entries)
        + "</urlset>\n",
        "utf8",
    )
    robots = f"User-agent: *\nAllow: /\nSitemap: {book.address}sitemap.xml\n"
    (book.html / "robots.txt").write_text(robots, "utf8")


def _write_missing_page(app: Sphinx) -> None:
    """A host serves this one page for every missing address, so it speaks all languages and starts from the root."""
    book = app.bilingual_book
    root = urlsplit(book.address).path
    html = app.builder.templates.render("missing.html", {"root": root, "book": book})
    (book.html / "404.html").write_text(html, "utf8")
