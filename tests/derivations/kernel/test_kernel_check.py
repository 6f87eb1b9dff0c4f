"""What the kernel accepts, and that nothing else gets past it."""

from __future__ import annotations

import ast
import copy
import sys
from pathlib import Path
from typing import Any

import pytest
from kernel_statements import (
    JACOBIAN,
    SUM_IS_ONE,
    SUM_IS_TWO,
    at,
    entry,
    exp,
    minus,
    number,
    plus,
    power,
    statement,
    times,
    total,
)  # fmt: skip

from derivations.kernel.check import Rejected, check, digest
from derivations.kernel.lemma import substituted
from derivations.prover.search import Lemma, certificate

KERNEL = Path(check.__code__.co_filename).parent
CORE = ("check", "normal_form", "monomials", "differential")
BESIDE = sorted({path.stem for path in KERNEL.glob("*.py")} - {*CORE, "__init__"})


def proved(claim: dict[str, Any], **options: Any) -> Any:
    found = certificate(claim, **options)
    assert found is not None
    check(claim, found)
    return found


def refused(claim: dict[str, Any]) -> None:
    assert certificate(claim) is None


X, A = {"x": ["n"]}, {"A": ["n", "n"], "x": ["n"]}


@pytest.mark.parametrize(
    "claim",
    [
        SUM_IS_ONE,
        JACOBIAN,
        statement(total("i", "n", number(1)), ["size", "n"]),
        statement(total("i", "n", times(["delta", "i", "j"], entry("x", "i"))), entry("x", "j"), tensors=X, free=[["j", "n"]]),
        statement(total("i", "n", total("j", "n", entry("A", "i", "j"))),
                  total("a", "n", total("b", "n", entry("A", "b", "a"))), tensors=A),
        statement(power(entry("J", "i", "j"), "3"), entry("J", "i", "j"), masks={"J": [["n", "n"], []]},
                  free=[["i", "n"], ["j", "n"]]),
        statement(total("w", "m", times(["delta", at("t", "i"), "w"], entry("z", "w"))), entry("z", at("t", "i")),
                  tensors={"z": ["m"]}, maps={"t": ["n", "m"]}, free=[["i", "n"]]),
        statement(times(["delta", "i", "j"], entry("x", "i")), times(["delta", "j", "i"], entry("x", "j")), tensors=X,
                  free=[["i", "n"], ["j", "n"]]),
        statement(power(power(entry("q"), "2"), "1/2"), entry("q"), tensors={"q": []}, positive=["q"]),
        statement(power(number(8), "1/2"), times(number(2), power(number(2), "1/2"))),
        statement(exp(["apply", "log", times(number(3), entry("q"))]), times(number(3), entry("q")), tensors={"q": []},
                  positive=["q"]),
        statement(["apply", "log", exp(total("i", "n", entry("x", "i")))], total("k", "n", entry("x", "k")), tensors=X),
        statement(["D", "x", "dx", total("i", "n", power(entry("x", "i"), "2"))],
                  times(number(2), total("j", "n", times(entry("x", "j"), entry("dx", "j")))), tensors={**X, "dx": ["n"]}),
        statement(["D", "x", "dx", ["D", "x", "dy", power(entry("x", "i"), "2")]],
                  times(number(2), entry("dx", "i"), entry("dy", "i")), tensors={**X, "dx": ["n"], "dy": ["n"]},
                  free=[["i", "n"]]),
        statement(power(plus(entry("q"), number(1)), "-1"),
                  times(entry("q"), power(plus(entry("q"), power(entry("q"), "2")), "-1")), tensors={"q": []},
                  positive=["q"]),
    ],
)  # fmt: skip
def test_true_statements_are_proved(claim: dict[str, Any]) -> None:
    proved(claim)


