"""Each rule of order at its edge: what is positive, what is only not negative, what the rule does not reach."""

from __future__ import annotations

from typing import Any

import pytest
from family_statements import apart, by_signs, declared, equal, expectation, large_times, less, limit, order
from kernel_statements import entry, exp, number, plus, power, times, total

from derivations.kernel.check import Rejected, digest
from derivations.kernel.expectation import translated
from derivations.kernel.limit import Limits
from derivations.kernel.order import check
from derivations.prover.moment_search import certificate

Json = Any
X, Y, ONE, ZERO = entry("x"), entry("y"), number(1), number(0)
SQUARE, POSITIVE = power(X, "2"), exp(X)
SEEN = ["seen"]
XY = {"tensors": {"x": [], "y": [], "s": ["n"], "p": []}, "positive": ["p"], "functions": ["σ"]}
LARGER = [[], [], ">", X, Y]
MASK = {"masks": {"J": [["n", "n"], [1]], "K": [["n", "n"], []]}, "free": [["i", "n"]]}
GUARDED = [[["r", "n"]], [apart("r", "i")], ">", entry("s", "r"), X]
ASSUMED = times(apart("i", "i"), less(entry("s", "i"), X))
ROW = times(entry("J", "i", "j"), exp(entry("s", "j")))

# term, tree, whether it is shown to be positive, not negative, or neither; further declarations
RULES: dict[str, tuple[Json, Json, str, dict[str, Json]]] = {
    "a positive letter": (entry("p"), SEEN, ">", {}),
    "a square": (SQUARE, SEEN, "≥", {}),
    "an odd power": (power(X, "3"), SEEN, "", {}),
    "a mask": (entry("J", "i", "i"), SEEN, "≥", MASK),
    "not this index": (apart("i", "i"), SEEN, "≥", MASK),
    "a sum with a positive part": (plus(SQUARE, POSITIVE), ["parts", [SEEN, SEEN]], ">", {}),
    "a sum without": (plus(SQUARE, power(Y, "2")), ["parts", [SEEN, SEEN]], "≥", {}),
    "a sum with a part that may be negative": (plus(POSITIVE, Y), ["parts", [SEEN, SEEN]], "", {}),
    "a product of positive factors": (times(POSITIVE, exp(Y)), ["parts", [SEEN, SEEN]], ">", {}),
    "a product with a zero": (times(SQUARE, POSITIVE), ["parts", [SEEN, SEEN]], "≥", {}),
    "a product with a negative factor": (times(POSITIVE, Y), ["parts", [SEEN, SEEN]], "", {}),
    "too few parts": (plus(POSITIVE, Y), ["parts", [SEEN]], "", {}),
    "a positive sum": (total("j", "n", exp(entry("s", "j"))), ["sum", SEEN], ">", {}),
    "a factor that stands twice": (times(X, exp(Y), X), SEEN, "≥", XY),
    "a factor that stands three times": (times(X, X, X), SEEN, "", XY),
    "two factors, one of them twice": (times(X, Y, X), SEEN, "", XY),
    "a sum of squares": (total("j", "n", power(entry("s", "j"), "2")), ["sum", SEEN], "≥", {}),
    "a masked sum": (total("j", "n", ROW), ["masked", 0, [SEEN]], ">", MASK),
    "a masked sum of squares": (
        total("j", "n", times(entry("J", "i", "j"), power(entry("s", "j"), "2"))), ["masked", 0, [SEEN]], "≥", MASK
    ),
    "a masked sum with a zero among its factors": (
        total("j", "n", times(entry("J", "i", "j"), power(entry("s", "j"), "2"), POSITIVE)), ["masked", 0, [SEEN, SEEN]], "≥",
        MASK,
    ),
    "a masked sum by the plain rule": (total("j", "n", ROW), ["sum", ["parts", [SEEN, SEEN]]], "≥", MASK),
    "a mask along the wrong axis": (
        total("i′", "n", times(entry("J", "i′", "i"), exp(entry("s", "i′")))), ["masked", 0, [SEEN]], "", MASK
    ),
    "no mask": (total("j", "n", times(power(entry("s", "j"), "2"), POSITIVE)), ["masked", 0, [SEEN]], "", {}),
    "a power": (power(plus(SQUARE, POSITIVE), "3"), ["power", ["parts", [SEEN, SEEN]]], ">", {}),
    "a power of a square": (power(plus(SQUARE, power(Y, "2")), "3"), ["power", ["parts", [SEEN, SEEN]]], "≥", {}),
    "exp increases": (less(exp(X), exp(Y)), ["exp", ["assumed", 0, []]], ">", {"assume": [LARGER]}),
    "exp increases weakly": (less(exp(X), exp(Y)), ["exp", ["assumed", 0, []]], "≥", {"assume": [[[], [], "≥", X, Y]]}),
    "exp does not decrease": (less(exp(Y), exp(X)), ["exp", ["assumed", 0, []]], "", {"assume": [LARGER]}),
    "log increases": (
        less(["apply", "log", entry("p")], ["apply", "log", exp(Y)]), ["log", ["assumed", 0, []]], ">",
        {"assume": [[[], [], ">", entry("p"), exp(Y)]]},
    ),
    "log under exp's rule": (
        less(["apply", "log", entry("p")], ["apply", "log", exp(Y)]), ["exp", ["assumed", 0, []]], "",
        {"assume": [[[], [], ">", entry("p"), exp(Y)]]},
    ),
    "the tangent": (plus(entry("p"), number(-1), times(number(-1), ["apply", "log", entry("p")])), ["tangent"], "≥", {}),
    "a shifted tangent": (plus(entry("p"), number(-2), times(number(-1), ["apply", "log", entry("p")])), ["tangent"], "", {}),
    "an assumption": (less(X, Y), ["assumed", 0, []], ">", {"assume": [LARGER]}),
    "a weak assumption": (less(X, Y), ["assumed", 0, []], "≥", {"assume": [[[], [], "≥", X, Y]]}),
    "an assumption turned round": (less(Y, X), ["assumed", 0, []], "", {"assume": [LARGER]}),
    "an assumption under its guard": (ASSUMED, ["assumed", 0, ["i"]], "≥", {**MASK, "assume": [
        [[["r", "n"]], [apart("r", "r")], ">", entry("s", "r"), X]]}),
    "an assumption without its guard": (less(entry("s", "j"), X), ["assumed", 0, ["j"]], "",
                                        {"free": [["i", "n"], ["j", "n"]], "assume": [GUARDED]}),
    "an assumption where its guard is a condition": (
        less(entry("s", "j"), X), ["assumed", 0, ["j"]], ">",
        {"free": [["i", "n"], ["j", "n"]], "assume": [GUARDED], "where": [apart("j", "i")]},
    ),
    "an assumption where another guard is": (
        less(entry("s", "j"), X), ["assumed", 0, ["j"]], "",
        {"free": [["i", "n"], ["j", "n"]], "assume": [GUARDED], "where": [apart("i", "j")]},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", RULES)
def test_a_rule_shows_what_it_shows_and_no_more(name: str) -> None:
    term, tree, shown, fields = RULES[name]
    for relation, accepted in ((">", shown == ">"), ("≥", shown in (">", "≥"))):
        claim = order(term, relation, ZERO, **{**XY, **fields})
        certificate_ = by_signs(claim, term, tree)
        if accepted:
            check(claim, certificate_)
        else:
            with pytest.raises(Rejected):
                check(claim, certificate_)


def test_an_equation_inside_is_checked() -> None:
    """x y + y x = 2 x y, and (x + y)² = x² + 2 x y + y²; with a wrong coefficient there is no equation to show."""
    left = plus(power(X, "2"), times(number(2), X, Y), power(Y, "2"))
    claim = order(left, "≥", ZERO, **XY)
    square = power(plus(X, Y), "2")
    inside = ["equal", square, equal(claim, left, square), SEEN]
    check(claim, by_signs(claim, left, inside))
    wrong = order(plus(power(X, "2"), times(number(3), X, Y), power(Y, "2")), "≥", ZERO, **XY)
    with pytest.raises(Rejected):
        check(wrong, by_signs(wrong, wrong["left"], inside))


@pytest.mark.parametrize(("body", "shown"), [(power(X, "2"), "≥"), (plus(power(X, "2"), exp(Y)), ">"), (X, "")])
def test_the_expectation_of_what_has_a_sign_has_it(body: Json, shown: str) -> None:
    fields = {**declared(**XY), "random": ["x"], "independent": []}
    tree = SEEN if body[0] != "plus" else ["parts", [SEEN, SEEN]]
    for relation, accepted in ((">", shown == ">"), ("≥", shown in (">", "≥"))):
        term = ["E", body]
        claim = {"of": fields, "where": [], "assume": [], "relation": relation, "left": term, "right": ZERO}
        equation = certificate({**fields, "left": less(term, ZERO), "right": term})
        found = {"statement": digest(claim), "term": term, "equation": equation, "signs": ["E", tree]}
        if accepted:
            check(claim, found)
        else:
            with pytest.raises(Rejected):
                check(claim, found)


def moments(entries: list[Json], independent: Json) -> str:
    """The translation of E of a product, as text."""
    fields = {"tensors": {"q": ["n"], "k": ["n"], "X": []}, "free": [["r", "n"], ["s", "n"]]}
    return str(translated(expectation(["E", times(*entries)], ZERO, ["q", "k", "X"], independent, **fields))["left"])


QR, QS, KR = entry("q", "r"), entry("q", "s"), entry("k", "r")


def test_what_is_independent_factors_and_nothing_else_does() -> None:
    each, whole, pairs = [[["q"], True], [["k"], True]], [[["q"], False], [["k"], False]], [[["q", "k"], True]]
    assert '"each", ["q"]' in moments([QR, KR], each) and '"each", ["k"]' in moments([QR, KR], each)
    assert '["k", "q"]' in moments([QR, KR], pairs) and '["k", "q"]' in moments([QR, KR], [])
    assert '"joint", ["q", "q"]' in moments([QR, QS], whole) and '"joint"' not in moments([QR, QS], each)
    assert '["X", "q"]' in moments([QR, entry("X")], each)  # X may depend on both
    assert "delta" in moments([QR, QS], each) and "delta" not in moments([QR, QS], whole)


def test_a_product_of_two_entries_is_split_by_whether_they_are_one() -> None:
    """E q_r q_s = δ_rs E q_r² + (1 − δ_rs) E q_r E q_s."""
    found = translated(expectation(["E", times(QR, QS)], ZERO, ["q"], [[["q"], True]], tensors={"q": ["n"]},
                                   free=[["r", "n"], ["s", "n"]]))  # fmt: skip
    second, first = '["E", "each", ["q", "q"]]', '["E", "each", ["q"]]'
    assert set(found["tensors"]) == {"q", first, second}
    same = times(["delta", "r", "s"], entry(second, "r"))
    other = times(apart("r", "s"), entry(first, "r"), entry(first, "s"))
    claim = {**{name: value for name, value in found.items() if name not in ("left", "right")}}
    assert equal({"of": claim, "where": []}, _lists(found["left"]), plus(same, other))


def _lists(term: Json) -> Json:
    return [_lists(part) for part in term] if isinstance(term, (list, tuple)) else term


def test_the_limit_of_an_exponential_is_the_letter_for_its_gap() -> None:
    gap = less(entry("s", "m"), entry("s", "j"))
    unique = [[["r", "n"]], [apart("r", "m")], ">", entry("s", "m"), entry("s", "r")]
    claim = limit(large_times(gap), ["delta", "j", "m"], assume=[unique], tensors={"s": ["n"]}, free=[["j", "n"], ["m", "n"]])
    equation = equal(claim, times(["delta", "j", "m"], gap), ZERO)
    read = {"gaps": [{"zero": ["delta", "j", "m"], "assumed": 0, "at": ["j"], "equation": equation}], "positive": []}
    found = Limits(claim, read)
    assert found.of(_tuples(claim["left"]), found.premises.free) == ("delta", "j", "m")


def _tuples(term: Json) -> Json:
    return tuple(map(_tuples, term)) if isinstance(term, list) else term
