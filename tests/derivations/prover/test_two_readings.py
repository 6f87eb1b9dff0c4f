"""The printed formula has two readings, `prover.reading` and `formula.evaluate`; at concrete sizes they agree."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import arb, ctx
from notes_settings import ATTENTION, CROSS_ENTROPY, FFN

from derivations.formula import tree
from derivations.formula.evaluate import evaluate
from derivations.formula.parser import parse
from derivations.prover.instances import Evaluation, Instance
from derivations.prover.reading import Scope
from derivations.prover.setting import Setting
from derivations.prover.statements import Writing
from numeric.fields.ball import Ball

BITS = 128
SIZES = {"n": 3, "d": 2, "d_k": 5, "d_v": 4, "m": 3, "N": 2}


@pytest.mark.parametrize(
    "setting, side",
    [
        (ATTENTION, r"Z^{T} \bar{R}"), (ATTENTION, r"\bar{R} W_{O}^{T}"), (ATTENTION, r"\bar{Z} V^{T}"),
        (ATTENTION, r"A^{T} \bar{Z}"),
        (ATTENTION, r"\bar{S} K / \sqrt{d_{k}}"), (ATTENTION, r"{\bar{S}}^{T} Q / \sqrt{d_{k}}"), (ATTENTION, r"X^{T} \bar{Q}"),
        (ATTENTION, r"\bar{R} + \bar{Q} W_{Q}^{T} + \bar{K} W_{K}^{T} + \bar{V} W_{V}^{T}"),
        (ATTENTION, r"- X W_{Q} (X W_{K})^{T}"),
        (CROSS_ENTROPY, r"h^{T} \bar{ℓ}"), (CROSS_ENTROPY, r"\bar{ℓ} U^{T}"), (CROSS_ENTROPY, "h U + b"),
        (FFN, r"C^{T} \bar{Y}"), (FFN, r"\bar{B} W_{1}^{T}"), (FFN, r"2 \bar{C} ⊙ B"),
    ],
)  # fmt: skip
def test_both_readings_have_one_value(setting: Setting, side: str) -> None:
    writing = Writing(setting)
    node = parse(side).chains[0].sides[0]
    shaped = writing.reading.read(node, Scope())
    entries = {}
    scope: dict[str, object] = {sort: SIZES[sort] for sort in setting.sorts}
    field = Ball(BITS)
    for symbol in (inner for inner in tree.walk(node) if isinstance(inner, tree.Symbol) and inner.name not in SIZES):
        name = writing.reading.tensor(symbol.name)
        assert name is not None
        axes = writing.reading.shapes[name]
        rows, columns = (SIZES[axis] if axis else 1 for axis in axes)
        table = [[_entry(symbol.name, i, j) for j in range(columns)] for i in range(rows)]
        scope[symbol.name] = field.matrix([[field.num(x) for x in row] for row in table])
        entries[name] = {
            tuple(k for k, axis in zip((i, j), axes, strict=True) if axis): table[i][j]
            for i in range(rows) for j in range(columns)
        }  # fmt: skip
    value = evaluate(node, scope, field)
    statement = {"define": [], "left": ["number", "0"], "right": ["number", "0"]}
    evaluation = Evaluation(statement, Instance(SIZES, entries, {}, {}))
    letters = [f"at{axis}" for axis in range(2)]
    term = shaped.at([letter for letter, axis in zip(letters, shaped.axes, strict=True) if axis])
    rows, columns = (SIZES[axis] if axis else 1 for axis in shaped.axes)
    assert value.shape == (rows, columns)
    with ctx.workprec(BITS):
        for i in range(rows):
            for j in range(columns):
                other = evaluation.value(term, {"at0": i, "at1": j})
                assert arb(other).overlaps(arb(value[i, j]))


def _entry(name: str, i: int, j: int) -> Fraction:
    return Fraction((7 * i + 5 * j + 3 * len(name)) % 11 - 5, 1 + (i + j) % 3)
