"""Are the gradients right? Three routes that share nothing but the model's definition (notes §11.7).

1. the backward rules of chapter 10, in the exact field;
2. dual numbers over the exact field, through the closed form of the loss;
3. a central difference of enclosures, with Taylor's remainder enclosed, through the closed form; next to it the first
   coefficient of the loss's power series at the point.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from flint import arb

from lessonproof.records import dataclass
from numeric import closed_form, single_head
from numeric.dual import Duals
from numeric.fields.ball import Ball
from numeric.fields.exact_number import ExactNumber
from numeric.fields.field import Field
from numeric.fields.float64 import Float64
from numeric.fields.number import T
from numeric.ring import Ring, Series, interval
from numeric.single_head import Parameters

Rationals = dict[str, list[list[Fraction]]]
# Matrix, row and column of one entry, counted from 0.
Entry = tuple[str, int, int]
_Floats = dict[str, list[list[float]]]
_PLAIN_FLOATS = Float64()


@dataclass(frozen=True, slots=True)
class GradientEntry:
    """∂L/∂(one parameter entry) by each route. `row` and `column` count from 0."""

    name: str
    row: int
    column: int
    backward: ExactNumber
    closed_form: ExactNumber
    quotient: arb  # the central difference quotient itself
    central_difference: arb  # contains the derivative, not only the difference quotient
    third: arb  # contains L‴/6 along the entry, everywhere within ε of its value
    power_series: arb
    agrees: bool | None  # None where an enclosure at this precision says nothing


def gradient_routes(
    parameters: Parameters[ExactNumber],
    tokens: Sequence[int],
    target: int,
    epsilon: Fraction = Fraction(1, 10**5),
    bits: int = 128,
) -> list[GradientEntry]:
    """Every trainable entry's derivative by the three routes, in the order of `parameters.entries()`.

    `agrees` is True when routes 1 and 2 are proved equal, route 3's enclosure contains a tight enclosure of that exact
    value, and the power series' coefficient overlaps it. Raises ValueError unless all entries are rational.
    """
    field = parameters.E.field
    forward = single_head.forward(field, parameters, tokens, target)
    gradients = single_head.backward(field, parameters, tokens, target, forward)
    point = rational_entries(parameters)
    dual_derivative = _dual_derivatives(field, point, tokens, target)
    nearby = _Nearby(point, tokens, target, bits)
    compared = []
    for name, row, column, _ in parameters.entries():
        by_rules = gradients.matrix(name)[row, column]
        by_duals = dual_derivative((name, row, column))
        quotient = nearby.quotient((name, row, column), epsilon)
        third = nearby.third((name, row, column), epsilon)
        difference = nearby.derivative_by_difference(quotient, third, epsilon)
        series = nearby.series((name, row, column), Fraction(0), 2)[1]
        tight = by_rules.enclosure(bits)
        agrees: bool | None = None
        if all(ball.is_finite() for ball in (difference, series, tight)):
            agrees = by_rules == by_duals and bool(difference.contains(tight)) and bool(series.overlaps(tight))
        compared.append(GradientEntry(name, row, column, by_rules, by_duals, quotient, difference, third, series, agrees))
    return compared


def central_difference_gap(
    parameters: Parameters[ExactNumber],
    tokens: Sequence[int],
    target: int,
    epsilon: Fraction = Fraction(1, 10**5),
    bits: int = 192,
) -> list[arb]:
    """|(L(θ + εe_r) − L(θ − εe_r))/2ε − ∂L/∂θ_r| of each entry, enclosed: the truncation error, without any rounding.

    In the order of `parameters.entries()`. The largest is `largest(...)`.
    """
    nearby = _Nearby(rational_entries(parameters), tokens, target, bits)
    gaps = []
    for name, row, column, _ in parameters.entries():
        quotient = nearby.quotient((name, row, column), epsilon)
        derivative = nearby.series((name, row, column), Fraction(0), 2)[1]
        with nearby.field.working():
            gaps.append(abs(quotient - derivative))
    return gaps


def third_derivatives(
    parameters: Parameters[ExactNumber], tokens: Sequence[int], target: int, epsilon: Fraction, bits: int = 128
) -> list[arb]:
    """L‴/6 along each entry, enclosed everywhere within ε of its value, in the order of `parameters.entries()`.

    By Taylor's formula ε² times the largest of them bounds the truncation error of a central difference.
    """
    nearby = _Nearby(rational_entries(parameters), tokens, target, bits)
    return [nearby.third((name, row, column), epsilon) for name, row, column, _ in parameters.entries()]


def float64_gaps(
    parameters: Parameters[ExactNumber],
    tokens: Sequence[int],
    target: int,
    epsilon: Fraction = Fraction(1, 10**5),
    *,
    gradients: Sequence[ExactNumber] | None = None,
    with_numpy: bool = True,
) -> dict[str, float]:
    """The largest |difference quotient − gradient| as double-precision programs print it, by order of evaluation.

    Nothing here is certified: at small ε these numbers are rounding noise, and they differ between orders that are equal
    on paper. The gradient is the exact one, as the nearest doubles; `gradients` gives it in the order of
    `parameters.entries()` where it is known already. Keys name the order; `with_numpy=False` leaves out those that need numpy.
    """
    point = rational_entries(parameters)
    plain = {name: [[float(entry) for entry in row] for row in rows] for name, rows in point.items()}
    entries = [(name, row, column) for name, row, column, _ in parameters.entries()]
    if gradients is None:
        field = parameters.E.field
        forward = single_head.forward(field, parameters, tokens, target)
        exact = single_head.backward(field, parameters, tokens, target, forward)
        gradients = [exact.matrix(name)[row, column] for name, row, column in entries]

    def with_matmul(shifted: bool) -> Callable[[_Floats], float]:
        order = Float64(shifted)
        return lambda θ: single_head.forward(order, _of_floats(order, θ), tokens, target).L

    def with_loops(total: Callable[[Sequence[float]], float], shifted: bool) -> Callable[[_Floats], float]:
        shift = max if shifted else None
        return lambda θ: closed_form.loss(_PLAIN_FLOATS, θ, tokens, target, total=total, shift=shift)

    orders = {
        "plain loops, softmax shifted by its maximum": with_loops(closed_form.left_to_right, True),
        "plain loops, softmax not shifted": with_loops(closed_form.left_to_right, False),
        "math.fsum, softmax shifted by its maximum": with_loops(math.fsum, True),
        "math.fsum, softmax not shifted": with_loops(math.fsum, False),
    }
    if with_numpy:
        orders["numpy matmul, softmax shifted by its maximum"] = with_matmul(True)
        orders["numpy matmul, softmax not shifted"] = with_matmul(False)
    step = float(epsilon)
    gaps = dict.fromkeys(orders, 0.0)
    for (name, row, column), exact_gradient in zip(entries, gradients, strict=True):
        gradient = float(exact_gradient.enclosure(64).mid())
        value = plain[name][row][column]
        above, below = (_with_entry(plain, (name, row, column), moved) for moved in (value + step, value - step))
        for label, loss in orders.items():
            gaps[label] = max(gaps[label], abs((loss(above) - loss(below)) / (2 * step) - gradient))
    return gaps


def largest(values: Sequence[arb]) -> arb:
    """A ball that contains the largest of the numbers, also where the balls overlap."""
    maximum = values[0]
    for value in values[1:]:
        maximum = maximum.max(value)
    return maximum


def rational_entries(parameters: Parameters[ExactNumber]) -> Rationals:
    """The six matrices as rows of fractions. ValueError, naming the entry, where one is not seen to be rational."""
    rows: Rationals = {name: [[] for _ in range(parameters.matrix(name).shape[0])] for name in parameters.names()}
    for name, row, column, value in parameters.entries():
        exact = value.rational()
        if exact is None:
            place = f"{name}[{row + 1},{column + 1}]"
            raise ValueError(f"{place} = {value} is not rational: differences need a rational point")
        rows[name][row].append(exact)
    return rows


def over(ring: Ring[T], point: Rationals) -> dict[str, list[list[T]]]:
    """The point's entries as numbers of a ring."""
    return {name: [[ring.num(entry) for entry in row] for row in rows] for name, rows in point.items()}


