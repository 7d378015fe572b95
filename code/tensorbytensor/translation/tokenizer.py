"""Text to ids and back: by words, or by byte pairs (Sennrich et al. 2016)."""

import re
from collections.abc import Iterable

import tokenizers
import torch
from tokenizers import Regex, decoders, models, normalizers, pre_tokenizers
from torch import Tensor

from tensorbytensor.basics import END, PAD, START, check_count, require

UNKNOWN = "<UNK>"
SPECIAL = [PAD, START, END, UNKNOWN]  # their ids are 0 to 3
PAD_ID, START_ID, END_ID = map(SPECIAL.index, (PAD, START, END))
WORD = Regex(r"\w+(?:-\w+)*'?|[^\w\s]")  # an elided word keeps its apostrophe: j'


def _words() -> tuple[tokenizers.Tokenizer, type]:
    empty = tokenizers.Tokenizer(models.WordLevel(unk_token=UNKNOWN))
    empty.normalizer = normalizers.Lowercase()
    empty.pre_tokenizer = pre_tokenizers.Split(WORD, "removed", invert=True)
    return empty, tokenizers.trainers.WordLevelTrainer


def _byte_pairs() -> tuple[tokenizers.Tokenizer, type]:
    empty = tokenizers.Tokenizer(models.BPE())
    empty.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=True)
    empty.decoder = decoders.ByteLevel()
    return empty, tokenizers.trainers.BpeTrainer


KINDS = {"words": _words, "byte-pairs": _byte_pairs}


class Tokenizer:
    """Made from a `state` that `train` has learned; the first ids are SPECIAL."""

    def __init__(self, state: str):
        self.state = state
        try:
            self.inner = tokenizers.Tokenizer.from_str(state)
        except Exception as error:  # the library has no narrower one
            raise ValueError(f"state {state!r:.20} is not a learned one") from error
        self.inner.encode_special_tokens = True  # "<EOS>" in a text is plain text
        self.by_words = isinstance(self.inner.model, models.WordLevel)

    @classmethod
    def train(
        cls, texts: Iterable[str], kind: str = "words", size: int = 8000
    ) -> "Tokenizer":
        """kind: words, or byte-pairs; size: the number of tokens at most.

        By words, letters become small and what is rare or new becomes <UNK>. With
        byte pairs nothing is lost: bytes are tokens, and pairs that are frequent.
        """
        require(
            kind in KINDS, f"kind is {kind!r}, but must be {' or '.join(KINDS)}"
        )
        check_count(size=size)
        least = len(SPECIAL) + (256 if kind == "byte-pairs" else 1)
        require(size >= least, f"size is {size}, but {kind} need {least} or more")
        inner, trainer = KINDS[kind]()
        options = {"vocab_size": size, "special_tokens": SPECIAL}
        if kind == "byte-pairs":
            options["initial_alphabet"] = pre_tokenizers.ByteLevel.alphabet()
        inner.train_from_iterator(texts, trainer(show_progress=False, **options))
        return cls(inner.to_str())

    def __reduce__(self) -> tuple:
        return Tokenizer, (self.state,)  # a pickled `inner` would read <EOS>

    def __len__(self) -> int:
        return self.inner.get_vocab_size()

    def encode(self, text: str) -> Tensor:
        """Ids (T,), from <SOS> to <EOS>."""
        ids = self.inner.encode(text).ids
        require(len(ids) > 0, f"{text!r} has no tokens, but at least one is needed")
        return torch.tensor([START_ID, *ids, END_ID])

    def tokens(self, ids: Tensor) -> list[str]:
        """The tokens of ids (T,), padding left out."""
        names = [self.inner.id_to_token(number) for number in ids.tolist()]
        return [name for name in names if name != PAD]

    def decode(self, ids: Tensor) -> str:
        """The text of ids (T,); words get a capital in front and blanks between."""
        # <UNK> stays: who reads should see it
        kept = [i for i in ids.tolist() if i not in (PAD_ID, START_ID, END_ID)]
        if not self.by_words:
            return self.inner.decode(kept).strip()
        text = " ".join(self.inner.id_to_token(number) for number in kept)
        text = re.sub(r"(?<=') | (?=[.,])", "", text)
        return text[:1].upper() + text[1:]
