"""The text of a document and where each character of it stands."""

from __future__ import annotations

import hashlib
from bisect import bisect_right

from derivations.catalogue import UsageError
from derivations.verdict import Place
from lessonproof.patterns import pattern
from lessonproof.records import dataclass
from lessons.dashes import with_minus_signs
from lessons.file import content

LARGEST = 64 * 1024 * 1024
MOST_LINES = 1_000_000
# str.splitlines sees more line ends than editors do
_LINE_FEED, _LINE_END = pattern(r"\n"), pattern(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Source:
    """The text of a document as it was read. Offsets count code points of `text`, which has no byte order mark."""

    path: str
    text: str
    sha256: str  # of the bytes on disk
    line_starts: tuple[int, ...]
    written: str  # the author's own signs, one for each of `text`: full-width digits are still full-width here

    def place(self, offset: int) -> Place:
        """1-based line and column of an offset; columns count code points."""
        line = bisect_right(self.line_starts, offset)
        return Place(line, offset - self.line_starts[line - 1] + 1)

    @property
    def as_written(self) -> Source:
        """The author's file."""
        return self

    @property
    def entire(self) -> Source:
        """The document that a stretch is part of."""
        return self

    def stop(self, offset: int) -> Place:
        """The place right behind the sign before an offset."""
        return self.place(offset)

    def offset(self, place: Place) -> int:
        """The offset of a place."""
        return self.line_starts[place.line - 1] + place.column - 1

    def line(self, number: int) -> tuple[int, int]:
        """The offsets where a 1-based line begins and where the next one does."""
        start = self.line_starts[number - 1]
        end = self.line_starts[number] if number < len(self.line_starts) else len(self.text)
        return start, end


@dataclass(frozen=True, slots=True)
class Part(Source):
    """Some lines of a document: offsets count from the first of them, lines and columns are those of the document."""

    whole: Source
    lines_before: int

    @property
    def as_written(self) -> Source:
        return self.whole.as_written

    @property
    def entire(self) -> Source:
        return self.whole

    def place(self, offset: int) -> Place:
        line = bisect_right(self.line_starts, offset)
        return Place(line + self.lines_before, offset - self.line_starts[line - 1] + 1)

    def offset(self, place: Place) -> int:
        return self.line_starts[place.line - self.lines_before - 1] + place.column - 1


def part_of(whole: Source, start: int, stop: int) -> Part:
    """From the beginning of a line to the beginning of another, or the end."""
    first = bisect_right(whole.line_starts, start)
    starts = whole.line_starts[first - 1 : bisect_right(whole.line_starts, stop - 1)]
    text, written = (one[start:stop] for one in (whole.text, whole.written))
    return Part(whole.path, text, whole.sha256, tuple(one - start for one in starts), written, whole, first - 1)


# Full-width digits are digits to whoever reads the page. One sign stands for one, so that no place moves.
_FULL_WIDTH = {ord("０") + digit: ord("0") + digit for digit in range(10)} | {ord("％"): ord("%")}
_FULL_WIDTH_POINT = pattern(r"．(?<=[0-9]．)(?=[0-9])")


def source(path: str, text: str, sha256: str) -> Source:
    """The document with this text, as it was decoded. One sign stays one sign, so that no place moves."""
    written = text.removeprefix("\ufeff")
    text = with_minus_signs(_FULL_WIDTH_POINT.sub(".", written.translate(_FULL_WIDTH)))
    ends = (_LINE_END if "\r" in text else _LINE_FEED).finditer(text)
    return Source(path, text, sha256, (0, *[end.end() for end in ends]), written if written != text else text)


def read(path: str) -> Source:
    """The document at `path`. UTF-8 with or without byte order mark, any line ends.

    Raises UsageError (one sentence) for a missing, unreadable, too large or undecodable file.
    """
    return decoded(path, content(path, LARGEST))


def decoded(path: str, written: bytes) -> Source:
    """The document that these bytes are. Raises UsageError where they are no UTF-8, or too many lines."""
    if written.count(b"\n") + written.count(b"\r") - written.count(b"\r\n") > MOST_LINES:
        raise UsageError("document-too-many-lines", path=path, limit=f"{MOST_LINES:,}")
    try:
        text = written.decode("utf-8")
    except UnicodeDecodeError as error:
        line = written.count(b"\n", 0, error.start) + 1
        raise UsageError("document-not-utf8", path=path, line=line, guess=_encoding(written)) from None
    return source(path, text, hashlib.sha256(written).hexdigest())


def _encoding(content: bytes) -> str:
    """The encoding an undecodable file most likely has, for the command that converts it."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")) or content[:200].count(0) > 20:
        return "UTF-16"
    try:
        content.decode("gb18030")
    except UnicodeDecodeError:
        return "LATIN1"
    return "GB18030"
