"""Everything that the checkers of order, limits, expectations and matrices refuse, and each reason switched off noticed."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from family_statements import (
    AT_MOST_ONE,
    GRAM,
    LESS_THAN_ONE,
    MIXED,
    NOT_NEGATIVE,
    PRODUCT,
    TO_ONE_HOT,
    VARIANCE,
    by_signs,
    equal,
    expectation,
    less,
    limit,
    matrix,
    order,
)
from kernel_statements import entry, exp, number, plus, power, softmax, times, total
from switching import Site, demand_without, outcome, raised, refused_at, sites

from derivations.kernel import assumptions, hull, moments, placement, rank, semidefinite
from derivations.kernel import expectation as expectation_module
from derivations.kernel import limit as limit_module
from derivations.kernel import order as order_module
from derivations.kernel.check import Rejected, digest
from derivations.prover import limit_search, matrix_search, moment_search, order_search
from derivations.prover.moment_search import certificate as moment_certificate

MODULES: tuple[ModuleType, ...] = (
    assumptions, expectation_module, hull, limit_module, moments, order_module, placement, rank, semidefinite,
)  # fmt: skip
Json = Any
Case = tuple[str, Callable[[Json, Json], None], Json, Json]

FOUND = {
    "order": (order_module.check, LESS_THAN_ONE, order_search.certificate(LESS_THAN_ONE)),
    "limit": (limit_module.check, TO_ONE_HOT, limit_search.certificate(TO_ONE_HOT)),
    "expectation": (expectation_module.check, VARIANCE, moment_search.certificate(VARIANCE)),
    "rank": (rank.check, PRODUCT, matrix_search.rank_certificate(PRODUCT)),
    "semidefinite": (semidefinite.check, GRAM, matrix_search.semidefinite_certificate(GRAM)),
    "hull": (hull.check, MIXED, matrix_search.hull_certificate(MIXED)),
}


def changed(family: str, reason: str, **parts: Json) -> Case:
    """The certificate that was found, with other parts."""
    check, claim, found = FOUND[family]
    return reason, check, claim, {**found, **parts}


def restated(family: str, reason: str, **fields: Json) -> Case:
    """The statement with other fields, and the certificate made out to it."""
    check, claim, found = FOUND[family]
    return reason, check, {**claim, **fields}, {**found, "statement": digest({**claim, **fields})}


def signed(reason: str, term: Json, signs: Json, /, relation: str = "≥", **fields: Json) -> Case:
    """term ≥ 0 by a tree."""
    claim = order(term, relation, number(0), **fields)
    return reason, order_module.check, claim, by_signs(claim, term, signs)


def expected(reason: str, claim: Json) -> Case:
    """An equation of two equal sides, certified where the refusal is looked away from."""
    whole = {"statement": digest(claim), "lemmas": [], "unfold": [], "use": [], "orders": []}
    return reason, expectation_module.check, claim, {"statement": digest(claim), "equation": whole}


def plain(reason: str, **fields: Json) -> Case:
    """0 ≥ 0 with declarations that are refused."""
    return signed(reason, number(0), ["seen"], **fields)


def trivial_limit(
    reason: str, left: Json = None, right: Json = None, *, parameter: str = "t", positive: Json = (), **fields: Json
) -> Case:
    zero = number(0)
    claim = {**limit(left or zero, right or zero, **fields), "parameter": parameter}
    parts = {"term": left or zero, "gaps": [], "positive": list(positive)}
    proofs = {"equation": equal(claim, left or zero, left or zero), "limit": equal(claim, zero, right or zero)}
    return reason, limit_module.check, claim, {"statement": digest(claim), **parts, **proofs}


X, XY = {"tensors": {"x": []}}, {"tensors": {"x": [], "y": []}}
LARGER = [[], [], ">", entry("x"), entry("y")]
MASKED = {"masks": {"J": [["n", "n"], []]}, "free": [["i", "n"]], "tensors": {"s": ["n"]}}
RANDOM = {"tensors": {"q": ["n"], "x": [], "dx": [], "A": ["n", "n"]}}
ONE = number(1)
PLACES = {**RANDOM, "free": [[f"i{k}", "n"] for k in range(8)]}
HARMLESS = ({"assume": [[[], [], ">", number(1), number(0)]]}, {"random": ["k", "q"]})  # nothing inside changes with it


def gap(**parts: Json) -> Json:
    """The first gap of the limit's certificate with other parts."""
    gaps = copy.deepcopy(FOUND["limit"][2]["gaps"])
    gaps[0] |= parts
    return gaps


