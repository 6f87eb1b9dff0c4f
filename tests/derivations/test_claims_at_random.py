"""No random claim is proved that is false somewhere, and each counterexample is one.

Values are computed apart from both engines.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random
from typing import Any

import pytest
from mpmath import mp, mpf
from random_claims import POSITIVE, SHAPES, SIZES, Claims, Instance, NoValue, Scope, Term, instance, shown, value, with_axes

from derivations.proof import decided
from derivations.prover.expansion import affordable
from derivations.prover.finding import Result
from derivations.prover.identity import Identity
from derivations.prover.question import question
from derivations.prover.refutation import Counterexample

DECLARED: dict[str, object] = {
    "shapes": [f"{name}: {' '.join(sorts)}" for name, sorts in SHAPES.items()], "masks": "J: n n", "positive": sorted(POSITIVE),
}  # fmt: skip
HOW_MANY = pytest.mark.parametrize("count", [pytest.param(150), pytest.param(20_000, marks=pytest.mark.full)])


@pytest.fixture(autouse=True)
def digits() -> Any:
    with mp.workdps(40):
        yield


def gaps(left: Term, right: Term, at: Instance, scope: Scope) -> list[tuple[Any, Any]]:
    """left − right, and how large the sides are, wherever both have a value."""
    found = []
    for rows in product(*(range(at.sizes[sort]) for sort in scope.values())):
        places = dict(zip(scope, rows, strict=True))
        try:
            one, other = value(left, at, places), value(right, at, places)
        except NoValue:
            continue
        found.append((abs(one - other), 1 + abs(one) + abs(other)))
    return found


@HOW_MANY
def test_what_is_proved_holds_and_what_is_refuted_does_not(count: int) -> None:
    seen = Counter[str]()
    for seed in range(count):
        left, right, scope = Claims(seed).claim()
        text = f"{shown(left)} = {shown(right)}"
        if left == right or len(text) > 600 or not set(scope) <= with_axes(left) | with_axes(right):
            continue
        [equation] = Identity(setting=question({**DECLARED, "claim": text}).setting, formula=text).each()
        if {letter for letter, _ in equation.statement["free"]} != set(scope) or not affordable(equation.statement):
            continue
        [statement] = decided(equation)
        assert statement.finding is not None, text
        result = statement.finding.result
        seen[result] += 1
        random = Random(seed)
        if result is Result.PROVED:
            for sizes in SIZES:
                for gap, size in gaps(left, right, instance(random, sizes), scope):
                    assert gap < mpf(10) ** -20 * size, text
        elif isinstance(found := statement.finding.counterexample, Counterexample):
            drawn = instance(random, {"n": 1, "m": 1, **found.sizes})
            entries = {
                name: {at: mpf(number.numerator) / number.denominator for at, number in of.items()}
                for name, of in found.instance.entries.items()
            }
            mask = {at: int(one) for at, one in entries.pop("J", drawn.mask).items()}
            drawn = drawn._replace(entries={**drawn.entries, **entries}, mask=mask)
            places = {letter: row for letter, row in found.places.items() if letter in scope}
            one, other = value(left, drawn, places), value(right, drawn, places)
            assert abs(one - other) > 0, text
    assert min(seen[Result.PROVED], seen[Result.REFUTED]) > count // 12
