"""The second engine: the value of a term at concrete sizes and values. It shares no rule with the kernel and only refutes.

A value is rational as long as the term is, and a ball (an enclosure) after a root, exp, log, sin or cos of a rational. D is
computed by numbers with nilpotent parts, not by the kernel's rules of differentiation.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from flint import ctx, fmpq

from derivations.prover.nilpotent import ONE, ZERO, HasNoValue, Nilpotent, Number, cleaned, real, times, total
from derivations.prover.program import Compiled, Directions, Place, Places, Program, program_of
from lessonproof.records import dataclass

__all__ = ["BITS", "Evaluation", "HasNoValue", "Instance", "Number", "Place", "excludes_zero"]

BITS = 192
NOUGHT = ["number", "0"]


@dataclass(frozen=True, slots=True)
class Instance:
    """Sizes, the entries of each tensor and mask, index functions as tables, and polynomials for the smooth functions."""

    sizes: Mapping[str, int]
    entries: Mapping[str, Mapping[Place, Fraction]]
    maps: Mapping[str, Sequence[int]]
    functions: Mapping[str, Sequence[Fraction]]  # coefficients, the constant first


class _Entries(dict[Place, Number]):
    """The entries of one tensor in one evaluation, each evaluated when it is asked for."""

    def __init__(self, of: Evaluation, name: str) -> None:
        super().__init__()
        self.of, self.name = of, name

    def __missing__(self, at: Place) -> Number:
        found = self[at] = self.of.evaluated(self.name, at)
        return found


class _Tensors(dict[str, _Entries]):
    """All tensors of one evaluation."""

    def __init__(self, of: Evaluation) -> None:
        super().__init__()
        self.of = of

    def __missing__(self, name: str) -> _Entries:
        found = self[name] = _Entries(self.of, name)
        return found


@dataclass
class Evaluation:
    """The values of the terms of one statement at one instance. Neither is changed while there are evaluations of it."""

    statement: Mapping[str, Any]
    instance: Instance

    def __post_init__(self) -> None:
        self.program: Program = program_of(self.statement)
        self.sizes = self.instance.sizes
        self.entries = _Tensors(self)
        self.parts: defaultdict[int, dict[Any, Number]] = defaultdict(dict)
        self.moved: dict[tuple[str, Place, Directions], Nilpotent] = {}
        self.polynomials: dict[tuple[str, int], list[Number]] = {}

    def difference(self, places: Places) -> Number:
        """left − right at these values of the free indices. Raises HasNoValue."""
        return self.gap(self.statement["left"], self.statement["right"], places)

    def gap(self, left: Any, right: Any, places: Places) -> Number:
        """Raises HasNoValue."""
        with ctx.workprec(BITS):
            return self.value(left, places) - self.value(right, places)

    def value(self, term: Any, places: Places) -> Number:
        """At the precision of the context. Raises HasNoValue; ValueError for what is no term."""
        return self.program.compiled(term, frozenset(places)).plain(self, places)

    def entry(self, name: str, at: Place) -> Number:
        """Raises HasNoValue."""
        with ctx.workprec(BITS):
            return self.entries[name][at]

    def index(self, index: Any, places: Places) -> int:
        return places[index] if isinstance(index, str) else self.mapped(index[1], self.index(index[2], places))

    # --- what the functions of a program ask for

    def mapped(self, function: str, at: int) -> int:
        if function.endswith("⁻¹"):
            return list(self.instance.maps[function.removesuffix("⁻¹")]).index(at)
        return self.instance.maps[function][at]

    def evaluated(self, name: str, at: Place) -> Number:
        """An entry of a definition or of the instance. Raises HasNoValue."""
        if name not in self.program.definitions:
            return fmpq(*self.instance.entries[name][at].as_integer_ratio())
        return self.program.body(name).plain(self, dict(zip(self.program.parameters[name], at, strict=True)))

    def moving(self, name: str, at: Place, directions: Directions) -> Nilpotent:
        """An entry with its nilpotent parts."""
        key = (name, at, directions)
        if key not in self.moved:
            self.moved[key] = self._moving(name, at, directions)
        return self.moved[key]

    def _moving(self, name: str, at: Place, directions: Directions) -> Nilpotent:
        if name in self.program.definitions:
            places = dict(zip(self.program.parameters[name], at, strict=True))
            return self.program.body(name).dual(self, places, directions)
        parts = real(self.entries[name][at])
        for level, (x, dx) in enumerate(directions):
            if x == name:  # the direction may itself move along the outer ones
                parts = total([parts, times({frozenset({level}): ONE}, self.moving(dx, at, directions[:level]))])
        return cleaned(parts)

    def derivative(self, function: str, order: int, at: Number) -> Number:
        """Of a smooth function σ, or σ′ …, at a number."""
        key = (function, order)
        if key not in self.polynomials:
            bare = function.rstrip("′")
            coefficients = [fmpq(*c.as_integer_ratio()) for c in self.instance.functions[bare]]
            for _ in range(order + len(function) - len(bare)):
                coefficients = [k * c for k, c in enumerate(coefficients)][1:]
            self.polynomials[key] = coefficients
        value: Number = ZERO
        for c in reversed(self.polynomials[key]):
            value = value * at + c
        return value

    def expectation(self, body: Compiled, places: Places) -> Number:
        raise ValueError("an expectation where nothing is random")


def excludes_zero(number: Number) -> bool:
    return bool(number != 0) if isinstance(number, fmpq) else not number.contains(0)
