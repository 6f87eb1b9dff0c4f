"""Relations between two expressions of a chain: equal, less, greater."""

from __future__ import annotations

from derivations.verdict import FigureVerdict, Message, Severity
from lessons.chain_sides import ChainSides
from lessons.comparison import BOX_BITS, CAP, Judgement, NotComputed
from lessons.counted import alike
from lessons.names import Reading
from lessons.sign import APPROXIMATE
from lessons.vocabulary import boxed
from numeric.real import compare, digits

SHOWN = 10
_HOLDS = {"<": (-1,), ">": (1,), "≤": (-1, 0), "≥": (0, 1), "≠": (-1, 1)}

Related = tuple[Judgement, Message | None]
HOLDS: Related = (Judgement(FigureVerdict.EXACT, Severity.NONE), None)


def equal(sides: ChainSides, left: int, right: int, reading: Reading) -> Related | None:
    """Whether two expressions are equal; None where that is not stated, or not known. Raises NotComputed.

    They differ only if no operands that round to the printed ones would make them equal.
    """
    if not alike(sides, left, right) or sides.side(left).units:
        return None
    mine, other = sides.entries(left, reading), sides.entries(right, reading)
    if (len(mine), len(mine[0])) != (len(other), len(other[0])):
        raise NotComputed("the sides have different shapes", Message("unread-shapes-differ", {}))
    pairs = [pair for rows in zip(mine, other, strict=True) for pair in zip(*rows, strict=True)]
    unequal = next(((a, b) for a, b in pairs if compare(a, b, CAP) in (-1, 1)), None)
    if unequal is None:
        return HOLDS
    if any(relation.text in APPROXIMATE for relation in sides.between(left, right)) or _overlap(sides, left, right, reading):
        return None
    values = {
        "left": sides.side(left).text, "left_value": digits(unequal[0], SHOWN),
        "right": sides.side(right).text, "right_value": digits(unequal[1], SHOWN),
    }  # fmt: skip
    return Judgement(FigureVerdict.WRONG, Severity.ERROR), Message("arithmetic-sides-differ", values)


def _overlap(sides: ChainSides, left: int, right: int, reading: Reading) -> bool:
    """Whether the two expressions can be equal when their operands are roundings."""
    balls = []
    for i in (left, right):
        worth = sides.worth(i, reading)
        try:
            reals = worth.entries(worth.vocabulary(boxes=True), boxed(worth.node, BOX_BITS))
        except NotComputed:
            return True
        balls.append([real.ball(BOX_BITS) for row in reals for real in row])
    return all(mine.overlaps(other) for mine, other in zip(*balls, strict=True))


def ordered(sides: ChainSides, left: int, relation: str, reading: Reading) -> Related | None:
    """Whether an inequality between side `left` and the next holds; None where it states nothing. Raises NotComputed.

    A condition on a name, as in “while t < 1”, states nothing, and neither do two numbers.
    """
    right = left + 1
    either = {left, right} & set(sides.expressions)
    if not either or sides.nodes[left] is None or sides.nodes[right] is None or reading.names or not alike(sides, left, right):
        return None
    mine, other = sides.entries(left, reading), sides.entries(right, reading)
    if len(mine) * len(mine[0]) * len(other) * len(other[0]) != 1:
        return None
    order = compare(mine[0][0], other[0][0], CAP)
    if order is None:
        return None
    if order in _HOLDS[relation]:
        return Judgement(FigureVerdict.BOUND, Severity.NONE), None
    values = {"left": digits(mine[0][0], SHOWN), "right": digits(other[0][0], SHOWN), "relation": relation}
    return Judgement(FigureVerdict.WRONG, Severity.ERROR), Message("values-are", values)
