"""The sizes from which on a false polynomial identity shows itself: computed, and enough."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from derivations.prover.refutation import refute_at
from derivations.prover.setting import Setting
from derivations.prover.sizes import bound, cost
from derivations.prover.statements import statements

PLAIN = Setting(sizes="n m", shapes={"A": "n n", "B": "n m", "x": "n", "q": ""}, positive=frozenset({"q"}), masks={"J": "n n"},
                tokens={"t": "n m"}, where=(r"C = A A", r"y = \sum_{j} x_{j}^{2}"), sparse=frozenset({"J"}))  # fmt: skip


@pytest.mark.parametrize(
    "formula, least, grid",
    [
        # Two free indices and a bound one are three; at most one sum may be done away with, so that two sizes suffice.
        (r"(A A)_{i j} = A_{i j}", 3, 2),
        (r"(A A A)_{i j} = A_{i j}", 4, 3),
        (r"C_{i j} = A_{i j}", 3, 2),
        (r"\sum_{i} \sum_{j} x_{i} x_{j} = (\sum_{i} x_{i})^{2}", 2, 3),
        (r"\sum_{i} x_{i} = n x_{j}", 2, 4),
        (r"\frac{1}{n} \sum_{i} x_{i} = x_{j}", 2, 4),
        (r"\sum_{r} B_{i r} = x_{i}", 1, 1),
        (r"\sum_{j \in J_{i}} x_{j} = x_{i}", 2, 2),
        (r"\frac{\partial y}{\partial x_{k}} = 2 x_{k}", 1, 2),
    ],
)
def test_the_bound_is_counted(formula: str, least: int, grid: int) -> None:
    (statement,) = statements(PLAIN, formula)
    found = bound(statement)
    assert found is not None
    assert (found.least["n"], found.grid["n"]) == (least, grid)


@pytest.mark.parametrize("formula", [r"e^{q} = q", r"\sqrt{q} = q", r"B_{i, t_{i}} = x_{i}", r"\frac{1}{q} = q"])
def test_what_is_no_polynomial_has_no_bound(formula: str) -> None:
    (statement,) = statements(PLAIN, formula)
    assert bound(statement) is None


def test_a_hypothesis_leaves_no_bound() -> None:
    (statement,) = statements(Setting(sizes="n", shapes={"x": "n"}, given=(r"\sum_{i} x_{i} = 0",)), r"x_{i} = 0")
    assert bound(statement) is None


def standard(names: str, n: str = "n") -> Any:
    """Σ over permutations of their sign times the product of matrices: 0 for 2 × 2 matrices if there are four of them."""
    terms = []
    for order in permutations(range(len(names))):
        sign = (-1) ** sum(order[a] > order[b] for a in range(len(order)) for b in range(a))
        path = ["i", *(f"k{at}" for at in range(len(names) - 1)), "j"]
        factors = [["entry", names[k], [path[at], path[at + 1]]] for at, k in enumerate(order)]
        term: Any = ["times", [["number", str(sign)], *factors]]
        for letter in reversed(path[1:-1]):
            term = ["sum", letter, n, term]
        terms.append(term)
    return ["plus", terms]


def test_the_standard_identity_is_false_at_its_bound_and_true_below() -> None:
    """Amitsur and Levitzki: S₄ vanishes for 2 × 2 matrices and for no larger ones. K = 5: three bound indices, two free."""
    names = "ABCD"
    claim = {
        "sorts": ["n"], "tensors": {name: ["n", "n"] for name in names}, "positive": [], "masks": {}, "maps": {},
        "functions": [], "define": [], "given": [], "free": [["i", "n"], ["j", "n"]], "left": standard(names),
        "right": ["number", "0"],
    }  # fmt: skip
    found = bound(claim)
    assert found is not None and found.least == {"n": 5}
    assert refute_at(claim, {"n": 2}) is None
    assert refute_at(claim, {"n": 3}) is not None
    assert refute_at(claim, dict(found.least)) is not None


def test_the_cost_counts_entries() -> None:
    (statement,) = statements(PLAIN, r"(A A)_{i j} = A_{i j}")
    # Two factors for each of n values of the bound index and one entry on the right, at n² places.
    assert cost(statement, {"n": 3, "m": 1}) == (3 * 2 + 1) * 9
