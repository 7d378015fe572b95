"""Patches to vectors (Dosovitskiy et al. 2021, equation 1)."""

import torch
from torch import Tensor, nn

from tensorbytensor.basics import (
    check_count,
    check_kind,
    check_width,
    linear,
    require,
    shape_of,
)
from tensorbytensor.vision.patches import cut


class PatchEmbedding(nn.Module):
    """Pictures (..., C, H, W) to a sequence (..., S, D), with learned positions.

    class_token: a vector of its own, learned as well, stands before the patches;
    the sequence then has S + 1 rows.
    """

    def __init__(
        self,
        channels: int,
        width: int,
        n_patches: int,
        d_model: int,
        class_token: bool = False,
        generator: torch.Generator | None = None,
    ):
        super().__init__()
        check_count(channels=channels, width=width)
        check_count(n_patches=n_patches, d_model=d_model)
        check_kind(bool, class_token=class_token)
        self.channels, self.width, self.n_patches = channels, width, n_patches
        self.project = linear(channels * width**2, d_model, True, generator)

        def draws(rows: int) -> nn.Parameter:
            drawn = torch.randn(rows, d_model, generator=generator)
            return nn.Parameter(0.02 * drawn)

        self.class_token = draws(1) if class_token else None
        self.positions = draws(n_patches + class_token)

    def forward(self, pictures: Tensor) -> Tensor:
        patches = cut(pictures, self.width)  # (..., S, C · P · P)
        given = f"pictures have shape {shape_of(pictures)}"
        ok = pictures.shape[-3] == self.channels
        require(ok, f"{given}, but must have {self.channels} channel(s)")
        ok = patches.shape[-2] == self.n_patches
        require(ok, f"{given}, but must make {self.n_patches} patches")
        check_width("pictures", patches, self.project.weight)
        allowed = "must have finite numbers"
        ok = bool(pictures.isfinite().all())
        require(ok, f"pictures have NaN or infinity, but {allowed}")
        x = self.project(patches)  # (..., S, D)
        if self.class_token is not None:
            first = self.class_token.expand(*x.shape[:-2], 1, -1)
            x = torch.cat([first, x], dim=-2)  # (..., S + 1, D)
        return x + self.positions
