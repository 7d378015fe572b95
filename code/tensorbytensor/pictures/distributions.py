"""Pictures of probability distributions over the tokens of a vocabulary."""

import math
from collections.abc import Sequence

import matplotlib
from matplotlib.axes import Axes
from torch import Tensor

from tensorbytensor.basics import check_count, require, shape_of
from tensorbytensor.pictures.check_panels_and_numbers import (
    check_drawn,
    check_names,
    check_panels,
)
from tensorbytensor.pictures.picture import (
    GRAY,
    INK,
    PURPLE,
    RC,
    Picture,
    new_figure,
)

REST = "…"


def distributions(
    *panels: tuple[str, Sequence[str], Tensor], shown: int | Sequence[str] = 5
) -> Picture:
    """Bars, two panels side by side: panels (title, tokens, probabilities (V,)).

    shown: how many of the most probable tokens, or which ones. "…" is all others.
    """
    check_panels(panels, "title", "tokens", "probabilities")
    chosen = [_choose(*panel, shown) for panel in panels]
    across = min(2, len(panels))
    down = math.ceil(len(panels) / across)
    tallest = max(len(names) for names, _ in chosen)
    with matplotlib.rc_context(RC):
        size = 2.35 * max(across, 1.4), (0.3 * tallest + 0.5) * down
        figure, axes = new_figure(*size, down, across)
        figure.get_layout_engine().set(wspace=0.1, hspace=0.06)
        for ax, (title, *_), bars in zip(axes, panels, chosen):
            _draw(ax, *bars)
            ax.set_title(title, size=12, color=INK, parse_math=False)
        for ax in axes[len(panels) :]:
            ax.set_axis_off()
    return Picture(figure)


def _choose(
    title: str,
    tokens: Sequence[str],
    probabilities: Tensor,
    shown: int | Sequence[str],
) -> tuple[list[str], list[float]]:
    """The names and lengths of a panel's bars, the rest as the last one."""
    check_names(tokens=tokens)
    check_drawn(title, probabilities, 1)
    given = f"{title} is {shape_of(probabilities)}"
    ok = probabilities.shape == (len(tokens),)
    require(ok, f"{given}, but must be ({len(tokens)},), one for each token")
    each = probabilities.detach().double()
    ok = bool((each >= 0).all()) and abs(each.sum() - 1) < 0.01
    require(ok, f"{title} sums to {each.sum():.2f}: these are no probabilities")
    if isinstance(shown, (int, float)):
        check_count(shown=shown)
        numbers = each.argsort(descending=True, stable=True)[:shown].tolist()
    else:
        check_names(shown=shown)
        unknown = [name for name in shown if name not in tokens]
        require(not unknown, f"shown has {unknown}, but {title} has no such token")
        numbers = [tokens.index(name) for name in shown]
    names, lengths = [tokens[i] for i in numbers], each[numbers].tolist()
    if len(numbers) == len(tokens):
        return names, lengths
    return [*names, REST], [*lengths, max(0.0, 1 - sum(lengths))]


def _draw(ax: Axes, names: list[str], lengths: list[float]) -> None:
    """One bar a name, the first on top, its probability beside it."""
    places = range(len(names))
    colours = [GRAY if name == REST else PURPLE for name in names]
    ax.barh(places, [1] * len(names), color=GRAY, alpha=0.25)
    ax.barh(places, lengths, color=colours)
    for y, length in zip(places, lengths):
        ax.text(1.04, y, f"{length:.2f}", va="center", color=INK)
    ax.set_yticks(places, names, parse_math=False)
    ax.invert_yaxis()
    ax.set_xlim(0, 1)
    ax.set_xticks([])
    ax.spines[:].set_visible(False)
    ax.tick_params(length=0)
