"""The languages of a book are a list of its configuration: other ones, three of them, and lists that are wrong."""

import ast
import json
import re
import shutil
from pathlib import Path

import pytest
import quickjs
import yaml
from babel.messages.pofile import read_po
from bs4 import BeautifulSoup

from bilingual_book.core import visible_words
from bilingual_book.core.language_list import TAKEN, read_languages
from bilingual_book.core.visible_words import LOCALE, words
from support.copies import ROOT
from support.small_book import SmallBook, problem, ran

GERMAN = {"code": "de", "label": "Deutsch", "short": "DE"}
FRENCH = {"code": "fr", "label": "Français", "short": "FR", "settings": {"html_title": "Petit"}}
ITALIAN = {"code": "it", "label": "Italiano"}
CHINESE = {"code": "zh", "label": "中文", "sphinx": "zh_CN"}
TEXT = re.compile(r"""\btext\((["'])(.+?)\1\)""")  # in a template
TERMS = "de,fr,zh\nToken,jeton,词元\nMaske,masque,掩码\n"


def book_in(root: Path, *languages: dict) -> SmallBook:
    """The small book in languages that the extension does not know, the first of which is the source."""
    book = SmallBook(root)
    for language in languages:
        target = root / "chapters" / language["code"]
        shutil.copytree(root / "chapters" / "en", target, dirs_exist_ok=True)
        for page, term, old in (("one", "Token", "token"), ("two", "Maske", "mask")):
            book.edit(book.path(language["code"], page), f"`{old}`", f"`{term}`")
    for folder in (root / "chapters").iterdir():
        if folder.is_dir() and folder.name not in [language["code"] for language in languages]:
            shutil.rmtree(folder)
    (root / "chapters" / "terms.csv").write_text(TERMS, "utf8")
    config = yaml.safe_load((root / "_config.yml").read_text("utf8"))
    config["html"]["baseurl"] = "https://example.org/book/"
    config["sphinx"]["config"] |= {
        "language": languages[0]["code"],
        "bilingual_book_languages": list(languages),
    }
    (root / "_config.yml").write_text(yaml.safe_dump(config, allow_unicode=True), "utf8")
    return book


def page(book: SmallBook, name: str) -> BeautifulSoup:
    return BeautifulSoup((book.html / f"{name}.html").read_text("utf8"), "html.parser")


def choices(found: BeautifulSoup) -> list[tuple[str, str]]:
    links = found.select(".language-switch a")
    return [
        (link["href"], link.select_one(".name").text if link.span["class"] else "")
        for link in links[:-1]
    ] + [("both", links[-1].text)]


def test_a_book_in_two_other_languages(tmp_path):
    book = book_in(tmp_path, GERMAN, FRENCH)
    result = book.build()
    assert "running chapters" in result.stdout and result.returncode == 0, result.stderr
    assert "Deutsch: no locale/de yet, so English words stand" in result.stdout
    german, french = page(book, "one"), page(book, "fr/one")
    assert (german.html["lang"], french.html["lang"]) == ("de", "fr")
    assert french.title.text.endswith("Petit")
    assert choices(german) == [
        ("one.html", "Deutsch"),
        ("fr/one.html", "Français"),
        ("both", "DE + FR"),
    ]
    assert choices(french)[0] == ("../one.html", "Deutsch")
    assert german.select_one(".language-switch")["data-twins"] == "fr/both/one.js"
    assert french.select_one(".language-switch")["data-twins"] == "../both/one.js"
    # a term has the name of the source behind it, in the brackets of a language without words of ours
    assert (
        "jeton (Token)" in french.article.text and "(" not in german.select_one("p:has(.term)").text
    )
    assert french.select_one(".notebook-links a")["href"] == "../notebooks/fr/one.ipynb"
    # the words of Sphinx are its own
    assert french.select_one(".search-button-field")["title"] == "Recherche"
    alternates = [link["hreflang"] for link in french.select("head link[rel=alternate]")]
    assert alternates == ["de", "fr", "x-default"]
    locale, *others = (tag["content"] for tag in french.select('[property^="og:locale"]'))
    assert (locale, others) == ("fr_FR", ["de_DE"])
    assert [form["action"] for form in page(book, "404").select("form")] == [
        "/book/search.html",
        "/book/fr/search.html",
    ]
    assert "https://example.org/book/fr/two.html" in (book.html / "sitemap.xml").read_text("utf8")
    assert ran(book.build()) == []  # nothing is stale


