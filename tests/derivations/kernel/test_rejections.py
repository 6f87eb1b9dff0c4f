"""Everything that the kernel refuses, one case for each reason; and each reason switched off is noticed by a case."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from kernel_statements import SUM_IS_ONE, SUM_IS_TWO, at, entry, exp, minus, number, plus, power, statement, times, total
from switching import Site, demand_without, outcome, raised, refused_at, sites

from derivations.kernel import (
    angles,
    differential,
    indices,
    language,
    lemma,
    monomials,
    normal_form,
    powers,
    signs,
    untrusted,
)
from derivations.kernel import check as check_module
from derivations.kernel.check import Rejected, check, digest
from derivations.prover.search import certificate

MODULES: tuple[ModuleType, ...] = (
    check_module, angles, differential, indices, language, lemma, monomials, normal_form, powers, signs, untrusted
)  # fmt: skip
Json = Any
TRUE = statement(number(0), number(0))
X = {"x": ["n"]}


def offered(claim: Json, **changed: Json) -> Json:
    return {"statement": digest(claim), "lemmas": [], "unfold": [], "use": [], "orders": [], **changed}


def ill_formed(reason: str, left: Json = None, /, **declared: Json) -> tuple[str, Json, Json]:
    """A statement that says 0 = 0 · left, which is true as soon as left has a value."""
    claim = statement(number(0) if left is None else times(number(0), left), number(0), **declared)
    return reason, claim, offered(claim)


def equal_to_itself(reason: str, term: Json, /, **declared: Json) -> tuple[str, Json, Json]:
    claim = statement(term, term, **declared)
    return reason, claim, offered(claim)


def using(reason: str, fact: Json, /, claim: Json = TRUE, *, over: Json = (), term: Json = None, **changed: Json):  # type: ignore[no-untyped-def]
    use = [{"over": list(over), "times": number(0) if term is None else term, "fact": fact}]
    return reason, claim, offered(claim, use=use, **changed)


SUM_PROVED = certificate(SUM_IS_ONE)
SOFTMAX_SUM = {"name": "sum", "statement": SUM_IS_ONE, "certificate": SUM_PROVED}
RICH = statement(
    times(entry("J", "i", "j"), ["apply", "σ", entry("z", at("t", "i"))], entry("q"), number(0)), number(0),
    masks={"J": [["n", "n"], [1]]}, maps={"t": ["n", "m"]}, functions=["σ"], tensors={"z": ["m"], "q": []}, positive=["q"],
    free=[["i", "n"], ["j", "n"]],
)  # fmt: skip
USES_RICH = {
    **RICH,
    "masks": {**RICH["masks"], "G": [["n", "n"], []], "W": [["n", "m"], [1]]},
    "maps": {"t": ["n", "m"], "π": ["n", "n"]},
}
SORTS, TENSORS = [["n", "n"], ["m", "m"]], [["z", [["w"], entry("z", "w")]], ["q", [[], entry("q")]]]


def proved_lemma(claim: Json) -> Json:
    return {"name": "it", "statement": claim, "certificate": certificate(claim)}


def instance_of(
    reason: str, claim: Json = RICH, /, *, sorts: Json = SORTS, functions: Json = (("σ", "σ"),), masks: Json = (("J", "J"),),
    maps: Json = (("t", "t"),), tensors: Json = TENSORS, indices: Json = ("i", "j"),
) -> tuple[str, Json, Json]:  # fmt: skip
    fact = ["lemma", "it", [sorts, functions, masks, maps, tensors], indices]
    return using(reason, fact, USES_RICH, lemmas=[proved_lemma(claim)])  # type: ignore[no-any-return]


WITH_D = statement(["D", "x", "dx", number(0)], number(0), tensors={"x": [], "dx": []}, sorts=["n", "m"])
WITH_DEFINITION = statement(number(0), number(0), define=[["y", [], number(1)]])
PERMUTED = statement(total("i", "n", ["delta", "i", at("π", "i")]), total("i", "n", ["delta", "i", at("π", "i")]),
                     maps={"π": ["n", "n", "bijective"]})  # fmt: skip
TWO_BOUND = statement(
    total("i", "n", total("j", "n", entry("A", "i", "j"))), total("i", "n", total("j", "n", entry("A", "i", "j"))),
    tensors={"A": ["n", "n"]},
)  # fmt: skip
MASKED = {"masks": {"J": [["n", "n"], []]}, "free": [["i", "n"]]}
POSITIVE = {"tensors": {"q": []}, "positive": ["q"]}
MANY = statement(power(plus(*[number(0)] * 450), "2"), number(0))
LITTLE = 5_000  # terms looked at in the checks of this file
DOUBLED = [["y0", [], entry("q")], *([f"y{k}", [], plus(*[entry(f"y{k - 1}")] * 2)] for k in range(1, 13))]
LARGE = power(power(number("1" + "0" * 399), "64"), "2")
LONG = power(power(number("1" + "0" * 398 + "1"), "-64"), "2")
HIGH = exp(times(number(10_001), ["apply", "log", entry("q")]))

CASES = [
    ("malformed", TRUE, {"statement": digest(TRUE)}),
    ("malformed", {**TRUE, "sorts": 3}, offered({**TRUE, "sorts": 3})),
    ("two lemmas of one name", TRUE, offered(TRUE, lemmas=[SOFTMAX_SUM, SOFTMAX_SUM])),
    ("another statement", TRUE, offered(SUM_IS_ONE)),
    ("an order of bound indices is missing", TWO_BOUND, offered(TWO_BOUND)),
    ("no permutation", TWO_BOUND, offered(TWO_BOUND, orders=[[0, 0], [0, 1]])),
    ("more orders", TRUE, offered(TRUE, orders=[[0, 1]])),
    ("the sides differ", SUM_IS_TWO, {**SUM_PROVED, "statement": digest(SUM_IS_TWO)}),
    using("not a fact", ["wish"]),
    using("unknown lemma", ["lemma", "none", [], []]),
    using("another sort", ["given", 0, ["a"]], statement(number(0), number(0), given=[[[["i", "n"]], number(0), number(0)]]),
          over=[["a", "m"]]),
    ("unfolds what is not defined", TRUE, offered(TRUE, unfold=["y"])),
    ill_formed("not a rational", ["number", "1.5"]),
    ill_formed("not a rational", ["number", 1]),
    ill_formed("not a rational", ["number", "1" * 401]),
    ill_formed("lacks or invents", extra=[]),
    ill_formed("no tensor", positive=["J"], masks={"J": [[], []]}),
    ill_formed("lacks that axis", masks={"J": [["n", "n"], [2]]}),
    ill_formed("unknown sort", tensors={"x": ["k"]}),
    ill_formed("from one sort to one sort", maps={"t": ["n", "n", "m"]}),
    ill_formed("a bijection leads", maps={"π": ["n", "m", "bijective"]}),
    ill_formed("from one sort to one sort", maps={"π": ["n", "n", "injective"]}),
    ill_formed("marks an inverse", maps={"π⁻¹": ["n", "n"]}),
    ill_formed("unknown index function", ["delta", at("t⁻¹", "i"), "i"], free=[["i", "n"]], maps={"t": ["n", "n"]}),
    ill_formed("are taken", functions=["exp"]),
    ill_formed("are taken", functions=["cos"]),
    ill_formed("a prime marks", functions=["σ′"]),
    ill_formed("no text", define=[[["D", "x", "x", "dx"], [], number(1)]]),
    ill_formed("declared twice", tensors={"x": []}, define=[["x", [], number(1)]]),
    ill_formed("index is declared twice", free=[["i", "n"], ["i", "m"]]),
    ill_formed("unknown sort", free=[["i", "k"]]),
    ill_formed("unknown index i", ["delta", "i", "i"]),
    ill_formed("unknown index function", ["delta", at("t", "i"), "i"], free=[["i", "n"]]),
    ill_formed("of an index of another sort", ["delta", at("t", "a"), "a"], free=[["a", "m"]], maps={"t": ["n", "m"]}),
    ill_formed("unknown sort", ["size", "k"]),
    ill_formed("unknown tensor", entry("x", "i"), free=[["i", "n"]]),
    ill_formed("unknown tensor y", define=[["y", [], plus(entry("y"), number(1))]]),
    ill_formed("other axes", entry("x", "a"), tensors=X, free=[["a", "m"]]),
    ill_formed("δ between", ["delta", "i", "a"], free=[["i", "n"], ["a", "m"]]),
    ill_formed("unknown sort", total("i", "k", number(1))),
    ill_formed("exponent beyond 64", power(entry("q"), "65"), **POSITIVE),
    ill_formed("power of what may not be positive", power(entry("x", "i"), "-1"), tensors=X, free=[["i", "n"]]),
    ill_formed("power of what may not be positive", power(power(entry("x", "i"), "2"), "1/2"), tensors=X, free=[["i", "n"]]),
    ill_formed("power of what may not be positive", power(total("j", "n", times(entry("J", "i", "j"), exp(number(1)))), "-1"),
               **MASKED),
    ill_formed("power of what may not be positive", power(total("j", "n", times(entry("J", "j", "j"), exp(number(1)))), "-1"),
               masks={"J": [["n", "n"], [0, 1]]}),
    ill_formed("power of what may not be positive", power(total("j", "n", times(entry("J", "i", "j"), exp(number(1)))), "-1"),
               masks={"J": [["n", "n"], [0]]}, free=[["i", "n"]]),
    ill_formed("power of what may not be positive", power(plus(number(1), power(entry("x", "i"), "3")), "-1"), tensors=X,
               free=[["i", "n"]]),
    ill_formed("power of what may not be positive", power(number(0), "-1")),
    ill_formed("power of what may not be positive", power(plus(entry("q"), minus(number(1))), "-1"), **POSITIVE),
    ill_formed("unknown function", ["apply", "σ", number(1)]),
    ill_formed("unknown function", ["apply", "exp′", number(1)]),
    ill_formed("logarithm of what may not", ["apply", "log", number(0)]),
    ill_formed("D at what is no variable", ["D", "y", "dy", number(1)], tensors={"dy": []}, define=[["y", [], number(1)]]),
    ill_formed("D at what is no variable", ["D", "J", "dJ", number(1)], tensors={"dJ": []}, masks={"J": [[], []]}),
    ill_formed("another shape", ["D", "x", "dx", number(1)], tensors={"x": ["n"], "dx": ["m"]}),
    ill_formed("not a term", ["product"]),
    ill_formed("not a term", ["delta", "i"]),
    equal_to_itself("beyond 10,000", HIGH, **POSITIVE),
    ("too many monomials", MANY, offered(MANY)),
    ill_formed("too large to be looked at", plus(power(entry("y12"), "-1")), define=DOUBLED, **POSITIVE),
    equal_to_itself("a number too long", LARGE),
    equal_to_itself("a power too long", LONG),
    instance_of("definitions or hypotheses", WITH_DEFINITION),
    instance_of("definitions or hypotheses", statement(number(0), number(0), given=[[[], number(0), number(1)]])),
    instance_of("not the sorts", sorts=[["n", "n"]]),
    instance_of("not the functions", functions=[["σ", "τ"]]),
    instance_of("not the masks", maps=[]),
    instance_of("not the tensors", tensors=TENSORS[:1]),
    instance_of("between other sorts", maps=[["t", "π"]]),
    instance_of("may have empty rows", masks=[["J", "G"]]),
    instance_of("mask of other axes", masks=[["J", "W"]]),
    instance_of("parameter is named twice", tensors=[["z", [["w", "w"], entry("z", "w")]], TENSORS[1]]),
    instance_of("may not be", tensors=[TENSORS[0], ["q", [[], number(-1)]]]),
    instance_of("may be no bijection", PERMUTED, functions=[], masks=[], maps=[["π", "π"]], indices=[], tensors=[]),
    instance_of("with D", WITH_D, functions=[], masks=[], maps=[], indices=[],
                tensors=[["x", [[], number(1)]], ["dx", [[], number(1)]]]),
]  # fmt: skip


WITH_SIGNS_MISTAKEN = [
    equal_to_itself("power or logarithm of zero", power(plus(entry("q"), minus(entry("q"))), "-1"), **POSITIVE),
    equal_to_itself("of a negative number", power(number(-2), "1/2")),
]


@pytest.fixture(autouse=True)
def little_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "WORK", LITTLE)


@pytest.mark.parametrize("case", CASES, ids=[f"{number_}-{case[0]}" for number_, case in enumerate(CASES)])
def test_it_is_refused_with_its_reason(case: tuple[str, Json, Json]) -> None:
    reason, claim, certificate_ = case
    with pytest.raises(Rejected, match=reason):
        check(claim, certificate_)


def refusals() -> dict[Site, list[tuple[str, Json, Json]]]:
    """The cases by the demand that refuses them."""
    found: dict[Site, list[tuple[str, Json, Json]]] = {}
    for case in [*CASES, *WITH_SIGNS_MISTAKEN]:
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(language, "WORK", LITTLE)
            if case in WITH_SIGNS_MISTAKEN:
                patched.setattr(signs, "positive", lambda *_: True)
            found.setdefault(refused_at(check, case[1], case[2]), []).append(case)
    return found


REFUSALS = refusals()


@pytest.mark.parametrize("site", list(sites(MODULES)), ids=lambda site: f"{Path(site[0]).stem}:{site[1]}")
def test_each_demand_switched_off_is_noticed(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    cases = REFUSALS.get(site, [])
    assert cases, "no case needs this demand"
    for module in MODULES:
        if hasattr(module, "demand"):
            monkeypatch.setattr(module, "demand", demand_without(site))
    reason, claim, certificate_ = cases[0]
    if cases[0] in WITH_SIGNS_MISTAKEN:
        monkeypatch.setattr(signs, "positive", lambda *_: True)
    assert not re.search(reason, outcome(check, claim, certificate_))


@pytest.mark.parametrize("case", WITH_SIGNS_MISTAKEN, ids=[case[0] for case in WITH_SIGNS_MISTAKEN])
def test_a_mistake_about_signs_would_not_pass(case: tuple[str, Json, Json], monkeypatch: pytest.MonkeyPatch) -> None:
    """A power of zero or of a negative number is refused a second time, by its value."""
    monkeypatch.setattr(signs, "positive", lambda *_: True)
    with pytest.raises(Rejected, match=case[0]):
        check(case[1], case[2])


def test_nothing_else_says_no() -> None:
    """Rejections outside `demand` are the fall-through of a match, and each is a case above."""
    assert raised(MODULES) == sorted([
        "Rejected(reason)", "Rejected(f'malformed: {error!r:.200}')", "Rejected('not a fact')",
        "Rejected(f'not a term: {term!r:.80}')", "Rejected('not a term')", "Rejected('a lemma with D has no instances')",
    ])  # fmt: skip