def psd(reason: str, entry_: Json, weight: Json, factor: Json, columns: str = "n") -> Case:
    claim = matrix(entry_, columns=columns, tensors={"A": ["n", "n"]})
    scope = [["i", "n"], ["j", columns]]
    other = number(0) if columns != "n" else moved(factor)
    equation = equal(claim, entry_, total("k", "n", times(weight, factor, other)), scope)
    parts = {"over": ["k", "n"], "weight": weight, "factor": factor, "signs": ["seen"], "equation": equation}
    return reason, semidefinite.check, claim, {"statement": digest(claim), **parts}


def moved(term: Json) -> Json:
    return "j" if term == "i" else [moved(part) for part in term] if isinstance(term, list) else term


def random_limit() -> Case:
    of = {**limit(number(0), number(0))["of"], "random": [], "independent": []}
    claim = {**limit(number(0), number(0)), "of": of}
    equation = moment_certificate({**of, "left": number(0), "right": number(0)})
    parts = {"term": number(0), "gaps": [], "positive": [], "equation": equation, "limit": equation}
    return "a limit of random tensors", limit_module.check, claim, {"statement": digest(claim), **parts}


def rank_one(reason: str) -> Case:
    claim = {**matrix(entry("A", "i", "j"), tensors={"A": ["n", "n"]}), "at most": ["1"]}
    equation = equal(claim, entry("A", "i", "j"), plus(times(entry("A", "i", "j"), ONE)), [["i", "n"], ["j", "n"]])
    return (
        reason,
        rank.check,
        claim,
        {"statement": digest(claim), "products": [["k", entry("A", "i", "j"), ONE]], "equation": equation},
    )


CAPTURED = total("j", "n", entry("A", "j", "j"))
CASES: list[Case] = [
    *(("malformed", check, claim, {"statement": digest(claim)}) for check, claim, _ in FOUND.values()),
    *(("another statement", check, {**claim, **HARMLESS[family == "expectation"]}, found)
      for family, (check, claim, found) in FOUND.items()),
    restated("order", "no statement of order", also=[]),
    restated("limit", "no statement of a limit", also=[]),
    restated("rank", "no statement of a rank", also=[]),
    restated("semidefinite", "no statement of semidefiniteness", also=[]),
    restated("hull", "no statement of a convex hull", also=[]),
    # order
    signed("perhaps zero", power(entry("x"), "2"), ["seen"], ">", **X),
    signed("not seen", entry("x"), ["seen"], **X),
    signed("a mask that may be empty", total("j", "n", times(entry("J", "i", "j"), exp(entry("s", "j")))),
           ["masked", 0, [["seen"]]], ">", **MASKED),
    signed("not natural", power(entry("x"), "-1"), ["power", ["seen"]], positive=["x"], **X),
    signed("no difference of this function", less(["apply", "σ", entry("x")], ["apply", "σ", entry("y")]),
           ["exp", ["assumed", 0, []]], ">", assume=[LARGER], functions=["σ"], **XY),
    signed("no tangent", plus(entry("x"), number(-1), times(number(-1), ["apply", "log", entry("y")])), ["tangent"],
           positive=["y"], **XY),
    signed("not what is assumed", less(entry("y"), entry("x")), ["assumed", 0, []], assume=[LARGER], **XY),
    signed("no sign rule", entry("x"), ["wish"], **X),
    # assumptions
    plain("neither > nor ≥", assume=[[[], [], "=", ONE, ONE]]),
    plain("free in the statement", assume=[[[["i", "n"]], [], ">", ONE, number(0)]], free=[["i", "n"]]),
    plain("guard that may be neither", assume=[[[], [number(2)], ">", ONE, number(0)]]),
    plain("condition that may be neither", where=[number(2)]),
    signed("no such assumption", less(entry("x"), entry("y")), ["assumed", -1, []], assume=[LARGER], **XY),
    signed("another sort", less(entry("x"), entry("y")), ["assumed", 0, ["a"]], free=[["a", "m"]],
           assume=[[[["i", "n"]], *LARGER[1:]]], **XY),
    signed("a name that is taken", total("i", "n", exp(entry("s", "i"))), ["sum", ["seen"]], free=[["i", "n"]],
           tensors={"s": ["n"]}),
    signed("captured", less(CAPTURED, number(0)), ["assumed", 0, ["j"]], free=[["j", "n"]], tensors={"A": ["n", "n"]},
           assume=[[[["i", "n"]], [], ">", total("j", "n", entry("A", "i", "j")), number(0)]]),
    signed("not a term", entry("x"), ["assumed", 0, []], assume=[[[], [], ">", ["wish"], number(0)]], **X),
    # expectations
    expected("random names what is no tensor", expectation(ONE, ONE, ["z"])),
    expected("a derivative", expectation(["D", "x", "dx", entry("x")], entry("dx"), ["q"], **RANDOM)),
    expected("too many products", expectation(["E", power(plus(*[entry("q", "i0")] * 80), "2")], ONE, ["q"], **PLACES)),
    expected("too many cases", expectation(["E", power(plus(*(entry("q", f"i{k}") for k in range(8))), "3")], ONE, ["q"],
                                           [[["q"], True]], **PLACES)),
    expected("too many entries", expectation(["E", times(*(entry("q", f"i{k}") for k in range(8)))], ONE, ["q"],
                                             [[["q"], True]], **PLACES)),
    expected("what is not random", expectation(ONE, ONE, ["q"], [[["x"], True]], **RANDOM)),
    expected("in two families", expectation(ONE, ONE, ["q"], [[["q"], True], [["q"], False]], **RANDOM)),
    expected("of several shapes", expectation(ONE, ONE, ["q", "A"], [[["q", "A"], True]], **RANDOM)),
    expected("no polynomial", expectation(["E", exp(entry("q", "i"))], ONE, ["q"], free=[["i", "n"]], **RANDOM)),
    # limits
    random_limit(),
    trivial_limit("depends on the parameter", right=times(number(0), entry("t"))),
    trivial_limit("no positive number", parameter="x", tensors={"x": []}),
    trivial_limit("is no tensor", tends=[["z", [], number(0)]]),
    trivial_limit("what tends to a limit is free", tends=[["x", ["j"], number(0)]], tensors={"x": ["n"]}, free=[["j", "n"]]),
    trivial_limit("a hypothesis about the parameter", given=[[[], entry("t"), ONE]]),
    trivial_limit("that depends on the parameter", assume=[[[], [], ">", entry("t"), ONE]]),
    trivial_limit("no limit law", left=entry("t")),
    trivial_limit("may not be positive", left=power(power(entry("t"), "-1"), "-1"), positive=[["seen"]]),
    changed("limit", "gap is not named", gaps=[]),
    changed("limit", "may be something else", gaps=gap(zero=number(2))),
    changed("limit", "something else than g > 0", gaps=gap(at=["m"])),
    changed("limit", "under other conditions", gaps=gap(zero=["delta", "j", "j"])),
    # matrices
    rank_one("depends on the other index"),
    psd("not square", number(0), ONE, number(0), columns="m"),
    psd("weight that depends", times(["size", "n"], power(entry("A", "i", "j"), "2")), power(entry("A", "i", "j"), "2"), ONE),
    psd("depends on the other index", times(["size", "n"], entry("A", "i", "j"), entry("A", "j", "j")), ONE,
        entry("A", "i", "j")),
    changed("hull", "weights that depend", weight=times(softmax("s", "j"), ["delta", "c", "c"])),
    restated("hull", "candidates that depend", among=["delta", "c", "c"]),
]  # fmt: skip


