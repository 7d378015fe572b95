"""Both languages say the same, block by block, in the words that the book has agreed on."""

import collections
import csv
import difflib
import functools
import itertools
import json
import re
import subprocess
import sys

import autocorrect_py
import note_translation_compared
import pytest
import yaml

from bilingual_book.content.check_printed_numbers import ROLE as PRINTED
from bilingual_book.content.check_printed_numbers import parts
from bilingual_book.core.book import Book
from bilingual_book.glossary.read_terms import read_everyday, read_terms
from support import bilingual_pages
from support.bilingual_pages import INTRO, MARK, ROOT, compared, digest, pages, read, split
from support.compare_outputs import chapters
from support.find_formulas import formulas
from support.numbers_in_two_languages import (
    ONE_OF,
    contrary_bounds,
    fractions,
    numbers,
    two_for_one,
    zero_lost,
)
from support.words_in_two_languages import (
    colours,
    contradict,
    exchanged,
    exchanged_places,
    foreign,
    limited_in_english_alone,
    lost_or_added,
    lost_terms,
    shapes,
    there_in_chinese,
    turned_round,
)

HAN = r"[\u3400-\u9fff]"
# Each source: its chapters, and how many S-items and E-items of COVERAGE it has.
SOURCES = {
    "S3": (["attention"], 12, 8),
    "S4": (["attention-in-pytorch"], 6, 4),
    "S1": (["encoder-decoder"], 14, 20),
    "S0": (["decoder-only"], 10, 7),
    "S2": (["overview", "architecture"], 20, 14),
}
CHINESE = ["README.zh.md", "CONTRIBUTING.zh.md", *(f"chapters/zh/{page}.md" for page in pages())]
# Its reason is given where the scores are scaled; there is nothing to reproduce.
NOT_LINKED = {"E3-7"}


GUIDES = ["README", "CONTRIBUTING", "release/README"]


def both(page):
    """A page of the book, or a guide, in both languages."""
    if page in GUIDES:
        return [split((ROOT / f"{page}{ending}.md").read_text("utf8")) for ending in ("", ".zh")]
    return [split(read(language, page)) for language in ("en", "zh")]


def s_items(source: str) -> list[str]:
    return [f"{source}-{number:02d}" for number in range(1, SOURCES[source][1] + 1)]


def chapters_of(source: str, language: str) -> str:
    """The text of all its chapters: an item has its place in one of them."""
    return "\n".join(read(language, chapter) for chapter in SOURCES[source][0])


def e_items(source: str) -> list[str]:
    return [f"E{source[1]}-{number}" for number in range(1, SOURCES[source][2] + 1)]


@pytest.mark.parametrize("page", [*pages(), *GUIDES])
def test_pages_correspond_block_by_block(page):
    english, chinese = both(page)
    pairs = zip(english, chinese)
    for number, (ours, theirs) in enumerate(pairs, 1):
        assert ours.kind == theirs.kind, f"block {number}: {ours} and {theirs}"
    assert len(english) == len(chinese)


def order() -> list[str]:
    """The pages of the book as one reads them."""
    parts = yaml.safe_load((ROOT / "_toc.yml").read_text("utf8"))["parts"]
    return [chapter["file"] for part in parts for chapter in part["chapters"]]


@functools.cache
def places(language: str) -> dict[str, tuple[int, int]]:
    """Where a link leads: to which page, by its number, and how far down."""
    found = {f"{page}.md": (number, 0) for number, page in enumerate(order())}
    for number, page in enumerate(order()):
        for label in re.finditer(r"(?m)^\(([\w-]+)\)=$|^ *name: (\S+)$", read(language, page)):
            found[label[1] or label[2]] = number, label.start()
    return found


LINK = re.compile(r"\[([^\]]+)\]\(#?([\w.-]+)\)")


