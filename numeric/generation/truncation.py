"""Truncation: which tokens stay before one is drawn, the k of the greatest logits or the smallest set of enough mass."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Generic, Literal

from lessonproof.records import dataclass
from numeric.fields.field import Field, SignUndecided
from numeric.fields.number import T, rational
from numeric.generation.rule import Sampling
from numeric.generation.scores import ComparisonUndecided, Scores
from numeric.softmax import softmax


@dataclass(frozen=True, slots=True)
class Tie:
    """No token is chosen: these have exactly the same logit, and the rule cannot take some of them and leave the others.

    tokens: ids in increasing order   at: "greatest": more than one maximum   "top-k": the k-th place   "top-p": the edge of
    the nucleus.
    """

    tokens: tuple[int, ...]
    at: Literal["greatest", "top-k", "top-p"]


@dataclass(frozen=True, slots=True)
class Candidates(Generic[T]):
    """tokens: the ids that stay, in increasing order   p: their probabilities, with sum 1
    exactly_p: before the last renormalisation their mass is exactly the p of top-p, the border of two nuclei."""

    tokens: tuple[int, ...]
    p: tuple[T, ...]
    exactly_p: bool = False


def truncated(scores: Scores[T], rule: Sampling) -> Candidates[T] | Tie:
    """The candidates of the rule, certain as a set; their order among themselves is not asked for.

    ComparisonUndecided where the field does not decide which tokens stay.
    """
    tokens = list(range(1, len(scores.logits) + 1))
    if rule.top_k is not None and rule.top_k < len(tokens):
        order = scores.descending(tokens)
        if tied := _tied_across(scores, order[: rule.top_k], order[rule.top_k :]):
            return Tie(tied, "top-k")
        tokens = sorted(order[: rule.top_k])
    p = _probabilities(scores, tokens, rule)
    if rule.top_p is None:
        return Candidates(tuple(tokens), tuple(p.values()))
    order = scores.descending(tokens)
    size, exactly_p = _nucleus(scores, order, p, rational(rule.top_p))
    if tied := _tied_across(scores, order[:size], order[size:]):
        return Tie(tied, "top-p")
    tokens = sorted(order[:size])
    return Candidates(tuple(tokens), tuple(_probabilities(scores, tokens, rule).values()), exactly_p)


def above(field: Field[T], inside: T, outside: T, q: Fraction) -> int:
    """The sign of I/(I + O) − q, with I and O the masses inside and outside of a set, not both 0; SignUndecided.

    It is that of (1 − q) I − q O, which loses no digits near 0 and near 1.
    """
    return field.sign(field.num(1 - q) * inside - field.num(q) * outside)


def sums(field: Field[T], p: Sequence[T]) -> tuple[list[T], list[T]]:
    """For m = 0, …, n: the sum of the first m numbers, and that of the others, added from the other end."""
    first, rest = [field.num(0)], [field.num(0)]
    for x in p:
        first.append(first[-1] + x)
    for x in reversed(p):
        rest.append(rest[-1] + x)
    return first, rest[::-1]


def _probabilities(scores: Scores[T], tokens: Sequence[int], rule: Sampling) -> dict[int, T]:
    """softmax(ℓ/T) over these tokens."""
    inverse = 1 / rational(rule.temperature)
    chosen = [scores.logits[token - 1] for token in tokens]
    if inverse != 1:
        try:
            factor = scores.field.num(inverse)
        except OverflowError:
            raise ValueError(f"1/T for a temperature of {rule.temperature} is no number over {scores.field.name}") from None
        chosen = [factor * score for score in chosen]
    return dict(zip(tokens, softmax(scores.field, chosen), strict=True))


def _tied_across(scores: Scores[T], inside: Sequence[int], outside: Sequence[int]) -> tuple[int, ...]:
    """() where every logit inside is certainly greater than every one outside; else the tokens of the common logit.

    It is enough that the last one inside is above all outside, and not above any other inside.
    """
    if not outside:
        return ()
    edge, tied = inside[-1], set()
    for token in outside:
        order = scores.order(edge, token)
        if order < 0:
            raise ComparisonUndecided("logits", (edge, token))  # the order that seemed to be was wrong
        if order == 0:
            tied.add(token)
    for token in inside[:-1]:
        if (order_inside := scores.seen(token, edge)) == 0 and tied:
            tied.add(token)
        elif order_inside not in (0, 1):
            for other in outside:
                if scores.order(token, other) <= 0:
                    raise ComparisonUndecided("logits", (token, other))
    return tuple(sorted(tied | {edge})) if tied else ()


def _nucleus(scores: Scores[T], order: Sequence[int], p: dict[int, T], q: Fraction) -> tuple[int, bool]:
    """How many of the tokens reach the mass q, and whether they reach it exactly. Certain, once the set is."""
    inside, outside = sums(scores.field, [p[token] for token in order])
    size, sign = 0, -1
    while sign < 0:
        size += 1
        try:
            sign = above(scores.field, inside[size], outside[size], q)
        except SignUndecided:
            raise ComparisonUndecided("top-p", tuple(sorted(order[:size]))) from None
    # One token less must not do, whichever it is: certain for the last, so for all that are at least as probable.
    last = order[size - 1]
    for i, token in enumerate(order[: size - 1]):
        if scores.seen(token, last) not in (0, 1):
            others = [*order[:i], *order[i + 1 : size]]
            mass = scores.field.total([p[other] for other in others])
            if not _below(scores.field, mass, outside[size] + p[token], q):
                raise ComparisonUndecided("top-p", tuple(sorted(others)))
    return size, sign == 0


def _below(field: Field[T], inside: T, outside: T, q: Fraction) -> bool:
    """Whether I/(I + O) < q is certain."""
    try:
        return above(field, inside, outside, q) < 0
    except SignUndecided:
        return False
