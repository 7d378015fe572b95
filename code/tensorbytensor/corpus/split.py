"""The corpus in two: what a model may learn from, and what only tests it."""

from tensorbytensor.corpus.grammar import draw_corpus

NEVER_TOGETHER = {
    ("apple", "red"),
    ("cat", "old"),
    ("orange", "new"),
    ("see", "house"),
    ("wash", "dog"),
    ("eat", "egg"),
}


def split_corpus(
    count: int,
) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """`count` pairs: those where nothing of NEVER_TOGETHER meets, and the others.

    Whoever learns from the first knows both words of each, but never saw them meet.
    """
    known, unseen = [], []
    for pair in draw_corpus(count):
        met = pair.meetings & NEVER_TOGETHER
        (unseen if met else known).append((pair.english, pair.french))
    return known, unseen
