"""The Transformer as a black box: what goes in, what comes out, what it is good for."""

from svg_drawing import Drawing
from words_of_diagrams import Words

# Not from a run: the length of a bar says what a trained model should make of the two inputs.
BARS = {"j'": 4, "aime": 3, "les": 120, "des": 22, "oranges": 12, "…": 6}
WIDTH = 150


def sentence(d: Drawing, x: int, y: int, words: str, height: int = 34, width: int = WIDTH) -> None:
    """A box with a sentence of one or two lines in it."""
    d.frame(x, y, width, height)
    d.words(x, y + 5 - 8 * words.count("\n"), words, size=13)


def black_box(words: Words) -> Drawing:
    """Two sentences in, a probability for each token of the vocabulary out; the best one is written."""
    d = Drawing(360, 340, words["black-box title"])
    left, right = 80, 248
    for x, name, tokens in (
        (left, "source", "i love oranges ."),
        (right, "so far", "<SOS> j' aime"),
    ):
        d.text(x, 15, words[name], weight="bold")
        sentence(d, x, 42, tokens)
        d.arrow((x, 59), (x, 84))
    d.box((left + right) // 2, 107, "Transformer", width=right - left + WIDTH)
    d.arrow((164, 130), (164, 154))
    d.words(164, 170, words["probability"], size=13, weight="bold")
    for number, (token, length) in enumerate(BARS.items()):
        y = 210 + 23 * number
        d.text(108, y + 5, token, anchor="end")
        d.parts.append(
            f'<rect x="116" y="{y - 7}" width="{length}" height="14" fill="var(--lit)"/>'
        )
    d.arrow((244, 256), (346, 256), (346, 42), (right + WIDTH // 2, 42))
    d.words(290, 282, words["append"])
    return d


def patches(d: Drawing, x: int, y: int, side: int = 24) -> None:
    """A picture, an orange with its leaf, cut into 3 by 3 patches."""
    corners = [(x + side * i - 11, y + side * j - 11) for j in (-1, 0, 1) for i in (-1, 0, 1)]
    cut = "".join(f'<rect x="{i}" y="{j}" width="22" height="22"/>' for i, j in corners)
    d.parts.append(
        f'<clipPath id="patches">{cut}</clipPath><g clip-path="url(#patches)">'
        f'<rect x="{x - 36}" y="{y - 36}" width="72" height="72" fill="var(--ink)" fill-opacity="0.15"/>'
        f'<circle cx="{x - 2}" cy="{y + 8}" r="24" fill="#e69f00"/>'
        f'<path d="M{x - 2},{y - 14} C{x},{y - 32} {x + 14},{y - 34} {x + 28},{y - 28} '
        f'C{x + 24},{y - 16} {x + 12},{y - 12} {x - 2},{y - 14} Z" fill="var(--ink)" fill-opacity="0.7"/></g>'
    )


def uses(words: Words) -> Drawing:
    """Three rows: what is read, the Transformer, what is written."""
    d = Drawing(360, 306, words["uses title"])
    left, middle, right = 64, 189, 306
    d.words(left, 15, words["reads"], size=13, weight="bold")
    d.words(right, 15, words["writes"], size=13, weight="bold")
    for y, name, read, write in (
        (84, "translation", "i love\noranges .", "j' aime\nles oranges ."),
        (168, "answering", "who loves\noranges ?", "i do ."),
        (262, "captioning", "", "an orange\nwith a leaf"),
    ):
        d.text(middle, y - 34, words[name], size=12)
        if read:
            sentence(d, left, y, read, 46, 118)
        else:
            patches(d, left, y)
        d.pointer((left + (59 if read else 37), y), (middle - 50, y))
        d.frame(middle, y, 100, 46)
        d.text(middle, y + 5, "Transformer", weight="bold")
        d.pointer((middle + 50, y), (right - 51, y))
        sentence(d, right, y, write, 46, 102)
    return d


DRAWINGS = {"black-box": black_box, "uses": uses}