@pytest.mark.slow
def test_a_book_whose_source_is_not_english_needs_no_jupyter_book(tmp_path):
    """Sphinx chooses its own words before an extension can say what _config.yml says; the command line has the last word."""
    book = book_in(tmp_path, GERMAN, FRENCH)
    result = book.build_by_sphinx("-q", "-D", "html_title=Anders")
    assert result.returncode == 0 and not result.stderr, result.stderr
    german, french = page(book, "search"), page(book, "fr/search")
    assert (german.html["lang"], french.html["lang"]) == ("de", "fr")
    assert (german.h1.text, french.h1.text) == ("Suche", "Recherche")
    assert page(book, "one").title.text.endswith("Anders")


def test_a_book_in_three_languages(tmp_path):
    book = book_in(tmp_path, GERMAN, FRENCH, CHINESE)
    assert book.build().returncode == 0
    tops = {"": "DE + FR", "fr/": "DE + FR", "zh/": "DE + 中文"}
    for folder, both in tops.items():
        found = page(book, f"{folder}one")
        assert [label for _, label in choices(found)] == ["Deutsch", "Français", "中文", both]
        assert [pre.text.strip() for pre in found.select(".cell_output pre")] == ["[2. 4.]"]
    chinese = page(book, "zh/one")
    # beside a page stands the source; beside that, the language after it
    assert chinese.select_one(".language-switch")["data-twins"] == "../both/one.js"
    assert chinese.select_one(".made-by").text == "这个输出的代码"
    assert "词元（Token）" in chinese.article.text
    script = (book.html / "zh" / "_static" / "site.js").read_text("utf8")
    languages = re.search(r"BOOK_LANGUAGES=(\[.*?\])", script)[1]
    assert json.loads(quickjs.Context().eval(f"JSON.stringify({languages})")) == [
        {"lang": "zh-CN", "folder": "zh/"},
        {"lang": "de", "folder": ""},
    ]
    # what is wrong in the last one ends the build, too
    book.edit(book.path("zh", "index"), "# ", "[x](#nowhere) in front\n\n# ")
    assert "chapters/zh/index.md:" in problem(book.build())
    book.path("fr", "two").unlink()
    assert problem(book.build()) == (
        "ERROR: chapters/fr/two.md: missing; every page needs all languages"
    )


@pytest.mark.parametrize(
    ("entries", "line"),
    [
        (None, "is None, but must list two languages or more, that of the source first"),
        ([GERMAN], "must list two languages or more, that of the source first"),
        ([GERMAN, "fr"], "entry 2: 'fr' is no mapping with a code and a label"),
        ([GERMAN, {"code": "fr"}], "entry 2: label is missing"),
        ([GERMAN, {"label": "Français"}], "entry 2: code is missing"),
        (
            [GERMAN, FRENCH | {"nom": "F"}],
            "entry 2: 'nom' is not known; an entry can have code, label, short, sphinx, html, folder, settings",
        ),
        (
            [GERMAN, {"code": False, "label": "Norsk", "sphinx": "nb"}],
            "entry 2: code is False, but must be a text; in quotes, if YAML takes it for another thing",
        ),
        (
            [GERMAN, FRENCH | {"folder": "../fr"}],
            "entry 2: folder is '../fr', but must be of letters, digits, - and _",
        ),
        *(
            (
                [GERMAN, FRENCH | {"sphinx": "fr", name: given}],
                f"entry 2: {name} is {given!r}, but must be of letters, digits, - and _",
            )
            for name in ("code", "folder")
            for given in ("fr/neu", "fr neu", "fr\n", "-fr", "2fr")
        ),
        (
            [GERMAN, FRENCH | {"folder": "notebooks"}],
            "entry 2: folder is 'notebooks', but that is the site's own; name another",
        ),
        (
            [GERMAN | {"folder": "de"}, FRENCH],
            "entry 1: folder is 'de', but the first language lies at the top of the site",
        ),
        (
            [GERMAN, FRENCH | {"sphinx": "xx"}],
            "entry 2: 'xx' is no language that Sphinx could know, such as de or zh_CN: say it by sphinx",
        ),
        ([GERMAN, FRENCH | {"settings": "x"}], "entry 2: settings is 'x', but must be a mapping"),
        ([GERMAN, FRENCH, FRENCH], ": the code 'fr' is that of two languages"),
        (
            [GERMAN, FRENCH, ITALIAN | {"folder": "fr"}],
            ": the folder 'fr/' is that of two languages",
        ),
        ([GERMAN, FRENCH, ITALIAN | {"html": "de"}], ": the html 'de' is that of two languages"),
    ],
)
def test_a_list_that_is_wrong_ends_the_build_in_one_line(entries, line, capsys):
    with pytest.raises(SystemExit):
        read_languages(entries)
    (said,) = capsys.readouterr().err.splitlines()
    assert said.startswith("ERROR: bilingual_book_languages") and said.endswith(line), said