@pytest.mark.parametrize(
    "claim",
    [
        SUM_IS_TWO,
        {**JACOBIAN, "right": minus(JACOBIAN["right"])},
        statement(total("i", "n", number(1)), number(1)),
        statement(total("i", "n", number(1)), ["size", "m"]),
        statement(total("k", "n", times(["delta", "k", at("π", "k")], entry("x", "k"))), entry("x", at("π", "i")), tensors=X,
                  maps={"π": ["n", "n"]}, free=[["i", "n"]]),
        statement(total("k", "n", ["delta", "k", at("π", "k")]), number(1), maps={"π": ["n", "n"]}),
        statement(power(entry("x", "i"), "2"), entry("x", "i"), tensors=X, free=[["i", "n"]]),
        statement(total("i", "n", total("j", "n", times(entry("A", "i", "j"), entry("A", "i", "j")))),
                  total("i", "n", total("j", "n", times(entry("A", "i", "j"), entry("A", "j", "i")))), tensors=A),
        statement(entry("x", "i"), entry("x", "j"), tensors=X, free=[["i", "n"], ["j", "n"]]),
        statement(power(total("i", "n", entry("x", "i")), "2"), total("i", "n", power(entry("x", "i"), "2")), tensors=X),
        statement(exp(total("i", "n", entry("x", "i"))), total("i", "n", exp(entry("x", "i"))), tensors=X),
        statement(["D", "x", "dx", entry("y", "i")], entry("dx", "i"), tensors={**X, "y": ["n"], "dx": ["n"]},
                  free=[["i", "n"]]),
        # A sum that captures: Σ_i x_i x_i is not (Σ_i x_i) x_i.
        statement(total("i", "n", times(entry("x", "i"), entry("x", "i"))),
                  times(total("k", "n", entry("x", "k")), entry("x", "i")), tensors=X,
                  free=[["i", "n"]]),
    ],
)  # fmt: skip
def test_false_statements_are_not(claim: dict[str, Any]) -> None:
    refused(claim)


Q: dict[str, Any] = {"tensors": {"q": [], "dq": []}, "positive": ["q"]}
LOG_Q = ["apply", "log", entry("q")]
BIG = 1009  # a prime beyond those that numbers are divided by
MATRIX: dict[str, Any] = {"tensors": {"P": ["n", "n"]}, "positive": ["P"]}


def over_rows(i: str, j: str) -> Any:
    return total("i", "n", power(total("j", "n", entry("P", i, j)), "-1"))


@pytest.mark.parametrize(
    "left, right, wrong, declared",
    [
        (["D", "q", "dq", LOG_Q], times(entry("dq"), power(entry("q"), "-1")), times(entry("dq"), power(entry("q"), "-2")), Q),
        (["D", "q", "dq", power(entry("q"), "-1/2")], times(number("-1/2"), entry("dq"), power(entry("q"), "-3/2")),
         times(number("-1/2"), entry("dq"), power(entry("q"), "-1/2")), Q),
        (["D", "x", "dx", ["apply", "σ", entry("x")]], times(entry("dx"), ["apply", "σ′", entry("x")]),
         times(entry("dx"), ["apply", "σ", entry("x")]), {"tensors": {"x": [], "dx": []}, "functions": ["σ"]}),
        (["D", "x", "dx", ["apply", "σ′", entry("x")]], times(entry("dx"), ["apply", "σ′′", entry("x")]),
         times(entry("dx"), ["apply", "σ′", entry("x")]), {"tensors": {"x": [], "dx": []}, "functions": ["σ"]}),
        (["apply", "log", exp(times(number(2), entry("q")))], times(number(2), entry("q")), entry("q"), Q),
        (["apply", "log", power(entry("q"), "3")], times(number(3), LOG_Q), LOG_Q, Q),
        (exp(times(number(2), LOG_Q)), power(entry("q"), "2"), entry("q"), Q),
        (times(LOG_Q, LOG_Q), power(LOG_Q, "2"), times(number(2), LOG_Q), Q),
        (exp(power(LOG_Q, "2")), exp(times(LOG_Q, LOG_Q)), entry("q"), Q),
        (exp(total("i", "n", ["apply", "log", entry("p", "i")])), exp(total("k", "n", ["apply", "log", entry("p", "k")])),
         total("k", "n", entry("p", "k")), {"tensors": {"p": ["n"]}, "positive": ["p"]}),
        (power(number(f"1/{BIG}"), "1/2"), power(number(BIG), "-1/2"), power(number(BIG), "1/2"), {}),
        (power(number("9/2"), "1/2"), times(number(3), power(number(2), "-1/2")), times(number(3), power(number(2), "1/2")),
         {}),
        # Bound indices of inner and outer sums stay apart.
        (over_rows("i", "j"), total("a", "n", power(total("b", "n", entry("P", "a", "b")), "-1")), over_rows("j", "i"), MATRIX),
        (total("i", "n", power(total("i", "n", entry("P", "i", "i")), "-1")),
         times(["size", "n"], power(total("i", "n", entry("P", "i", "i")), "-1")), over_rows("i", "i"), MATRIX),
        # What is common to all terms of a base comes out of it, unless it is made of their bound indices.
        (power(total("j", "n", times(entry("p", "j"), entry("q"))), "-1"),
         times(power(entry("q"), "-1"), power(total("j", "n", entry("p", "j")), "-1")),
         times(power(entry("q"), "-1"), total("j", "n", power(entry("p", "j"), "-1"))),
         {"tensors": {"p": ["n"], "q": []}, "positive": ["p", "q"]}),
    ],
)  # fmt: skip
def test_laws_and_their_false_neighbours(left: Any, right: Any, wrong: Any, declared: dict[str, Any]) -> None:
    proved(statement(left, right, **declared))
    refused(statement(left, wrong, **declared))


