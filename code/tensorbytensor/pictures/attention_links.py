"""Who looks at whom: words on the left, words on the right, lines between them."""

from collections.abc import Sequence

import matplotlib
from torch import Tensor

from tensorbytensor.basics import require, shape_of
from tensorbytensor.pictures.check_panels_and_numbers import (
    check_drawn,
    check_names,
    check_panels,
)
from tensorbytensor.pictures.picture import (
    INK,
    KEY,
    PURPLE,
    QUERY,
    RC,
    Picture,
    new_figure,
)

Panel = tuple[str, Sequence[str], Sequence[str], Tensor]


def links(*panels: Panel) -> Picture:
    """Panels (title, queries, keys, weights), side by side.

    Queries stand on the left in blue, keys on the right in vermilion. A line is as
    wide as its weight in weights (T, S); a weight of 0 has none.
    """
    check_panels(panels, "title", "queries", "keys", "weights")
    for title, queries, keys, weights in panels:
        check_names(queries=queries, keys=keys)
        check_drawn(f"{title}: weights", weights, 2)
        given = f"{title}: weights are {shape_of(weights)}"
        allowed = (
            f"must be ({len(queries)}, {len(keys)}), one for each pair of words"
        )
        ok = weights.shape == (len(queries), len(keys))
        require(ok, f"{given}, but {allowed}")
    longest = max(max(len(q), len(k)) for _, q, k, _ in panels)
    with matplotlib.rc_context(RC):
        size = (2.35 * len(panels), 0.27 * longest + 0.6)
        figure, axes = new_figure(*size, 1, len(panels))
        for ax, (title, queries, keys, weights) in zip(axes, panels):
            sides = (0, queries, QUERY, "right"), (1, keys, KEY, "left")
            for x, words, colour, align in sides:
                for y, word in enumerate(words):
                    ax.plot(x, y, "o", color=colour, ms=5)
                    text = {"ha": align, "va": "center", "color": INK}
                    ax.text(x + (0.12 if x else -0.12), y, word, **text)
            for t, row in enumerate(weights.tolist()):
                for s, weight in enumerate(row):
                    if weight > 0.005:
                        ax.plot(
                            [0, 1], [t, s], color=PURPLE, lw=4 * weight, zorder=0
                        )
            ax.set(xlim=(-1.1, 2.1), ylim=(longest - 0.5, -0.5))
            ax.set_title(title, size=12, color=INK)
            ax.set_axis_off()
    return Picture(figure)
