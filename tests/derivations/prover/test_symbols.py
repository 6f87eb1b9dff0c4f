"""sympy as the third witness: it differentiates by itself and comes to the same, at distinct and at equal sizes."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
import sympy
from test_notes_formulas import FALSE, TRUE

import derivations.prover.symbols as symbols
from derivations.prover.refutation import refute, satisfying
from derivations.prover.shaped import IllTyped
from derivations.prover.statements import statements
from derivations.prover.symbols import agrees, expression


@pytest.mark.parametrize("name", TRUE)
def test_it_agrees_with_every_proved_formula(name: str) -> None:
    for statement in statements(*TRUE[name]):
        sorts = statement["sorts"]
        for sizes in (dict(zip(sorts, (2, 3, 1, 2), strict=False)), dict.fromkeys(sorts, 2)):
            instance = satisfying(statement, sizes, 0)
            assert instance is not None
            assert agrees(statement, instance) is True


@pytest.mark.parametrize("name", FALSE)
def test_it_agrees_with_every_counterexample(name: str) -> None:
    for formula in FALSE[name]:
        try:
            [statement] = statements(TRUE[name][0], formula)
        except IllTyped:
            continue
        found = refute(statement)
        assert found is not None
        assert agrees(statement, found.instance) is False


def test_symbolic_sizes_become_numbers_in_sympy() -> None:
    """Σ_k A[i, k] V[k, j] at n = 2 is A[i, 1] V[1, j] + A[i, 2] V[2, j], written out here by hand."""
    setting, _ = TRUE["mixing"]
    [statement] = statements(setting, r"Z_{i r} = \sum_{j} A_{i j} V_{j r}")
    definitions, equation = expression(statement)
    A, V, i, r = sympy.IndexedBase("A"), sympy.IndexedBase("V"), *sympy.symbols("i r", integer=True)
    n = sympy.Symbol("n", integer=True, positive=True)
    assert equation.rhs.subs(n, 2).doit() == A[i, 1] * V[1, r] + A[i, 2] * V[2, r]
    assert any(str(left).startswith("Z[") for left in definitions)


def test_a_derivative_is_written_and_not_carried_out() -> None:
    setting, formula = TRUE["softmax Jacobian"]
    [statement] = statements(setting, formula)
    _, equation = expression(statement)
    assert equation.rhs.has(sympy.Derivative) and not equation.lhs.has(sympy.Derivative)


def test_no_text_reaches_a_parser_of_sympy() -> None:
    source = Path(symbols.__file__).read_text(encoding="utf-8")
    called = {node.attr for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Attribute)}
    assert called.isdisjoint({"sympify", "S", "parse_expr", "parsing", "lambdify"})
    names = {node.func.attr: node for node in ast.walk(ast.parse(source))
             if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)}  # fmt: skip
    assert not isinstance(names["N"].args[0], ast.Constant)