def test_the_next_chapter_and_the_last_one_are_neighbours():
    steps = {"next": 1, "last": -1, "previous": -1, "下": 1, "上": -1}
    said = re.compile(r"[Tt]he (next|last|previous) chapter|([上下])一章")
    count = 0
    for language, (number, page) in itertools.product(("en", "zh"), enumerate(order())):
        for words, target in LINK.findall(read(language, page)):
            if found := said.fullmatch(words):
                other, _ = places(language)[target]
                assert other - number == steps[found[1] or found[2]], (language, page, target)
                count += 1
    assert count > 10


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_link_with_the_title_of_a_chapter_leads_into_it(language):
    where = places(language)
    titles = {
        re.search(r"(?m)^# (.+)$", read(language, page))[1]: number
        for number, page in enumerate(order())
    }
    links = [link for page in pages() for link in LINK.findall(read(language, page))]
    named = [(words, target) for words, target in links if words in titles]
    assert len(named) > 50
    for words, target in named:
        assert where[target][0] == titles[words], (words, target)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_plan_of_a_lesson_goes_forward_through_the_book(language):
    where, rows = places(language), 0
    for block in split(read(language, "instructors")):
        targets = [target for _, target in LINK.findall(block.prose)]
        if len(targets) > 3:
            assert targets == sorted(targets, key=where.get), block.prose
            rows += 1
    assert rows > 3


COUNTED = re.compile(rf"\b(?:{ONE_OF}|first|second|third|\d+)\b", re.IGNORECASE)


def counted(text: str) -> tuple[list[str], set[str]]:
    """The numbers in a title or a part of a sentence, and what else it has."""
    words = set(re.findall(r"[a-z-]+", COUNTED.sub("", text).lower()))
    return [number.lower() for number in COUNTED.findall(text)], words - {"a", "by", "of", "the"}


def test_the_table_of_chapters_counts_as_their_headings_do():
    """“Two of Adam” are those of the section “Two steps of Adam”."""
    same = 0
    rows = re.findall(r"(?m)^\| \[.+?\]\(([\w-]+)\.md\).*\| (.+) \|$", read("en", "instructors"))
    for page, gives in rows:
        titles = [block.prose for block in split(read("en", page)) if block.kind[:4] == "head"]
        for part in re.split(r"[,;] | and ", gives):
            number, words = counted(part)
            for title in titles if number and words else ():
                if words <= counted(title)[1]:
                    assert number == counted(title)[0], (part, title)
                    same += 1
    assert same > 2


def test_what_a_heading_says_to_be_missing_is_named_below_it():
    found = 0
    for page in pages():
        _, *parts = re.split(r"(?m)^#+ ", read("en", page))
        for title, _, text in (part.partition("\n") for part in parts):
            for word in re.findall(r"\b[Ww]ithout (?:an? |its |the )?(\w+)", title):
                assert re.search(rf"\b{word}\b", text), title
                found += 1
    assert found > 2


@pytest.mark.parametrize("page", chapters())
def test_a_comment_names_things_in_the_order_of_the_prose_above_it(page):
    """Two things with “and” between them, and numbers of tokens."""

    def words(text: str) -> list[str]:
        return re.findall(r"[a-z]{3,}|\d+", re.sub(r"\$[^$]*\$", "", text).lower())

    cells = re.split(r"(?ms)^```\{code-cell\}\n(.*?)^```$", read("en", page))
    for prose, code in zip(cells[::2], cells[1::2]):
        sentences = [words(s) for s in re.split(r"(?<=[.?!:])\s", prose)]
        for comment in re.findall(r"(?m)\s# (.*)$", code):
            things = [said[-1] for part in comment.split(" and ") if (said := words(part))]
            numbered = re.findall(r"\w (\d+)\b", comment)
            for one, other in [*itertools.pairwise(things), *itertools.pairwise(numbered)]:
                for said in sentences:
                    if said.count(one) == said.count(other) == 1:
                        assert said.index(one) <= said.index(other), (comment, prose)


@pytest.mark.parametrize("page", pages())
def test_corresponding_blocks_share_formulas_code_links_and_terms(page):
    """What is not a word is the same in both: $…$, `…`, links, citations, introduced terms."""

    def skeleton(prose: str) -> list[str]:
        prose = INTRO.sub(r"`intro \1`", prose)
        prose = PRINTED.sub(lambda role: f"`printed {parts(role[1])[1]}`", prose)
        found = re.findall(r"\$[^$]+\$|\{\w+(?::\w)?\}`[^`]+`|`[^`]+`|\]\([^)]+\)", prose)
        return sorted(found)

    english, chinese = (split(read(language, page)) for language in ("en", "zh"))
    for ours, theirs in zip(english, chinese):
        assert skeleton(ours.prose) == skeleton(theirs.prose), f"{ours.prose}\n{theirs.prose}"


