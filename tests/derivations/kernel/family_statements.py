"""Short ways to write statements of order, limits, expectations and matrices, and those that several tests use."""

from __future__ import annotations

from typing import Any

from kernel_statements import entry, exp, minus, number, plus, power, softmax, statement, times, total

from derivations.kernel.check import digest
from derivations.prover.search import certificate

Json = Any


def declared(**fields: Json) -> dict[str, Json]:
    """The declarations of a statement: everything but its sides."""
    found = statement(number(0), number(0), **fields)
    return {name: value for name, value in found.items() if name not in ("left", "right")}


def less(one: Json, other: Json) -> Json:
    return plus(one, minus(other))


def apart(i: Json, j: Json) -> Json:
    """1 where i ≠ j."""
    return less(number(1), ["delta", i, j])


def order(left: Json, relation: str, right: Json, *, where: Json = (), assume: Json = (), **fields: Json) -> dict[str, Json]:
    return {
        "of": declared(**fields), "where": list(where), "assume": list(assume), "relation": relation, "left": left,
        "right": right,
    }  # fmt: skip


def limit(left: Json, right: Json, *, to: str = "∞", tends: Json = (), where: Json = (), assume: Json = (), **fields: Json):  # type: ignore[no-untyped-def]
    tensors = {"t": [], **fields.pop("tensors", {})}
    of = declared(tensors=tensors, positive=["t", *fields.pop("positive", [])], **fields)
    return {
        "of": of, "where": list(where), "assume": list(assume), "parameter": "t", "to": to, "tends": list(tends),
        "left": left, "right": right,
    }  # fmt: skip


def expectation(left: Json, right: Json, random: Json, independent: Json = (), **fields: Json) -> dict[str, Json]:
    return {**statement(left, right, **fields), "random": list(random), "independent": list(independent)}


def matrix(entry_: Json, rows: str = "n", columns: str = "n", **fields: Json) -> dict[str, Json]:
    return {"of": declared(**fields), "where": [], "assume": [], "matrix": [["i", rows], ["j", columns], entry_]}


def equal(claim: Json, left: Json, right: Json, scope: Json = None) -> Json:
    """A certificate of left = right under the declarations and conditions of a statement."""
    sides = [times(*claim["where"], side) if claim["where"] else side for side in (left, right)]
    free = claim["of"]["free"] if scope is None else scope
    equation = {**claim["of"], "free": free, "left": sides[0], "right": sides[1]}
    found = certificate(equation)
    assert found is not None
    return found


def by_signs(claim: Json, term: Json, signs: Json) -> dict[str, Json]:
    """A certificate of order whose equation is found."""
    equation = equal(claim, less(claim["left"], claim["right"]), term)
    return {"statement": digest(claim), "term": term, "equation": equation, "signs": signs}


def large_times(gap: Json) -> Json:
    """exp(−t gap)."""
    return exp(times(number(-1), entry("t"), gap))


SOFTMAX = {"tensors": {"s": ["n"]}, "free": [["j", "n"]]}
NOT_NEGATIVE = order(softmax("s", "j"), "≥", number(0), **SOFTMAX)
AT_MOST_ONE = order(number(1), "≥", softmax("s", "j"), **SOFTMAX)
LESS_THAN_ONE = order(
    number(1), ">", softmax("s", "j"), where=[apart("k", "j")], tensors={"s": ["n"]}, free=[["j", "n"], ["k", "n"]]
)
GAP = less(entry("s", "m"), entry("s", "r"))
UNIQUE = [[["r", "n"]], [apart("r", "m")], ">", entry("s", "m"), entry("s", "r")]
PAIR = {"tensors": {"s": ["n"]}, "free": [["j", "n"], ["m", "n"]]}
TO_ONE_HOT = limit(
    times(large_times(less(entry("s", "m"), entry("s", "j"))),
          power(total("r", "n", large_times(less(entry("s", "m"), entry("s", "r")))), "-1")),
    ["delta", "j", "m"], assume=[UNIQUE], **PAIR,
)  # fmt: skip
ZERO_MEAN = [[[["r", "n"]], ["E", entry(name, "r")], number(0)] for name in ("q", "k")]
UNIT = [[[["r", "n"]], less(["E", power(entry(name, "r"), "2")], power(["E", entry(name, "r")], "2")), number(1)]
        for name in ("q", "k")]  # fmt: skip
DOT = total("r", "n", times(entry("q", "r"), entry("k", "r")))
QK = {"tensors": {"q": ["n"], "k": ["n"]}, "given": [*ZERO_MEAN, *UNIT]}
VARIANCE = expectation(["E", power(DOT, "2")], ["size", "n"], ["q", "k"], [[["q"], True], [["k"], True]], **QK)
GRAM = matrix(total("a", "m", times(entry("W", "i", "a"), entry("W", "j", "a"))), tensors={"W": ["n", "m"]})
PRODUCT = {
    **matrix(total("a", "m", times(entry("W", "i", "a"), entry("V", "a", "j"))), tensors={"W": ["n", "m"], "V": ["m", "n"]}),
    "at most": ["m"],
}
MIXED = {
    "of": declared(tensors={"s": ["n"], "V": ["n", "m"]}), "where": [], "assume": [], "along": ["c", "m"],
    "point": total("j", "n", times(softmax("s", "j"), entry("V", "j", "c"))), "over": ["j", "n"], "among": number(1),
    "candidates": entry("V", "j", "c"),
}  # fmt: skip
