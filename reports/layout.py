"""Lines of styled text for people: display widths (CJK counts two cells), wrapping, aligned columns, brackets.

Everything here works on `Line`s, tuples of spans, and knows nothing of verdicts. `rendered` is the one place where they
become terminal output. Rich is imported where it is used, because most commands never draw anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lessonproof.records import dataclass

PIPED_WIDTH = 100  # where no terminal tells its width: the same bytes everywhere
NARROWEST, WIDEST = 40, 120

_CLOSING = "，。；：、！？）」』】》〉”’,.;:!?)]}…%"
_OPENING = "（「『【《〈“‘([{"


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of one line. `style` is a style of rich ("bold red", "dim", …), "" for plain."""

    text: str
    style: str = ""


Line = tuple[Span, ...]
Columns = Sequence[Sequence[Span]]  # rows of equally many entries


def line(*pieces: str | Span | tuple[str, str]) -> Line:
    """A line of plain strings, spans and (text, style) pairs; empty pieces are dropped."""
    spans = (Span(piece) if isinstance(piece, str) else Span(*piece) if isinstance(piece, tuple) else piece for piece in pieces)
    return tuple(span for span in spans if span.text)


def cells(text: str) -> int:
    """The cells that `text` takes on a terminal: two for each CJK character, none for a combining mark."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def length(spans: Iterable[Span]) -> int:
    return sum(cells(span.text) for span in spans)


def filled(spans: Line, width: int) -> Line:
    """`spans` followed by blanks up to `width` cells."""
    return line(*spans, " " * (width - length(spans)))


def wrapped(text: str, width: int) -> list[str]:
    """`text` in pieces of at most `width` cells, broken at spaces and between CJK characters.

    No piece begins with closing punctuation or ends with an opening bracket. A word longer than a line is cut.
    """
    rows, row = [], ""
    for atom in _atoms(text):
        if row and cells(row) + cells(atom.rstrip()) > width:
            rows.append(row.rstrip())
            row = ""
        while cells(atom.rstrip()) > width:
            cut = _prefix(atom, width)
            rows.append(atom[:cut])
            atom = atom[cut:]
        row += atom if row else atom.lstrip()
    return [*rows, row.rstrip()] if row.strip() or not rows else rows


def joined(parts: Sequence[str], separator: str, width: int) -> list[str]:
    """The parts with `separator` between them, on lines of at most `width` cells where each part allows it."""
    rows: list[str] = []
    for part in parts:
        if rows and cells(rows[-1]) + cells(separator) + cells(part) <= width:
            rows[-1] += separator + part
        else:
            rows.append(part)
    return [piece for row in rows for piece in wrapped(row, width)]


def shortened(text: str, width: int) -> str:
    """`text`, cut with … where it would take more than `width` cells."""
    return text if cells(text) <= width else text[: _prefix(text, width - 1)].rstrip() + "…"


def paragraph(
    text: str, width: int, *, style: str = "", first: Line = (), indent: int = 0, lead: Span | None = None
) -> list[Line]:
    """`text` wrapped to `width`; `first` (a bullet, a label) stands before the first line, blanks before the others.

    lead: words in a style of their own that `text` begins with.
    """
    rows = wrapped((lead.text if lead else "") + text, max(width - indent, 10))
    spans: list[Line] = [line((row, style)) for row in rows]
    if lead and rows[0].startswith(lead.text):
        spans[0] = line(lead, (rows[0][len(lead.text) :], style))
    return [line(*(filled(first, indent) if at == 0 else (" " * indent,)), *row) for at, row in enumerate(spans)]


def columns(rows: Columns, gap: int = 2, least: Sequence[int] = ()) -> list[Line]:
    """Entries below each other, with the units of numbers in one place; a column is at least `least` cells wide."""
    befores, behinds = _column_widths(rows, least)
    aligned = []
    for row in rows:
        pieces: list[str | Span] = []
        for at, entry in enumerate(row):
            before = _before_point(entry.text)
            blank = " " * (befores[at] - before + (gap if at else 0))
            pieces += [blank, entry, " " * (behinds[at] - cells(entry.text) + before)]
        aligned.append(line(*pieces))
    return aligned


def headed(heads: Sequence[str], rows: Columns, style: str, gap: int = 2) -> list[Line]:
    """A table: headings in `style` over their columns."""
    least = [cells(head) for head in heads]
    befores, behinds = _column_widths(rows, least)
    top = [filled(line((head, style)), befores[at] + behinds[at] + gap) for at, head in enumerate(heads)]
    return [tuple(span for piece in top for span in piece), *columns(rows, gap, least)]


def bracketed(rows: Sequence[Line]) -> list[Line]:
    """A matrix: square brackets that span all rows."""
    if len(rows) == 1:
        return [line("[ ", *rows[0], " ]")]
    left = ["⎡", *["⎢"] * (len(rows) - 2), "⎣"]
    right = ["⎤", *["⎥"] * (len(rows) - 2), "⎦"]
    return [line(opening + " ", *row, " " + closing) for opening, row, closing in zip(left, rows, right, strict=True)]


def beside(blocks: Sequence[tuple[int, Sequence[Line]]]) -> list[Line]:
    """Blocks of lines side by side, each starting in its column (or right after the previous one, if that is wider)."""
    rows = []
    for number in range(max((len(block) for _, block in blocks), default=0)):
        row: Line = ()
        for start, block in blocks:
            if number < len(block) and block[number]:
                row = (*filled(row, start), *block[number])
        rows.append(row)
    return rows


def rendered(lines: Iterable[Line], *, colour: bool, width: int) -> str:
    """The lines as a terminal gets them: with the escape sequences of the styles, or plain. Ends with a line end."""
    lines = list(lines)
    plain = [] if colour else ["".join(span.text for span in spans).rstrip() for spans in lines]
    if not colour and all(text.isprintable() for text in plain):
        return "".join(f"{text}\n" for text in plain)  # rich takes longer to load than a short document to check
    from io import StringIO

    from rich.console import Console
    from rich.text import Text

    out = StringIO()
    console = Console(
        file=out, force_terminal=colour, color_system="standard" if colour else None, no_color=not colour, width=width,
        force_jupyter=False, legacy_windows=False, highlight=False, markup=False, emoji=False,
    )  # fmt: skip
    for spans in lines:
        text = Text(no_wrap=True, end="")
        for span in spans:
            text.append(span.text, span.style if colour else "")
        text.rstrip()
        console.print(text, soft_wrap=True)
    return out.getvalue()


def _before_point(text: str) -> int:
    """Cells of what stands before the decimal point, or of the whole text without one."""
    return cells(text.partition(".")[0])


def _column_widths(rows: Columns, least: Sequence[int]) -> tuple[list[int], list[int]]:
    """For each column the cells that its entries need before the decimal point, and from there on."""
    count = max((len(row) for row in rows), default=len(least))
    befores, behinds = [0] * count, [0] * count
    for row in rows:
        for at, entry in enumerate(row):
            before = _before_point(entry.text)
            befores[at] = max(befores[at], before)
            behinds[at] = max(behinds[at], cells(entry.text) - before)
    for at, width in enumerate(least):
        behinds[at] = max(behinds[at], width - befores[at])
    return befores, behinds


def _atoms(text: str) -> list[str]:
    """What may not be broken: words with the blanks behind them, and single CJK characters with their punctuation."""
    atoms: list[str] = []
    glued = False
    for character in text:
        wide = cells(character) == 2
        new = not atoms or (
            not glued
            and character not in _CLOSING
            and ((atoms[-1][-1] == " " and character != " ") or (character != " " and (wide or cells(atoms[-1][-1]) == 2)))
        )
        if new:
            atoms.append(character)
        else:
            atoms[-1] += character
        glued = character in _OPENING
    return atoms


def _prefix(text: str, width: int) -> int:
    """How many characters of `text` fit in `width` cells; at least one."""
    taken = 0
    for number, character in enumerate(text):
        taken += cells(character)
        if taken > width:
            return max(number, 1)
    return len(text)
