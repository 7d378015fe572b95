"""A number that remembers how it was computed, and so knows its derivatives."""

import math

from tensorbytensor.basics import check_kind, is_number, require


class Scalar:
    """A node of a computation; `backward` fills `gradient` in all it depends on.

    sources: the nodes that it was computed from, each with the derivative by it.
    As in micrograd, by Andrej Karpathy.
    """

    def __init__(self, value: float, *sources: tuple["Scalar", float]):
        allowed = "must be a number, neither NaN nor infinite"
        require(is_number(value), f"value is {value!r}, but {allowed}")
        self.value, self.sources, self.gradient = value, sources, 0.0

    def __add__(self, other: "Scalar") -> "Scalar":
        check_kind(Scalar, other=other)
        return Scalar(self.value + other.value, (self, 1.0), (other, 1.0))

    def __mul__(self, other: "Scalar") -> "Scalar":
        check_kind(Scalar, other=other)
        return Scalar(
            self.value * other.value, (self, other.value), (other, self.value)
        )

    def exp(self) -> "Scalar":
        result = math.exp(self.value)
        return Scalar(result, (self, result))

    def log(self) -> "Scalar":
        require(self.value > 0, f"value is {self.value}, but must be above 0")
        return Scalar(math.log(self.value), (self, 1 / self.value))

    def inverse(self) -> "Scalar":
        require(self.value != 0, "value is 0, but must not be 0")
        return Scalar(1 / self.value, (self, -1 / self.value**2))

    def backward(self) -> None:
        """Adds to `gradient` of each node the derivative of this one by it."""
        derivatives: dict[Scalar, float] = {}  # of this by each node, sources first

        def visit(node: "Scalar") -> None:
            if node not in derivatives:
                for source, _ in node.sources:
                    visit(source)
                derivatives[node] = 0.0

        visit(self)
        derivatives[self] = 1.0
        for node in reversed(derivatives):
            node.gradient += derivatives[node]
            for source, derivative in node.sources:
                derivatives[source] += derivative * derivatives[node]
