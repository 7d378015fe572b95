"""What is in a drawing, in English and in Chinese."""

from collections.abc import Sequence

from tensorbytensor.basics import END, PAD, Vocabulary, check_choice
from tensorbytensor.vision.draw_two_shapes import (
    COLOURS,
    SHAPES,
    Thing,
    check_things,
)

ENGLISH, CHINESE = "<en>", "<zh>"
IN_CHINESE = {
    "red": "红色",
    "green": "绿色",
    "blue": "蓝色",
    "yellow": "黄色",
    "circle": "圆形",
    "square": "方形",
    "triangle": "三角",
    "cross": "十字",
    "top left": "左上",
    "top right": "右上",
    "bottom left": "左下",
    "bottom right": "右下",
}


def caption(things: Sequence[Thing], language: str) -> str:
    """The words, blanks between them, from the language to the end token.

    English: colour, shape, place. Chinese: place, colour, shape.
    """
    check_things(things)
    check_choice((ENGLISH, CHINESE), language=language)
    parts = []
    for colour, shape, place in things:
        english = [colour, shape, place]
        chinese = [IN_CHINESE[word] for word in (place, colour, shape)]
        parts.append(" ".join(english if language == ENGLISH else chinese))
    between = " , " if language == ENGLISH else " ， "
    return f"{language} {between.join(parts)} {END}"


def caption_words() -> Vocabulary:
    """All words of both languages."""
    english = [*COLOURS, *SHAPES, "top", "bottom", "left", "right"]
    chinese = IN_CHINESE.values()
    return Vocabulary([PAD, END, ENGLISH, CHINESE, *english, ",", *chinese, "，"])
