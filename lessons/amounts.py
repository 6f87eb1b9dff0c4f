"""Amounts in running text and cells: a figure with its unit or label, such as `140 GB`, `24%`, `1,200 tokens`."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from lessonproof.patterns import pattern
from lessons.byte_units import BYTES
from lessons.passage import Span
from numeric.written import Written, scan

_BEGIN = pattern(r"[0-9](?<![A-Za-z0-9_.,^/×*·][0-9])")  # the digit first: what stands before it is looked at rarely
_UNIT = pattern(r"\s?([A-Za-z]{1,8}|字节|个|倍|%)(?![A-Za-z0-9])")
MOST = 2_000


class Amount(NamedTuple):
    """written: the figure.   unit: the word right after it, "" where there is none.   span: of the figure."""

    written: Written
    unit: str
    span: Span

    @property
    def value(self) -> Fraction:
        return self.written.value * self._unit

    @property
    def ulp(self) -> Fraction:
        return self.written.ulp * self._unit

    @property
    def _unit(self) -> Fraction:
        return Fraction(1, 100) if self.unit == "%" else Fraction(BYTES.get(self.unit, 1))

    @property
    def kind(self) -> str:
        """What may be added: all units of bytes are one kind."""
        return "bytes" if self.unit in BYTES else "%" if self.written.text.endswith("%") else self.unit


def amounts(text: str, start: int, end: int) -> Iterator[Amount]:
    """All amounts of a stretch, in order, up to a limit."""
    for count, begin in enumerate(_BEGIN.finditer(text, start, end)):
        if count > MOST:
            return
        found = scan(text, begin.start())
        if found is None or found[1] > end:
            continue
        written, stop = found
        unit = _UNIT.match(text, stop, end)
        yield Amount(written, unit[1] if unit else "", (begin.start(), stop))
