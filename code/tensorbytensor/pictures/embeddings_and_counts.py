"""Pictures of training: where embeddings move, and how often it works out."""

from collections.abc import Sequence

import matplotlib
from torch import Tensor

from tensorbytensor.basics import (
    check_count,
    check_floats,
    is_integer,
    require,
    shape_of,
)
from tensorbytensor.pictures.check_panels_and_numbers import (
    check_drawn,
    check_names,
    check_panels,
)
from tensorbytensor.pictures.picture import (
    BROWN,
    GRAY,
    INK,
    ORANGE,
    PURPLE,
    RC,
    SKY,
    Picture,
    new_figure,
)
from tensorbytensor.pictures.place_labels import name_points


def paths(*panels: tuple[str, Sequence[str], Tensor]) -> Picture:
    """Panels (title, names, places), one a row; places is (steps, names, 2).

    Each name moves from its first place, a ring, to its last, a dot.
    """
    check_panels(panels, "title", "names", "places")
    for title, names, places in panels:
        check_names(names=names)
        check_floats(f"{title}: places", places, min_ndim=0)
        given = f"{title}: places are {shape_of(places)}"
        ok = places.ndim == 3 and places.shape[1:] == (len(names), 2)
        require(ok, f"{given}, but must be (steps, {len(names)}, 2)")
        check_drawn(f"{title}: places", places, 3)
    colours = (PURPLE, ORANGE, SKY, GRAY, BROWN)
    with matplotlib.rc_context(RC):
        figure, axes = new_figure(4.6, 2.8 * len(panels), len(panels), 1)
        for ax, (title, names, places) in zip(axes, panels):
            for number in range(len(names)):
                x, y = places[:, number].T.tolist()
                colour = colours[number % len(colours)]
                ax.plot(x, y, color=colour, lw=1.5)
                ax.plot(x[0], y[0], "o", color=colour, mfc="none", ms=6)
                ax.plot(x[-1], y[-1], "o", color=colour, ms=6)
            ax.margins(0.18)
            ax.locator_params(nbins=5)
            ax.set_title(title, size=12, color=INK)
        for ax, (_, names, places) in zip(axes, panels):
            lines = places.transpose(0, 1).tolist()  # (names, steps, 2)
            name_points(ax, [*zip(names, [line[-1] for line in lines])], lines)
    return Picture(figure)


def bars(*panels: tuple[str, dict[str, int]], total: int) -> Picture:
    """Panels (title, counts), one a row: one bar a name, its count beside it."""
    check_panels(panels, "title", "counts")
    check_count(total=total)
    for title, counts in panels:
        given = f"{title}: counts are a {type(counts).__name__}"
        ok = isinstance(counts, dict) and len(counts) > 0
        require(ok, f"{given}, but must be a dictionary with a count for each name")
        for name, count in counts.items():
            given = f"{title}: {name} counts {count}"
            ok = is_integer(count) and 0 <= count <= total
            require(ok, f"{given}, but must be in 0 to {total}")
    sizes = [len(counts) for _, counts in panels]
    with matplotlib.rc_context(RC):
        figure, axes = new_figure(
            4.7, sum(0.33 * n + 0.6 for n in sizes), len(panels), 1
        )
        for ax, (title, counts) in zip(axes, panels):
            names, numbers = list(counts), list(counts.values())
            ax.barh(names, [total] * len(names), color=GRAY, alpha=0.25)
            ax.barh(names, numbers, color=PURPLE)
            for y, number in enumerate(numbers):
                text = {"va": "center", "color": INK}
                ax.text(total * 1.02, y, f"{number}/{total}", **text)
            ax.invert_yaxis()
            ax.set_xlim(0, total)
            ax.set_xticks([])
            ax.spines[:].set_visible(False)
            ax.tick_params(length=0)
            ax.set_title(title, size=12, color=INK)
    return Picture(figure)
