"""What a question says, what of an output stays in sight, and what is never told: as the build decides it."""

import json
import re
from collections.abc import Iterator

import pytest
from bs4 import Tag
from sphinx.errors import ExtensionError

from bilingual_book.predict.cover_output_as_text import covered, sentence
from bilingual_book.predict.entries_of_outputs import Entry, Output, read
from bilingual_book.predict.sentences import forms_and_tally
from bilingual_book.predict.which_entry_to_ask import choose
from support.bilingual_pages import ROOT
from support.compare_outputs import chapters
from support.pages import soup

SAY = forms_and_tally(str)
LOOP = "for d in (2, 4):\n    print(d, f(d))"


def asked(text: str, code: str = LOOP, **wishes) -> str:
    output = read(text)
    return sentence(choose(output, code, **wishes), output, SAY)


def cover(text: str, code: str = LOOP, **wishes) -> list[str]:
    output = read(text)
    return covered(output, choose(output, code, **wishes)).splitlines()


# What is printed, by which code, which entry is asked for, and what the question says.
SENTENCES = [
    ("n_heads = 4  wide 65\nn_heads = 8  wide 13", LOOP, 3, "Predict the marked number: n_heads = 8 wide ?"),
    ("d = 2  a 0.5  b 1.5\nd = 4  a 0.2  b 1.2", LOOP, 5, "Predict the marked number: d = 4 a … b ?"),
    ("x0 · x0 = 1.50\nx0 · x1 = -0.12", LOOP, 1, "Predict the marked number: x0 · x1 = ?"),
    ("  5  bias\n 10  weight", LOOP, 0, "Predict the marked number: ? bias"),
    ("94 16 17", LOOP, 1, "Predict the marked number."),
    ("0.5\n0.7", LOOP, 1, "Predict the marked number in line 2."),
    ("tensor([[1., 2.],\n        [3., 4.]])\n0.7", LOOP, 4, "Predict the marked number in line 3."),
    ("0 True\n1 False", LOOP, 3, "1 ?: true or false?"),
    ("a b\nTrue", LOOP, 0, "Line 2: true or false?"),
    ("True", LOOP, 0, "True or false?"),
    ("tensor([1.5, 2.5])", LOOP, 1, "Predict the marked number, at [1]."),
    ("tensor([1.5])\ntensor([2.5])", LOOP, 1, "Predict the marked number, at [0] in tensor 2 of 2."),
    ("tensor([True, False])", LOOP, 1, "[1]: true or false?"),
    ("torch.Size([2, 3])", "print(x.shape)", 0, "Predict the shape of x."),
    ("torch.Size([2, 3])", LOOP, 0, "Predict the marked shape."),
    ("[torch.Size([2]), torch.Size([3])]", "print([x.shape for x in y])", 1, "Predict [x.shape for x in y][1]."),
    ("0.5 0.7", 'print(f"{a:.1f} {b + c:.1f}")', 1, "Predict b + c."),
    ("tensor([1.5, 2.5])", "with torch.no_grad():\n    print(layer(x))", 0, "Predict layer(x)[0]."),
    ("False", 'print("I love, oranges." in dict(pairs))', 0, '"I love, oranges." in dict(pairs): true or false?'),
    ("1.5\ndone", 'for x in y:\n    print(x)\nprint("done")', 0, "Predict the marked number in line 1."),
    ("1\n2\nTrue", f"{LOOP}\nprint(a == b)", 2, "a == b: true or false?"),
    ("1\n3 4", f"{LOOP}\nprint(n, m)", 1, "Predict n."),
    ("1\n3 4", f"{LOOP}\nprint(n)", 1, "Predict the marked number in line 2."),
    ("1.5\ntensor([[0.5],\n        [2.5]])", f"{LOOP}\nprint(a @ b)", 2, "Predict (a @ b)[1, 0]."),
    (".  3 / 4\na  5 / 6", LOOP, 0, "Predict the marked number: . ? / …"),
    ("tensor([1.5])", "print(a +\n      b)", 0, "Predict (a + b)[0]."),
    ("tensor([-1.5])", "print(-a)", 0, "Predict (-a)[0]."),
    ("tensor([1.5])", "print(softmax(a + b).T)", 0, "Predict softmax(a + b).T[0]."),
    ("tensor([1.5])", f"print({'a + ' * 20}b)", 0, "Predict the marked number, at [0]."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "code", "entry", "said"), SENTENCES)