BIJECTION: dict[str, Any] = {
    "tensors": {"x": ["n"], "y": ["n"], "A": ["n", "n"]}, "maps": {"π": ["n", "n", "bijective"], "ρ": ["n", "n", "bijective"]},
    "free": [["i", "n"], ["j", "n"]],
}  # fmt: skip
ANY_FUNCTION = {**BIJECTION, "maps": {"π": ["n", "n"], "ρ": ["n", "n"]}}
BACK = at("π⁻¹", "i")


def row(j: Any) -> Any:
    return power(total("j", "n", exp(entry("A", "i", j))), "-1")


REINDEXED = [
    (total("k", "n", entry("x", at("π", "k"))), total("k", "n", entry("x", "k"))),
    (total("k", "n", times(entry("x", at("π", "k")), entry("y", at("π", "k")))),
     total("k", "n", times(entry("x", "k"), entry("y", "k")))),
    (row(at("π", "j")), row("j")),
    (times(["delta", at("π", "i"), at("π", "j")], entry("x", "i")), times(["delta", "i", "j"], entry("x", "j"))),
    (total("k", "n", times(["delta", at("π", "k"), "i"], ["delta", at("π", "k"), "j"])), ["delta", "i", "j"]),
    (total("k", "n", total("l", "n", times(["delta", at("π", "k"), at("ρ", "l")], entry("A", "k", "l")))),
     total("k", "n", total("l", "n", times(["delta", at("ρ", "l"), at("π", "k")], entry("A", "k", "l"))))),
]  # fmt: skip


@pytest.mark.parametrize("left, right", REINDEXED)
def test_sums_are_reindexed_by_bijections_and_by_nothing_else(left: Any, right: Any) -> None:
    proved(statement(left, right, **BIJECTION))
    if right != REINDEXED[-1][1]:
        refused(statement(left, right, **ANY_FUNCTION))


@pytest.mark.parametrize(
    "left, right",
    [
        (entry("x", at("π", BACK)), entry("x", "i")),
        (entry("x", at("π⁻¹", at("π", "i"))), entry("x", "i")),
        (total("k", "n", times(["delta", at("π", "k"), "i"], entry("x", "k"))), entry("x", BACK)),
        (total("k", "n", times(["delta", at("π", at("ρ", "k")), "i"], entry("x", "k"))), entry("x", at("ρ⁻¹", BACK))),
        (total("k", "n", entry("x", at("π⁻¹", "k"))), total("k", "n", entry("x", "k"))),
    ],
)
def test_a_bijection_has_an_inverse(left: Any, right: Any) -> None:
    proved(statement(left, right, **BIJECTION))


