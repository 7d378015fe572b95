"""Draws the diagrams of the book, in both languages: `python images/draw_diagrams.py` writes images/*/*.svg.

Text stays text. Query is blue, key vermilion, value green; all else has the colour of the page's text.
"""

from pathlib import Path

import architecture_maps
import overview_diagrams
from svg_drawing import Drawing
from words_of_diagrams import WORDS, Words

HERE = Path(__file__).parent
X = 210  # the column of a model: residual connections at its LEFT, what else comes in at its RIGHT
RIGHT = 304
LEFT = 90


def attention(words: Words) -> Drawing:
    """X to Q, K, V; Q and K to scores, scaled and masked, to weights; weights and V to the context."""
    d = Drawing(360, 402, words["attention title"])
    d.box(180, 27, "X", "(T, D)")
    for x, name, shape, colour in (
        (62, "Q", "(T, K)", "query"),
        (180, "K", "(S, K)", "key"),
        (298, "V", "(S, K)", "value"),
    ):
        d.arrow((180, 50), (180, 66), (x, 66), (x, 88), colour=colour)
        d.text(x + 18, 82, f"W{'qkv'['QKV'.index(name)]}", colour, 12)
        d.box(x, 111, name, shape, colour)
    d.arrow((62, 134), (62, 152), (110, 152), (110, 172), colour="query")
    d.arrow((180, 134), (180, 152), (132, 152), (132, 172), colour="key")
    d.box(121, 195, f"QKᵀ  {words['scores']}", "(T, S)", width=150)
    d.arrow((121, 218), (121, 240))
    d.box(121, 257, words["scale"], width=150, height=34)
    d.arrow((121, 274), (121, 294))
    d.box(121, 311, words["softmax"], width=150, height=34)
    d.arrow((121, 328), (121, 348))
    d.box(121, 371, words["weights"], "(T, S)", width=150)
    d.arrow((298, 134), (298, 348), colour="value")
    d.box(298, 371, words["context"], "(T, K)")
    d.pointer((196, 371), (246, 371))
    return d