def test_a_country_has_the_words_of_its_language(monkeypatch, tmp_path):
    for name in ("pt", "de_AT"):
        (tmp_path / name / "LC_MESSAGES").mkdir(parents=True)
        (tmp_path / name / "LC_MESSAGES" / "bilingual_book.po").touch()
    monkeypatch.setattr(visible_words, "LOCALE", tmp_path)
    found = [visible_words.catalog(name) for name in ("pt_BR", "pt", "de_AT", "de")]
    assert [path and path.parts[-3] for path in found] == ["pt", "pt", "de_AT", None]


def test_no_language_can_have_a_folder_that_the_book_writes(site):
    own = {path.name for path in site.iterdir() if path.is_dir() and path.name[0] != "_"}
    assert own - {"zh"} <= set(TAKEN)
    assert "previews" in TAKEN  # which a site with an address has


def test_what_a_language_does_not_say_follows_from_its_code():
    german, chinese = read_languages([GERMAN, CHINESE])
    assert (german.sphinx, german.html, german.folder) == ("de", "de", "")
    assert (chinese.html, chinese.short, chinese.folder) == ("zh-CN", "中文", "zh/")


def test_a_language_that_sphinx_is_not_told_ends_the_build(tmp_path):
    book = book_in(tmp_path, GERMAN, FRENCH)
    book.edit(book.root / "_config.yml", "language: de", "language: fr")
    assert problem(book.build()) == (
        "ERROR: language is 'fr', but the first of bilingual_book_languages is 'de'"
    )


def said_by_the_code() -> set[str]:
    """Each message that code or a template asks the catalogs for."""
    package = LOCALE.parent
    trees = (ast.parse(path.read_text("utf8")) for path in package.rglob("*.py"))
    calls = (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call))
    asked = (call.args[0] for call in calls if call.args and called(call) == "text")
    found = {message.value for message in asked if isinstance(message, ast.Constant)}
    templates = "".join(path.read_text("utf8") for path in package.glob("*/templates/**/*.html"))
    return found | {said for _, said in TEXT.findall(templates)}


def called(call: ast.Call) -> str:
    """The last part of its name: text of book.text(...)."""
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


@pytest.mark.parametrize("path", sorted(LOCALE.glob("*/LC_MESSAGES/bilingual_book.po")), ids=str)
def test_a_catalog_has_each_message_and_no_other(path):
    catalog = read_po(path.open("rb"))
    messages = {message.id: message for message in catalog if message.id}
    assert set(messages) == said_by_the_code()
    for message in messages.values():
        assert message.string and not message.fuzzy, message.id
        assert not list(message.check(catalog)), message.id
        # who is told to count from 1 gives another answer
        numbers = [sorted(re.findall(r"\d+", text)) for text in (message.id, message.string)]
        assert numbers[0] == numbers[1], message.id


def test_a_language_without_a_catalog_has_english_words():
    assert words("de").gettext("Contents") == "Contents"
    assert words("zh_CN").gettext("Contents") == "目录"


def test_no_chinese_word_stands_in_the_code():
    """Save where Chinese is what the code is about, and in what explains the code."""
    about_chinese = {
        "han.py",
        "popup_sentences.py",
        "page_summary.py",
        "print_pdf.py",
        "links_to_glossary.py",
    }
    for path in (ROOT / "code" / "bilingual_book").rglob("*.py"):
        tree = list(ast.walk(ast.parse(path.read_text("utf8"))))
        explains = {id(node.value) for node in tree if isinstance(node, ast.Expr)}
        for node in tree if path.name not in about_chinese else ():
            if isinstance(node, ast.Constant) and id(node) not in explains:
                assert not re.search("[\u4e00-\u9fff]", str(node.value)), (path, node.value)