@pytest.mark.parametrize(
    "left, right",
    [
        (total("k", "n", times(entry("x", at("π", "k")), entry("y", "k"))),
         total("k", "n", times(entry("x", "k"), entry("y", "k")))),
        (total("k", "n", times(entry("x", at("π", "k")), entry("y", at("ρ", "k")))),
         total("k", "n", times(entry("x", "k"), entry("y", "k")))),
        (total("k", "n", ["delta", "k", at("π", "k")]), number(1)),
        (total("k", "n", ["delta", at("ρ", "k"), at("π", "k")]), number(1)),
        (entry("x", BACK), entry("x", at("π", "i"))),
        (entry("x", at("ρ", at("π", "i"))), entry("x", at("π", at("ρ", "i")))),
        (["delta", at("π", "i"), at("ρ", "j")], ["delta", "i", "j"]),
        (total("k", "n", entry("A", at("π", "k"), "k")), total("k", "n", entry("A", "k", "k"))),
    ],
)  # fmt: skip
def test_what_bijections_do_not_do(left: Any, right: Any) -> None:
    refused(statement(left, right, **BIJECTION))


def sin(term: Any) -> Any:
    return ["apply", "sin", term]


def cos(term: Any) -> Any:
    return ["apply", "cos", term]


P, R = entry("p"), entry("q")
ANGLES: dict[str, Any] = {"tensors": {"p": [], "q": [], "dp": [], "x": ["n"]}, "free": [["i", "n"], ["j", "n"]]}
X_I, X_J = entry("x", "i"), entry("x", "j")
MANY_ANGLES = sin(times(number(9), P))  # more than are multiplied out


@pytest.mark.parametrize(
    "left, right, wrong",
    [
        (sin(plus(P, R)), plus(times(sin(P), cos(R)), times(cos(P), sin(R))), plus(sin(P), sin(R))),
        (cos(plus(P, R)), plus(times(cos(P), cos(R)), minus(times(sin(P), sin(R)))),
         plus(times(cos(P), cos(R)), times(sin(P), sin(R)))),
        (sin(plus(P, minus(R))), plus(times(sin(P), cos(R)), minus(times(cos(P), sin(R)))), sin(plus(R, minus(P)))),
        (plus(power(sin(P), "2"), power(cos(P), "2")), number(1), plus(power(sin(P), "2"), power(cos(R), "2"))),
        (cos(times(number(3), P)), plus(times(number(4), power(cos(P), "3")), times(number(-3), cos(P))),
         times(number(3), cos(P))),
        (power(sin(P), "4"), power(plus(number(1), minus(power(cos(P), "2"))), "2"), power(sin(P), "2")),
        (sin(minus(P)), minus(sin(P)), sin(P)),
        (cos(minus(P)), cos(P), minus(cos(P))),
        (sin(number(0)), number(0), number(1)),
        (cos(plus(P, minus(P))), number(1), number(0)),
        (sin(plus(X_I, minus(X_I))), number(0), sin(plus(X_I, minus(X_J)))),
        (times(["delta", "i", "j"], sin(plus(X_I, minus(X_J)))), number(0), ["delta", "i", "j"]),
        (["D", "p", "dp", sin(P)], times(cos(P), entry("dp")), times(sin(P), entry("dp"))),
        (["D", "p", "dp", cos(P)], minus(times(sin(P), entry("dp"))), times(sin(P), entry("dp"))),
        (MANY_ANGLES, sin(plus(*[times(number(3), P)] * 3)), sin(times(number(8), P))),
    ],
)  # fmt: skip
def test_addition_theorems(left: Any, right: Any, wrong: Any) -> None:
    proved(statement(left, right, **ANGLES))
    refused(statement(left, wrong, **ANGLES))


def test_a_term_put_in_for_a_tensor_keeps_its_own_letters() -> None:
    own = ("sum", "w", "n", ("entry", "x", ("w",)))
    assert substituted(own, {"w": "k"}) == own
    both = ("times", (("entry", "x", ("w",)), own))
    assert substituted(both, {"w": "k"}) == ("times", (("entry", "x", ("k",)), own))


def test_the_derivative_goes_through_definitions() -> None:
    """An opaque tensor is not a constant: y = x² moves when x does."""
    square = ["y", [["i", "n"]], power(entry("x", "i"), "2")]
    moved = statement(
        ["D", "x", "dx", entry("y", "i")], times(number(2), entry("x", "i"), entry("dx", "i")),
        tensors={**X, "dx": ["n"]}, define=[square], free=[["i", "n"]],
    )  # fmt: skip
    proved(moved)
    proved(moved, opaque=["y"])
    refused({**moved, "right": number(0)})


