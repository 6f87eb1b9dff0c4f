"""A computation run at rising precision until every number asked for is certain at its printed place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import Any

from flint import arb, fmpq

from lessonproof.records import dataclass
from numeric.certified import Certified, Form, certified
from numeric.fields.field import Field, SignUndecided
from numeric.fields.shadow import Shadow
from numeric.quantity import Quantity
from numeric.real import CAP, Real, precisions

Quantities = Sequence[Quantity[Any]]
Compute = Callable[[Field[Any]], Iterable[Quantity[Any]]]
Rows = tuple[tuple[Certified | None, ...], ...]


@dataclass(frozen=True, slots=True)
class CertifiedQuantity:
    """A quantity with its entries, row by row; None where a mask forbids the entry."""

    quantity: Quantity[Any]
    rows: Rows


class Undecidable(ArithmeticError):
    """A computation that hangs on a sign which no precision up to the cap decides.

    quantity, row, column: the first entry without a certain sign, counted from 1; None and 0 where it is not found
    bits: the highest precision tried.
    """

    def __init__(self, quantity: Quantity[Any] | None, row: int, column: int, bits: int) -> None:
        entry = f"{quantity.letters}[{row},{column}]" if quantity else "a number on the way"
        super().__init__(f"{entry} cannot be told from 0 with {bits} bits, and what follows depends on its sign")
        self.quantity = quantity
        self.row, self.column, self.bits = row, column, bits


class Computation:
    """A computation that can be repeated at every precision.

    compute: field -> its quantities, the same ones in the same order over every field.   cap: the most bits tried.
    """

    def __init__(self, compute: Compute, cap: int = CAP) -> None:
        self.cap = cap
        self._compute = compute
        self._runs: dict[int, Quantities | None] = {}
        self._enough: int | None = None

    def run(self, bits: int) -> Quantities | None:
        """The quantities at this precision; None where it does not decide a sign that the computation depends on."""
        if bits not in self._runs:
            try:
                self._runs[bits] = list(self._compute(Shadow(bits)))
            except SignUndecided:
                self._runs[bits] = None
        return self._runs[bits]

    def certified(self, form: Form) -> list[CertifiedQuantity]:
        """Every quantity with every entry decided at its printed place, or with the reason why it is not.

        Gradients through a ReLU at exactly 0 depend on what is taken for its slope there: they are recomputed with every
        slope from 0 to 1, and what is not the same number for all of them has the verdict "convention".
        Raises Undecidable, and whatever the computation raises.
        """
        bits = self._enough_bits()
        every_slope = _EverySlope(bits)
        wide: list[Quantity[Any]] = []
        # Where a later sign depends on a slope, what comes after it is not known for every slope.
        with suppress(SignUndecided):
            wide.extend(self._compute(every_slope))
        found = []
        for at, quantity in enumerate(self._runs[bits] or ()):
            rows = self._entries(at, quantity, form)
            if every_slope.met_kink:
                rows = _without_convention(rows, quantity, wide[at] if at < len(wide) else None, form)
            found.append(CertifiedQuantity(quantity, rows))
        return found

    def number(self, at: int, row: int, column: int) -> Real:
        """Entry (row, column), counted from 0, of quantity number `at`."""
        entry = (self.run(self._enough_bits()) or ())[at].matrix[row, column]
        if isinstance(entry, fmpq):
            return Real.exactly(Fraction(int(entry.p), int(entry.q)))

        def enclosure(bits: int) -> arb:
            run = self.run(bits)
            return arb.nan() if run is None else arb(run[at].matrix[row, column])

        return Real.of_ball(enclosure)

    def _enough_bits(self) -> int:
        """The lowest precision that gets through the computation."""
        if self._enough is None:
            self._enough = next((bits for bits in precisions(self.cap) if self.run(bits) is not None), None)
        if self._enough is None:
            raise self._stuck()
        return self._enough

    def _entries(self, at: int, quantity: Quantity[Any], form: Form) -> Rows:
        m, n = quantity.matrix.shape

        def entry(i: int, j: int) -> Certified | None:
            return None if (i, j) in quantity.forbidden else certified(self.number(at, i, j), form, self.cap)

        return tuple(tuple(entry(i, j) for j in range(n)) for i in range(m))

    def _stuck(self) -> Undecidable:
        """Where the computation stops: it is run once more over a field that guesses a sign and remembers which.

        Nothing of that run is handed out; it only finds the place.
        """
        field = _Guessing(self.cap)
        for quantity in self._compute(field):
            for i, row in enumerate(quantity.matrix.rows(), 1):
                for j, entry in enumerate(row, 1):
                    if not field.is_finite(entry) or _same(entry, field.guessed):
                        return Undecidable(quantity, i, j, self.cap)
        return Undecidable(None, 0, 0, self.cap)


class _Guessing(Shadow):
    def __init__(self, bits: int) -> None:
        super().__init__(bits)
        self.guessed: arb | None = None

    def sign(self, x: Any) -> int:
        try:
            return super().sign(x)
        except SignUndecided:
            self.guessed = x if self.guessed is None else self.guessed
            return 1


class _EverySlope(Shadow):
    """The slope of ReLU at exactly 0 is every number from 0 to 1."""

    def __init__(self, bits: int) -> None:
        super().__init__(bits)
        self.met_kink = False

    def step(self, x: Any) -> Any:
        if self.sign(x) != 0:
            return super().step(x)
        self.met_kink = True
        return arb(0).union(arb(1))


def _without_convention(rows: Rows, narrow: Quantity[Any], wide: Quantity[Any] | None, form: Form) -> Rows:
    """The entries, with the verdict "convention" where the print depends on the slope at a kink.

    wide: the same quantity for every slope; None where it is not known.
    """

    def depends(i: int, j: int, given: Certified) -> bool:
        if wide is None:
            return True
        if _same(narrow.matrix[i, j], wide.matrix[i, j]):
            return False
        every = arb(wide.matrix[i, j])
        return certified(Real.of_ball(lambda _: every), form, 64).printed != given.printed

    def entry(i: int, j: int, given: Certified | None) -> Certified | None:
        return replace(given, verdict="convention") if given and depends(i, j, given) else given

    return tuple(tuple(entry(i, j, each) for j, each in enumerate(row)) for i, row in enumerate(rows))


def _same(x: Any, y: Any) -> bool:
    """The very same number or ball: then nothing that differs between the runs had any part in it."""
    if y is None:
        return False
    x, y = arb(x), arb(y)
    return bool(x.mid() == y.mid() and x.rad() == y.rad())
