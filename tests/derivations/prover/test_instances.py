"""The second engine: values, derivatives and hypotheses at concrete sizes; it refutes and never proves."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from flint import arb, fmpq

from derivations.prover import examine as examine_module
from derivations.prover.examine import EnginesDisagree, Result, examine
from derivations.prover.identity import Identity
from derivations.prover.instances import Evaluation, HasNoValue, Instance
from derivations.prover.refutation import all_places, few, refute, satisfying, sizes_in_order
from derivations.prover.setting import Setting

EMPTY: dict[str, Any] = {
    "sorts": ["n"], "tensors": {}, "positive": [], "masks": {}, "maps": {}, "functions": [], "define": [], "given": [],
    "free": [],
}  # fmt: skip
X: Any = ["entry", "x", []]


def value(term: Any, x: str = "3", **statement: Any) -> Any:
    entries = {"x": {(): Fraction(x)}, "dx": {(): Fraction(1)}, "dy": {(): Fraction(1)}}
    instance = Instance({"n": 2}, entries, {}, {"σ": [Fraction(c) for c in (5, -1, 2, 4)]})
    claim = {**EMPTY, "left": term, "right": ["number", "0"], **statement}
    return Evaluation(claim, instance).difference({})


@pytest.mark.parametrize(
    "term, wanted",
    [
        (["D", "x", "dx", ["power", X, "3"]], 27),
        (["D", "x", "dx", ["power", X, "-2"]], fmpq(-2, 27)),
        (["D", "x", "dx", ["apply", "log", X]], fmpq(1, 3)),
        (["D", "x", "dx", ["D", "x", "dy", ["apply", "log", X]]], fmpq(-1, 9)),
        (["D", "x", "dx", ["D", "x", "dy", ["power", X, "4"]]], 108),
        (["D", "x", "dx", ["apply", "σ", X]], -1 + 4 * 3 + 12 * 9),
        (["apply", "σ′", X], -1 + 4 * 3 + 12 * 9),
        (["D", "x", "dx", ["D", "x", "dy", ["apply", "σ", X]]], 4 + 24 * 3),
        (["D", "x", "dx", ["apply", "exp", ["times", [["number", "0"], X]]]], 0),
        (["power", ["number", "9/4"], "3/2"], fmpq(27, 8)),
        (["sum", "i", "n", ["size", "n"]], 4),
    ],
)
def test_values_and_derivatives_are_exact_where_they_are_rational(term: Any, wanted: Any) -> None:
    found = value(term)
    assert found == wanted if isinstance(found, fmpq) else found.contains(wanted)


def test_roots_and_exponentials_are_enclosed() -> None:
    assert value(["D", "x", "dx", ["power", X, "1/2"]]).overlaps(1 / (2 * arb(3).sqrt()))
    assert value(["D", "x", "dx", ["apply", "exp", ["power", X, "2"]]]).overlaps(6 * arb(9).exp())


def test_a_derivative_goes_through_definitions() -> None:
    assert value(["D", "x", "dx", ["entry", "y", []]], define=[["y", [], ["power", X, "2"]]]) == 6


def test_a_root_of_zero_has_a_value_and_no_derivative() -> None:
    assert value(["power", X, "1/2"], "0") == 0
    with pytest.raises(HasNoValue):
        value(["D", "x", "dx", ["power", X, "1/2"]], "0")


@pytest.mark.parametrize("term", [["power", X, "-1"], ["apply", "log", X], ["power", X, "-1/2"]])
def test_what_has_no_value_says_so(term: Any) -> None:
    with pytest.raises(HasNoValue):
        value(term, "0")


def test_equal_sizes_and_distinct_sizes_are_tried() -> None:
    found = list(sizes_in_order(["n", "d", "m"]))
    assert {"n": 1, "d": 1, "m": 1} in found and {"n": 2, "d": 2, "m": 2} in found
    assert any(len(set(sizes.values())) == 3 for sizes in found)


def test_the_counterexample_is_small() -> None:
    """Σ_i Σ_j x_i x_j = Σ_i x_i² holds at n = 1 only."""
    x_i, x_j = ["entry", "x", ["i"]], ["entry", "x", ["j"]]
    double = ["sum", "i", "n", ["sum", "j", "n", ["times", [x_i, x_j]]]]
    found = refute({**EMPTY, "tensors": {"x": ["n"]}, "left": double, "right": ["sum", "i", "n", ["power", x_i, "2"]]})
    assert found is not None and found.sizes == {"n": 2}


def test_the_standard_identity_of_two_by_two_matrices_is_refuted_at_three() -> None:
    """[[A, B]², C] = 0 holds for all 2 × 2 matrices (Wagner's identity), so that only n ≥ 3 tells."""
    tensors = {name: ["n", "n"] for name in "ABC"}
    counter = iter(range(1000))

    def product(word: str) -> Any:
        letters = [f"k{next(counter)}" for _ in word[1:]]
        path = ["i", *letters, "j"]
        term: Any = ["times", [["entry", name, [path[at], path[at + 1]]] for at, name in enumerate(word)]]
        for letter in letters:
            term = ["sum", letter, "n", term]
        return term

    square = [("ABAB", 1), ("ABBA", -1), ("BAAB", -1), ("BABA", 1)]
    words = [(word + "C", sign) for word, sign in square] + [("C" + word, -sign) for word, sign in square]
    left = ["plus", [["times", [["number", str(sign)], product(word)]] for word, sign in words]]
    claim = {**EMPTY, "tensors": tensors, "free": [["i", "n"], ["j", "n"]], "left": left, "right": ["number", "0"]}
    finding = examine(claim)
    assert finding.result is Result.REFUTED and finding.counterexample is not None
    assert finding.counterexample.sizes == {"n": 3}


def test_hypotheses_hold_at_the_instance_or_there_is_none() -> None:
    row = [[["i", "n"]], ["entry", "x", ["i"]], ["times", [["size", "n"], ["entry", "y", ["i"]]]]]
    claim = {**EMPTY, "tensors": {"x": ["n"], "y": ["n"]}, "given": [row], "left": X, "right": X}
    instance = satisfying(claim, {"n": 2}, 0)
    assert instance is not None
    assert all(instance.entries["x"][i,] == 2 * instance.entries["y"][i,] for i in range(2))
    assert satisfying({**claim, "given": [[[], ["number", "0"], ["number", "1"]]]}, {"n": 2}, 0) is None


@pytest.mark.parametrize(
    "given",
    [
        ("x_{i} = y_{i}", "x_{i} = z_{i}"),  # x is computed once; then z is
        ("x_{i} = y_{i}", "y_{i} = 2"),  # y is what x was computed from
        ("y_{i} = 2", "x_{i} = y_{i}", "z_{i} = x_{i} + 1"),
        ("x_{i} = y_{i}", "w_{i} = 3 y_{i}", "z_{i} = w_{i}"),
        ("v = 2", "x_{i} = y_{i} + v"),  # v = Σ y is no letter of its own
        ("x_{t_{i}} = m_{i}",),  # t may take two positions to one entry
    ],
)
def test_an_instance_satisfies_every_hypothesis_when_all_are_chosen(given: tuple[str, ...]) -> None:
    """What satisfies a later hypothesis may not undo an earlier one."""
    setting = Setting(
        sizes="n k", shapes={"x": "n", "y": "n", "z": "n", "w": "n", "m": "k"}, tokens={"t": "k n"}, given=given,
        where=(r"v = \sum_{i} y_{i}",),
    )  # fmt: skip
    claim = r"x_{i} = m_{l}" if "t" in given[0] else "x_{i} = z_{i}"
    [equation] = Identity(setting=setting, formula=claim).each()
    statement = equation.statement
    tried = 0
    for n, k, seed in product((1, 2, 3), (1, 2, 3), range(3)):
        instance = satisfying(statement, {sort: {"n": n, "k": k}[sort] for sort in statement["sorts"]}, seed)
        if instance is not None:
            tried += 1
            evaluation = Evaluation(statement, instance)
            for scope, left, right in statement["given"]:
                assert all(evaluation.gap(left, right, places) == 0 for places in all_places(scope, instance.sizes))
    assert tried or "v = 2" in given


def test_few_instances_are_of_equal_sizes_and_of_distinct_ones_that_are_no_squares() -> None:
    setting = Setting(sizes="n d_k d_v", shapes={"Q": "n d_k", "V": "n d_v"})
    [equation] = Identity(
        setting=setting, formula=r"Q_{i r} V_{i c} = \frac{V_{i c} Q_{i r}}{\sqrt{d_{k}} \sqrt{d_{k}}} d_{k}"
    ).each()
    sizes = [dict(instance.sizes) for instance in few(equation.statement)]
    assert [set(each.values()) for each in sizes[:2]] == [{1}, {2}]
    assert len(set(sizes[2].values())) == 3 and sizes[2]["d_k"] in (2, 3)


def test_contradictory_hypotheses_refute_nothing() -> None:
    setting = Setting(sizes="n", shapes={"x": "n"}, given=("x_{i} = 1", "x_{i} = - 1"))
    [equation] = Identity(setting=setting, formula="x_{i} = 2").each()
    assert refute(equation.statement) is None


def test_a_disagreement_of_the_engines_is_an_alarm(monkeypatch: pytest.MonkeyPatch) -> None:
    claim = {**EMPTY, "left": ["number", "1"], "right": ["number", "1"]}
    assert examine(claim).result is Result.PROVED
    wrong = refute({**claim, "right": ["number", "2"]})
    monkeypatch.setattr(examine_module, "refute", lambda _, **__: wrong)
    with pytest.raises(EnginesDisagree):
        examine(claim)
