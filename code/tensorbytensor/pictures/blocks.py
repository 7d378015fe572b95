"""A matrix with its title and its names: the room it takes, and its drawing."""

from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from torch import Tensor

from tensorbytensor.pictures.coloured_cells import ROW, cells, text_width, written
from tensorbytensor.pictures.picture import INK

TITLE, SIGN, AROUND = 0.36, 0.29, 0.12  # inches, like all lengths here


@dataclass(frozen=True)
class Block:
    """A sign, names of rows, a matrix, a title above it, names of columns below it.

    is_turned: the names of the columns are written upwards.
    """

    title: str
    kind: str
    matrix: Tensor
    rows: Sequence[str] = ()
    columns: Sequence[str] = ()
    sign: str = ""
    is_turned: bool = False

    @property
    def before(self) -> float:
        """From its left edge to the matrix."""
        names = max((text_width(name) + AROUND for name in self.rows), default=0)
        return SIGN * bool(self.sign) + names

    @property
    def cell(self) -> float:
        """The width of a cell: neither numbers nor names touch its borders."""
        texts = [written(number) for number in self.matrix.flatten().tolist()]
        names = [] if self.is_turned else self.columns
        title = text_width(self.title, size=12) / self.matrix.shape[1]
        return max(0.5, title, AROUND + max(map(text_width, [*texts, *names])))

    @property
    def width(self) -> float:
        return self.before + self.cell * self.matrix.shape[1]

    @property
    def height(self) -> float:
        """Of the matrix alone."""
        return ROW * self.matrix.shape[0]

    @property
    def below(self) -> float:
        """The height of the names of the columns."""
        if self.is_turned:
            return AROUND + max(map(text_width, self.columns))
        return 0.28 if self.columns else 0.0

    def place(
        self, left: float, middle: float
    ) -> tuple[float, float, float, float]:
        """Of the matrix: its left and upper edge, width and height."""
        x, y = left + self.before, middle - self.height / 2
        return x, y, self.cell * self.matrix.shape[1], self.height

    def draw(self, ax: Axes, left: float, middle: float, names_first: bool) -> None:
        """With its left edge at `left`, and the middle of the matrix at `middle`.

        names_first: in the order in which a table is read, columns before rows.
        """
        x, y, width, _ = self.place(left, middle)
        look = {"ha": "center", "va": "center", "color": INK}
        ax.text(left + SIGN / 2, middle, self.sign, size=13, **look)
        if names_first:
            self._name_columns(ax, x, y + self.height)
            self._name_rows(ax, x, y)
        cells(ax, self.kind, self.matrix, x, y, self.cell)
        over = x + width / 2, y - TITLE / 2
        ax.text(*over, self.title, size=12, **look)
        if not names_first:
            self._name_rows(ax, x, y)
            self._name_columns(ax, x, y + self.height)

    def _name_rows(self, ax: Axes, x: float, y: float) -> None:
        for i, name in enumerate(self.rows):
            look = {"ha": "right", "va": "center", "color": INK, "size": 10}
            ax.text(x - AROUND / 2, y + ROW * (i + 0.5), name, **look)

    def _name_columns(self, ax: Axes, x: float, y: float) -> None:
        look = {"ha": "center", "va": "center", "color": INK, "size": 10}
        if self.is_turned:
            look |= {"va": "top", "rotation": 90}
        for j, name in enumerate(self.columns):
            down = AROUND / 2 if self.is_turned else self.below / 2
            ax.text(x + self.cell * (j + 0.5), y + down, name, **look)
