"""Outputs, losses and all gradients of whole models, against PyTorch in double precision.

Two statements. Our own run in double precision and PyTorch's agree to 10⁻¹². And PyTorch's value lies as near to our
enclosure of the true value as the rounding errors of such a program allow: that bound is computed, not chosen.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import arb

from numeric.fields import Ball, Float64
from tests.oracle.double_precision import Tape
from tests.oracle.pairs import PAIRS, Pair, Result

pairs = pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS.keys())


@pairs
def test_double_precision_agrees_to_twelve_digits(pair: Pair) -> None:
    ours, theirs = pair.ours(Float64()).numbers(), pair.theirs().numbers()
    assert ours.keys() == theirs.keys()
    for place, x in ours.items():
        assert abs(x - theirs[place]) < 1e-12, place


def outside(pair: Pair, theirs: Result) -> list[str]:
    """The places where PyTorch's value is further from the enclosure than its rounding errors allow."""
    tape, field = Tape(), Ball(256)
    recorded, enclosures, computed = pair.ours(tape).numbers(), pair.ours(field).numbers(), theirs.numbers()
    assert recorded.keys() == enclosures.keys() == computed.keys()
    bounds = dict(zip(recorded, tape.errors(list(recorded.values())), strict=True))
    assert max(bounds.values()) < 1e-11
    with field.working():
        assert all(enclosure.rad() < 1e-25 for enclosure in enclosures.values())
        distances = {place: abs(enclosure - computed[place]).upper() for place, enclosure in enclosures.items()}
        return [place for place, distance in distances.items() if not distance <= arb(float(bounds[place])) + 1e-25]


@pairs
def test_pytorch_lies_within_its_own_rounding_error_of_the_enclosure(pair: Pair) -> None:
    assert outside(pair, pair.theirs()) == []


def test_a_weight_that_is_off_by_a_little_is_noticed() -> None:
    """The bound is not so wide that anything passes: 10⁻¹¹ in one of 1 300 weights puts the loss outside."""
    pair = PAIRS["pre-norm causal decoder"]
    rows = pair.rows()
    rows["U"][3][7] += Fraction(1, 10**11)
    witness = pair.witness()
    witness.places.load(rows)
    wrong = outside(pair, pair.result_of(witness))
    assert "loss" in wrong or any(place.startswith("output") for place in wrong)
