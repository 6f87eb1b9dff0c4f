"""The checkers of order, expectations and limits against exact evaluation at random statements.

A sample of them is tried, and as many as of 100,000 random terms with `pytest -m full`.
"""

from __future__ import annotations

import copy
import json
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from counts import how_many
from family_statements import AT_MOST_ONE, LESS_THAN_ONE, TO_ONE_HOT, UNIQUE, VARIANCE, expectation, large_times, less, limit
from flint import fmpq
from kernel_statements import entry, exp, minus, number, plus, power, times, total
from random_terms import DECLARATIONS, Terms

from derivations.kernel import expectation as expectation_module
from derivations.kernel import limit as limit_module
from derivations.kernel import order as order_module
from derivations.kernel.check import Rejected, digest
from derivations.kernel.language import frozen
from derivations.prover import limit_search, moment_search, order_search
from derivations.prover.instances import Evaluation, HasNoValue, excludes_zero
from derivations.prover.limit_refutation import limit_at
from derivations.prover.order_refutation import refute
from derivations.prover.probability import SIGN, Law, Space, Unit, joint
from derivations.prover.refutation import all_places, satisfying
from derivations.prover.trials import trials_at

Json = Any


# --- order


def some_order(seed: int) -> Json:
    """A random term that often has a sign, compared with 0: squares, positive sums, differences of exponentials."""
    terms, random = Terms(f"order {seed}"), Random(f"order {seed}")
    one, other = terms.admitted(2), terms.admitted(2)
    square = power(one, "2")
    left = random.choice([
        one, square, plus(square, power(other, "2")), less(exp(one), exp(other)), less(square, other),
        times(square, exp(other)),
        less(total("l", "n", power(entry("p", "l"), "2")), power(entry("p", "i"), "2")), less(exp(one), plus(one, number(1))),
        less(plus(square, power(other, "2")), times(number(2), one, other)), less(number(1), ["delta", "i", "j"]),
    ])  # fmt: skip
    of = dict(DECLARATIONS)
    relation = random.choice([">", "≥"])
    return {"of": of, "where": [], "assume": [], "relation": relation, "left": left, "right": number(0)}


