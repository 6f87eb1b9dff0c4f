"""A document with one figure changed by one unit of its last place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from derivations.verdict import FigureOutcome
from lessonproof.records import dataclass
from lessons.source import Source, source
from numeric.written import NotWritten, read

Step = Literal[-1, 1]
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_TO_RAISE = str.maketrans("0123456789-−+", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁻⁺")


@dataclass(frozen=True, slots=True)
class Mutant:
    """figure: its number in the document's ledger   printed: what stands there instead   start, stop: of what it replaces."""

    figure: int
    step: Step
    printed: str
    start: int
    stop: int

    @property
    def longer(self) -> int:
        """By how many characters the text has grown."""
        return len(self.printed) - (self.stop - self.start)

    def of(self, document: Source) -> Source:
        """The document with this change."""
        text, written = (one[: self.start] + self.printed + one[self.stop :] for one in (document.text, document.written))
        if "\r" in self.printed or "\n" in self.printed or self.longer:
            return source(document.path, written, document.sha256)
        return Source(document.path, text, document.sha256, document.line_starts, written)

    def original(self, offset: int) -> int:
        """Where, in the unchanged document, an offset of the changed one stands."""
        if offset <= self.start:
            return offset
        return max(self.stop, offset - self.longer)


def mutants(document: Source, figures: Sequence[FigureOutcome], first: int = 0) -> Iterator[Mutant]:
    """Two for each figure that the document prints in digits, down and up, in order.

    figures: those of its ledger, which are number `first` and following. None for a figure that is spelled in the file in a way
    that only a reader of its format understands (`&#49;`).
    """
    for number, figure in enumerate(figures, first):
        if figure.place is None or figure.stop is None:
            continue
        start, stop = (document.line_starts[at.line - 1] + at.column - 1 for at in (figure.place, figure.stop))
        spelled = document.text[start:stop]
        raised = spelled.translate(_RAISED) if spelled and not spelled.strip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺") else None
        try:
            written = read(raised or spelled)
            if written.value != read(figure.printed.translate(_RAISED) if raised else figure.printed).value:
                continue
        except NotWritten:
            continue
        for step in (-1, 1):
            printed = written.reprinted(written.steps + step)
            yield Mutant(number, step, printed.translate(_TO_RAISE) if raised else printed, start, stop)
