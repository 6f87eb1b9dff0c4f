"""Words for the relation between a quantity and its printed limit: below, at most, above, at least, about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from derivations.claim import Bound, Claim, Value
from derivations.pieces import numerals

# Longer words first: 小于等于 is no 小于.
WORDS: dict[str, tuple[str, ...]] = {
    "≤": ("小于或等于", "小于等于", "不超过", "不大于", "不高于", "不多于", "至多为", "至多", r"\le", "≤"),
    "≥": ("大于或等于", "大于等于", "不小于", "不低于", "不少于", "至少为", "至少", r"\ge", "≥"),
    "<": ("严格小于", "小于", "低于", "少于", "不到", "不足", "<"),
    ">": ("严格大于", "大于", "超过", "高于", "多于", ">"),
    "≈": ("约等于", "约为", "大约是", r"\approx", "≈"),
}


def compared_otherwise(claim: Claim) -> Iterator[Claim]:
    """The claim with every other word or sign before the limit of its inequality, and with the relation that this says."""
    first = 0
    for number, piece in enumerate(claim.says):
        count = len(numerals(piece))
        for index in range(first, first + count):
            reading = (claim.reads or {}).get(index)
            word = _word(piece, reading.relation) if isinstance(reading, Bound) else None
            if isinstance(reading, Bound) and word is not None:
                for relation, others in WORDS.items():
                    read = Value(reading.expression, reading.name) if relation == "≈" else replace(reading, relation=relation)
                    for other in others:
                        if other != word:
                            says = (*claim.says[:number], piece.replace(word, other), *claim.says[number + 1 :])
                            yield replace(claim, says=says, reads={**(claim.reads or {}), index: read})
        first += count


def _word(piece: str, relation: str) -> str | None:
    """The one word for a relation in a piece."""
    return next((word for word in WORDS.get(relation, ()) if piece.count(word) == 1), None)
