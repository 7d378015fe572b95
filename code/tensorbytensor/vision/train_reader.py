"""The book's reader of pictures, trained: the same weights wherever needed."""

from collections.abc import Sequence

import torch

from tensorbytensor.basics import check_count, check_kind, next_token_loss
from tensorbytensor.experiments import kept
from tensorbytensor.transformer import Sizes
from tensorbytensor.vision.captions import CHINESE, ENGLISH, caption, caption_words
from tensorbytensor.vision.check_scenes_and_shifts import check_scenes, check_seed
from tensorbytensor.vision.draw_two_shapes import Thing
from tensorbytensor.vision.patch_embedding import PatchEmbedding
from tensorbytensor.vision.picture_reader import PictureReader
from tensorbytensor.vision.scenes_kept_from_training import (
    count_unseen,
    draw_all,
    scenes,
)

SMALL = Sizes(32, 4, 64, 2, dropout=0.0, norm_first=True, max_len=16)


def training_scenes(seed: int = 0) -> tuple[list, list]:
    """Scenes without unseen combinations, mixed: to train with, and 144 to test."""
    check_seed(seed)
    seen = [things for things in scenes() if count_unseen(things) == 0]
    rng = torch.Generator().manual_seed(seed)
    mixed = [seen[n] for n in torch.randperm(len(seen), generator=rng).tolist()]
    return mixed[144:], mixed[:144]


def new_reader(seed: int = 0) -> PictureReader:
    """A reader of drawings that has learned nothing yet."""
    check_seed(seed)
    rng = torch.Generator().manual_seed(seed)
    embedding = PatchEmbedding(3, 3, 16, SMALL.d_model, generator=rng)
    return PictureReader(embedding, len(caption_words()), SMALL, generator=rng)


def train_reader(
    reader: PictureReader,
    scenes: Sequence[Sequence[Thing]],
    n_steps: int = 400,
    seed: int = 0,
) -> list[float]:
    """Each step takes 64 drawings, each in one of the languages; the losses."""
    check_kind(PictureReader, reader=reader)
    check_count(n_steps=n_steps)
    check_scenes(scenes)
    check_seed(seed)
    words, rng = caption_words(), torch.Generator().manual_seed(seed)
    adam = torch.optim.Adam(reader.parameters(), fused=True)
    plan = torch.optim.lr_scheduler.OneCycleLR(adam, 4e-3, total_steps=n_steps)
    said = [caption(s, language) for language in (ENGLISH, CHINESE) for s in scenes]
    captions = words.encode_batch(said).unflatten(0, (2, -1))  # (2, N, T)
    losses = []
    for _ in range(n_steps):
        picks = torch.randint(len(scenes), (64,), generator=rng)
        tgt = captions[torch.randint(2, (64,), generator=rng), picks]  # (B, T)
        pictures = draw_all([scenes[n] for n in picks.tolist()], rng)
        logits = reader(pictures, tgt[:, :-1])
        loss = next_token_loss(logits, tgt[:, 1:], words.pad)
        adam.zero_grad()
        loss.backward()
        adam.step()
        plan.step()
        losses.append(loss.item())
    return losses


def trained_reader(seed: int = 0) -> tuple[PictureReader, list[float]]:
    """A reader that has learned the training scenes, and its losses."""
    reader = new_reader(seed)

    def result() -> dict:
        losses = train_reader(reader, training_scenes()[0], seed=seed)
        return {"weights": reader.state_dict(), "losses": losses}

    known = kept(f"reader-{seed}", result)
    reader.load_state_dict(known["weights"])
    return reader.eval(), known["losses"]
