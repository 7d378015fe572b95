"""A notebook asks what the page asks, and says the same to an answer."""

import json
import math
import re
from itertools import takewhile
from pathlib import Path

import nbformat
import pytest
import torch
from bs4 import Tag
from nbclient import NotebookClient
from nbformat import NotebookNode, v4

from bilingual_book.predict import in_notebooks
from bilingual_book.predict.cover_output_as_text import covered
from bilingual_book.predict.entries_of_outputs import read
from bilingual_book.predict.question_or_bet import Question
from bilingual_book.predict.questions_of_pages import printed
from support.answers import DIAGNOSES, NO_NUMBERS, NO_SHAPES, NUMBERS, SHAPES, WORDS
from support.compare_outputs import chapters
from support.pages import LANGUAGES, Visit, soup, url
from tensorbytensor.predict_in_notebooks import Questions
from tensorbytensor.predict_in_notebooks.judge_answer import judge
from tensorbytensor.predict_in_notebooks.read_answer import numbers, shape, word

BOTH = [(language, chapter) for language in LANGUAGES for chapter in chapters()]


def notebook(site: Path, language: str, chapter: str) -> NotebookNode:
    return nbformat.read(site / "notebooks" / language / f"{chapter}.ipynb", 4)


def asks(cells: NotebookNode) -> dict[int, NotebookNode]:
    """The cells that ask, by the number of the cell whose output they ask for."""
    return {int(c.id[4:]): c for c in cells.cells if re.fullmatch(r"ask-\d+", c.id)}


def name_of(cell: NotebookNode) -> str:
    return re.fullmatch(r'predict\("([\w-]+)"\)', cell.source)[1]


def questions(site: Path, language: str, chapter: str) -> Questions:
    """As the notebook's own cell makes them."""
    names = {}
    source = next(c.source for c in notebook(site, language, chapter).cells if c.id == "questions")
    exec(source, names)
    return names["predict"]


def reply(predict: Questions, capsys, *given: object) -> str:
    capsys.readouterr()
    assert predict(*given) is None
    return capsys.readouterr().out


# --- The cells ---


@pytest.mark.parametrize(("language", "chapter"), BOTH)
def test_a_cell_asks_before_each_output_that_the_page_asks_for(site, language, chapter):
    """Or below the exercise; nothing that it asks for is in sight before its cell has run."""
    book = notebook(site, language, chapter)
    page = soup(site, language, chapter)
    places = {cell.id: n for n, cell in enumerate(book.cells)}
    asked = {int(cell["data-cell"]): cell for cell in page.select("[data-ask]")}
    found = asks(book)
    assert set(found) == set(asked) and len(found) >= 10
    predict = questions(site, language, chapter)
    assert list(predict.questions) == [name_of(cell) for cell in found.values()]
    for number, cell in found.items():
        printing = book.cells[places[f"cell-{number}"]]
        if "exercise" in json.loads(asked[number]["data-ask"]):
            between = book.cells[places[cell.id] + 1 : places[f"cell-{number}"]]
            title = between.pop(0)
            assert title.source.startswith("**") and not title.metadata
            assert all(each.metadata["jupyter"]["source_hidden"] for each in between)
        else:
            assert places[f"cell-{number}"] == places[cell.id] + 1
            assert printing.metadata["collapsed"]  # what the classic Notebook calls it
        assert printing.metadata["jupyter"]["outputs_hidden"]
        [output] = cell.outputs
        assert output.text == predict.questions[name_of(cell)]["ask"] + "\n" and "?" in output.text
    assert [cell.id for cell in book.cells[-2:]] == ["tally", "references"]


def test_questions_come_behind_the_cell_that_installs_the_book(site):
    """They need it. Without such a cell they come behind the first one, which says what the notebook is."""
    book, every = notebook(site, "en", "attention"), list(printed(soup(site, "en", "attention")))
    added = re.compile(r"ask-\d+|about-questions|questions|tally")
    own = [cell for cell in book.cells if not added.fullmatch(cell.id)]
    for install in ([], [v4.new_code_cell("%pip install x", id="install")]):
        book.cells = [*own[:1], *install, *own[1:]]
        in_notebooks.insert(book, every, str)
        start = [own[0].id, *(cell.id for cell in install), "about-questions", "questions"]
        assert [cell.id for cell in book.cells[: len(start)]] == start


