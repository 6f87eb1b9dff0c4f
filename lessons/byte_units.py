"""Amounts of memory: what a figure with a unit of bytes may mean beside another.

1 GB is 10⁹ bytes or 2³⁰, as the author likes; 1 GiB is 2³⁰. A bare product beside an amount counts bytes, or numbers of the
type that is named, or the unit itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from lessons.relations import Side
from lessons.signs import BYTES, STORED

Scale = tuple[Fraction, bool]
"""What the value of an expression is multiplied by, and whether a decimal unit was read as a power of 1024."""


def scales(expression: Side, printed: Side, types_said: frozenset[str] = frozenset()) -> Iterator[Scale]:
    """The readings of two units beside each other, the strict one first; nothing where the units do not go together.

    types_said: the types of numbers that the passage names; a plain “float” is then one of those.
    """
    left, right = set(expression.units), set(printed.units)
    types = left & STORED.keys()
    left -= types
    if len(left) > 1 or len(right) > 1 or len(types) > 1 or right & STORED.keys():
        return
    mine, other = next(iter(left), None), next(iter(right), None)
    if mine is None and other is None:
        yield Fraction(1), False
        return
    if mine == other and not types:
        yield Fraction(1), False
        return
    sizes = STORED[next(iter(types))] if types else (1,)
    said = {size for name in types_said if len(STORED[name]) == 1 for size in STORED[name]}
    if len(sizes) > 1 and len(said) == 1:
        sizes = tuple(said)
    for size in sizes:
        for above, above_binary in _sizes(mine):
            for below, below_binary in _sizes(other):
                if above_binary == below_binary or mine in (None, "B", "bytes", "byte", "字节"):
                    yield Fraction(size * above, below), above_binary or below_binary
    if not types and (mine is None or other is None):
        yield Fraction(1), False
    if other is not None and any(sign.text.endswith("B") and sign.text[:-1].isdigit() for sign in expression.signs):
        yield Fraction(1, 10**9 * BYTES[other]), False  # 2B are two bytes here


def _sizes(unit: str | None) -> list[tuple[int, bool]]:
    if unit is None:
        return [(1, False)]
    size = BYTES[unit]
    power = next((power for power in range(1, 6) if size == 1000**power), 0)
    return [(size, False), (1024**power, True)] if power else [(size, False)]