@how_many
@pytest.mark.parametrize("batch", range(4))
def test_what_has_a_certificate_of_order_has_no_counterexample(batch: int, count: int) -> None:
    accepted = 0
    for seed in range(batch, max(count // 16, 20), 4):
        claim = some_order(seed)
        try:
            found = order_search.certificate(claim)
        except Rejected:
            continue
        if found is not None:
            accepted += 1
            order_module.check(claim, found)
            assert refute(claim) is None, f"seed {seed}: {claim}"
    assert accepted


# --- expectations


FAMILIES = [
    [[["q"], True], [["k"], True]], [[["q"], False], [["k"], False]], [[["q", "k"], True]], [[["q"], True], [["k"], False]], [],
    [[["q", "k"], False], [["X"], True]], [[["q"], True], [["X"], True]],
]  # fmt: skip
TENSORS = {"q": ["n"], "k": ["n"], "X": [], "c": ["n"]}


def polynomial(random: Random, depth: int, scope: list[str]) -> Json:
    match random.randrange(8 if depth else 3):
        case 0:
            return entry(random.choice("qk"), random.choice(scope))
        case 1:
            return entry("X") if random.random() < 0.5 else entry("c", random.choice(scope))
        case 2:
            return (
                number(random.choice(("2", "-1", "1/3"))) if random.random() < 0.6 else ["delta", *random.choices(scope, k=2)]
            )
        case 3:
            return plus(*(polynomial(random, depth - 1, scope) for _ in range(2)))
        case 4 | 5:
            return times(*(polynomial(random, depth - 1, scope) for _ in range(2)))
        case 6:
            index = random.choice(("i", "l", "r"))
            return total(index, "n", polynomial(random, depth - 1, [*scope, index]))
    return power(polynomial(random, depth - 1, scope), "2") if depth < 3 else ["E", polynomial(random, depth - 1, scope)]


def law(random: Random, families: Json, size: int) -> Law:
    """A law with the declared independence and no more: a unit for each family or entry; what has no family depends on all."""
    places = {name: [()] if name == "X" else [(i,) for i in range(size)] for name in ("q", "k", "X")}
    groups: list[list[Any]] = []
    for names, each in families:
        groups += [[(name, at) for name in names] for at in places[names[0]]] if each else []
        groups += [] if each else [[(name, at) for name in names for at in places[name]]]
    units = [joint(group, random.choice((6, 7)), random.randrange(99)) for group in groups]
    found = Law(tuple(unit for unit in units if unit is not None))
    rest = [(name, at) for name in places for at in places[name] if name not in {one for names, _ in families for one in names}]
    if not rest:
        return found
    factors = [random.randint(-2, 2) for _ in rest]
    rows = [(tuple(values.values()), p) for values, p in found.outcomes()]
    whole = tuple(((*values, *(c + c * c * sum(values, Fraction(0)) for c in factors)), p) for values, p in rows)
    return Law((Unit((*found.outcomes()[0][0], *rest), whole),))


@how_many
@pytest.mark.parametrize("batch", range(4))
def test_a_translated_expectation_has_the_value_over_the_space(batch: int, count: int) -> None:
    """Moments computed from a random law, put into the translation, give the expectation summed over all outcomes."""
    compared = 0
    for seed in range(batch, max(count // 4, 40), 4):
        random = Random(f"moments {seed}")
        families = random.choice(FAMILIES)
        product_ = times(*(entry(random.choice("qk"), random.choice("ij")) for _ in range(random.randint(0, 3))))
        left = ["E", times(product_, polynomial(random, 2, ["i", "j"]))]
        letters = [["i", "n"], ["j", "n"]]
        claim = expectation(left, number(0), ["q", "k", "X"], families, tensors=TENSORS, free=letters)
        try:
            translated = expectation_module.translated(claim)
        except Rejected:  # too many places or products
            continue
        for size in (1, 2):
            instance = satisfying({**claim, "given": []}, {"n": size, "m": 1}, seed)
            assert instance is not None
            space = Space(claim, instance, law(random, families, size))
            moments = {
                name: moment(space, name, sorts, size) for name, sorts in translated["tensors"].items() if name[0] == "["
            }
            with_moments = Evaluation(translated, type(instance)({**instance.sizes}, {**instance.entries, **moments}, {}, {}))
            for places in all_places(claim["free"], instance.sizes):
                direct = space.outcomes[0][0].gap(claim["left"], claim["right"], places)
                assert direct == with_moments.gap(translated["left"], translated["right"], places), f"seed {seed}"
                compared += 1
    assert compared > 20


def moment(space: Space, name: str, sorts: Json, size: int) -> dict[tuple[int, ...], Fraction]:
    """E of the product of the entries that the name lists, at one place or each at its own."""
    _, kind, names = json.loads(name)
    letters = [f"u{k}" for k in range(len(sorts))]
    rest, factors = list(letters), []
    for tensor in names:
        axes = len(TENSORS[tensor])
        at, rest = (letters, rest) if kind == "each" else (rest[:axes], rest[axes:])
        factors.append(entry(tensor, *at))
    table = {}
    for places in all_places([(letter, "n") for letter in letters], {"n": size}):
        value = space.outcomes[0][0].gap(["E", times(*factors)], number(0), places)
        assert isinstance(value, fmpq)
        table[tuple(places.values())] = Fraction(int(value.p), int(value.q))
    return table


def test_independence_of_all_but_one_does_not_suffice() -> None:
    """Signs with product 1: any three of the four are independent, and the variance is 4 where independence gives 2."""
    variables = [("q", (0,)), ("q", (1,)), ("k", (0,)), ("k", (1,))]
    unit = joint(variables, 1, 0)
    assert unit is not None
    for left_out in range(4):
        for signs, p in Unit(
            unit.variables, tuple(((*r[:left_out], *r[left_out + 1 :]), p) for r, p in unit.outcomes)
        ).outcomes:
            assert p == Fraction(1, 8) and set(signs) <= set(SIGN)
        assert len({(*r[:left_out], *r[left_out + 1 :]) for r, _ in unit.outcomes}) == 8
    instance = satisfying({**VARIANCE, "given": []}, {"n": 2, "m": 1}, 0)
    assert instance is not None
    at = Space(VARIANCE, instance, Law((unit,))).outcomes[0][0]
    assert all(at.gap(left, right, {"r": row}) == 0 for _, left, right in VARIANCE["given"] for row in range(2))
    assert at.gap(VARIANCE["left"], number(4), {}) == 0


# --- limits


def some_limit(seed: int) -> Json:
    random = Random(f"limit {seed}")

    def some(depth: int, scope: list[str]) -> Json:
        match random.randrange(7 if depth else 4):
            case 0:
                return large_times(less(entry("s", "m"), entry("s", random.choice(scope))))
            case 1:
                return entry("s", random.choice(scope))
            case 2:
                return power(entry("t"), "-1")
            case 3:
                return number(random.choice(("2", "-1", "1/2", "0")))
            case 4:
                return plus(some(depth - 1, scope), some(depth - 1, scope))
            case 5:
                return times(some(depth - 1, scope), some(depth - 1, scope))
        return total("r", "n", some(depth - 1, [*scope, "r"])) if "r" not in scope else power(some(depth - 1, scope), "2")

    above = power(plus(number(1), power(some(1, ["j", "m"]), "2")), random.choice(("-1", "1/2", "-2")))
    left = times(some(3, ["j", "m"]), above) if random.random() < 0.7 else some(3, ["j", "m"])
    return limit(left, number(0), assume=[UNIQUE], tensors={"s": ["n"]}, free=[["j", "n"], ["m", "n"]])


@how_many
def test_the_limit_of_a_term_is_what_its_expansion_tends_to(count: int) -> None:
    compared = 0
    for seed in range(max(count // 8, 40)):
        claim = some_limit(seed)
        laws = limit_search.Laws(claim)
        try:
            found = laws.of(frozen(claim["left"]), laws.premises.free)
        except Rejected:
            continue
        read = limit_module.Limits(claim, json.loads(json.dumps({"gaps": laws.found, "positive": laws.trees})))
        assert read.of(frozen(claim["left"]), read.premises.free) == found, f"seed {seed}"
        for sizes in ({"n": 2, "m": 1}, {"n": 3, "m": 1}):
            for trial in list(trials_at(claim, sizes, [claim["left"]]))[:6]:
                try:
                    expansion = limit_at(claim, trial)
                except HasNoValue:
                    continue
                assert expansion is not None, f"seed {seed}"
                assert not excludes_zero(expansion - trial.value(found)), f"seed {seed}: {claim['left']}"
                compared += 1
    assert compared > 20


# --- certificates that lie


FALSEHOODS = [
    (order_module.check, order_search.certificate, AT_MOST_ONE, {**AT_MOST_ONE, "relation": ">"}),
    (order_module.check, order_search.certificate, LESS_THAN_ONE, {**LESS_THAN_ONE, "where": []}),
    (order_module.check, order_search.certificate, LESS_THAN_ONE, {**LESS_THAN_ONE, "left": number("1/2")}),
    (limit_module.check, limit_search.certificate, TO_ONE_HOT, {**TO_ONE_HOT, "right": number(0)}),
    (limit_module.check, limit_search.certificate, TO_ONE_HOT, {**TO_ONE_HOT, "assume": [[*UNIQUE[:2], "≥", *UNIQUE[3:]]]}),
    (limit_module.check, limit_search.certificate, TO_ONE_HOT, {**TO_ONE_HOT, "to": "0"}),
    (expectation_module.check, moment_search.certificate, VARIANCE, {**VARIANCE, "independent": []}),
    (expectation_module.check, moment_search.certificate, VARIANCE,
     {**VARIANCE, "independent": [[["q"], False], [["k"], False]]}),
    (expectation_module.check, moment_search.certificate, VARIANCE, {**VARIANCE, "given": VARIANCE["given"][1:]}),
    (expectation_module.check, moment_search.certificate, VARIANCE, {**VARIANCE, "right": minus(VARIANCE["right"])}),
]  # fmt: skip


@pytest.mark.parametrize(("check", "search", "truth", "falsehood"), FALSEHOODS)
def test_no_lying_certificate_proves_a_falsehood(check: Any, search: Any, truth: Json, falsehood: Json) -> None:
    """The certificate of a true neighbour, made out to the false one and corrupted at random, inside and outside: refused."""
    honest = search(truth)
    random = Random(str(falsehood))
    for _ in range(40):
        lie = corrupted(honest, random)
        lie["statement"] = digest(falsehood)
        if check is order_module.check:
            premises = order_module.Premises(falsehood)
            sides = less(falsehood["left"], falsehood["right"]), lie["term"]
            lie["equation"]["statement"] = digest(premises.equation(premises.free, *map(frozen, sides)))
        if check is expectation_module.check:
            lie["equation"]["statement"] = digest(expectation_module.translated(falsehood))
        with pytest.raises(Rejected):
            check(falsehood, lie)


def corrupted(honest: Json, random: Random) -> Json:
    """Some texts, numbers and parts inside replaced by others of the same certificate."""
    lie = copy.deepcopy(honest)
    parents = [part for part in walk(lie) if len(part)]
    for _ in range(random.randint(0, 3)):
        parent = random.choice(parents)
        key = random.choice(range(len(parent)) if isinstance(parent, list) else list(parent))
        if not isinstance(parent[key], dict):
            donors = [other for part in parents for other in (part if isinstance(part, list) else part.values())]
            alike = [one for one in donors if type(one) is type(parent[key])]
            parent[key] = copy.deepcopy(random.choice(alike))
    return lie


def walk(part: Json) -> Any:
    if isinstance(part, (list, dict)):
        yield part
        for piece in part if isinstance(part, list) else part.values():
            yield from walk(piece)
