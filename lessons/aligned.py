"""Which figure of one text is which of another: those stand opposite each other around which the words are the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from derivations.verdict import FigureOutcome
from lessons.source import Source

FIGURE = "\0"
"""Stands for any figure where only the words around it count."""

LARGEST = 4_000
"""Signs of a changed passage that are held against each other one by one; a longer one counts as written anew."""

Printed = tuple[Source, Sequence[FigureOutcome]]
Pair = tuple[FigureOutcome | None, FigureOutcome | None]


def aligned(old: Printed, new: Printed) -> Iterator[Pair]:
    """Each figure once, with its counterpart; in the order of the new text, what is only in the old one where it stood.

    Lines are matched first, without regard to what their figures are, then the signs of what is left between them.
    """
    before, now = _lines(*old), _lines(*new)
    matcher = SequenceMatcher(None, [line.text for line in before], [line.text for line in now], autojunk=False)
    for kind, i, i_end, j, j_end in matcher.get_opcodes():
        if kind == "equal":
            for one, other in zip(before[i:i_end], now[j:j_end], strict=True):
                yield from zip(one.figures, other.figures, strict=True)
        else:
            yield from _passages(before[i:i_end], now[j:j_end])


class _Line:
    """A line with its figures, each of which is one sign of `text`."""

    def __init__(self, text: str, figures: list[FigureOutcome]) -> None:
        self.text = text
        self.figures = figures


def _lines(source: Source, figures: Sequence[FigureOutcome]) -> list[_Line]:
    on: dict[int, list[tuple[int, int, FigureOutcome]]] = {}
    for figure in figures:
        if figure.place is not None and figure.stop is not None:
            start, stop = source.offset(figure.place), source.offset(figure.stop)
            on.setdefault(figure.place.line, []).append((start, stop, figure))
    lines: list[_Line] = []
    for number in range(1, len(source.line_starts) + 1):
        position, end = source.line(number)
        parts: list[str] = []
        here: list[FigureOutcome] = []
        for start, stop, figure in sorted(on.get(number, ()), key=lambda entry: entry[:2]):
            if start < position:
                continue  # figures of one numeral that is read both ways
            parts += [source.text[position:start].replace(FIGURE, " "), FIGURE]
            here.append(figure)
            position = stop
        parts.append(source.text[position : max(position, end)].replace(FIGURE, " "))
        lines.append(_Line("".join(parts).strip(), here))
    return [line for line in lines if line.text]  # an empty line is like every other one, and leads astray


def _passages(before: Sequence[_Line], now: Sequence[_Line]) -> Iterator[Pair]:
    old, new = "\n".join(line.text for line in before), "\n".join(line.text for line in now)
    old_figures = iter([figure for line in before for figure in line.figures])
    new_figures = iter([figure for line in now for figure in line.figures])
    if len(old) + len(new) <= LARGEST:
        for kind, i, i_end, j, j_end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
            gone, come = old[i:i_end].count(FIGURE), new[j:j_end].count(FIGURE)
            if kind == "equal":
                for _ in range(gone):
                    yield next(old_figures), next(new_figures)
            else:
                yield from ((next(old_figures), None) for _ in range(gone))
                yield from ((None, next(new_figures)) for _ in range(come))
    yield from ((figure, None) for figure in old_figures)
    yield from ((None, figure) for figure in new_figures)
