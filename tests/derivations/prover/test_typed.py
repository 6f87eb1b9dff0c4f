"""Shapes and ranges: read from the definitions, held against what is printed."""

from __future__ import annotations

import pytest

from derivations.notes.main_line import BLOCK, EMBEDDED, PREDICTED
from derivations.notes.settings import ATTENTION, FFN
from derivations.prover.finding import Result
from derivations.prover.setting import Setting
from derivations.prover.shaped import IllTyped
from derivations.prover.typed import Typed

HEADS = Setting(sizes="n d_v H d", shapes={"Z": "(H) n d_v", "W_O": "H·d_v d"})
TEXT = Setting(sizes="n N", tokens={"t": "n N"}, fixed={"w": "N"})

RIGHT = [
    (EMBEDDED, r"E \in R^{N \times d} ."),
    (EMBEDDED, r"e_{i} = E_{t_{i}, :} \in R^{1 \times d} ."),
    (EMBEDDED, r"x_{i} = e_{i} + p_{i}, X^{(0)} = [\begin{matrix} x_{1} \\ ⋮ \\ x_{n} \end{matrix}] \in R^{n \times d} ."),
    (ATTENTION, r"A \in R^{n \times n}"),
    (ATTENTION, r"Q K^{T} \in R^{n \times n}"),
    (ATTENTION, r"q_{i} = x_{i} W_{Q} \in R^{1 \times d_{k}}"),
    (FFN, r"W_{1} \in R^{d \times m}, W_{2} \in R^{m \times d}"),
    (HEADS, r"Z^{(r)} \in R^{n \times d_{v}}"),
    (HEADS, r"W_{O} \in R^{H d_{v} \times d}"),
    (PREDICTED, r"p \in R^{n \times N}"),
    (BLOCK, r"Y \in R^{n \times d}"),
    (TEXT, r"t_{i} \in {1, \dots, N}"),
    (TEXT, r"w \in {1, \dots, N}"),
]

WRONG = [
    (EMBEDDED, r"E \in R^{d \times N} .", "N = 2, d = 3; E: 2 × 3 ≠ 3 × 2"),
    (EMBEDDED, r"e_{i} = E_{t_{i}, :} \in R^{2 \times d} .", "1 × 2 ≠ 2 × 2"),
    (EMBEDDED, r"e_{i} = E_{t_{i}, :} \in R^{0 \times d} .", "1 × 2 ≠ 0 × 2"),
    (EMBEDDED, r"e_{i} = p_{i} \in R^{1 \times d} .", "≠"),
    (ATTENTION, r"A \in R^{n \times d_{k}}", "2 × 2 ≠ 2 × 3"),
    (HEADS, r"W_{O} \in R^{H \times d}", "6 × 5 ≠ 2 × 5"),
    (TEXT, r"t_{i} \in {1, \dots, n}", "{1, …, 2} ≠ {1, …, 3}"),
    (TEXT, r"t_{i} \in {2, \dots, N}", "{1, …, 2} ≠ {2, …, 2}"),
    (TEXT, r"w \in {0, \dots, N}", "{1, …, 2} ≠ {0, …, 2}"),
]

MEANINGLESS = [
    (ATTENTION, r"Q K \in R^{n \times n}"),
    (ATTENTION, r"Q \in R^{n \times q}"),
    (ATTENTION, r"Q \in R"),
    (ATTENTION, r"Q \in {1, \dots, n}"),
    (ATTENTION, r"n \times d"),
    (ATTENTION, r"Q \leq K"),
    (EMBEDDED, r"X^{(1)} = [\begin{matrix} x_{1} \\ ⋮ \\ x_{n} \end{matrix}] \in R^{n \times d}"),
    (EMBEDDED, r"X^{(0)} = [\begin{matrix} x_{1} \\ ⋮ \\ x_{d} \end{matrix}] \in R^{n \times d}"),
    (EMBEDDED, r"X^{(0)} = [\begin{matrix} x_{2} \\ ⋮ \\ x_{n} \end{matrix}] \in R^{n \times d}"),
]


@pytest.mark.parametrize(("setting", "formula"), RIGHT, ids=[formula for _, formula in RIGHT])
def test_what_the_definitions_give_is_proved(setting: Setting, formula: str) -> None:
    found = Typed(setting=setting, formula=formula).examined()
    assert found.result is Result.PROVED
    assert found.certificate is not None and all(found.certificate["parts"])


@pytest.mark.parametrize(("setting", "formula", "shown"), WRONG, ids=[formula for _, formula, _ in WRONG])
def test_another_shape_is_refuted_at_sizes_that_tell_them_apart(setting: Setting, formula: str, shown: str) -> None:
    found = Typed(setting=setting, formula=formula).examined()
    assert found.result is Result.REFUTED
    assert found.counterexample is not None and shown in found.counterexample.shown()


@pytest.mark.parametrize(("setting", "formula"), MEANINGLESS, ids=[formula for _, formula in MEANINGLESS])
def test_what_is_no_shape_is_not_stated(setting: Setting, formula: str) -> None:
    with pytest.raises(IllTyped):
        Typed(setting=setting, formula=formula).examined()


def test_equations_beside_a_shape_bring_their_hypotheses() -> None:
    record = Typed(setting=ATTENTION, formula=r"\sum_{j} a_{i j} v_{j} = z_{i} \in R^{1 \times d_{v}}")
    assert record.hypotheses == ("J_i ≠ ∅",)
    assert record.examined().result is Result.PROVED
    assert record.without("J_i ≠ ∅").hypotheses == ()
