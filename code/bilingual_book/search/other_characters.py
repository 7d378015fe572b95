"""Chinese characters as another script writes them: who looks for 多頭注意力 finds 多头注意力, and the other way round."""

from __future__ import annotations

from opencc import OpenCC

HAN = "".join(map(chr, range(0x3400, 0xA000)))


def other_characters(text: str) -> dict[str, str]:
    """A character that the text does not have, traditional or simplified, to the one that it has for it."""
    known = set(text)
    if known.isdisjoint(HAN):
        return {}
    apart = "\n".join(HAN)  # each by itself, not as part of a word
    pairs = [
        pair
        for script in ("t2s", "s2t")
        for pair in zip(HAN, OpenCC(script).convert(apart).split("\n"))
    ]
    return {other: own for other, own in pairs if own in known and other not in known}