def test_nobody_has_to_count_which_number_is_meant(text, code, entry, said):
    assert asked(text, code, wish=str(entry)) == said


# What is printed, which entry is asked for, and what stands there.
COVERS = [
    ("d = 2  1.5\nd = 4  2.5", 3, ["d = 2  ▒▒▒", "d = 4  ???"]),
    ("direct  8.5  1.5\nlogarithm  7.5  2.5", 2, ["direct  ▒▒▒  ▒▒▒", "logarithm  ???  ▒▒▒"]),
    ("person 13 / 15\nfood 2 / 16", 2, ["person ▒▒ / ▒▒", "food ?? / ▒▒"]),
    ("tensor(1.25) tensor(1.75)\ntensor(2.5)", 1, ["tensor(▒▒▒▒) tensor(????)", "tensor(▒▒▒▒)"]),
    (" 1 tensor([0.5])\n10 tensor([0.7])", 3, ["▒▒ tensor([▒▒▒])", "▒▒ tensor([???])"]),
    ("True 40 7\nFalse 60 8", 5, ["True ▒▒ ▒", "False ▒▒ ?"]),
    ("0.5 1.5\n0.7 2.5", 3, ["▒▒▒ ▒▒▒", "▒▒▒ ???"]),
    ("2 4 0.5\n2 8 0.7", 2, ["2 ▒ ???", "2 ▒ ▒▒▒"]),
    ("tensor([ 0.50, -1.25])\ntensor([0.50, 0.75])", 3, ["tensor([▒▒▒▒▒, ▒▒▒▒▒])", "tensor([▒▒▒▒, ????])"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "entry", "lines"), COVERS)
def test_labels_stay_in_sight_and_results_do_not(text, entry, lines):
    assert cover(text, wish=str(entry)) == lines


def test_a_decimal_that_the_code_has_is_a_label():
    code = "for lr in (0.1, 0.3):\n    print(lr, f(lr))"
    assert cover("0.1 2.5\n0.3 3.5", code, wish="3") == ["0.1 ▒▒▒", "0.3 ???"]


def test_what_is_given_stays_in_sight_and_is_not_asked_for():
    text = "tensor([1.5, 2.5])\ntensor([0., 1.])"
    code = "print(W)\nprint(x @ W)"
    assert cover(text, code, n_given=1)[0] == "tensor([1.5, 2.5])"
    assert asked(text, code, n_given=1).startswith("Predict (x @ W)[")
    assert "▒" in cover(text, code)[0] + cover(text, code)[1]


@pytest.mark.parametrize(
    ("guide", "counted"),
    [
        ("CONTRIBUTING.md", r"`ask-(\d)` \(one entry, counted from (\d)\)"),
        ("CONTRIBUTING.zh.md", r"`ask-(\d)`（问某一项，从 (\d) 数起）"),
    ],
)
def test_entries_are_counted_from_where_the_guide_says(guide, counted):
    [(wish, first)] = re.findall(counted, (ROOT / guide).read_text("utf8"))
    entries = ["1.5", "2.5", "3.5", "4.5", "5.5", "6.5"]
    asked = choose(read(f"tensor([{', '.join(entries)}])"), wish=wish)
    assert entries.index(asked.entry.text) + int(first) == int(wish)


def test_a_bet_counts_what_is_below_zero_or_asks_where_the_one_largest_is():
    assert choose(read("tensor([0.0, -1.5, 2.5])"), is_bet=True).answers == [1]
    assert choose(read("tensor([0.5, 1.5, 2.5])"), is_bet=True).answers == [2]
    ties = choose(read("tensor([2.5, 1.5, 2.5])"), is_bet=True)
    assert ties.kind == "number", "a tie has no place"
    rows = choose(read("tensor([[2.5, 2.5], [0.5, 1.5]])"), is_bet=True)
    assert (rows.kind, rows.row, rows.answers) == ("largest", (1,), [1])
    words = choose(read("['je', 'tu'] tensor([0.5, 1.5, 2.5])"), is_bet=True)
    assert words.kind == "word", "the words tell which number is the largest"


def test_of_the_two_bets_an_author_can_wish_for_either():
    mixed, positive = read("tensor([0.5, -1.5, 2.5])"), read("tensor([0.5, 1.5, 2.5])")
    assert (choose(mixed, wish="count").kind, choose(mixed, wish="count").answers) == ("count", [1])
    largest = choose(mixed, is_bet=True, wish="largest")
    assert (largest.kind, largest.answers) == ("largest", [2])
    for output, wish in ((positive, "count"), (read("tensor([2.5, 1.5, 2.5])"), "largest")):
        with pytest.raises(ExtensionError, match=f"ask-{wish} asks for what is not in"):
            choose(output, is_bet=True, wish=wish)


SENTENCE = re.compile(r"(?<=[.?:])\s")


def questions(site) -> Iterator[tuple[Tag, Output, Entry]]:
    """Of each cell that asks for one entry, its output and that entry; what a solution prints is asked at the exercise."""
    for chapter in chapters():
        for cell in soup(site, "en", chapter).select(".cell[data-ask]"):
            asked = json.loads(cell["data-ask"])
            if "entry" in asked and not cell.find_parent(class_="solution"):
                output = read(cell.select_one(".cell_output > .output pre").get_text())
                yield cell, output, output.entries[asked["entry"]]


def question_before(cell: Tag) -> str:
    """The last question since the cell before."""
    said = ""
    for each in cell.find_previous_siblings():
        if "cell" in each.get("class", ()):
            break
        said = f"{each.get_text()} {said}" if each.name == "p" else said
    return ([""] + [part for part in SENTENCE.split(said) if "?" in part])[-1]


ORDINALS = {"first": 0, "second": 1, "third": 2, "fourth": 3, "last": -1}
LINE = re.compile(r"\b(row|column) (\d)\b|(?<!’s )\b(first|second|last) (row|column)\b")
PLACE = re.compile(rf"\b({'|'.join(ORDINALS)}) (?:number|entry|weight|score|gradient)s?\b")


def test_the_entry_is_the_one_that_the_prose_asks_for(site):
    """By its row, its column, and its place in it."""
    found = 0
    for cell, output, entry in questions(site):
        if entry.tensor is None:
            continue
        path, sizes, said = entry.path, output.dims[entry.tensor], question_before(cell)
        lines = [line for line in LINE.findall(said) if len(path) == 2]
        named = [(line[1] or line[2], int("column" in line)) for line in lines]
        named += [(word, len(path) - 1) for word in PLACE.findall(said)]
        for axis in {axis for _, axis in named}:
            words = {word for word, where in named if where == axis}
            if len(words) == 1:
                number = ORDINALS.get(word := words.pop(), word)
                assert path[axis] == int(number) % sizes[axis], (said, output.text)
                found += 1
    assert found > 30


def test_the_entry_is_the_one_with_which_the_prose_goes_on(site):
    """A printed number with which the next paragraph begins, or a decimal of the output in a first sentence without one."""
    found = 0
    for cell, output, entry in questions(site):
        after = cell.find_next_sibling()
        if after is None or after.name != "p" or entry.kind != "number":
            continue
        sentence, shown = SENTENCE.split(after.get_text())[0], after.select_one(".printed")
        if shown and sentence.partition(shown.get_text())[0] in ("", "In ", "By ", "About "):
            said = [shown.get_text()]
        elif "tag_determined" in cell["class"] and not (shown and shown.get_text() in sentence):
            said = re.findall(r"(?<![\w.])\d+\.\d+(?!\w)", sentence)
        else:
            continue
        printed = {abs(each.value) for each in output.entries if each.kind == "number"}
        said = {abs(float(word)) for word in said if re.fullmatch(r"-?[\d.]+", word)} & printed
        if said:
            assert abs(entry.value) in said, (sentence, output.text)
            found += 1
    assert found > 5
