"""What each piece says, in English; the Chinese is in locale/. A piece has an entry here, and `{…}` is filled by its script."""

from __future__ import annotations

from sphinx.application import Sphinx


def words_of(app: Sphinx, piece: str) -> dict[str, str]:
    """The words of a piece; none means that there is no such piece."""
    text = app.bilingual_book.language.text
    words = {
        "equation": {
            "name": text("Numbers of the result"),
            "hint": text("Point at a number of the result, or tap it, to see where it comes from."),
            "cell": text("{matrix}, row {row}, column {column}"),
            "colon": text("{}: {}"),
            "copied": text("the same number as {}"),
        },
        "attention-bench": {
            "scores": text("Scores"),
            "weights": text("Weights, and the sum of each row"),
            "mixture": text("Weights · {}"),
            "cell": text("Score in row {row}, column {column}: {number}"),
            "chosen": text("Row {row}, column {column}"),
            "typed": text("Score, as a number"),
            "divisor": text("Divisor"),
            "mask": text("Mask"),
            "none": text("none"),
            "before": text("−∞ before the softmax"),
            "after": text("0 after the softmax"),
            "renormalized": text("0 after it, then divided by the sum"),
            "book": text("as in the book's code"),
            "raise": text("Add 100 to row {row}"),
            "hide": text("Hide all of row {row}"),
            "reset": text("Back to the start"),
            "said": text("Row {row}: weights {weights}; sum {sum}"),
            "comma": text(", "),
        },
        "train-69": {
            "step": text("One epoch"),
            "run": text("Train to the end"),
            "stop": text("Stop"),
            "reset": text("Back to the start"),
            "epoch": text("Epoch"),
            "rate": text("Learning rate"),
            "seed": text("Seed"),
            "without": text("Without"),
            "probabilities": text("Probabilities for the first sentence, after each token read"),
            "edit": text("The weights, to be changed"),
            "matrix": text("Matrix"),
            "cell": text("Weight in row {row}, column {column}: {number}"),
            "chosen": text("Row {row}, column {column}"),
            "line": text("{source} → {target} (loss {loss})"),
            "said": text("After {epoch} of 30 epochs:"),
        },
        "ablation": {
            "part": text("What is trained"),
            "guess": text("Guess"),
            "learned": text("Learned"),
            "lost": text("Lost"),
            "whole": text("The whole model"),
            "without": text("Without {}"),
            "typed": text("Guess, as a number"),
            "show": text("Show the count"),
            "ask": text("{part}: how many of {seeds} seeds learn the task?"),
            "said": text("{part}: {count} of {seeds} seeds learn it. Your guess: {guess}, {how}."),
            "few": text("{} too few"),
            "many": text("{} too many"),
            "exact": text("exactly right"),
            "comma": text(", "),
            "end": text(" Sorted by the seeds lost: {}."),
        },
        "attention-lines": {
            "head": text("Layer and head"),
            "writes": text("Row that writes it"),
            "reads": text("Row that reads it"),
            "read": text("read"),
            "next": text("to write"),
            "said": text(
                "Having read {read}, about to write {next}: most of it, {weight}, on {word}."
            ),
            "start": text("No row writes {next}: the translation begins with it."),
            "end": text("No row reads {read}: with it the translation is over."),
        },
        "decoding-loop": {
            "undo": text("Undo"),
            "anew": text("Begin anew"),
            "temperature": text("Temperature"),
            "teacher": text("Teacher forcing"),
            "read": text("Read"),
            "best": text("Next: the four most likely"),
            "others": text("others"),
            "said": text("{sentence}: only the last row is new. Choose the next token."),
            "over": text("{sentence}: with this the translation is over."),
            "beyond": text(
                "This far the kernel has computed. Choose another token, undo, or begin anew."
            ),
            "forced": text(
                "All {n} rows at once: the decoder is given {read}, and each row should predict the framed token."
            ),
        },
        "moving-heads": {
            "step": text("Step"),
            "back": text("Step back"),
            "next": text("Next step"),
            "without": text("Without transpose"),
            "start": text("The number {numbers}: token {tokens}, column {columns}."),
            "head": text(
                "The number {numbers} of token {tokens} is at {index} now, in head {head}."
            ),
            "mixed": text(
                "{index} is {value}, the mean of {numbers} (tokens: {tokens}; columns: {columns})."
            ),
            "comma": text(", "),
        },
        "sinusoid-clocks": {
            "p": text("Position p: {}"),
            "k": text("Further by k: {}"),
            "pair": text("Clock of pair {}"),
            "said": text("Pair {}, columns {} and {}: at {} it is {}, at {} it is {}; {} apart."),
            "distance": text("Rows {} and {}, all pairs together: {} apart."),
        },
        "rotary-query-key": {
            "query": text("Query at place {}"),
            "key": text("Key at place {}"),
            "back": text("Both one back"),
            "on": text("Both one further"),
            "said": text("Distance {}: {} = {}"),
        },
        "sampling": {
            "t": text("Temperature {}"),
            "k": text("Top-k: {}"),
            "p": text("Top-p: {}"),
            "m": text("Min-p: {}"),
            "said": text("{} of {} tokens can be drawn; as varied as a fair draw among {}."),
            "draw": text("Draw a hundred"),
            "reset": text("Reset"),
        },
        "cache-table": {
            "cache": text("With a cache"),
            "groups": text("Groups"),
            "window": text("Window"),
            "none": text("none"),
            "layer": text("Layer {}"),
            "prefill": text("Prefill {} tokens"),
            "next": text("Next token"),
            "back": text("Start again"),
            "said": text(
                "{} tokens read. Computed in this step: {}; in all steps: {}. Kept: {} bytes."
            ),
        },
    }
    return words.get(piece, {})
