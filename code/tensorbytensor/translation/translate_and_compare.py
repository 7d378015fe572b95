"""Translations by a trained model, and how many of them are right."""

import torch
import torch.nn.functional as F
from torch import Tensor

from tensorbytensor.basics import require, shape_of
from tensorbytensor.decoding import beam_search, greedy
from tensorbytensor.transformer import Transformer
from tensorbytensor.translation.tokenizer import END_ID, PAD_ID, START_ID


@torch.no_grad()
def translate(model: Transformer, src: Tensor) -> Tensor:
    """Ids (B, T) for source ids (B, S), or (T,) for (S,), greedily."""
    memory, memory_mask = model.encode(src)
    prompt = src.new_full((*src.shape[:-1], 1), START_ID)

    def predict(ids: Tensor) -> Tensor:
        return model.decode(ids, memory, memory_mask)

    return greedy(predict, prompt, END_ID, model.sizes.max_len - 1, PAD_ID)


@torch.no_grad()
def translate_by_beams(
    model: Transformer, src: Tensor, width: int = 4, penalty: float = 0.6
) -> Tensor:
    """Ids (T,) for source ids (S,), by beam search."""
    require(src.ndim == 1, f"src is {shape_of(src)}, but must be (S,)")
    memory, memory_mask = model.encode(src)

    def predict(ids: Tensor) -> Tensor:
        each = (len(ids), -1, -1)
        seen = memory.expand(each), memory_mask.expand(each)
        return model.decode(ids, *seen)

    prompt, steps = src.new_full((1,), START_ID), model.sizes.max_len - 1
    return beam_search(predict, prompt, END_ID, steps, width, penalty)


def exact(written: Tensor, tgt: Tensor) -> Tensor:
    """For each row of written and tgt, (B, T) with any two lengths: is it right?"""
    longest = max(written.shape[-1], tgt.shape[-1])
    written, tgt = (
        F.pad(ids, (0, longest - ids.shape[-1]), value=PAD_ID)
        for ids in (written, tgt)
    )
    return (written == tgt).all(dim=-1)
