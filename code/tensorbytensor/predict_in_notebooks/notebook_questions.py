"""The questions of a notebook, asked and answered there."""

import base64
import difflib
import json
import zlib

from tensorbytensor.basics.check_numbers import require
from tensorbytensor.predict_in_notebooks.entries_and_tolerances import Entry, Output
from tensorbytensor.predict_in_notebooks.judge_answer import judge

RIGHT, AGAIN = ("right", "won"), ("wrong",)


def unpacked(packed: str) -> dict:
    try:
        return json.loads(zlib.decompress(base64.b64decode(packed)))
    except (TypeError, ValueError, zlib.error) as error:
        allowed = "must be as the book has it: take this cell from a fresh notebook"
        raise ValueError(f"packed cannot be read, but {allowed}") from error


class Questions:
    """`predict(name)` asks, `predict(name, 0.5)` answers, `predict()` counts.

    packed: JSON, packed so that nobody reads the answers before the questions:
    sentences, what each cell printed, and the questions by their names.
    """

    def __init__(self, packed: str):
        data = unpacked(packed)
        self.words, self.questions = data["words"], data["questions"]
        self.outputs = [
            Output(step, [Entry(*entry) for entry in entries], shapes)
            for step, entries, shapes in data["outputs"]
        ]
        self.tries: dict[str, int] = {}
        self.results: dict[str, str] = {}

    def __call__(self, name: str | None = None, answer: object = None) -> None:
        if name is None:
            return print(self.tally())
        near = difflib.get_close_matches(str(name), self.questions, n=1, cutoff=0)
        allowed = f"must be a question of this notebook, as {near[0]!r} is"
        require(name in self.questions, f"name is {name!r}, but {allowed}")
        asked = answer is None
        print(self.questions[name]["ask"] if asked else self.reply(name, answer))

    def reply(self, name: str, answer: object) -> str:
        """What is wrong and has a hint may be tried once more."""
        question = self.questions[name]
        result, hint, place = judge(answer, question, self.outputs)
        said = (
            self.say(hint, place=place, n=place)
            if hint not in ("", "rounded")
            else ""
        )
        if result == "unread":
            return said
        if result == "wrong" and hint and not question["bet"]:
            self.tries[name] = self.tries.get(name, 0) + 1
            if self.tries[name] == 1:
                return f"{said} {self.say('once')}"
        bets = {"right": "won", "wrong": "lost"}
        self.results[name] = bets[result] if question["bet"] else result
        key = "rounded" if hint == "rounded" else self.results[name]
        closing = self.say(
            key, printed=question["printed"], typed=str(answer).strip()
        )
        return f"{closing} {said}".strip()

    def tally(self) -> str:
        results = list(self.results.values())
        bets = [name for name, each in self.questions.items() if each["bet"]]
        counts = {result: results.count(result) for result in (*RIGHT, *AGAIN)}
        lines = [
            self.say(
                "sum",
                n=len(results),
                all=len(self.questions),
                bets=len(bets),
                **counts,
            )
        ]
        missed = [name for name, result in self.results.items() if result in AGAIN]
        if missed:
            lines += [
                self.say("once more"),
                *(f'predict("{name}")' for name in missed),
            ]
        return "\n".join(lines)

    def say(self, key: str, **values: object) -> str:
        return self.words[key].format(**values)
