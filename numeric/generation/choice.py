"""The choice of one token, certified: what is chosen is what exact arithmetic on the logits would choose."""

from __future__ import annotations

from fractions import Fraction
from typing import Generic

from lessonproof.records import dataclass
from numeric.fields.field import SignUndecided
from numeric.fields.number import Rational, T, rational
from numeric.generation.rule import Greedy, Rule
from numeric.generation.scores import ComparisonUndecided, Scores
from numeric.generation.truncation import Candidates, Tie, above, sums, truncated


@dataclass(frozen=True, slots=True)
class Greatest(Generic[T]):
    """token: the id whose logit is greater than every other   rival, lead: the nearest other token that was seen, and the
    difference of the logits; None in a vocabulary of one."""

    token: int
    rival: int | None
    lead: T | None


@dataclass(frozen=True, slots=True)
class Sampled(Generic[T]):
    """token: the id with F_before ≤ u < F_after, the cumulative probabilities of the candidates in increasing order of ids
    candidates: those that stayed after truncation   exactly_u: u is exactly F_before, the border of two tokens."""

    token: int
    u: Fraction
    F_before: T
    F_after: T
    candidates: Candidates[T]
    exactly_u: bool


Choice = Greatest[T] | Sampled[T]


def choose(scores: Scores[T], rule: Rule, u: Rational | None = None) -> Choice[T] | Tie:
    """The next token by this rule.

    u: for sampling, the uniform number from [0, 1) that decides; nothing here is random. Over balls and exact numbers the
    choice is certain; over floating-point numbers it is that of the numbers as computed.
    ComparisonUndecided where the field does not decide what the choice hangs on; ValueError for a u outside [0, 1), and one
    that is missing or not wanted.
    """
    if isinstance(rule, Greedy):
        if u is not None:
            raise ValueError("the greedy choice takes no uniform number u")
        with scores.field.working():
            return _greatest(scores)
    exact = check_uniform(u)
    with scores.field.working():
        candidates = truncated(scores, rule)
        return candidates if isinstance(candidates, Tie) else _drawn(scores, candidates, exact)


def check_uniform(u: Rational | None) -> Fraction:
    """u as a fraction. ValueError unless 0 ≤ u < 1."""
    if u is None:
        raise ValueError("sampling needs a uniform number u from [0, 1)")
    exact = rational(u)
    if not 0 <= exact < 1:
        raise ValueError(f"a uniform number u = {u}; it must be at least 0 and less than 1")
    return exact


def _greatest(scores: Scores[T]) -> Greatest[T] | Tie:
    tokens = range(1, len(scores.logits) + 1)
    best, rival = 1, None
    for token in tokens[1:]:
        if scores.seen(token, best) == 1:
            best, rival = token, best
        elif rival is None or scores.seen(token, rival) == 1:
            rival = token
    # So far a search; this decides.
    tied = [best]
    for token in tokens:
        if token != best:
            order = scores.order(best, token)
            if order < 0:
                raise ComparisonUndecided("logits", (best, token))
            if order == 0:
                tied.append(token)
    if len(tied) > 1:
        return Tie(tuple(sorted(tied)), "greatest")
    return Greatest(best, rival, None if rival is None else scores.lead(best, rival))


def _drawn(scores: Scores[T], candidates: Candidates[T], u: Fraction) -> Sampled[T]:
    field, tokens = scores.field, candidates.tokens
    F, rest = sums(field, candidates.p)
    F[-1] = field.num(1)  # which no u reaches, so that the last interval is not asked for
    at, exactly_u = 0, False
    while at + 1 < len(tokens):
        try:
            sign = above(field, F[at + 1], rest[at + 1], u)
        except SignUndecided:
            raise ComparisonUndecided("u", (tokens[at],)) from None
        if sign > 0:
            break
        at, exactly_u = at + 1, sign == 0
    return Sampled(tokens[at], u, F[at], F[at + 1], candidates, exactly_u)
