"""What a formula says: TeX worked out, with a number, a tensor or a function for each name."""

import math
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import torch

TOKEN = re.compile(
    r"\s*(?:\\mathrm\{d\}(?P<differential>[A-Za-z])"
    r"|\\(?:operatorname|mathrm|text)\{(?P<word>[^{}]+)\}"
    r"|(?P<number>\d+(?:\{,\}\d{3})*(?:\.\d+)?)"
    r"|(?P<name>\\hat ?[a-z]|\\[A-Za-z]+|[A-Za-z])"
    r"|(?P<sign>\S))"
)
EQUALS = re.compile(
    r"=(?![^{}]*\}\^)(?![^\[]*\])|\\approx"
)  # not in a sum's foot, not in [v = label]
SPACES = re.compile(
    r"\\[,;!]|\\pm|\\(?:left|right|Bigl|Bigr|big)(?![A-Za-z])|\\q?quad(?![A-Za-z])|[.,;]\s*$"
)


def of_number(function: Callable[[torch.Tensor], torch.Tensor]) -> Callable[[Any], torch.Tensor]:
    return lambda x: function(torch.as_tensor(x, dtype=torch.float64))


FUNCTIONS: dict[str, Callable[..., Any]] = {
    r"\sin": of_number(torch.sin),
    r"\cos": of_number(torch.cos),
    r"\log": of_number(torch.log),
    r"\ln": of_number(torch.log),
    r"\exp": of_number(torch.exp),
    r"\max": lambda x, y: torch.maximum(*map(torch.as_tensor, (x + 0 * y, y))),
    r"\min": lambda x, y: torch.minimum(*map(torch.as_tensor, (x + 0 * y, y))),
    "softmax": lambda x: x.softmax(dim=-1),
}
CONSTANTS = {"e": math.e, r"\infty": math.inf}
BRACKETS = {"(": ")", "[": "]", r"\lVert": r"\rVert"}
PRODUCTS = {"/", r"\cdot", r"\odot"}
END_OF_FACTORS = {"", "+", "-", ",", "=", "}", *PRODUCTS, *BRACKETS.values()}


def equations(formula: str) -> Iterator[list[str]]:
    """The sides of each equation of a formula; a line that begins with a sign of equality goes on."""
    body = re.sub(r"\\(?:begin|end)\{\w+\}|&|.*\\mapsto", "", formula)
    lines: list[str] = []
    for line in filter(str.strip, re.split(r"\\\\|\\qquad", body)):
        if line.lstrip().startswith("="):
            lines[-1] += line
        else:
            lines.append(line)
    for line in lines:
        yield [side.strip(" \n,") for side in EQUALS.split(line)]


def value(tex: str, names: Mapping[str, Any]) -> Any:
    """One side of an equation. ValueError where a name has no value or a sign is not understood."""
    reader = Reader(tex, names)
    result = reader.expression()
    if reader.next:
        raise ValueError(f"{tex!r} was understood up to {reader.next!r}, at {reader.place}")
    return result


def written(match: re.Match[str]) -> str:
    """A word of a formula as its names are written: dX for \\mathrm{d}X, FFN for \\mathrm{FFN}."""
    differential = match["differential"]
    return f"d{differential}" if differential else match[match.lastgroup or 0]


