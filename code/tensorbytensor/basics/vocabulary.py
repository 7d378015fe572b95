"""Words to ids and back."""

from collections.abc import Sequence

import torch
from torch import Tensor

from tensorbytensor.basics.check_ids import check_row
from tensorbytensor.basics.check_kinds import check_kind, check_texts
from tensorbytensor.basics.check_numbers import require

PAD, START, END = "<PAD>", "<SOS>", "<EOS>"


class Vocabulary:
    """The tokens that a model knows; a token's id is its place in the list."""

    def __init__(self, tokens: Sequence[str]):
        check_texts(tokens=tokens)
        tokens = list(tokens)
        require(len(tokens) > 0, "no tokens given, but at least one is needed")
        twice = sorted({token for token in tokens if tokens.count(token) > 1})
        require(
            not twice, f"given twice: {', '.join(twice)}, but ids must be unique"
        )
        self.tokens = tokens
        self.ids = {token: number for number, token in enumerate(tokens)}

    def __len__(self) -> int:
        return len(self.tokens)

    def id(self, token: str) -> int:
        """The id of one token."""
        check_kind(str, token=token)
        if token not in self.ids:
            allowed = f"the vocabulary has only: {', '.join(self.tokens)}"
            raise ValueError(f"unknown token {token!r}; {allowed}")
        return self.ids[token]

    @property
    def pad(self) -> int | None:
        """The id of <PAD>, if there is one."""
        return self.ids.get(PAD)

    def encode(self, text: str) -> Tensor:
        """The ids (T,) of the words of `text`, which blanks separate."""
        check_kind(str, text=text)
        words = text.split()
        require(
            len(words) > 0, f"{text!r} has no tokens, but at least one is needed"
        )
        return torch.tensor([self.id(word) for word in words])

    def encode_batch(self, texts: Sequence[str]) -> Tensor:
        """The ids (B, T) of several texts; shorter ones end in <PAD>."""
        check_texts(texts=texts)
        require(len(texts) > 0, "no texts given, but at least one is needed")
        rows = [self.encode(text) for text in texts]
        lengths = [len(row) for row in rows]
        longest = max(lengths)
        given = f"the texts have lengths {', '.join(map(str, lengths))}"
        allowed = f"without {PAD} in the vocabulary all must be equal"
        require(
            self.pad is not None or set(lengths) == {longest}, f"{given}; {allowed}"
        )
        batch = torch.full((len(rows), longest), self.pad or 0)
        for row, ids in zip(batch, rows):
            row[: len(ids)] = ids
        return batch

    def decode(self, ids: Tensor) -> str:
        """The words of the ids (T,), padding left out."""
        check_row(ids, len(self))
        kept = [number for number in ids.tolist() if number != self.pad]
        return " ".join(self.tokens[number] for number in kept)