def test_an_opaque_definition_is_used_as_an_equation() -> None:
    square = ["y", [["i", "n"]], power(entry("x", "i"), "2")]
    claim = statement(entry("y", "i"), power(entry("x", "i"), "2"), tensors=X, define=[square], free=[["i", "n"]])
    found = proved(claim, opaque=["y"])
    assert found["unfold"] == [] and found["use"][0]["fact"][0] == "define"


def test_a_hypothesis_is_used_at_any_index() -> None:
    claim = statement(
        total("i", "n", total("j", "n", entry("A", "i", "j"))), ["size", "n"], tensors=A,
        given=[[[["k", "n"]], total("j", "n", entry("A", "k", "j")), number(1)]],
    )  # fmt: skip
    assert proved(claim)["use"][0]["fact"][0] == "given"
    refused({**claim, "given": []})


def test_a_lemma_is_proved_once_and_used_at_terms() -> None:
    """Σ_j softmax(s)_j = 1, used for every row of x_j A_ij, whose own letters are those of the lemma."""
    lemma = Lemma("softmax sums to 1", SUM_IS_ONE, proved(SUM_IS_ONE))
    score = times(entry("x", "j"), entry("A", "r", "j"))
    row = times(exp(score), power(total("j", "n", exp(score)), "-1"))
    claim = statement(total("j", "n", row), number(1), tensors=A, free=[["r", "n"]])
    replaced = [[["n", "n"], ["m", "m"]], [], [], [], [["s", [["j"], score]]]]
    use = [{"over": [], "times": number(1), "fact": ["lemma", lemma.name, replaced, []]}]
    found = proved(claim, lemmas=[lemma], use=use)
    assert found["use"] == use
    with pytest.raises(Rejected, match="unknown lemma"):
        check(claim, {**found, "lemmas": []})
    circle = {"name": lemma.name, "statement": claim, "certificate": {**found, "lemmas": []}}
    with pytest.raises(Rejected, match="unknown lemma"):
        check(claim, {**found, "lemmas": [circle]})


def test_a_certificate_is_for_one_statement() -> None:
    certificates = {digest(claim): proved(claim) for claim in (SUM_IS_ONE, JACOBIAN)}
    for claim in (SUM_IS_ONE, SUM_IS_TWO, JACOBIAN):
        for owner, offered in certificates.items():
            if owner != digest(claim):
                with pytest.raises(Rejected, match="another statement"):
                    check(claim, offered)


def test_a_certificate_relabelled_does_not_prove_a_falsehood() -> None:
    """The digest only says early what the mathematics says anyway."""
    offered = {**proved(SUM_IS_ONE), "statement": digest(SUM_IS_TWO)}
    with pytest.raises(Rejected, match="the sides differ"):
        check(SUM_IS_TWO, offered)


def test_checking_changes_neither_statement_nor_certificate() -> None:
    claim, found = copy.deepcopy(JACOBIAN), proved(JACOBIAN)
    before = copy.deepcopy(found)
    check(claim, found)
    assert claim == JACOBIAN and found == before


def lines_of_code(name: str) -> int:
    """Without blank lines, comments and docstrings."""
    text = (KERNEL / f"{name}.py").read_text(encoding="utf-8")
    told: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node) is not None:
            told |= set(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    lines = enumerate(text.splitlines(), 1)
    return sum(1 for at_line, line in lines if line.strip() and not line.strip().startswith("#") and at_line not in told)


def test_the_kernel_can_be_read_in_an_evening() -> None:
    assert sum(map(lines_of_code, CORE)) <= 300
    assert all(lines_of_code(name) <= 150 for name in BESIDE)


def test_the_kernel_imports_the_standard_library_and_itself() -> None:
    for path in KERNEL.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                top = (node.module or "").split(".")[0]
                assert (node.module or "").startswith("derivations.kernel") or top in sys.stdlib_module_names
            if isinstance(node, ast.Import):
                assert all(alias.name.split(".")[0] in sys.stdlib_module_names for alias in node.names)