def _dual_derivatives(
    field: Field[ExactNumber], point: Rationals, tokens: Sequence[int], target: int
) -> Callable[[Entry], ExactNumber]:
    """All derivatives of the closed form, in one pass of dual numbers."""
    duals = Duals(field)
    θ: dict[str, Any] = {
        name: [
            [duals.variable(field.num(entry), (name, row, column)) for column, entry in enumerate(entries)]
            for row, entries in enumerate(rows)
        ]
        for name, rows in point.items()
    }
    # Dividing by the last exponential keeps the exponents those of the layers; without it e^27 and e^81 would appear
    # where only their quotient matters, and the polynomials with them.
    loss = closed_form.loss(duals, θ, tokens, target, shift=lambda scores: scores[-1])
    return lambda entry: duals.derivative(loss, entry)


def _with_entry(θ: dict[str, list[list[T]]], entry: Entry, value: T) -> dict[str, list[list[T]]]:
    """The same entries with one exchanged."""
    name, row, column = entry
    changed = {**θ, name: [list(entries) for entries in θ[name]]}
    changed[name][row][column] = value
    return changed


def _of_floats(field: Float64, θ: _Floats) -> Parameters[float]:
    return Parameters(**{name: field.of_rows(rows) for name, rows in θ.items()})


class _Nearby:
    """The closed form of the loss around a rational point, enclosed, as one entry moves."""

    def __init__(self, point: Rationals, tokens: Sequence[int], target: int, bits: int) -> None:
        self.point, self.tokens, self.target, self.bits = point, tokens, target, bits
        self.field = Ball(bits)
        self.base = over(self.field, point)

    def quotient(self, entry: Entry, epsilon: Fraction) -> arb:
        """(L(θ + εe_r) − L(θ − εe_r))/2ε."""
        name, row, column = entry
        value = self.point[name][row][column]
        with self.field.working():
            above, below = (
                closed_form.loss(
                    self.field, _with_entry(self.base, entry, self.field.num(value + step)), self.tokens, self.target
                )
                for step in (epsilon, -epsilon)
            )
            return (above - below) / self.field.num(2 * epsilon)

    def series(self, entry: Entry, radius: Fraction, terms: int) -> list[arb]:
        """Coefficients of the loss in t = the entry's displacement, at every point within `radius` of the entry's value."""
        name, row, column = entry
        series = Series(self.bits, terms)
        with series.working():
            centre: Any = interval(self.point[name][row][column], radius, self.bits)
            θ: dict[str, Any] = _with_entry(self.base, entry, series.variable(centre))
            try:
                value = closed_form.loss(series, θ, self.tokens, self.target)
            except ValueError:  # a divisor whose leading ball contains zero: nothing is known at this precision
                return [arb.nan()] * terms
            # An entry that the loss does not read leaves a constant behind, which has no derivatives.
            return [value[k] for k in range(terms)] if not isinstance(value, arb) else [value] + [arb(0)] * (terms - 1)

    def third(self, entry: Entry, epsilon: Fraction) -> arb:
        """L‴/6 along one entry, over [θ_r − ε, θ_r + ε]."""
        return self.series(entry, epsilon, 4)[3]

    def derivative_by_difference(self, quotient: arb, third: arb, epsilon: Fraction) -> arb:
        """∂L/∂θ_r ∈ quotient − ε² · L‴/6 over [θ_r − ε, θ_r + ε]: Taylor with remainder on both sides."""
        with self.field.working():
            return quotient - self.field.num(epsilon * epsilon) * third
