"""The transcendental and algebraic numbers that the exact field computes with by name."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from flint import fmpq, fmpq_mat

from lessonproof.records import dataclass

if TYPE_CHECKING:
    from numeric.fields.exact_number import ExactNumber

# A sine always follows the cosine of the same argument, and takes its square from it. π has an argument for form's sake.
Kind = Literal["exp", "log", "sqrt", "erf", "cos", "sin", "pi"]
POSITIVE: tuple[Kind, ...] = ("exp", "sqrt", "pi")


@dataclass(frozen=True, slots=True)
class Generator:
    """kind(argument), the positive root for "sqrt"; the argument may hold earlier generators."""

    kind: Kind
    argument: ExactNumber

    def __str__(self) -> str:
        if self.kind == "pi":
            return "π"
        return "e" if self.kind == "exp" and self.argument == 1 else f"{self.kind}({self.argument})"


def rational_combination(target: ExactNumber, known: Sequence[ExactNumber]) -> list[Fraction] | None:
    """Rational q with target = Σ qᵢ knownᵢ, proved; None where none was found.

    Both sides are evaluated at integers in place of the generators, which gives a linear system over ℚ. Its solution,
    if it has one, is only a candidate until the difference is zero as a fraction of polynomials.
    """
    if not known or not _generators(target) <= frozenset().union(*map(_generators, known)):
        return None  # in lowest terms, so that no combination could bring what none of them holds
    system: list[list[fmpq]] = []
    for trial in range(4 * len(known) + 16):
        row = [_at_integers(number, trial) for number in (*known, target)]
        if None not in row:
            system.append([value for value in row if value is not None])
        if len(system) == len(known) + 3:
            break
    echelon, rank = fmpq_mat(system).rref()
    combination = [Fraction(0)] * len(known)
    for i in range(rank):
        pivot = next(j for j in range(len(known) + 1) if echelon[i, j] != 0)
        if pivot == len(known):
            return None  # the target varies independently of what is known
        combination[pivot] = Fraction(int(echelon[i, len(known)].p), int(echelon[i, len(known)].q))
    difference = target
    for coefficient, number in zip(combination, known, strict=True):
        if coefficient:
            difference = difference - coefficient * number
    return combination if difference.is_zero() else None


def _generators(number: ExactNumber) -> frozenset[int]:
    """The positions of the generators that a number holds."""
    degrees = zip(*(part.degrees() for part in number.fraction()), strict=True)
    return frozenset(i for i, pair in enumerate(degrees) if any(pair))


def _at_integers(number: ExactNumber, trial: int) -> fmpq | None:
    numerator, denominator = number.fraction()
    point = [2 + (37 * trial + 11 * i * i + 5 * i * trial * trial) % 101 for i in range(numerator.context().nvars())]
    below = denominator(*point)
    return None if below == 0 else fmpq(numerator(*point), below)