@pytest.mark.parametrize("page", pages())
def test_alt_texts_name_the_same_numbers(page):
    number = re.compile(r"-?\d+(?:\.\d+)?")
    english, chinese = (split(read(language, page)) for language in ("en", "zh"))
    for ours, theirs in zip(english, chinese):
        if ours.kind == "alt":
            decimals = [[n for n in number.findall(b.prose) if "." in n] for b in (ours, theirs)]
            assert decimals[0] == decimals[1]


@pytest.mark.parametrize("page", pages())
def test_both_languages_were_compared_as_they_are_now(page):
    """A sentence that changes in one language, or in both, is read beside its twin, and beside what was printed."""
    assert compared(page) == digest(page), (
        f"{page}.md has changed in chapters/en or chapters/zh: compare both, "
        f"then run python3 tasks.py translated {page}"
    )


@pytest.mark.parametrize(
    "head",
    [
        "---\nneeds: attention\ncompared: 123456789abc\n---\n\n",
        "---\nneeds: attention\n---\n\n",
        "",
    ],
)
def test_that_a_page_was_compared_is_noted_on_it(tmp_path, monkeypatch, head):
    for language, said in (("en", "One row."), ("zh", "一行。")):
        page = tmp_path / "chapters" / language / "one.md"
        page.parent.mkdir(parents=True)
        page.write_text((head if language == "zh" else "") + f"# {said}\n", "utf8")
    for module in (bilingual_pages, note_translation_compared):
        monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(sys, "argv", ["translated", "one"])
    note_translation_compared.main()
    assert bilingual_pages.compared("one") == bilingual_pages.digest("one")
    lines = page.read_text("utf8").splitlines()
    kept = [line for line in lines if not line.startswith("compared: ")]
    assert (
        kept
        == ((head or "---\n---\n\n") + "# 一行。")
        .replace("compared: 123456789abc\n", "")
        .splitlines()
    )


@pytest.mark.parametrize("page", pages())
def test_chinese_blocks_are_chinese_and_english_ones_are_not(page):
    for block in split(read("en", page)):
        assert not re.search(HAN, block.prose.replace("EN + 中文", "")), block.prose
    for block in split(read("zh", page)):
        words = re.sub(r"\$[^$]*\$|`[^`]*`|\([^)]*\)|\{[^}]*\}", "", block.prose)
        if re.search(r"[A-Za-z]{4}.*\s.*[A-Za-z]{4}", words) and block.kind == "paragraph":
            assert re.search(HAN, words), block.prose


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("source", SOURCES)
def test_every_item_of_the_source_is_marked(source, language):
    lines = chapters_of(source, language).splitlines()
    marks = [match[1] for line in lines if (match := MARK.match(line))]
    for item in [*s_items(source), *e_items(source)]:
        assert marks.count(item) == 1, f"{item} is marked {marks.count(item)} times"


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("source", SOURCES)
def test_every_correction_is_listed_and_linked_from_the_chapter(source, language):
    corrections = read(language, "corrections")
    text = chapters_of(source, language)
    for item in e_items(source):
        assert corrections.count(f"({item.lower()})=") == 1
        assert f"[{item}](#{item.lower()})" in text or item in NOT_LINKED, item


def corrections(language: str) -> dict[str, list[str]]:
    """Of each item its title, what the page of corrections says below it, and what the chapters say who link it."""
    found, item = {}, None
    for block in split(read(language, "corrections")):
        if label := re.fullmatch(r"\((.*)\)=", block.kind):
            item = found.setdefault(label[1], ["", ""])
        elif item:
            item[block.kind == "paragraph"] += block.prose + " "
    for block in (block for page in pages() for block in split(read(language, page))):
        for label in re.findall(r"\]\(#([esx]\d?-\d+)\)", block.prose):
            found[label].append(block.prose)
    return found


# ReLU, 0.22, `size(0)`
NAME = re.compile(r"`[^`]+`|(?<![\w.])\d+\.\d+|\b[A-Z][a-z]*[A-Z]{2,}\b")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_correction_has_one_order_in_its_title_its_text_and_its_chapter(language):
    """GELU there, ReLU in the paper."""
    compared = 0
    for said in corrections(language).values():
        for one, other in itertools.combinations(said, 2):
            here, there = (list(dict.fromkeys(NAME.findall(text))) for text in (one, other))
            here, there = [n for n in here if n in there], [n for n in there if n in here]
            assert here == there, (one, other)
            compared += len(here) > 1
    assert compared > 4


def test_no_chapter_contradicts_its_corrections():
    for title, text, *chapters_say in corrections("en").values():
        for said in chapters_say:
            assert not [*contradict(said, f"{title}. {text}")], (said, title, text)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("item", ["X-1", "X-2", "X-3"])
