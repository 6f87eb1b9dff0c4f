"""Everything that the checkers of layers, information flow and equivariance refuse, and each reason switched off noticed."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from kernel_statements import at, entry, exp, number, plus, power, times, total
from layer_statements import (
    CENTRED,
    LAYERS,
    MASKED,
    TURNED,
    again,
    declared,
    flow,
    link,
    pairing,
    proved,
    state,
    stepped,
    told,
    turned,
    vector,
)
from switching import Site, demand_without, outcome, raised, refused_at, sites

from derivations.kernel import equivariance, layers
from derivations.kernel import flow as flow_module
from derivations.kernel.check import Rejected
from derivations.prover.unrolled import refute

MODULES: tuple[ModuleType, ...] = (layers, flow_module, equivariance)
Json = Any
Case = tuple[str, Callable[[Json, Json], None], Json, Json]


def joined(reason: str, **fields: Json) -> Case:
    claim = {**LAYERS, **fields}
    return reason, layers.check, claim, proved(claim)


def one_link(reason: str, changed: Json, /, more: Json = ()) -> Case:
    """The layer alone, with a link that is proved and yet no link."""
    claim = {"links": [changed], "states": [[*state("x"), *more]] * 2, "repeated": [0, 1],
             "again": {**again("x", "y"), **{name: name for name in more}}}  # fmt: skip
    return reason, layers.check, claim, proved(claim)


def two_links(reason: str, second: Json, /, first: Json = None, carried: Json = ()) -> Case:
    links = [link("a", "x") if first is None else first, second]
    claim = {"links": links, "states": [state("a"), [*state("x"), *carried], state("y")], "repeated": None, "again": {}}
    return reason, layers.check, claim, proved(claim)


def flows(reason: str, claim: Json) -> Case:
    return reason, flow_module.check, claim, told(claim)


def relinked(reason: str, **fields: Json) -> Case:
    """A flow through two links, y_i = Σ_j M_ij x_j and again, with something else."""
    (first,) = flow(MASKED)["links"]
    second = {**first, "of": {**first["of"], "tensors": {"y": ["n"]}, "define": [["z", [["i", "n"]], vector("y")]]},
              "reads": ["y"], "makes": ["z"]}  # fmt: skip
    claim = {"links": [first, second], "along": "n", "prefix": False, "repeated": None, "again": {}, **fields}
    return flows(reason, claim)


def turns(reason: str, claim: Json, *claims: Json) -> Case:
    return reason, equivariance.check, claim, stepped(claim, *claims)


FIRST = flow(MASKED)["links"][0]
DOUBLED = {part: times(number(2), link("x", "y")[part]) for part in ("before", "after", "gained")}
E_DEFINED = [["e", [["i", "n"]], vector("w")]]
SELF = {"links": [FIRST], "along": "n", "prefix": False, "repeated": 0, "again": {"x": "y"}}
NEXT = {**FIRST, "of": {**FIRST["of"], "define": [["z", [["i", "n"]], vector("x")]]}, "makes": ["z"]}
UNROLLED_SUM = total("j", "n", entry("x", "j"))

CASES: list[Case] = [
    joined("no statement about layers", extra=1),
    ("another statement", layers.check, LAYERS, {**proved(LAYERS), "statement": ""}),
    ("of other numbers", layers.check, LAYERS, {**proved(LAYERS), "links": proved(LAYERS)["links"][:2]}),
    joined("no stretch", repeated=[2, 1]),
    joined("what is what", again={"x": "y"}),
    joined("two kinds of states", states=[state("a"), state("x"), state("a"), state("z")]),
    joined("two kinds of states", again={"x": "y", "dx": "y", "bar(x)": "bar(y)"}),
    one_link("lacks or invents", {**link("x", "y"), "free": [["i", "n"]]}),
    one_link("more than sums", link("x", "y", before=plus(pairing("x"), exp(number(1))),
                                    after=plus(pairing("y"), exp(number(1))))),
    one_link("not carried", link("x", "y", before=plus(pairing("x"), total("c", "n", entry("w", "c"))),
                                 after=plus(pairing("y"), total("c", "n", entry("w", "c"))))),
    one_link("something is assumed", link("x", "y", positive=["x"])),
    one_link("something is assumed", link("x", "y", given=[[[["i", "n"]], vector("x"), number(0)]])),
    one_link("depends on an adjoint", link("x", "y", define=[
        ["y", [["i", "n"]], plus(vector("x"), vector("w"), vector("bar(y)"))], *link("x", "y")["define"][1:]])),
    two_links("do not meet", link("x", "y", **DOUBLED)),
    two_links("another shape", link("x", "y", tensors={**link("x", "y")["tensors"], "e": ["m"]}),
              link("a", "x", more=E_DEFINED), ["e"]),
    two_links("both define, or none", link("x", "y", more=E_DEFINED), link("a", "x", more=E_DEFINED), ["e"]),
    flows("no statement about information", {**flow(MASKED), "extra": 1}),
    ("another statement", flow_module.check, flow(MASKED), {"statement": ""}),
    flows("no links", {**flow(MASKED), "links": []}),
    flows("what is read again", {**SELF, "again": {}}),
    relinked("where there is no layer", links=[FIRST, {**NEXT, "reads": ["x", "P"]}], repeated=0, again={"x": "y"}),
    flows("lacks or invents", {**flow(MASKED), "links": [{**FIRST, "extra": 1}]}),
    flows("hypotheses", flow(MASKED, given=[[[], number(0), number(0)]])),
    flows("causal mask that is no mask", flow(vector("x"), causal=["x"])),
    flows("causal mask of other axes", flow(vector("x"), causal=["G"])),
    flows("what is read is defined", flow(vector("x"), reads=["x", "y"])),
    flows("not defined", {**flow(MASKED), "links": [{**FIRST, "makes": []}]}),
    flows("number of positions", flow(times(["size", "n"], vector("x")), prefix=True)),
    flows("positions that may be later", flow(UNROLLED_SUM)),
    flows("positions that may be later", flow(plus(MASKED, UNROLLED_SUM))),
    flows("sum over all positions", flow(total("j", "n", number(1)), prefix=True)),
    flows("later token", flow(entry("E", at("t", "i")), reads=["t"], later=["t"])),
    flows("depends on what differs", flow(entry("P", at("π", "i")), reads=["π"])),
    flows("token is read", flow(total("j", "n", entry("E", at("t", "j"))), reads=["t"])),
    flows("a derivative has no flow", flow(["D", "x", "P", vector("x")])),
    relinked("read and not made", links=[FIRST, {**NEXT, "reads": ["x"]}]),
    relinked("another shape", links=[FIRST, {**NEXT, "of": declared(tensors={"y": ["m"]}, masks={"M": [["n", "n"], [1]]},
             define=[["z", [["i", "n"]], number(1)]]), "reads": ["y"]}]),
    turns("no statement about a transformed", {**TURNED, "extra": 1}),
    ("another statement", equivariance.check, TURNED, {**stepped(TURNED), "statement": ""}),
    turns("hypotheses", turned(CENTRED, entry("y", at("π", "i")), given=[[[], number(0), number(0)]])),
    turns("an input that is none", {**turned(entry("q"), entry("y", "i")), "input": ["q", [], entry("q")], "again": None}),
    ("without a step", equivariance.check, TURNED, {**stepped(TURNED), "steps": []}),
    turns("other axes", {**turned(CENTRED, entry("y", at("π", "i"))), "input": ["x", [["k", "n"]], entry("x", at("π", "k"))]}),
    turns("transformed otherwise", turned(total("j", "n", entry("x", "j")), entry("y", "i"))),
    ("two steps", equivariance.check, TURNED, {**stepped(TURNED), "steps": stepped(TURNED)["steps"] * 2}),
    ("of what is not defined", equivariance.check, TURNED,
     {**stepped(TURNED), "steps": [["w", [["i", "n"]], vector("w"), {}]]}),
    ("no second run", equivariance.check, turned(["D", "x", "w", vector("x")], vector("y")),
     {"statement": told(turned(["D", "x", "w", vector("x")], vector("y")))["statement"],
      "steps": [["y", [["i", "n"]], vector("y"), {}]]}),
]  # fmt: skip


@pytest.mark.parametrize(
    "check, claim, found",
    [
        (layers.check, LAYERS, proved(LAYERS)),
        (flow_module.check, flow(MASKED), told(flow(MASKED))),
        (flow_module.check, SELF, told(SELF)),
        (equivariance.check, TURNED, stepped(TURNED)),
    ],
)
def test_the_true_ones_are_accepted(check: Callable[[Json, Json], None], claim: Json, found: Json) -> None:
    check(claim, found)


@pytest.mark.parametrize("case", CASES, ids=[f"{number_}-{case[0]}" for number_, case in enumerate(CASES)])
def test_it_is_refused_with_its_reason(case: Case) -> None:
    reason, check, claim, found = case
    with pytest.raises(Rejected, match=reason):
        check(claim, found)


REFUSALS: dict[Site, list[Case]] = {}
for one in CASES:
    REFUSALS.setdefault(refused_at(*one[1:]), []).append(one)


@pytest.mark.parametrize("site", list(sites(MODULES)), ids=lambda site: f"{Path(site[0]).stem}:{site[1]}")
def test_each_demand_switched_off_is_noticed(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    cases = REFUSALS.get(site, [])
    assert cases, "no case needs this demand"
    for module in MODULES:
        monkeypatch.setattr(module, "demand", demand_without(site))
    reason, check, claim, found = cases[0]
    assert not re.search(reason, outcome(check, claim, found))


def test_nothing_else_says_no() -> None:
    assert raised(MODULES) == ["Rejected('a derivative has no flow')"]


@pytest.mark.parametrize(
    "body, prefix, accepted",
    [
        (MASKED, True, True),
        (times(MASKED, power(plus(number(1), power(vector("x"), "2")), "-1")), True, True),
        (times(["size", "n"], vector("x")), False, True),
        (total("j", "n", entry("P", "j")), False, True),  # a parameter is the same in both runs, wherever it stands
        (total("j", "n", entry("P", "j")), True, False),  # but a longer run has more of them
        (total("j", "n", times(entry("M", "j", "i"), entry("x", "j"))), False, False),  # the mask the other way round
        (
            total("j", "n", times(entry("M", "i", "j"), total("l", "n", times(entry("M", "j", "l"), entry("x", "l"))))),
            True,
            True,
        ),
        (total("j", "n", times(plus(entry("M", "i", "j"), number(1)), entry("x", "j"))), False, False),
        (plus(entry("E", at("t", "i"))), True, True),
        # Under a sum that takes its name again, i is not the position i.
        (total("i", "n", vector("x")), False, False),
        (times(vector("x"), exp(total("j", "n", times(entry("M", "i", "j"), vector("x"))))), False, True),
    ],
)
def test_what_flows(body: Json, prefix: bool, accepted: bool) -> None:
    claim = flow(body, prefix=prefix)
    said = outcome(flow_module.check, claim, told(claim))
    assert (said == "accepted") == accepted, said


def test_a_definition_with_a_causal_factor_is_a_guard() -> None:
    """a_ij = M_ij e^{x_j} is 0 for later j, so that Σ_j a_ij x_j does not see them; without the factor it does."""
    for factor, accepted in (([entry("M", "i", "j")], True), ([], False)):
        claim = flow(total("j", "n", times(entry("a", "i", "j"), entry("x", "j"))))
        weight = ["a", [["i", "n"], ["j", "n"]], times(*factor, exp(entry("x", "j")))]
        claim["links"][0]["of"]["define"].insert(0, weight)
        assert (outcome(flow_module.check, claim, told(claim)) == "accepted") == accepted


def test_a_false_layer_is_refuted_by_one_or_two_of_it() -> None:
    wrong = {**LAYERS, "links": [LAYERS["links"][0], link("x", "y", gained=number(0)), LAYERS["links"][2]]}
    assert refute(LAYERS) is None
    assert refute(wrong) is not None
    assert proved(wrong)["links"][1] is None