@pytest.mark.parametrize(("language", "chapter"), BOTH)
def test_no_sentence_tells_what_a_question_asks_for_before_it_is_opened(site, language, chapter):
    """What the page covers in its mode Predict is shut here: the paragraph after the output, and the numbers up to the next."""
    book, page = notebook(site, language, chapter), soup(site, language, chapter)
    places = {cell.id: n for n, cell in enumerate(book.cells)}
    every = 0
    for cell in page.select("[data-ask]:not(.solution [data-ask])"):
        told = list(
            takewhile(lambda b: "cell" not in b.get("class", []), cell.find_next_siblings())
        )
        after = book.cells[places[f"cell-{cell['data-cell']}"] + 1 :]
        said = "".join(
            each.source for each in takewhile(lambda c: c.cell_type == "markdown", after)
        )
        shut = [b for b in told if (b is told[0] and b.name == "p") or says_number(b)]
        assert len(re.findall("<details>(?s:.*?)</details>", said)) == len(shut), said
        assert said.startswith("<details>") == (told[:1] == shut[:1] != [])
        assert said.count(f"<details><summary>{OPEN[language]}</summary>\n\n") == len(shut)
        every += len(shut)
    assert every > 3


OPEN = {"en": "Read on after your answer", "zh": "答完再看"}


def says_number(block: Tag) -> bool:
    return block.name in ("p", "ul", "ol", "dl") and bool(block.select(".printed"))


