"""The choice of a token: against trying all sets with plain fractions, and at every border."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest
from flint import arb

from numeric.fields import Ball, Exact, Field, Float64, Mpf, Shadow
from numeric.generation.choice import Greatest, Sampled, choose
from numeric.generation.rule import Greedy, Sampling
from numeric.generation.scores import ComparisonUndecided, Scores
from numeric.generation.truncation import Tie

FIELDS = [Float64(), Mpf(40), Ball(128), Shadow(128), Exact()]
fields = pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.name)


def of_weights(field: Field[Any], weights: Sequence[int]) -> Scores[Any]:
    """Logits ln w, so that the probabilities are w/Σw."""
    with field.working():
        return Scores(field, tuple(field.log(field.num(w)) for w in weights))


@dataclass(frozen=True)
class Plain:
    """What trying all sets gives: the candidates with their probabilities and the token, or the place of a tie."""

    candidates: tuple[int, ...] = ()
    p: tuple[Fraction, ...] = ()
    token: int = 0
    tie: str = ""
    on_border: bool = False


def heaviest(weight: dict[int, Fraction], size: int) -> list[tuple[int, ...]]:
    sets = list(combinations(weight, size))
    most = max(sum(weight[t] for t in each) for each in sets)
    return [each for each in sets if sum(weight[t] for t in each) == most]


def plainly(weights: Sequence[int], sharpness: int, k: int | None, q: Fraction | None, u: Fraction) -> Plain:
    weight = {t: Fraction(w) ** sharpness for t, w in enumerate(weights, 1)}
    exactly_p = False
    if k is not None and k < len(weight):
        sets = heaviest(weight, k)
        if len(sets) > 1:
            return Plain(tie="top-k")
        weight = {t: weight[t] for t in sets[0]}
    if q is not None:
        total = sum(weight.values())
        for size in range(1, len(weight) + 1):
            sets = heaviest(weight, size)
            mass = sum(weight[t] for t in sets[0])
            if mass >= q * total:
                break
        if len(sets) > 1:
            return Plain(tie="top-p")
        exactly_p = mass == q * total
        weight = {t: weight[t] for t in sets[0]}
    total, F = sum(weight.values()), Fraction(0)
    for t in sorted(weight):
        before, F = F, F + weight[t] / total
        if u < F:
            break
    p = tuple(weight[t] / total for t in sorted(weight))
    return Plain(tuple(sorted(weight)), p, t, on_border=exactly_p or bool(before and u == before))


def cases() -> list[tuple[list[int], int, int | None, Fraction | None, Fraction]]:
    random, made = Random(20240607), []
    for _ in range(150):
        weights = [random.randint(1, 5) for _ in range(random.randint(1, 6))]
        k = random.choice([None, random.randint(1, 7)])
        q = random.choice([None, Fraction(random.randint(1, 12), 12)])
        made.append((weights, random.randint(1, 3), k, q, Fraction(random.randint(0, 23), 24)))
    return made


CASES = cases()


def test_the_cases_have_ties_and_borders_of_every_kind() -> None:
    plain = [plainly(*case) for case in CASES]
    assert {each.tie for each in plain} == {"", "top-k", "top-p"}
    assert sum(each.on_border for each in plain) > 5
    assert sum(len(each.candidates) > 2 for each in plain) > 20


@pytest.mark.parametrize("case", CASES, ids=str)
def test_exact_choices_are_those_of_trying_all_sets(case: tuple[Any, ...]) -> None:
    weights, sharpness, k, q, u = case
    plain = plainly(*case)
    chosen = choose(of_weights(Exact(), weights), Sampling(Fraction(1, sharpness), k, q), u)
    if isinstance(chosen, Tie):
        assert chosen.at == plain.tie
        assert len({weights[token - 1] for token in chosen.tokens}) == 1
        assert len(chosen.tokens) == weights.count(weights[chosen.tokens[0] - 1])
        return
    assert isinstance(chosen, Sampled)
    assert (chosen.token, chosen.candidates.tokens) == (plain.token, plain.candidates)
    assert tuple(x.rational() for x in chosen.candidates.p) == plain.p
    assert chosen.F_before.rational() <= u < chosen.F_after.rational()
    assert (chosen.exactly_u or chosen.candidates.exactly_p) == plain.on_border


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("field", [Ball(128), Ball(64), Shadow(128)], ids=lambda field: f"{field.name}{field.bits}")
def test_balls_choose_the_same_or_say_that_they_do_not_know(field: Field[Any], case: tuple[Any, ...]) -> None:
    """They know unless two numbers that are compared are equal. (A logit of 1 is exactly 0 over shadows: they know more.)"""
    weights, sharpness, k, q, u = case
    plain = plainly(*case)
    try:
        chosen = choose(of_weights(field, weights), Sampling(Fraction(1, sharpness), k, q), u)
    except ComparisonUndecided:
        assert plain.tie or plain.on_border
        return
    if isinstance(chosen, Tie):
        assert chosen.at == plain.tie
        return
    assert not plain.tie
    assert field.name == "shadow" or not plain.on_border or len(plain.candidates) == len(weights) == 1 or q == 1
    assert (chosen.token, chosen.candidates.tokens) == (plain.token, plain.candidates)
    for x, expected in zip(chosen.candidates.p, plain.p, strict=True):
        assert (arb(x) - arb(expected.numerator) / expected.denominator).contains(0)


@fields
def test_greedy_takes_the_greatest_logit_and_shows_its_lead(field: Field[Any]) -> None:
    chosen = choose(of_weights(field, [2, 7, 1, 5]), Greedy())
    assert isinstance(chosen, Greatest)
    assert (chosen.token, chosen.rival) == (2, 4)
    lead = chosen.lead.enclosure(64).mid() if isinstance(field, Exact) else arb(chosen.lead)
    assert abs(float(lead) - 0.3364722366212129) < 1e-12  # ln 7/5


def test_one_token_is_greatest_without_a_rival() -> None:
    assert choose(Scores(Ball(64), (arb(3),)), Greedy()) == Greatest(1, None, None)


def test_equal_logits_are_a_tie_in_exact_arithmetic_and_open_over_balls() -> None:
    assert choose(of_weights(Exact(), [3, 6, 2, 6]), Greedy()) == Tie((2, 4), "greatest")
    with pytest.raises(ComparisonUndecided, match="which of the logits of tokens 2, 4 is the greater") as undecided:
        choose(of_weights(Ball(300), [3, 6, 2, 6]), Greedy())
    assert (undecided.value.compared, undecided.value.tokens) == ("logits", (2, 4))


def test_an_undecided_order_below_the_greatest_does_not_matter() -> None:
    assert choose(of_weights(Ball(64), [2, 2, 3, 2]), Greedy()).token == 3  # type: ignore[union-attr]


def test_a_sharper_difference_is_asked_where_subtraction_leaves_it_open() -> None:
    field = Ball(64)
    wide = (field.num(1) / 3, field.num(1) / 3)
    for difference, token in ((field.num("-1e-40"), 2), (field.num("1e-40"), 1)):
        scores = Scores(field, wide, lambda a, b, d=difference: d if a < b else -d)
        chosen = choose(scores, Greedy())
        assert isinstance(chosen, Greatest)
        assert chosen.token == token
        assert chosen.lead > 0
    tied = choose(Scores(field, wide, lambda a, b: field.num(0)), Greedy())
    assert tied == Tie((1, 2), "greatest")


def test_a_search_that_missed_the_greatest_is_noticed() -> None:
    """ℓ_2 − ℓ_1 is open, ℓ_3 > ℓ_1 and ℓ_2 > ℓ_3: the search ends at 3, and the check refuses it."""
    field = Ball(64)
    wide = arb(0, 1)
    signs = {(2, 1): wide, (3, 1): arb(1), (3, 2): arb(-1), (1, 2): wide}
    scores = Scores(field, (wide, wide, wide), lambda a, b: signs.get((a, b), wide))
    with pytest.raises(ComparisonUndecided, match="logits of tokens 3, 2 is the greater"):
        choose(scores, Greedy())


@pytest.mark.parametrize(
    ("field", "nan"),
    [(Float64(), float("nan")), (Mpf(40), Mpf(40).context.nan), (Ball(64), arb("nan"))],
    ids=["float64", "mpf", "ball"],
)
def test_a_nan_chooses_nothing(field: Field[Any], nan: Any) -> None:
    scores = Scores(field, (field.num(1), nan, field.num(2)))
    for rule, u in ((Greedy(), None), (Sampling(), "1/2"), (Sampling(top_k=1), 0), (Sampling(top_p="1/2"), 0)):
        with pytest.raises(ComparisonUndecided):
            choose(scores, rule, u)


def test_the_border_of_two_intervals_belongs_to_the_later_token() -> None:
    """p = (1/4, 3/4): u = 1/4 gives token 2, and 10⁻⁵⁰ less gives token 1 once balls are fine enough."""
    below = Fraction(1, 4) - Fraction(1, 10**50)
    chosen = choose(of_weights(Exact(), [1, 3]), Sampling(), "1/4")
    assert isinstance(chosen, Sampled)
    assert (chosen.token, chosen.exactly_u) == (2, True)
    assert choose(of_weights(Ball(256), [1, 3]), Sampling(), below).token == 1  # type: ignore[union-attr]
    for field, u in ((Ball(64), below), (Ball(256), Fraction(1, 4))):
        with pytest.raises(ComparisonUndecided, match="cumulative probability at token 1 is above u"):
            choose(of_weights(field, [1, 3]), Sampling(), u)


def test_the_border_of_the_nucleus_is_reported() -> None:
    """p = (1/2, 1/4, 1/4): at 1/2 one token is enough, exactly; just above it the two that tie are needed, or one of them."""
    exact = of_weights(Exact(), [2, 1, 1])
    chosen = choose(exact, Sampling(top_p="1/2"), 0)
    assert isinstance(chosen, Sampled)
    assert (chosen.candidates.tokens, chosen.candidates.exactly_p) == ((1,), True)
    assert choose(exact, Sampling(top_p="0.6"), 0) == Tie((2, 3), "top-p")
    all_ = choose(exact, Sampling(top_p=1), "0.9")
    assert isinstance(all_, Sampled)
    assert (all_.candidates.tokens, all_.token) == ((1, 2, 3), 3)
    with pytest.raises(ComparisonUndecided, match="probabilities of tokens 1 reach p"):
        choose(of_weights(Ball(256), [2, 1, 1]), Sampling(top_p="1/2"), 0)


def test_ties_on_one_side_of_the_cut_do_not_matter() -> None:
    """Nor does it that balls cannot tell them: weights 4, 4, 2, 1, 1 with k = 3, and with p = 0.8 of 12 = 9.6 ≤ 10."""
    for field in (Exact(), Ball(64)):
        for rule in (Sampling(top_k=3), Sampling(top_p="0.8")):
            chosen = choose(of_weights(field, [4, 1, 4, 2, 1]), rule, "0.99")
            assert isinstance(chosen, Sampled)
            assert chosen.candidates.tokens == (1, 3, 4)


def test_an_open_order_inside_is_no_reason_to_keep_a_token() -> None:
    """ℓ_1 is somewhere in [0.5, 1.05], ℓ_2 = 1, ℓ_3 = 0.9: token 1 may be the greatest or the least of them."""
    field = Ball(64)
    with field.working():
        open_, e, less = arb("0.5").union(arb("1.05")), arb(1), arb("0.9")
    with pytest.raises(ComparisonUndecided, match="logits of tokens 1, 3"):
        choose(Scores(field, (open_, e, less)), Sampling(top_k=2), 0)
    # p_1 < 0.6 is certain, and p_2 between 0.48 and 0.63: at 0.6 the nucleus is {2}, or both.
    with pytest.raises(ComparisonUndecided, match="probabilities of tokens 2 reach p"):
        choose(Scores(field, (open_, e)), Sampling(top_p="0.6"), 0)
    both = choose(Scores(field, (open_, e)), Sampling(top_p="0.9"), "0.01")
    assert isinstance(both, Sampled)
    assert (both.token, both.candidates.tokens) == (1, (1, 2))


@pytest.mark.parametrize("bits", [64, 256])
def test_low_temperatures_tend_to_greedy_only_where_the_maximum_is_unique(bits: int) -> None:
    """1 − p_max < N e^(−δ/T): with logits (2, 1, 0) and T = 1/100 less than 3 e⁻¹⁰⁰; with two maxima each tends to 1/2."""
    field = Ball(bits)
    cold = Sampling("1/100")
    with field.working():
        bound = 3 * field.exp(field.num(-100))
        unique = choose(Scores(field, (arb(1), arb(2), arb(0))), cold, "0.1")
        tied = choose(Scores(field, (arb(2), arb(1), arb(2))), cold, "0.1")
        assert isinstance(unique, Sampled)
        assert isinstance(tied, Sampled)
        others = unique.candidates.p[0] + unique.candidates.p[2]
        assert unique.token == 2
        assert 0 < others < bound
        for p in (tied.candidates.p[0], tied.candidates.p[2]):
            assert abs(p - arb("0.5")) < bound + arb(2) ** (8 - bits)
    assert choose(Scores(field, (arb(2), arb(1), arb(2))), Greedy()) == Tie((1, 3), "greatest")


@fields
def test_truncation_in_its_order(field: Field[Any]) -> None:
    """w = (8, 4, 2, 1, 1): k = 3 leaves 14; 0.9 of 14 = 12.6 needs all three, but 0.85 of 14 = 11.9 only the first two."""
    scores = of_weights(field, [8, 4, 2, 1, 1])
    for q, kept in (("0.9", (1, 2, 3)), ("0.85", (1, 2))):
        chosen = choose(scores, Sampling(1, 3, q), "1/2")
        assert isinstance(chosen, Sampled)
        assert chosen.candidates.tokens == kept
        assert chosen.token == 1  # 8/14 and 8/12 are above 1/2


def test_what_is_no_rule_is_refused() -> None:
    for wrong in (0, "-1/2"):
        with pytest.raises(ValueError, match=r"temperature of .*; it must be positive"):
            Sampling(wrong)
    with pytest.raises(ValueError, match="k = 0; at least one token must stay"):
        Sampling(top_k=0)
    for wrong in (0, "1.01", -1):
        with pytest.raises(ValueError, match=r"p = .*; it must be above 0 and at most 1"):
            Sampling(top_p=wrong)
    with pytest.raises(TypeError, match="is a float"):
        Sampling(0.7)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Sampling(top_k=2.5)  # type: ignore[arg-type]
    scores = of_weights(Ball(64), [1, 2])
    for u in (1, "-0.1"):
        with pytest.raises(ValueError, match="at least 0 and less than 1"):
            choose(scores, Sampling(), u)
    with pytest.raises(ValueError, match="needs a uniform number"):
        choose(scores, Sampling())
    with pytest.raises(ValueError, match="takes no uniform number"):
        choose(scores, Greedy(), 0)
