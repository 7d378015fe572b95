"""The formulas of a page, in a line or in a block of their own."""

import re
from collections.abc import Iterator

FORMULA = re.compile(r"(?<![\\$])\$([^$\n]+)\$(?!\$)|^\$\$\n(.*?)\n\$\$$", re.M | re.S)
CODE = re.compile(r"^(```+|:::+)\{code-cell.*?^\1$|^---$.*?^---$|`[^`\n]+`", re.M | re.S)


def formulas(text: str) -> Iterator[tuple[str, bool]]:
    """The TeX of each formula, and whether it stands in a block of its own."""
    for in_line, displayed in FORMULA.findall(CODE.sub("", text)):
        yield (displayed or in_line).strip(), bool(displayed)