def test_what_concerns_all_sources_is_listed_marked_and_linked(item, language):
    assert f"({item.lower()})=" in read(language, "corrections")
    for chapter in ("attention", "attention-in-pytorch"):
        text = read(language, chapter)
        assert f"[{item}](#{item.lower()})" in text
        assert f"% {item}\n" in text or (chapter, item) == ("attention", "X-3")


@pytest.mark.parametrize("chapter", chapters())
def test_every_chapter_has_eight_exercises_with_solutions_that_run(chapter):
    text = read("en", chapter)
    labels = re.findall(r"^```\{exercise\}\n:label: (\S+)$", text, re.MULTILINE)
    assert len(labels) >= 8
    for label in labels:
        solution = re.search(
            rf"^```\{{solution-start\}} {label}\n:class: dropdown\n(.*?)^```\{{solution-end\}}",
            text,
            re.M | re.S,
        )
        assert solution and "```{code-cell}" in solution[1], label


@pytest.mark.parametrize("chapter", chapters())
def test_operators_that_a_solution_names_are_in_its_code_or_in_what_it_changes(chapter):
    before, *parts = read("en", chapter).split("```{solution-start}")
    for part in parts:
        solution, _, rest = part.partition("```{solution-end}")
        *prose, _ = re.split(r"^```\{code-cell.*?^```$", solution, flags=re.M | re.S)
        code = "\n".join(re.findall(r"^```\{code-cell.*?^```$", before + solution, re.M | re.S))
        used = set(re.findall(r"(?<=[\w)\] ])[^\w\s()\[\]\"'`,.:]+(?=[\w(\[ -])", code))
        for operator in re.findall(r"(?<!\})`([<>=!+*/%@&|^~-]+)`", "".join(prose)):
            assert operator in used, f"{operator} in: {solution}"
        before += solution + rest


# Between what is cited for and the citation: “Adam is from”, “RMSNorm in”.
LINKING = re.compile(r"(?: (?:is|are|was|in|from|by|of|as|it|and|called|shown))+$")


def test_the_same_words_cite_the_same_work():
    """“Multi-query attention is from”, “it is called multi-query attention”: the last two words, or the only one."""
    cited = collections.defaultdict(list)
    for prose in (block.prose for page in pages() for block in split(read("en", page))):
        *parts, _ = re.split(r"\{cite:\w\}`([^`]+)`", INTRO.sub(r"\1", prose))
        for before, work in zip(parts[::2], parts[1::2]):
            words = " ".join(re.findall(r"[\w–-]+", re.split(r"[.?!:;,] ", before)[-1].lower()))
            if words := LINKING.sub("", f" {words}").split()[-2:]:
                cited[" ".join(words)].append(work)
    again = {words: works for words, works in cited.items() if len(works) > 1}
    assert len(again) > 5 and all(len({*works}) == 1 for works in again.values()), again


@pytest.mark.parametrize("language, words", [("en", "Find the bug."), ("zh", "找出错误。")])
def test_five_exercises_are_bugs_of_the_sources(language, words):
    """Each names its E-item nearby, in the question's mark or in the solution."""
    found = []
    for chapter in ("attention-in-pytorch", "encoder-decoder", "decoder-only"):
        parts = read(language, chapter).split("```{exercise}")[1:]
        found += [part for part in parts if words in part.split("```")[0]]
    assert len(found) >= 5


