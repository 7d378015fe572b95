"""Two models that write the English sentences of the book's corpus."""

import re

import torch
from torch.nn.utils.rnn import pad_sequence

from tensorbytensor.basics import END, PAD, START, Vocabulary
from tensorbytensor.corpus import draw_corpus
from tensorbytensor.experiments import kept
from tensorbytensor.generation.writer import Writer
from tensorbytensor.transformer import Sizes

LARGE = Sizes(64, 4, 256, 2, dropout=0.0, norm_first=True, max_len=32)
SMALL = Sizes(16, 2, 32, 1, dropout=0.0, norm_first=True, max_len=32)


def words_of(text: str) -> list[str]:
    """Words and marks, in small letters."""
    return re.findall(r"\w+|[^\w\s]", text.lower())


def train(model: Writer, texts: torch.Tensor, steps: int, lr: float) -> None:
    """Adam on batches of 128 of texts (N, T), with a rate that falls to 0."""
    generator = torch.Generator().manual_seed(0)
    optimizer = torch.optim.Adam(model.parameters(), lr=lr, fused=True)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, lr, steps)
    for _ in range(steps):
        batch = texts[torch.randint(len(texts), (128,), generator=generator)]
        optimizer.zero_grad()
        model.loss(batch).backward()
        optimizer.step()
        schedule.step()


def trained_writers() -> tuple[Writer, Writer, Vocabulary]:
    """A large one, a small one, and the words of both."""
    sentences = [words_of(pair.english) for pair in draw_corpus(8_000)]
    words = sorted({word for sentence in sentences for word in sentence})
    vocabulary = Vocabulary([PAD, START, END, *words])
    rows = [
        vocabulary.encode(" ".join([START, *words, END])) for words in sentences
    ]
    texts = pad_sequence(rows, True, vocabulary.pad)
    models = [
        Writer(len(vocabulary), sizes, generator=torch.Generator().manual_seed(0))
        for sizes in (LARGE, SMALL)
    ]

    def compute() -> dict:
        for model, lr in zip(models, (5e-3, 2e-2)):
            train(model, texts, 200, lr)
        return {"weights": [model.state_dict() for model in models]}

    for model, weights in zip(models, kept("writers", compute)["weights"]):
        model.load_state_dict(weights)
    return models[0].eval(), models[1].eval(), vocabulary
