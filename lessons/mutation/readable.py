"""The document of a lesson as figures are changed in it: the text that its readers see, and where that stands in the file.

A figure that stands in the file sign by sign as it is displayed may be changed in either: the page of the changed file is the
changed page. Of a formula that the file has twice, for the eye and for programs, the copy that is read is changed.
"""

from __future__ import annotations

from dataclasses import replace

from derivations.verdict import FigureOutcome, Place
from lessons.check import lesson_text
from lessons.declarations.shipped import ignoring, without_comments
from lessons.displayed import Displayed
from lessons.source import Source


class Readable:
    """Raises UsageError where the file at the path cannot be read.

    text: what is changed and verified; its places are its own, not the file's.
    """

    def __init__(self, path: str) -> None:
        read = lesson_text(path)
        self._shown = read if isinstance(read, Displayed) else None
        self._ignores = ignoring(read.as_written)
        if self._shown is None:
            self.text = without_comments(read)
        else:
            self.text = Source(read.path, read.text, read.sha256, read.line_starts, read.written)

    def ignored(self, rule: str, offset: int) -> bool:
        """Whether the author ignores what a rule finds at an offset of the text."""
        return self._ignores(rule, self._shown.excerpt.at(offset) if self._shown else offset)

    def is_verbatim(self, start: int, stop: int) -> bool:
        """Whether the file has the signs of a stretch as they are displayed."""
        if self._shown is None:
            return True
        at = self._shown.excerpt
        return self._shown.author.text[at.at(start) : at.after(stop)] == self.text.text[start:stop]

    def in_file(self, figure: FigureOutcome) -> FigureOutcome:
        """A figure of the text with its place in the file."""
        if self._shown is None or figure.place is None or figure.stop is None:
            return figure
        place, stop = self._shown.place(self._offset(figure.place)), self._shown.stop(self._offset(figure.stop))
        return replace(figure, place=place, stop=stop)

    def _offset(self, place: Place) -> int:
        return self.text.offset(place)
