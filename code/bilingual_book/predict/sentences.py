"""What the page says to who predicts, in both languages of a page. The scripts name a sentence by its key."""

from __future__ import annotations

import json
from collections.abc import Callable

from sphinx.application import Sphinx

from bilingual_book.predict.scripts import WHEN_WANTED


def name_sentences(app: Sphinx) -> None:
    """For the scripts: the sentences in the page's language, then in its twin's."""
    book = app.bilingual_book
    pair = [forms_and_tally(each.text) | hints(each.text) for each in (book.language, book.twin)]
    body = f"const PREDICT_WORDS = {json.dumps(pair, ensure_ascii=False)}"
    app.add_js_file(None, body=body, **WHEN_WANTED)


def forms_and_tally(text: Callable[[str], str]) -> dict[str, str]:
    return {
        "number": text("Predict {place}."),
        "quoted": text("Predict the marked number: {place}"),
        "marked": text("Predict the marked number."),
        "line": text("Predict the marked number in line {line}."),
        "entry": text("Predict the marked number, at {place}."),
        "entryOf": text("Predict the marked number, at {place} in tensor {n} of {of}."),
        "markedTruth": text("True or false?"),
        "shape": text("Predict the shape of {place}."),
        "markedShape": text("Predict the marked shape."),
        "word": text("Which word stands at the mark?"),
        "truth": text("{place}: true or false?"),
        "lineTruth": text("Line {line}: true or false?"),
        "count": text("How many of these {n} numbers are below zero?"),
        "largest": text("Where is the largest of these {n} numbers? Count from 0."),
        "largestInRow": text("Where in row {place} is the largest number? Count from 0."),
        "bet": text("Nothing printed so far decides it: bet."),
        "tenth": text("A tenth off still wins."),
        "free": text("Press any box to be asked for it, or ↑ and ↓."),
        "check": text("Check"),
        "show": text("Show me"),
        "again": text("Ask again"),
        "another": text("Ask for another"),
        "next": text("Next question"),
        "right": text("Right: {printed}"),
        "rounded": text("Right up to rounding: {printed}"),
        "wrong": text("No: you said {typed}, printed is {printed}"),
        "shown": text("Printed is {printed}"),
        "won": text("You win the bet: {printed}"),
        "lost": text("You bet {typed}, printed is {printed}"),
        "answered": text("Answered."),
        "unkept": text("This browser keeps nothing: what you answer is forgotten with the page."),
        "tally": text("Your predictions"),
        "sum": text("Answered {n} of {all}, {right} of them right; bets: {won} of {bets} won."),
        "sections": text("Section by section"),
        "section": text("{right} right of {all}"),
        "once more": text("These went wrong or were shown. Once more:"),
        "chapters": text("Other chapters"),
        "chapter": text("{n} answered, {right} of them right"),
        "kept": text("All this is kept on this device only."),
        "save": text("Save as a file"),
        "forget": text("Delete all"),
        "forgotten": text("All predictions are deleted."),
    }


def hints(text: Callable[[str], str]) -> dict[str, str]:
    return {
        "empty": text("Type your answer first, or have it shown."),
        "noNumber": text("That is no number. 0.5, 1/2, 50% and 5e-1 all are."),
        "noShape": text("A shape is numbers: (3, 2) or 3x2."),
        "noTruth": text("True or False?"),
        "noWord": text("Type the word."),
        "noCount": text("A whole number, please: 0, 1, 2 …"),
        "coarse": text("Give at least one more digit."),
        "transposed": text("That stands there in the transposed tensor: exchange row and column."),
        "row": text("That stands in another row: {place}."),
        "column": text("That stands in another column: {place}."),
        "head": text("That is another head, or another sequence: {place}."),
        "elsewhere": text("That stands elsewhere in this tensor: {place}."),
        "otherNumber": text("That is another number of this output."),
        "sign": text("The sign is the other one."),
        "point": text("The digits are right, the decimal point is not."),
        "digits": text("Nearly: only the last digits differ."),
        "beforeSoftmax": text("That is the score, before the softmax."),
        "beforeMask": text("That is the number before the mask."),
        "beforeScale": text("That is the number before the scale."),
        "afterSoftmax": text("That comes later: it is the weight, after the softmax."),
        "afterMask": text("That comes later: it is the number after the mask."),
        "afterScale": text("That comes later: it is the number after the scale."),
        "otherOutput": text("That stands at this place in another output."),
        "see": text("Where it was printed"),
        "exchanged": text("Dimensions are exchanged: {place}, counted from 0."),
        "fewer": text("The shape has more than {n} dimensions."),
        "more": text("The shape has fewer than {n} dimensions."),
        "product": text("It has as many numbers, {n}, but another shape."),
        "dimension": text("All is right but dimension {place}, counted from 0."),
        "otherToken": text("That word stands elsewhere in this output."),
        "once": text("Once more?"),
    }
