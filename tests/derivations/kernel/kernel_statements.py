"""Short ways to write kernel statements, and the ones that several tests use."""

from __future__ import annotations

from typing import Any

Json = Any


def number(value: object) -> Json:
    return ["number", str(value)]


def entry(name: str, *indices: Json) -> Json:
    return ["entry", name, list(indices)]


def plus(*parts: Json) -> Json:
    return ["plus", list(parts)]


def times(*parts: Json) -> Json:
    return ["times", list(parts)]


def minus(term: Json) -> Json:
    return times(number(-1), term)


def total(index: str, sort: str, body: Json) -> Json:
    return ["sum", index, sort, body]


def power(base: Json, exponent: str) -> Json:
    return ["power", base, exponent]


def exp(term: Json) -> Json:
    return ["apply", "exp", term]


def at(function: str, index: Json) -> Json:
    return ["at", function, index]


def statement(left: Json, right: Json, **declared: Json) -> dict[str, Json]:
    empty: dict[str, Json] = {
        "sorts": ["n", "m"], "tensors": {}, "positive": [], "masks": {}, "maps": {}, "functions": [], "define": [],
        "given": [], "free": [],
    }  # fmt: skip
    return {**empty, **declared, "left": left, "right": right}


def softmax(of: str, j: Json) -> Json:
    return times(exp(entry(of, j)), power(total("r", "n", exp(entry(of, "r"))), "-1"))


SUM_IS_ONE = statement(total("j", "n", softmax("s", "j")), number(1), tensors={"s": ["n"]})
SUM_IS_TWO = {**SUM_IS_ONE, "right": number(2)}
JACOBIAN = statement(
    ["D", "s", "ds", entry("a", "j")],
    total("l", "n", times(entry("a", "j"), plus(["delta", "j", "l"], minus(entry("a", "l"))), entry("ds", "l"))),
    tensors={"s": ["n"], "ds": ["n"]}, define=[["a", [["j", "n"]], softmax("s", "j")]], free=[["j", "n"]],
)  # fmt: skip