def below(
    d: Drawing, top: int, label: str, shape: str = "", x: int = X, width: int = 150, note: str = ""
) -> int:
    """An arrow from (x, top), perhaps with a note, to a box under it; the bottom of the box."""
    start, height = top + (34 if note else 22), 46 if shape else 34
    d.arrow((x, top), (x, start))
    if note:
        d.text(x - 12, top + 20, note, size=12, anchor="end")
    d.box(x, start + height // 2, label, shape, width=width, height=height)
    return start + height


def embedded(d: Drawing, words: Words, length: str) -> int:
    """Ids, their embedding, and the positional encoding added to it; the bottom of the plus sign."""
    d.box(X, 27, words["ids"], f"({length},)", width=150)
    bottom = below(d, 50, words["embedding"], f"({length}, D)")
    d.arrow((X, bottom), (X, bottom + 34))
    d.plus(X, bottom + 44)
    d.box(RIGHT, bottom + 44, words["position"], f"({length}, D)")
    d.pointer((RIGHT - 52, bottom + 44), (X + 10, bottom + 44))
    return bottom + 54


def attend(d: Drawing, words: Words, top: int, label: str, memory: str = "") -> int:
    """Attention and its residual connection, from one plus sign to the bottom of the next."""
    split, turn, frame = top + 14, top + 32, top + (58 if memory else 46)
    branch = split if memory else turn  # from here on the line is only a query
    height, chips = 70 + 18 * label.count("\n"), frame + 12
    plus = frame + height + 32
    q, k, v = (150, 226, 282) if memory else (150, X, 270)
    d.line((X, top), (X, branch))
    d.arrow((X, branch), (X, turn), (q, turn), (q, chips), colour="query")
    if memory:
        d.box(RIGHT, top + 2, memory, "(S, D)")
        d.arrow((262, top + 25), (262, top + 41), (k, top + 41), (k, chips), colour="key")
        d.arrow((v, top + 25), (v, chips), colour="value")
    else:
        d.arrow((X, turn), (k, chips), colour="key")
        d.arrow((X, turn), (v, turn), (v, chips), colour="value")
        d.dot(X, turn)
    d.arrow((X, split), (LEFT, split), (LEFT, plus), (X - 10, plus))
    d.dot(X, split)
    d.words(46, (split + plus) // 2 + 4 - 8 * words["residual"].count("\n"), words["residual"])
    d.frame(X, frame + height // 2, 204, height)
    for x, name, colour in ((q, "Q", "query"), (k, "K", "key"), (v, "V", "value")):
        d.frame(x, chips + 12, 40, 24, colour, opacity=0)
        d.text(x, chips + 17, name, colour, 13, "bold")
    d.words(X, frame + 57, label, size=15, weight="bold")
    d.arrow((X, frame + height), (X, plus - 10))
    d.plus(X, plus)
    return plus + 10


def encoder(words: Words) -> Drawing:
    """As in code/tensorbytensor/small/encoder.py, with one layer."""
    d = Drawing(360, 402, words["encoder title"])
    bottom = attend(d, words, embedded(d, words, "S"), words["self-attention"])
    below(d, bottom, words["memory"], "(S, D)")
    return d


def decoder(words: Words) -> Drawing:
    """As in code/tensorbytensor/small/decoder.py, with one layer."""
    d = Drawing(360, 646, words["decoder title"])
    bottom = attend(d, words, embedded(d, words, "T"), words["masked"])
    bottom = attend(d, words, bottom, words["cross-attention"], words["memory"])
    bottom = below(d, bottom, words["linear"])
    below(d, bottom, words["logits"], "(T, V)")
    return d


def decoder_only(words: Words) -> Drawing:
    """As in code/tensorbytensor/small/decoder_only.py, with one layer."""
    d = Drawing(360, 594, words["decoder-only title"])
    bottom = attend(d, words, embedded(d, words, "T"), words["masked"])
    bottom = below(d, bottom, words["linear"])
    bottom = below(d, bottom, words["logits"], "(T, V)")
    bottom = below(d, bottom, words["softmax"])
    each = f"{words['one each']} (T,)"
    below(d, bottom, words["next token"], each, note=words["most probable"])
    return d


def encoder_decoder(words: Words) -> Drawing:
    """The encoder reads “lets go”; the decoder, which knows 5 tokens, answers “vamos” and ends."""
    d = Drawing(360, 402, words["encoder-decoder title"])
    left, right, width = 80, 280, 148
    d.text(left, 15, words["source"])
    d.box(left, 47, "<SOS> lets go", "(3,)", width=width)
    bottom = below(d, 70, words["encoder"], x=left, width=width)
    memory = below(d, bottom, words["memory"], "(3, 2)", x=left, width=width)
    d.text(right, 15, words["decoder input"])
    d.box(right, 47, "<SOS> vamos", "(2,)", width=width)
    d.arrow((right, 70), (right, 92))
    d.box(right, (92 + memory) // 2, words["decoder"], width=width, height=memory - 92)
    d.pointer((left + width // 2, memory - 23), (right - width // 2, memory - 23))
    bottom = below(d, memory, words["logits"], "(2, 5)", x=right, width=width)
    bottom = below(d, bottom, words["softmax"], x=right, width=width)
    below(d, bottom, "vamos <EOS>", "(2,)", right, width, words["most probable"])
    return d


def shifted_by_one(words: Words) -> Drawing:
    """Two rows of tokens: under each input its label, which is the next input."""
    d = Drawing(360, 214, words["shifted title"])
    tokens = ["what", "is", "statquest", "<EOS>", "awesome", "<EOS>"]
    xs = range(38, 360, 71)
    for y, row in ((39, tokens[:-1]), (139, tokens[1:])):
        for x, token in zip(xs, row):
            d.frame(x, y, 66, 30)
            d.text(x, y + 4, token, size=12)
    for x in xs:
        d.arrow((x, 54), (x, 124))
    for x in xs[:-1]:
        d.pointer((x + 16, 121), (x + 55, 57), light=True)
    d.text(5, 16, words["input"], weight="bold", anchor="start")
    d.text(5, 172, words["label"], weight="bold", anchor="start")
    d.pointer((5, 200), (35, 200))
    d.text(43, 204, words["predict"], size=12, anchor="start")
    d.pointer((160, 200), (190, 200), light=True)
    d.text(198, 204, words["next input"], size=12, anchor="start")
    return d


def favicon() -> str:
    """Three cells of a tensor: query, key, value."""
    colours = ("#0072B2", "#D55E00", "#009E73")
    cells = (
        f'<rect x="{2 + 10 * i}" y="{22 - 10 * i}" width="8" height="8" rx="1.5" fill="{colour}"/>'
        for i, colour in enumerate(colours)
    )
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
    return "\n".join([head, *cells, "</svg>\n"])


DRAWINGS = {
    "attention": attention,
    "encoder": encoder,
    "decoder": decoder,
    "encoder-decoder": encoder_decoder,
    "decoder-only": decoder_only,
    "shifted-by-one": shifted_by_one,
    **architecture_maps.DRAWINGS,
    **overview_diagrams.DRAWINGS,
}


def main() -> None:
    (HERE / "favicon.svg").write_text(favicon(), encoding="utf8")
    for language, words in WORDS.items():
        (HERE / language).mkdir(exist_ok=True)
        for name, draw in DRAWINGS.items():
            (HERE / language / f"{name}.svg").write_text(draw(words).svg(), encoding="utf8")


if __name__ == "__main__":
    main()
