"""The Transformer of the book, reading pictures in place of source tokens."""

import torch
from torch import Tensor

from tensorbytensor.basics import (
    check_count,
    check_floats,
    check_kind,
    check_rows,
    require,
    shape_of,
)
from tensorbytensor.transformer import Sizes, Transformer
from tensorbytensor.vision.patch_embedding import PatchEmbedding


class PictureReader(Transformer):
    """Pictures (..., C, H, W) and target ids (..., T) to logits (..., T, V).

    Encoder and decoder are the Transformer's; what embeds the source is not.
    """

    def __init__(
        self,
        embedding: PatchEmbedding,
        n_tgt: int,
        sizes: Sizes,
        pad: int = 0,
        generator: torch.Generator | None = None,
    ):
        check_count(n_tgt=n_tgt)
        check_kind(PatchEmbedding, embedding=embedding)
        super().__init__(n_tgt, n_tgt, sizes, pad, generator)
        self.src_embedding = embedding

    def encode(self, pictures: Tensor) -> tuple[Tensor, None]:
        """Memory (..., S, D); there is no padding, and so no mask."""
        x = self.dropout(self.src_embedding(pictures))
        for layer in self.encoder:
            x = layer(x)
        return self.encoder_norm(x), None

    def forward(self, pictures: Tensor, tgt: Tensor) -> Tensor:
        check_floats("pictures", pictures, min_ndim=3)
        check_rows(tgt, "tgt")
        given = f"pictures have shape {shape_of(pictures)}, tgt {shape_of(tgt)}"
        ok = pictures.shape[:-3] == tgt.shape[:-1]
        require(ok, f"{given}, but both must be one or batches of one size")
        return self.decode(tgt, *self.encode(pictures))
