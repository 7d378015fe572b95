"""What `tensorbytensor.predict_in_notebooks` knows of the questions of a notebook, packed."""

from __future__ import annotations

import base64
import json
import re
import zlib

from bilingual_book.predict.questions_of_pages import Printed

STEPS = {
    "softmax": r"softmax",
    "mask": r"(?i:masked_fill|mask|-inf)",
    "scale": r"sqrt|\*\* *-?0?\.5",
}


def known(each: Printed, number: int) -> dict:
    question = each.question
    entry = question.entry
    return {
        "kind": question.kind,
        "bet": each.is_bet,
        "output": number,
        "entry": entry and each.output.entries.index(entry),
        "answers": question.answers,
        "printed": entry.text if entry else ", ".join(map(str, question.answers)),
    }


def short(each: Printed) -> list:
    entries = [[e.kind, e.text, e.tensor, e.path] for e in each.output.entries]
    step = next((step for step, code in STEPS.items() if re.search(code, each.code)), "")
    return [step, entries, each.output.dims]


def pack(data: dict) -> str:
    packed = zlib.compress(json.dumps(data, ensure_ascii=False).encode(), 9)
    return re.sub("(.{100})", r"\1\n", base64.b64encode(packed).decode())