@pytest.mark.parametrize("family", FOUND)
def test_what_the_cases_start_from_is_accepted(family: str) -> None:
    check, claim, found = FOUND[family]
    check(claim, found)


@pytest.mark.parametrize("case", CASES, ids=[f"{k}-{case[0]}" for k, case in enumerate(CASES)])
def test_it_is_refused_with_its_reason(case: Case) -> None:
    reason, check, claim, certificate = case
    with pytest.raises(Rejected, match=reason):
        check(claim, certificate)


REFUSALS: dict[Site, Case] = {}
for case in CASES:
    REFUSALS.setdefault(refused_at(*case[1:]), case)


@pytest.mark.parametrize("site", list(sites(MODULES)), ids=lambda site: f"{Path(site[0]).stem}:{site[1]}")
def test_each_demand_switched_off_is_noticed(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    assert site in REFUSALS, "no case needs this demand"
    for module in MODULES:
        if hasattr(module, "demand"):
            monkeypatch.setattr(module, "demand", demand_without(site))
    reason, *case = REFUSALS[site]
    assert not re.search(reason, outcome(*case))


def test_nothing_else_says_no() -> None:
    """Rejections outside `demand` are the fall-through of a match, and each is a case above."""
    assert raised(MODULES) == sorted([
        "Rejected('an expectation of what is no polynomial in the random entries')", "Rejected('no limit law for this')",
        "Rejected('no sign rule for this')", "Rejected(f'not a term: {term!r:.80}')",
    ])  # fmt: skip


@pytest.mark.parametrize("of", FOUND)
@pytest.mark.parametrize("to", [*FOUND, "not negative", "at most one"])
def test_a_certificate_proves_its_own_statement_only(of: str, to: str) -> None:
    others = {"not negative": (order_module.check, NOT_NEGATIVE), "at most one": (order_module.check, AT_MOST_ONE)}
    check, claim = others.get(to) or FOUND[to][:2]
    if of != to:
        with pytest.raises(Rejected):
            check(claim, FOUND[of][2])