class Reader:
    """Reads the words of a formula one by one; `next` is the one that comes."""

    def __init__(self, tex: str, names: Mapping[str, Any]):
        self.names = FUNCTIONS | CONSTANTS | dict(names)
        text = SPACES.sub(" ", tex).strip()
        self.words = [written(match) for match in TOKEN.finditer(text)]
        self.place = 0

    @property
    def next(self) -> str:
        return self.words[self.place] if self.place < len(self.words) else ""

    def take(self, expected: str = "") -> str:
        word = self.next
        if not word or (expected and word != expected):
            raise ValueError(f"{expected or 'more'} expected, {word!r} found in {self.words}")
        self.place += 1
        return word

    def expression(self) -> Any:
        terms, dots = [self.product()], False
        while self.next in {"+", "-"}:
            sign = 1 if self.take() == "+" else -1
            if self.next == r"\dots":
                dots = bool(self.take())
            else:
                terms.append(sign * self.product())
        if dots:  # 1 + 2 + … + n
            first, second, last = terms
            return sum(range(int(first), int(last) + 1, int(second - first)))
        return sum(terms[1:], terms[0])

    def product(self) -> Any:
        if self.next == "-":
            self.take()
            return -self.product()
        result = self.side_by_side()
        while self.next in PRODUCTS:
            sign, factor = self.take(), self.side_by_side()
            result = result / factor if sign == "/" else times(result, factor, sign)
        return result

    def side_by_side(self, before_function: bool = False) -> Any:
        """Factors with nothing between them; `x W` on either side of ⊙ comes first."""
        result = self.power()
        while self.next not in END_OF_FACTORS:
            if before_function and callable(self.names.get(self.next)):
                break
            result = times(result, self.power())
        return result

    def power(self) -> Any:
        base = self.factor()
        while self.next in {"^", "°", "'"}:
            sign = self.take()
            if sign == "°":
                base = math.radians(base)
            elif sign == "'":
                base = torch.autograd.grad(base, self.names["'"], retain_graph=True)[0]
            elif self.next == r"\top":
                self.take()
                base = base.transpose(-2, -1)
            else:
                base = base ** self.argument()
        return base

    def argument(self) -> Any:
        """What stands in braces, or the one digit or name that stands without."""
        if self.next == "{":
            self.take()
            result = self.expression()
            self.take("}")
            return result
        digits = self.next
        if digits[0].isdigit() and len(digits) > 1:  # \tfrac12 has two arguments
            self.words[self.place : self.place + 1] = [digits[0], digits[1:]]
        return self.factor()

    def factor(self) -> Any:
        word = self.take()
        if word[0].isdigit():
            return float(word.replace("{,}", ""))
        if word in BRACKETS:
            return self.bracket(word)
        if word in {r"\frac", r"\tfrac"}:
            return self.argument() / self.argument()
        if word == r"\sqrt":
            return self.argument() ** 0.5
        if word == r"\sum":
            return self.summed()
        found = self.subscripted(word) if self.next == "_" else self.names.get(word)
        if found is None:
            raise ValueError(f"{word!r} has no value; names: {', '.join(self.names)}")
        return self.applied(found) if callable(found) else found

    def bracket(self, opening: str) -> Any:
        parts = self.listed()
        if self.next == "=":  # [v = label] is 1 where that is so, else 0
            self.take()
            parts = [float(parts == self.listed())]
        self.take(BRACKETS[opening])
        if len(parts) > 1:
            return torch.stack([torch.as_tensor(part) for part in parts])
        return parts[0].norm() if opening == r"\lVert" else parts[0]

    def applied(self, function: Callable[..., Any]) -> Any:
        if self.next != "(":  # sin ω p is sin(ω p), up to the next function
            return function(self.side_by_side(before_function=True))
        self.take()
        arguments = self.listed()
        self.take(")")
        return function(*arguments)

    def listed(self) -> list[Any]:
        parts = [self.expression()]
        while self.next == ",":
            self.take()
            parts.append(self.expression())
        return parts

    def subscripted(self, name: str) -> Any:
        """A name of its own, such as W_q, or what stands at these places of a tensor or a dict."""
        self.take("_")
        start = self.place
        if self.next == "{":
            depth = 0
            while True:
                depth += {"{": 1, "}": -1}.get(self.take(), 0)
                if not depth:
                    break
            inside = self.words[start + 1 : self.place - 1]
        else:
            self.argument() if self.next[0].isdigit() else self.take()
            inside = self.words[start : self.place]
        whole = f"{name}_{''.join(inside)}"
        if whole in self.names:
            return self.names[whole]
        if name not in self.names:
            raise ValueError(f"{whole!r} has no value; names: {', '.join(self.names)}")
        signs = {",", "+", "-"} | {word for word in inside if word[0].isdigit()}
        parts = " ".join(inside).split(",") if signs & set(inside) else inside
        return self.names[name][tuple(int(value(part, self.names)) for part in parts)]

    def summed(self) -> Any:
        """Σ over all values of an index, which `names` has, or from one to another."""
        self.take("_")
        if self.next == "{":
            self.take()
            index = self.take()
            self.take("=")
            first = int(self.expression())
            self.take("}")
            self.take("^")
            indices = range(first, int(self.argument()) + 1)
        else:
            index = self.take()
            indices = self.names.get(index)
            if indices is None:
                raise ValueError(f"{index!r}, over which is summed, has no values")
        start, before, total = self.place, self.names.get(index), 0.0
        for self.names[index] in indices:
            self.place = start
            total = total + self.product()
        self.names[index] = before
        return total


def times(left: Any, right: Any, sign: str = "") -> Any:
    """The product of matrices where both have rows and nothing stands between, · of two vectors their dot product."""
    shapes = [x.dim() if isinstance(x, torch.Tensor) else 0 for x in (left, right)]
    if not sign and all(shapes) and max(shapes) > 1:
        return left @ right
    if sign == r"\cdot" and all(shapes):
        return (left * right).sum(-1, keepdim=max(shapes) > 1)
    return left * right
