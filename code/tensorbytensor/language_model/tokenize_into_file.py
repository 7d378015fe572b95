"""A text of any size as a file of token ids, two bytes each."""

import os
from array import array
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import tokenizers
import torch
from tokenizers import decoders, models, pre_tokenizers, trainers
from torch import Tensor

from tensorbytensor.basics import check_count, require
from tensorbytensor.translation import Tokenizer

BLOCK = 1 << 20  # characters read at a time
BYTES = 256
MOST_TOKENS = 1 << 16  # what two bytes can number


def read_blocks(path: Path | str, size: int = BLOCK) -> Iterator[str]:
    """The text in blocks of `size` characters; no more of it is held at once.

    Raises ValueError where it cannot be read, or is not UTF-8.
    """
    try:
        with open(path, encoding="utf-8-sig", newline="") as file:
            while block := file.read(size):
                yield block
    except UnicodeDecodeError as error:
        given = f"path is {str(path)!r} ({error.reason})"
        raise ValueError(f"{given}, but must be a text in UTF-8") from error
    except OSError as error:
        given = f"path is {str(path)!r} ({error.strerror})"
        raise ValueError(f"{given}, but must be a file of text") from error


def train_tokenizer(path: Path | str, size: int, blocks: int = 16) -> Tokenizer:
    """Byte pairs, learned from the first blocks of a text: `size` tokens at most.

    The blanks and the ends of lines are tokens, too, so nothing is lost.
    """
    check_count(vocabulary_size=size)
    given = f"vocabulary_size is {size}"
    allowed = f"must be {BYTES}, a token for each byte, to {MOST_TOKENS}"
    require(BYTES <= size <= MOST_TOKENS, f"{given}, but {allowed}")
    inner = tokenizers.Tokenizer(models.BPE())
    inner.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    inner.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    options = {"vocab_size": size, "initial_alphabet": alphabet}
    trainer = trainers.BpeTrainer(show_progress=False, **options)
    inner.train_from_iterator(islice(read_blocks(path), blocks), trainer)
    return Tokenizer(inner.to_str())


def encode_to_file(path: Path | str, tokenizer: Tokenizer, target: Path) -> Tensor:
    """The ids (N,) of a text, kept in the file `target` and mapped, not loaded.

    A file that is there is taken for what it would be. It gets its name when it is
    complete, so several processes may want it at once.
    """
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        part = target.with_name(f"{target.name}.{os.getpid()}.part")
        try:
            with open(part, "wb") as file:
                for block in read_blocks(path):
                    array("H", tokenizer.inner.encode(block).ids).tofile(file)
            os.replace(part, target)
        finally:
            part.unlink(missing_ok=True)
    size = target.stat().st_size // 2
    require(size > 0, f"{path} is empty, but must be a text")
    return torch.from_file(str(target), size=size, dtype=torch.uint16)
