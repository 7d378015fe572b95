"""How the matrices of an equation determine the cells of the last ones."""

from collections.abc import Sequence

import torch
from torch import Tensor


def relation(
    matrices: Sequence[Tensor], signs: Sequence[str]
) -> dict[str, object] | None:
    """What holds of these numbers, or None where nothing does that can be checked.

    signs: what stands before each matrix. "product": A · B = C. "rows": A → B, and
    row i of B is row `rows[i]` of A. "columns": A, … → C, …, and the columns on the
    right are, in their order, those on the left.
    """
    signs = list(signs)
    if signs == ["", "·", "="]:
        a, b, c = (each.detach().double() for each in matrices)
        fits = a.shape[1] == b.shape[0] and c.shape == (a.shape[0], b.shape[1])
        close = fits and torch.allclose(a @ b, c, rtol=1e-4, atol=1e-5)
        return {"kind": "product", "left": 2} if close else None
    if signs.count("→") != 1 or set(signs) - {"", ",", "→"}:
        return None
    left = signs.index("→")
    before, after = matrices[:left], matrices[left:]
    are_beside = len({len(each) for each in matrices}) == 1
    if are_beside and torch.cat([*before], 1).equal(torch.cat([*after], 1)):
        return {"kind": "columns", "left": left}
    if len(matrices) == 2 and before[0].shape[1] == after[0].shape[1]:
        equal = (after[0][:, None] == before[0]).all(dim=-1)  # (rows, rows)
        if bool(equal.any(dim=1).all()):
            rows = equal.int().argmax(dim=1).tolist()
            return {"kind": "rows", "left": 1, "rows": rows}
    return None