def test_both_languages_have_the_same_names(site):
    for chapter in chapters():
        sources = [
            [c.source for c in asks(notebook(site, code, chapter)).values()] for code in LANGUAGES
        ]
        assert sources[0] == sources[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_answer_is_in_plain_sight(site, language):
    book = notebook(site, language, "attention")
    text = asks(book)[12].outputs[0].text
    assert not re.search(r"\d\.\d", text) and text.count("??????") == 1 and text.count("▒") == 48
    of_all = "".join(c.source for c in book.cells if c.id in ("questions", "ask-12"))
    assert "0.0032" not in of_all and "weights[1, 0]" not in of_all


def test_a_cover_does_not_tell_a_sign(site):
    text = asks(notebook(site, "en", "attention"))[7].outputs[0].text
    covers = [line.partition("=")[2] for line in text.splitlines()[1:] if "=" in line]
    assert len(covers) == 9 and len({len(cover) for cover in covers}) == 1, text


@pytest.mark.parametrize("truth", ["True", "False"])
def test_a_cover_does_not_tell_which_truth_it_is(truth):
    output = read(truth)
    question = Question("truth", output.entries[0])
    assert covered(output, question).strip() == "?????"


ASKED_BY_PAGE = """() => Predict.asked.map(({ form }) =>
  form.firstChild.querySelector(`[lang="${BOOK_LANGUAGES[0].lang}"]`).textContent)"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_are_those_of_the_page(site, browser, language):
    for chapter in chapters():
        with Visit(browser) as visit:
            page = visit.open(url(site, language, chapter) + "?predict=1")
            page.wait_for_selector("form.prediction", state="attached")
            said = page.evaluate(ASKED_BY_PAGE)
        texts = [cell.outputs[0].text for cell in asks(notebook(site, language, chapter)).values()]
        assert len(said) == len(texts)
        for one, other in zip(said, texts, strict=True):
            assert other.startswith(one), chapter


# --- Answers ---


def test_numbers_shapes_and_words_are_understood():
    for typed, value in NUMBERS.items():
        assert any(math.isclose(n.value, value, abs_tol=1e-12) for n in numbers(typed)), typed
    for typed in NO_NUMBERS:
        assert numbers(typed) == [], typed
    for typed, dims in SHAPES.items():
        assert shape(typed) == dims, typed
    for typed in NO_SHAPES:
        assert shape(typed) is None, typed
    for one, other in WORDS.items():
        assert word(one) == word(other), one


def test_answers_may_be_objects():
    for given in (0.5, torch.tensor(0.5), torch.tensor([0.5]), [0.5], "0.5"):
        assert [n.value for n in numbers(given)] == [0.5], given
    for given in ((3, 2), [3, 2], torch.Size([3, 2]), torch.zeros(3, 2).shape):
        assert shape(given) == [3, 2], given
    assert word(True) == "true" and math.isnan(numbers(math.nan)[0].value)


@pytest.mark.parametrize(("chapter", "cell", "typed", "expected"), DIAGNOSES)
def test_an_answer_is_diagnosed_as_on_the_page(site, chapter, cell, typed, expected):
    predict = questions(site, "en", chapter)
    asked = predict.questions[name_of(asks(notebook(site, "en", chapter))[cell])]
    result, hint, _ = judge(typed, asked, predict.outputs)
    assert (hint or result) == expected


JUDGED = """given => Predict.asked.map((each, n) => given[n].map(typed => {
  const { right, wrong, hint = '', place } = Predict.judge(typed, each.first, each, Predict.cells);
  return [right ? 'right' : wrong ? 'wrong' : 'unread', hint, hint === 'transposed' || hint === 'fewer' ? '' : `${place ?? ''}`];
}))"""


def tries(predict: Questions, asked: dict) -> list[str]:
    """What a reader may hit upon: all that was printed nearby, and what is nearly right."""
    here = predict.outputs[asked["output"]]
    near = predict.outputs[max(0, asked["output"] - 3) : asked["output"] + 3]
    printed = [entry.text for output in near for entry in output.entries][:60]
    own = asked["printed"]
    turned = [
        f"-{own}",
        own[:-1],
        own[:4],
        f"{own}0",
        f"0{own}",
        f"{own}e1",
        f"{own}e-2",
        own[::-1],
    ]
    return [
        own,
        *printed,
        *turned,
        *NUMBERS,
        *NO_NUMBERS,
        *SHAPES,
        *NO_SHAPES,
        str(len(here.entries)),
    ]


@pytest.mark.parametrize("chapter", chapters())
def test_notebook_and_page_judge_alike(site, browser, chapter):
    predict = questions(site, "en", chapter)
    given = [tries(predict, asked) for asked in predict.questions.values()]
    with Visit(browser) as visit:
        page = visit.open(url(site, "en", chapter) + "?predict=1")
        page.wait_for_selector("form.prediction", state="attached")
        theirs = page.evaluate(JUDGED, given)
    kinds = set()
    for asked, each, judged in zip(predict.questions.values(), given, theirs, strict=True):
        for typed, (result, hint, place) in zip(each, judged, strict=True):
            ours = judge(typed, asked, predict.outputs)
            assert [ours.result, ours.hint] == [result, hint], (asked, typed)
            if hint in ("row", "column", "head", "elsewhere", "exchanged", "dimension"):
                assert ours.place == place, (asked, typed)
            kinds.add(hint)
    assert len(kinds) > 5


# --- Asking and replying ---


def test_a_hint_comes_before_the_answer(site, capsys):
    predict = questions(site, "en", "attention")
    name = name_of(asks(notebook(site, "en", "attention"))[12])
    first = reply(predict, capsys, name, "-0.1217")
    assert "before the softmax" in first and "Once more?" in first and "0.0032" not in first
    second = reply(predict, capsys, name, -0.1217)
    assert "before the softmax" in second and "0.0032" in second
    assert f'predict("{name}")' in reply(predict, capsys)
    assert reply(predict, capsys, name, 0.0032) == "Right: 0.0032\n"
    tally = reply(predict, capsys)
    assert tally.startswith("Answered 1 of ") and "1 of them right" in tally and name not in tally


def test_a_bet_is_over_after_one_answer(site, capsys):
    predict = questions(site, "zh", "attention")
    assert reply(predict, capsys, "attention-tokens", 6) == "没押中：你押 6，输出是 5\n"
    assert reply(predict, capsys, "attention-tokens", "５") == "押中了：5\n"


def test_a_bet_is_over_also_where_there_is_a_hint(site, capsys):
    predict = questions(site, "en", "attention")
    bets = {
        name: question["printed"]
        for name, question in predict.questions.items()
        if question["bet"] and question["kind"] == "number" and float(question["printed"])
    }
    assert bets
    for name, wanted in bets.items():
        said = reply(predict, capsys, name, -float(wanted))
        assert f"printed is {wanted}" in said and "sign" in said and "Once more?" not in said
    assert reply(predict, capsys).startswith(f"Answered {len(bets)} of ")


@pytest.mark.parametrize("answer", [0, 0.0, False, "", torch.tensor(0.0)])
def test_an_answer_of_nothing_is_an_answer(site, capsys, answer):
    predict = questions(site, "en", "attention")
    for name, question in predict.questions.items():
        assert reply(predict, capsys, name, answer) != f"{question['ask']}\n"


def test_whatever_is_answered_nothing_breaks(site, capsys):
    predict = questions(site, "en", "attention")
    strange = [
        "",
        " ",
        "x" * 10_000,
        "9" * 5000,
        "1%%%",
        "(" * 300,
        "1e999",
        "1e-999",
        "{0}",
        "\x00",
    ]
    for name in predict.questions:
        for answer in [*strange, math.inf, math.nan, [], {}, object(), 10**400, b"1", "½／０"]:
            assert reply(predict, capsys, name, answer)


def test_what_is_no_question_says_which_is(site):
    predict = questions(site, "en", "attention")
    for name in ("attention-wieghts", "", 3):
        with pytest.raises(ValueError, match=r"^name is .*, but must be a question of this note"):
            predict(name)


def test_a_damaged_cell_says_what_to_do():
    for packed in ("", "eNr", "x", 3):
        with pytest.raises(ValueError, match=r"packed cannot be read.*fresh notebook"):
            Questions(packed)


@pytest.mark.slow
def test_it_runs_where_nobody_can_type(site):
    """As nbclient does it: each cell prints its question, and no cell waits."""
    book = notebook(site, "zh", "attention-in-pytorch")
    book.cells = [
        c for c in book.cells if c.id.startswith("ask-") or c.id in ("questions", "tally")
    ]
    before = [c.outputs[0].text for c in asks(book).values()]
    NotebookClient(book, timeout=120, coalesce_streams=True).execute()
    assert [c.outputs[0].text for c in asks(book).values()] == before
    assert "答了" in book.cells[-1].outputs[0].text
