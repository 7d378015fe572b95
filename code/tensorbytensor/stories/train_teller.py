"""A GPT that learns to tell stories, and small ones to compare."""

import torch
from torch import Tensor, nn

from tensorbytensor.basics import (
    check_count,
    check_from_zero,
    check_kind,
    check_rows,
    next_token_loss,
)
from tensorbytensor.experiments import kept
from tensorbytensor.modern import LanguageModel, Recipe
from tensorbytensor.stories.draw_stories_from_grammar import draw_stories, to_ids
from tensorbytensor.stories.words import story_vocabulary

N_TOKENS, PAD_ID = len(story_vocabulary()), story_vocabulary().pad
STEPS = 900


def recipe(width: int = 32, layers: int = 2) -> Recipe:
    """Today's parts; a head for each 8 of the width, at least one."""
    check_count(width=width, layers=layers)
    sizes = N_TOKENS, width, max(1, width // 8), 8 * width // 3, layers, 128
    today = {"norm": "rms", "places": "rope", "activation": "swiglu"}
    return Recipe(*sizes, norm_first=True, bias=False, tied=True, **today)


class StoryModel(nn.Module):
    """A language model with a loss."""

    def __init__(self, width: int = 32, layers: int = 2, seed: int = 0):
        super().__init__()
        check_from_zero(seed=seed)
        generator = torch.Generator().manual_seed(seed)
        self.gpt = LanguageModel(recipe(width, layers), generator)

    def loss(self, ids: Tensor) -> Tensor:
        """Of ids (B, T): reads all but the last, predicts all but the first."""
        check_rows(ids)
        return next_token_loss(self.gpt(ids[..., :-1]), ids[..., 1:], PAD_ID)


def batches(n_stories: int, size: int = 16, seed: int = 0) -> list[Tensor]:
    """Stories in batches of nearly equal lengths, the batches mixed."""
    check_count(n_stories=n_stories, size=size)
    check_from_zero(seed=seed)
    stories = sorted(draw_stories(n_stories, seed), key=len)
    rows = [to_ids(stories[n : n + size]) for n in range(0, n_stories, size)]
    generator = torch.Generator().manual_seed(seed)
    return [
        rows[n] for n in torch.randperm(len(rows), generator=generator).tolist()
    ]


def train(model: StoryModel, steps: int, seed: int = 1) -> list[float]:
    """Adam, one new batch a step, a rate that rises and falls to 0; the losses."""
    check_kind(StoryModel, model=model)
    check_count(steps=steps)
    adam = torch.optim.Adam(model.parameters(), betas=(0.9, 0.98), fused=True)
    plan = torch.optim.lr_scheduler.OneCycleLR(adam, 8e-3, steps, pct_start=0.15)
    losses = []
    for ids in batches(16 * steps, seed=seed):
        loss = model.loss(ids)
        adam.zero_grad()
        loss.backward()
        adam.step()
        plan.step()
        losses.append(loss.item())
    return losses


def trained_teller() -> tuple[StoryModel, list[float]]:
    """The book's teller of stories, and the losses of its training."""
    model = StoryModel()

    def compute() -> dict:
        losses = train(model, STEPS)
        return {"weights": model.state_dict(), "losses": losses}

    known = kept("teller", compute)
    model.load_state_dict(known["weights"])
    return model.eval(), known["losses"]
