"""Whether a relation between two expressions holds, and how that was seen.

An equality needs a zero of the exact field; that it fails, or that an inequality holds, is seen by enclosures that
exclude everything else. What neither reaches is undecided, never assumed.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise, product

from derivations.formula import tree
from derivations.formula.evaluate import MINUS_INFINITY, EvaluationError
from derivations.values import AnyRounding, Expression, Figure, Values
from derivations.verdict import Message
from lessonproof.records import dataclass
from numeric.fields.exact_number import ExactNumber
from numeric.matrix import ShapeMismatch
from numeric.real import Real, compare, digits

CAP = 1024
"""The precision, in bits, up to which two numbers are tried to be told apart."""

SHOWN = 12
"""Certain digits of a value in a message."""


@dataclass(frozen=True, slots=True)
class Answer:
    """`holds` is None where it stayed undecided. `certified`: enclosures took part, beside exact arithmetic.

    `compared`: the digits of the two numbers that an inequality was seen from.
    """

    holds: bool | None
    certified: bool = False
    why: Message | None = None
    compared: tuple[str, str] | None = None


def holds(chain: tree.Chain, values: Values, figures: Sequence[Figure] = ()) -> Answer:
    """Whether every relation of a chain holds. Raises nothing: what cannot be evaluated is undecided, with the reason."""
    certified, compared = False, None
    for left, relation, right in zip(chain.sides, chain.relations, chain.sides[1:], strict=False):
        answer = relate(Expression(values, left, figures), relation, Expression(values, right, figures))
        if answer.holds is not True:
            return answer
        certified |= answer.certified
        compared = answer.compared or compared
    return Answer(True, certified, compared=compared)


def relate(left: Expression, relation: str, right: Expression) -> Answer:
    """`left relation right`, entry by entry; for ≠ one differing entry is enough."""
    try:
        if left.shape != right.shape:
            shapes = {"left": "×".join(map(str, left.shape)), "right": "×".join(map(str, right.shape))}
            return Answer(relation == "≠", why=Message("shapes-differ", shapes))
        answers = [entry(left, right, relation, (i, j), (i, j)) for i in range(left.shape[0]) for j in range(left.shape[1])]
    except (EvaluationError, ShapeMismatch) as error:
        return Answer(None, why=Message("not-evaluated", {"reason": str(error)}))
    if relation == "≠":
        for answer in answers:
            if answer.holds:
                return answer
        undecided = any(answer.holds is None for answer in answers)
        return Answer(None if undecided else False, certified=True, why=answers[0].why)
    for answer in answers:
        if answer.holds is not True:
            return answer
    return Answer(True, any(answer.certified for answer in answers), compared=answers[0].compared)


def entry(left: Expression, right: Expression, relation: str, at: tuple[int, int], of: tuple[int, int]) -> Answer:
    """The relation between entry `at` of the left and entry `of` of the right expression."""
    (i, j), (k, m) = at, of
    infinite = (left.at(64)[i][j] is MINUS_INFINITY, right.at(64)[k][m] is MINUS_INFINITY)
    if any(infinite):
        same = all(infinite)
        return Answer(same if relation in ("=", "≈") else not same)
    one, other = left.real(i, j), right.real(k, m)
    if relation in ("=", "≈"):
        return _equal(left, right, at, of, one, other)
    order = compare(one, other, CAP)
    if order is None and _exactly_zero(left, right, at, of):
        order = 0
    if order is None:
        return Answer(None, True, Message("not-told-apart", {"left": digits(one, SHOWN), "right": digits(other, SHOWN)}))
    if relation not in ORDERS:
        return Answer(None, why=Message("not-evaluated", {"reason": relation}))
    true = order in ORDERS[relation]
    shown = digits(one, SHOWN), digits(other, SHOWN)
    values = {"left": shown[0], "right": shown[1], "relation": relation}
    exact = bool(left.at(64)[i][j].is_exact() and right.at(64)[k][m].is_exact())
    return Answer(true, not exact, None if true else Message("values-are", values), None if exact else shown)


BOX_BITS = 128
ORDERS = {"<": (-1,), ">": (1,), "≤": (-1, 0), "≥": (0, 1), "≠": (-1, 1)}


def _equal(left: Expression, right: Expression, at: tuple[int, int], of: tuple[int, int], one: Real, other: Real) -> Answer:
    # A look at 64 bits tells most false equalities apart before the exact field is asked.
    first = compare(one, other, 64)
    if first in (-1, 1):
        return Answer(False, True, Message("values-are", _shown(one, other)))
    if first == 0 or _exactly_zero(left, right, at, of):
        return Answer(True)
    if compare(one, other, CAP) in (-1, 1):
        return Answer(False, True, Message("values-are", _shown(one, other)))
    return Answer(None, True, Message("not-told-apart", _shown(one, other)))


def _shown(one: Real, other: Real) -> dict[str, object]:
    return {"left": digits(one, SHOWN), "right": digits(other, SHOWN), "relation": "="}


def _exactly_zero(left: Expression, right: Expression, at: tuple[int, int], of: tuple[int, int]) -> bool:
    first, second = left.exact(), right.exact()
    if first is None or second is None:
        return False
    return bool((first[at[0]][at[1]] - second[of[0]][of[1]]).is_zero())


def mending_value(
    values: Values, chain: tree.Chain, figures: Sequence[Figure], number: int, printed: Fraction
) -> Fraction | None:
    """The value of one printed figure that makes a false equality of two sides true, if it is one rational number.

    The difference of the sides is taken as a straight line through the printed value and the one above it; what the line
    says is then checked exactly, so a figure that does not enter linearly just has no mending value.
    """

    def differences(value: Fraction) -> list[ExactNumber] | None:
        changed = [value if index == number else figure for index, figure in enumerate(figures)]
        left, right = (Expression(values, side, changed).exact() for side in chain.sides)
        if left is None or right is None or len(left) != len(right) or len(left[0]) != len(right[0]):
            return None
        return [a - b for row, others in zip(left, right, strict=True) for a, b in zip(row, others, strict=True)]

    here, above = differences(printed), differences(printed + 1)
    if here is None or above is None:
        return None
    for difference, next_difference in zip(here, above, strict=True):
        slope = next_difference - difference
        if not slope.is_zero():
            step = (difference / slope).rational()
            break
    else:
        return None
    if step is None:
        return None
    mended = differences(printed - step)
    return printed - step if mended is not None and all(difference.is_zero() for difference in mended) else None


def excluded(chain: tree.Chain, values: Values, figures: Sequence[Figure]) -> bool:
    """Whether no reals that round to the decimals among the figures, where they are `AnyRounding`, make the chain true.

    A number that is printed alone on its side is left out: it is itself a rounding, certified elsewhere. Raises
    EvaluationError.
    """
    compound = [side for side in chain.sides if not isinstance(side, (tree.Number, tree.Row, tree.Table))]
    for left, right in pairwise(compound):
        one, other = Expression(values, left, figures), Expression(values, right, figures)
        if one.shape != other.shape:
            return False
        for row, others in zip(one.at(BOX_BITS), other.at(BOX_BITS), strict=True):
            for a, b in zip(row, others, strict=True):
                if a is not MINUS_INFINITY and b is not MINUS_INFINITY and not a.overlaps(b):
                    return True
    return False


MOST_ROUNDINGS = 8
"""In one equality: of each both ends are tried, with those of all others."""


def attained(equality: tree.Chain, values: Values, figures: Sequence[Figure]) -> bool:
    """Whether reals that round to the figures that are `AnyRounding` make two numbers equal, proved.

    Both sides have a value, and so are continuous, over all such reals, and which is the greater changes from one end of the
    roundings to another. False only says: not shown. Raises EvaluationError.
    """
    roundings = [number for number, figure in enumerate(figures) if isinstance(figure, AnyRounding)]
    sides = [Expression(values, side, figures) for side in equality.sides]
    if len(roundings) > MOST_ROUNDINGS or any(side.shape != (1, 1) for side in sides):
        return False
    everywhere = [side.at(BOX_BITS)[0][0] for side in sides]
    if any(value is MINUS_INFINITY or not value.is_finite() for value in everywhere):
        return False
    orders: set[int | None] = set()
    for ends in product((-1, 1), repeat=len(roundings)):
        here = list(figures)
        for number, end in zip(roundings, ends, strict=True):
            printed = figures[number].printed  # type: ignore[union-attr]
            here[number] = printed.value + end * printed.ulp / 2
        one, other = (Expression(values, side, here).real(0, 0) for side in equality.sides)
        orders.add(compare(one, other, CAP))
        if 0 in orders or {-1, 1} <= orders:
            return True
    return False


def all_hold(answers: Sequence[Answer]) -> bool | None:
    """False where one is false, else None where one is undecided."""
    if any(answer.holds is False for answer in answers):
        return False
    return None if any(answer.holds is None for answer in answers) else True
