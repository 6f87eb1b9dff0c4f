"""A printed lesson under test: its text, edits of it, and what verifying an edit finds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from derivations.verdict import FigureOutcome, FigureVerdict, Finding, Severity, Verification
from lessons.check import DocumentGiven, verify

# Verdicts of figures that state something that follows from something else.
FOLLOWS = {FigureVerdict.EXACT, FigureVerdict.ROUNDED}


@dataclass(frozen=True)
class PrintedLesson:
    text: str
    folder: Path

    def verified(self, text: str | None = None, target: str = "chapter11") -> Verification:
        file = self.folder / "lesson.txt"
        file.write_text(self.text if text is None else text, encoding="utf-8", newline="")
        return verify([target], [DocumentGiven("notes", str(file))])

    def offset(self, figure: FigureOutcome) -> int:
        """Where the figure's first character stands in the text."""
        assert figure.place is not None
        lines = self.text.split("\n")
        return sum(len(line) + 1 for line in lines[: figure.place.line - 1]) + figure.place.column - 1

    def with_figure(self, figure: FigureOutcome, printed: str) -> str:
        offset = self.offset(figure)
        assert self.text.startswith(figure.printed, offset)
        return self.text[:offset] + printed + self.text[offset + len(figure.printed) :]

    def with_lines(self, edit: Callable[[list[str]], list[str]]) -> str:
        return "\n".join(edit(self.text.split("\n")))


def errors(found: Verification) -> list[Finding]:
    return [finding for finding in found.findings if finding.severity is Severity.ERROR]


def at(found: Verification, figure: FigureOutcome) -> list[Finding]:
    """The errors at the very place of a figure."""
    return [finding for finding in errors(found) if finding.places and finding.places[0] == figure.place]