def forbidden() -> dict[str, str]:
    """Variants that terms.csv rules out, with the term to use."""
    with open(ROOT / "chapters" / "terms.csv", encoding="utf8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {variant: row["zh"] for row in rows for variant in row["avoid"].split("|") if variant}


@pytest.mark.parametrize("path", CHINESE)
def test_forbidden_variants_do_not_occur(path):
    text = re.sub(r"{search-words} .*", "", (ROOT / path).read_text("utf8"))  # readers type them
    for variant, term in forbidden().items():
        found = text.replace(term, "").count(variant)
        assert not found, f"{variant} in {path}: write {term}"


def test_terms_have_one_translation_each():
    terms = read_terms(Book.at(ROOT))
    assert len(terms) == len(set(terms.values())) and all(terms.values())


@pytest.mark.parametrize("path", CHINESE)
def test_autocorrect_finds_nothing(path):
    text = (ROOT / path).read_text("utf8")
    corrected = autocorrect_py.format_for(text, path)
    changes = difflib.unified_diff(text.splitlines(), corrected.splitlines(), lineterm="")
    assert not list(changes)


@pytest.mark.parametrize("path", CHINESE)
def test_a_link_in_latin_letters_stands_apart_from_chinese(path):
    """The end of a link hides from autocorrect that a letter and a Chinese character meet."""
    text = (ROOT / path).read_text("utf8")
    assert not re.findall(rf"[A-Za-z0-9]\]\([^)]*\){HAN}|{HAN}\[[A-Za-z0-9]", text)


@pytest.mark.parametrize("page", pages())
def test_a_chinese_paragraph_is_one_line(page):
    """A line break inside a paragraph becomes a space between two Chinese characters."""
    lines = read("zh", page).splitlines()
    for number, (line, following) in enumerate(itertools.pairwise(lines), 1):
        if re.match(r"\w+: ", line):  # of the front matter
            continue
        broken = re.search(rf"({HAN}|[，。；：、）”])$", line) and re.match(
            rf"(?!\d+\. )(\s*{HAN}|[\w（“$*{{]|`(?!``))", following
        )
        assert not broken, f"chapters/zh/{page}.md:{number}"


LICENSED = [
    "LICENSE",
    "_config.yml",
    *(f"{guide}{ending}.md" for guide in GUIDES for ending in ("", ".zh")),
]


@pytest.mark.parametrize("path", LICENSED)
def test_code_has_the_one_license_and_text_the_other(path):
    text = (ROOT / path).read_text("utf8")
    lines = [" ".join(text.partition("\n\n")[0].split()), *text.splitlines()]
    named = [line for line in lines if "MIT" in line and re.search("CC BY|Creative", line)]
    assert named
    for line in named:
        of_code, of_text = (re.search(word, line).start() for word in ("MIT", "CC BY|Creative"))
        code, prose = (re.search(word, line, re.I).start() for word in ("code|代码", "text|文字"))
        assert (of_code < of_text) == (code < prose), line


def test_spelling_and_style():
    run = [sys.executable, "-m"]
    english = [
        str(ROOT / "chapters" / "en"),
        "README.md",
        "CONTRIBUTING.md",
        "code",
        "tests",
        "images",
        "tasks.py",
    ]
    assert (
        subprocess.run(
            [*run, "codespell_lib", "--toml", "pyproject.toml", *english],
            cwd=ROOT,
            check=False,
        ).returncode
        == 0
    )
    places = ["code", "tests", "tools", "images", "tasks.py"]
    assert subprocess.run([*run, "ruff", "check", *places], cwd=ROOT, check=False).returncode == 0
    assert (
        subprocess.run(
            [*run, "ruff", "format", "--check", *places], cwd=ROOT, check=False
        ).returncode
        == 0
    )


def test_no_exclamation_marks():
    for page in pages():
        for language, mark in (("en", "!"), ("zh", "！")):
            for block in split(read(language, page)):
                prose = re.sub(r"\$[^$]*\$|`[^`]*`", "", block.prose)
                assert mark not in prose, block.prose


def test_diagrams_are_what_the_code_draws(tmp_path, monkeypatch):
    sys.path.insert(0, str(ROOT / "images"))
    import draw_diagrams

    drawn = {
        f"{language}/{name}.svg"
        for language in draw_diagrams.WORDS
        for name in draw_diagrams.DRAWINGS
    }
    stored = {
        path.relative_to(ROOT / "images").as_posix() for path in (ROOT / "images").rglob("*.svg")
    }
    assert drawn | {"favicon.svg"} == stored
    assert (ROOT / "images" / "favicon.svg").read_text("utf8") == draw_diagrams.favicon()
    monkeypatch.setattr(draw_diagrams, "HERE", tmp_path)
    draw_diagrams.main()
    assert {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.svg")} == stored
    for language, words in draw_diagrams.WORDS.items():
        for name, drawing in draw_diagrams.DRAWINGS.items():
            path = ROOT / "images" / language / f"{name}.svg"
            assert path.read_text("utf8") == drawing(words).svg(), "run python3 tasks.py figures"


def test_code_that_does_not_run_is_the_same_in_both_languages():
    ours, theirs = (split(f"```bash\n{line}\n```\n") for line in ("one", "another"))
    assert [block.kind for block in ours] != [block.kind for block in theirs]


def neighbours(page):
    """The blocks of both languages that have words, side by side."""
    english, chinese = both(page)
    return [(ours.prose, theirs.prose) for ours, theirs in zip(english, chinese) if ours.prose]


@pytest.mark.parametrize("page", pages())
def test_corresponding_blocks_name_the_same_numbers(page):
    for ours, theirs in neighbours(page):
        assert numbers(ours, "en") == numbers(theirs, "zh"), f"{ours}\n{theirs}"
        assert not zero_lost(ours, theirs), f"{ours}\n{theirs}"
        assert not two_for_one(ours, theirs), f"{ours}\n{theirs}"


# Sentences that Chinese builds the other way round, each read in both languages.
READ = json.loads((ROOT / "tests/support/formulas_in_another_order.json").read_text("utf8"))


def in_another_order(page: str) -> list[dict[str, str]]:
    """Blocks with the same formulas, of which the one language has two the other way round."""
    both = [[[tex for tex, _ in formulas(text)] for text in texts] for texts in neighbours(page)]
    return [
        {"page": page, "en": " ; ".join(ours), "zh": " ; ".join(theirs)}
        for ours, theirs in both
        if sorted(ours) == sorted(theirs) and ours != theirs
    ]


@pytest.mark.parametrize("page", [*pages(), *GUIDES])
def test_formulas_stand_in_one_order_or_both_were_read(page):
    assert in_another_order(page) == [each for each in READ if each["page"] == page]


@pytest.mark.parametrize("page", [*pages(), *GUIDES])
def test_corresponding_blocks_name_the_same_shapes(page):
    for ours, theirs in neighbours(page):
        assert shapes(ours) == shapes(theirs), f"{ours}\n{theirs}"


def test_an_exchanged_dimension_is_another_shape():
    assert shapes("last, (H, W, C), and (2, 3)") == shapes("(2, 3)；(H, W, C)") != []
    assert shapes("last, (C, H, W)") != shapes("最后，(H, W, C)")


@pytest.mark.parametrize("guide", GUIDES)
def test_a_guide_leads_to_guides_in_its_own_language(guide):
    """But for the first link, which leads to its twin."""
    for ending, other in (("", ".zh"), (".zh", "")):
        path = ROOT / f"{guide}{ending}.md"
        twin, *links = re.findall(r"\]\(([^)#:]+\.md)", path.read_text("utf8"))
        assert twin == f"{path.name.partition('.')[0]}{other}.md"
        for link in links:
            name = link.removesuffix(".md").removesuffix(".zh")
            assert link == f"{name}{ending}.md" or not (path.parent / f"{name}.zh.md").exists(), (
                link
            )


@pytest.mark.parametrize("page", [*pages(), *GUIDES])
def test_what_is_above_a_number_is_not_below_it_in_the_other_language(page):
    for ours, theirs in neighbours(page):
        assert not list(contrary_bounds(ours, theirs)), f"{ours}\n{theirs}"


@pytest.mark.parametrize(
    ("english", "chinese", "contrary"),
    [
        ("If it is larger than 1, it gets flatter.", "大于 1 时变平。", []),
        ("If it is larger than 1, it gets flatter.", "小于 1 时变平。", ["1"]),
        ("Below 0.5 or above 2.", "小于 2 或大于 0.5。", ["0.5", "2"]),
        ("at least 3, not less than 3", "不小于 3", []),
        ("fewer than 3", "多于 3", ["3"]),
    ],
)
def test_bounds_are_compared(english, chinese, contrary):
    assert sorted(contrary_bounds(english, chinese)) == contrary


@pytest.mark.parametrize("page", [*pages(), *GUIDES])
def test_corresponding_blocks_name_the_same_fractions(page):
    for ours, theirs in neighbours(page):
        assert fractions(ours, "en") == fractions(theirs, "zh"), f"{ours}\n{theirs}"


@pytest.mark.parametrize(
    ("english", "chinese", "is_same"),
    [
        ("about two in three", "大约三分之二", True),
        ("about two thirds of it", "大约四分之三", False),
        ("three subjects in four", "四分之三的主语", True),
        ("nine tenths, and four quarters", "十分之九", True),
        ("five sixths", "六分之一", False),
    ],
)
def test_fractions_are_compared(english, chinese, is_same):
    assert (fractions(english, "en") == fractions(chinese, "zh")) == is_same


@pytest.mark.parametrize("differences", [turned_round, lost_or_added, exchanged_places])
@pytest.mark.parametrize("page", pages())
def test_corresponding_blocks_do_not_differ(page, differences):
    """Rows are rows in both languages, what is before is before, no mask is lost; see `support.words_in_two_languages`."""
    for ours, theirs in neighbours(page):
        assert not [*differences(ours, theirs)], f"{ours}\n{theirs}"


@pytest.mark.parametrize(
    ("differences", "english", "chinese", "agree"),
    [
        (turned_round, "The rows add up to 1.", "每一列加起来是 1。", False),
        (turned_round, "The rows add up to 1.", "每一行加起来是 1。", True),
        (turned_round, "Each row, each column.", "每一行，每一列。", True),
        (turned_round, "The largest weight.", "最小的权重。", False),
        (turned_round, "After the softmax.", "在 softmax 之前。", False),
        (turned_round, "The French that is written.", "读到的法语。", False),
        (turned_round, "It subtracts the mean.", "加上平均值。", False),
        (turned_round, "Eight do less harm than four.", "填八列的害处比填四列的大。", False),
        (turned_round, "Eight do less harm than four.", "填八列的害处比填四列的小。", True),
        (lost_or_added, "The encoder puts it there.", "编码器把它放在那里。", True),
        (lost_or_added, "The encoder puts it there.", "解码器把它放在那里。", False),
        (lost_or_added, "It attends to the second row.", "它看的是查询的第二行。", False),
        (lost_or_added, "Each layer has a mask.", "每一层都有。", False),
        (lost_or_added, "The padding comes first; it must be hidden.", "填充排在前面。", False),
        (lost_or_added, "Three seeds, one learning rate.", "三个种子，一个学习率。", True),
        (lost_or_added, "The padding comes first.", "填充排在前面，要遮住。", False),
        (exchanged_places, "The query is wide, the key long.", "查询宽，键长。", True),
        (exchanged_places, "The query is wide, the key long.", "键宽，查询长。", False),
        (
            exchanged_places,
            "2 evens out the weights, ½ sharpens them.",
            "取 2 更加集中，取 ½ 更均匀。",
            False,
        ),
        (exchanged_places, "A cross top left, a dot top right.", "左上十字，右上圆点。", True),
        (exchanged_places, "A cross top left, a dot top right.", "右上十字，左上圆点。", False),
        (exchanged_places, "`AdamW` adds, `Adam` does not.", "`Adam` 会加，`AdamW` 不加。", False),
        (exchanged_places, "ReLU has a corner, GELU has none.", "ReLU 有折角，GELU 没有。", True),
        (exchanged_places, "ReLU has a corner, GELU has none.", "GELU 有折角，ReLU 没有。", False),
        (
            exchanged_places,
            "If the target wants it more than the draft.",
            "草稿模型给的比目标模型大。",
            False,
        ),
        (
            exchanged_places,
            "{printed}`91` rise, {printed}`9` fall.",
            "升的 {printed}`91`，降的 {printed}`9`。",
            True,
        ),
        (
            exchanged_places,
            "{printed}`91` rise, {printed}`9` fall.",
            "升的 {printed}`9`，降的 {printed}`91`。",
            False,
        ),
        (
            exchanged_places,
            "{printed}`3` of the {printed}`8`",
            "{printed}`8` 个里有 {printed}`3` 个",
            True,
        ),
        (
            exchanged_places,
            "{printed}`3` of the {printed}`8`",
            "{printed}`3` 个里有 {printed}`8` 个",
            False,
        ),
    ],
)
def test_what_differs_is_seen(differences, english, chinese, agree):
    assert agree == (not [*differences(english, chinese)])


@pytest.mark.parametrize("page", pages())
def test_corresponding_blocks_name_the_same_colours(page):
    for ours, theirs in neighbours(page):
        assert {*colours(ours, "en")} == {*colours(theirs, "zh")}, f"{ours}\n{theirs}"


@pytest.mark.parametrize(
    ("english", "chinese", "agree"),
    [
        ("Thirty-two rows.", "三十二行。", True),
        ("Two hundred and six.", "206 个。", True),
        ("67 million weights, 8,192 tokens", "8192 个词元，六千七百万个权重", True),
        ("Three of them.", "其中四个。", False),
        ("It is 0.25.", "是 0.2。", False),
        ("After 450 steps.", "540 步之后。", False),
        ("`x` has 3 rows, $5$ columns", "`x` 有三行，$5$ 列", True),
        ("{printed}`all three <7>` hold", "{printed}`三个 <7>`都成立", True),
    ],
)
def test_numbers_are_compared_in_words_and_digits(english, chinese, agree):
    assert (numbers(english, "en") == numbers(chinese, "zh")) == agree


def test_a_zero_that_is_lost_is_seen():
    rows = "On rows whose mean is 0 both are equal."
    assert zero_lost(rows, "两者相同。")
    assert not zero_lost(rows, "均值为 0 的行，两者相同。") and not zero_lost("By 0.5.", "半个。")


def test_two_for_one_is_seen():
    one = "It is one of the four biases that the softmax ignores."
    assert two_for_one(one, "四个偏置中，softmax 不理会的有两个。")
    assert not two_for_one(one, "四个偏置中，softmax 不理会的有一个，是第二个。")
    assert not two_for_one(one + " The other two count.", "四个中的一个，另外两个算数。")
    assert two_for_one("Two of the four are lost.", "四个里丢了一个。")
    assert not two_for_one("Two of the four are lost.", "四个里丢了两个。")


@pytest.mark.parametrize("page", [*pages(), *GUIDES])
def test_what_is_said_of_some_alone_is_not_said_of_all_in_chinese(page):
    for ours, theirs in neighbours(page):
        assert not limited_in_english_alone(ours, theirs), f"{ours}\n{theirs}"


@pytest.mark.parametrize(
    ("english", "chinese", "agree"),
    [
        ("Only the mask is new. It hides the future.", "只有掩码是新的，挡住未来。", True),
        ("Made from the first alone.", "用全部来做。", False),
        ("Only a few fail. These have one layer only.", "只有少数失败，都有一层。", False),
        (
            "The `only` of [decoder-only](decoder-only.md) models; Adam leaves it alone.",
            "见解码器。",
            True,
        ),
    ],
)
def test_what_is_said_of_some_alone_is_seen(english, chinese, agree):
    assert agree == (not limited_in_english_alone(english, chinese))


@pytest.mark.parametrize("page", [*pages(), *GUIDES])
def test_no_term_is_lost_or_stands_for_another(page):
    book = Book.at(ROOT)
    terms = read_terms(book)
    everyday = re.compile("|".join(map(re.escape, read_everyday(book))), re.IGNORECASE)
    for ours, theirs in neighbours(page):
        with_terms = everyday.sub("", ours)
        assert not exchanged(with_terms, theirs, terms), f"{ours}\n{theirs}"
        assert not [*lost_terms(with_terms, theirs, terms)], f"{ours}\n{theirs}"
        assert not [*there_in_chinese(ours, theirs, terms)], f"{ours}\n{theirs}"


# The Chinese repeats a name where the English has a pronoun, or gives the English of a term.
REPEATED = {"Transformer", "PyTorch", "BLEU", "wheel", "lets", "awesome", "go", "BPE", "n-gram"}


@pytest.mark.parametrize("page", pages())
def test_names_of_the_chinese_text_are_in_the_english(page):
    for ours, theirs in neighbours(page):
        assert foreign(ours, theirs) <= REPEATED, f"{ours}\n{theirs}"


@pytest.mark.parametrize(
    ("english", "chinese", "agree"),
    [
        ("The tokens have keys.", "词元有键。", True),
        ("The embeddings have keys.", "词元有键。", False),
        ("Each batch is shuffled.", "每个都打乱。", True),
    ],
)
def test_exchanged_terms_are_found(english, chinese, agree):
    assert agree == (exchanged(english, chinese, read_terms(Book.at(ROOT))) is None)


@pytest.mark.parametrize(
    ("differences", "english", "chinese", "found"),
    [
        (lost_terms, "The keys wait, the queries ask.", "查询提问。", ["key"]),
        (lost_terms, "The keys wait, the queries ask.", "键等着，查询提问。", []),
        (there_in_chinese, "Without the warmup that B needs", "不用预热；B 要预热", []),
        (there_in_chinese, "Without the warmup that B needs", "要预热；B 不用预热", ["warmup"]),
        (there_in_chinese, "Masked, and without the mask", "带掩码，再不带", []),
    ],
)
def test_a_term_that_is_lost_or_there_in_one_language_alone_is_found(
    differences, english, chinese, found
):
    assert [*differences(english, chinese, read_terms(Book.at(ROOT)))] == found


def test_a_name_that_only_the_chinese_has_is_found():
    assert foreign("Adam's step", "SGD 的一步，Adam 的一步") == {"SGD"}
