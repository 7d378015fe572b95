"""An encoder alone: what the class token has gathered decides."""

import torch
from torch import Tensor, nn

from tensorbytensor.basics import check_count, check_kind, linear, require
from tensorbytensor.transformer import EncoderLayer, Sizes
from tensorbytensor.vision.patch_embedding import PatchEmbedding


class PictureClassifier(nn.Module):
    """Pictures (..., C, H, W) to logits (..., n_classes), without a decoder."""

    def __init__(
        self,
        embedding: PatchEmbedding,
        n_classes: int,
        sizes: Sizes,
        generator: torch.Generator | None = None,
    ):
        super().__init__()
        check_kind(PatchEmbedding, embedding=embedding)
        check_kind(Sizes, sizes=sizes)
        check_count(n_classes=n_classes)
        ok = embedding.class_token is not None
        require(ok, "embedding has no class token, but must have one")
        self.embedding = embedding
        layers = range(sizes.n_layers)
        self.encoder = nn.ModuleList(EncoderLayer(sizes, generator) for _ in layers)
        self.norm = nn.LayerNorm(sizes.d_model)
        self.output = linear(sizes.d_model, n_classes, True, generator)

    def forward(self, pictures: Tensor) -> Tensor:
        x = self.embedding(pictures)  # (..., S + 1, D)
        for layer in self.encoder:
            x = layer(x)
        return self.output(self.norm(x[..., 0, :]))
