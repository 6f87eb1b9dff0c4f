"""Amounts of memory: what a figure with a unit of bytes may mean beside another.

1 GB is 10⁹ bytes or 2³⁰, as the author likes; 1 GiB is 2³⁰. A bare product beside an amount counts bytes, or numbers of the
type that is named, or the unit itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

BYTES: dict[str, int] = {
    unit: 1000**power if len(unit) < 3 else 1024**power
    for power, prefix in enumerate(("", "K", "M", "G", "T", "P"))
    for unit in ((f"{prefix}B", f"{prefix}iB") if prefix else ("B",))
} | {"kB": 1000, "bytes": 1, "byte": 1, "Bytes": 1, "字节": 1}

STORED: dict[str, tuple[int, ...]] = {
    "floats": (4, 8), "float": (4, 8), "float64": (8,), "fp64": (8,), "double": (8,), "doubles": (8,), "float32": (4,),
    "fp32": (4,), "FP32": (4,), "float16": (2,), "fp16": (2,), "FP16": (2,), "bf16": (2,), "BF16": (2,), "bfloat16": (2,),
    "int8": (1,), "INT8": (1,), "int32": (4,), "int64": (8,),
}  # fmt: skip
"""How many bytes one number of a type may take."""

_COUNTED = frozenset({"floats", "doubles"})
"""Types whose plural counts numbers: `2 × 16 × 128 = 4096 floats`."""

_OF_BILLIONS = frozenset({"GB", "TB"})
"""What billions and trillions of numbers take, so that the billions are left out of the factors."""

Scale = tuple[Fraction, bool]
"""What the value of an expression is multiplied by, and whether a decimal unit was read as a power of 1024."""


def scales(
    of_expression: Sequence[str], of_number: Sequence[str], types_said: frozenset[str] = frozenset(), *, two_bytes: bool = False
) -> Iterator[Scale]:
    """The readings of the units of an expression beside those of a number, the strict one first; none if they do not match.

    types_said: the types of numbers that the passage names; a plain “float” is then one of those.
    two_bytes: a figure like `2B` stands in the expression, which may be two bytes or two billion.
    """
    left, right = set(of_expression), set(of_number)
    types = left & STORED.keys()
    left -= types
    if not left and not types and right <= _COUNTED:
        yield Fraction(1), False
        return
    if len(left) > 1 or len(right) > 1 or len(types) > 1 or right & STORED.keys():
        return
    mine, other = next(iter(left), None), next(iter(right), None)
    if not types and (mine == other):
        yield Fraction(1), False
        return
    for size in _stored(types, types_said):
        for above, above_binary in sizes(mine):
            for below, below_binary in sizes(other):
                alike = above_binary == below_binary or any(unit is not None and unit.endswith("iB") for unit in (mine, other))
                if alike or mine is None or BYTES[mine] == 1:
                    yield Fraction(size * above, below), above_binary or below_binary
    if not types and (mine is None or other is None):
        yield Fraction(1), False
    for below, binary in sizes(other) if two_bytes and other is not None else ():
        yield Fraction(1, 10**9 * below), binary
    if mine is not None and BYTES[mine] == 1 and other in _OF_BILLIONS and not types:
        yield Fraction(1), False  # 7 × 2 bytes = 14 GB, of 7B parameters


def _stored(types: set[str], said: frozenset[str]) -> tuple[int, ...]:
    """How many bytes a number of the named type takes; 1 where none is named."""
    if not types:
        return (1,)
    possible = STORED[next(iter(types))]
    told = {size for name in said if len(STORED[name]) == 1 for size in STORED[name]}
    return tuple(told) if len(possible) > 1 and len(told) == 1 else possible


def sizes(unit: str | None) -> list[tuple[int, bool]]:
    """How many bytes a unit may have, and whether it is then read as a power of 1024."""
    if unit is None:
        return [(1, False)]
    size = BYTES[unit]
    power = next((power for power in range(1, 6) if size == 1000**power), 0)
    return [(size, False), (1024**power, True)] if power else [(size, False)]
