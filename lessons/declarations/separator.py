"""Documents with a decimal comma: 0,5 and 37.000.

Between two digits the comma and the point change places, before anything is read, and back in everything that is said. No
character moves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from derivations.verdict import Message, Severity
from lessonproof.patterns import pattern
from lessons.block import NOT_SHOWN, Block, BlockKind, Figure
from lessons.declarations.record import Anchor, Origin, Problem
from lessons.declarations.sidecar import Sidecar
from lessons.document import Document, of_source

if TYPE_CHECKING:
    from lessons.survey import Survey

Where = TypeVar("Where")
_BETWEEN_DIGITS = pattern(r"(?<=[0-9])[.,](?=[0-9])")

_POINT = pattern(r"[0-9]\.[0-9]")
_GROUPED = pattern(r"(?<![0-9.,])[1-9][0-9]{0,2}(?:\.[0-9]{3})+(?![0-9])")
# What makes a part of a computation of a figure: 0.66 in `= 0.66`, not in “section 0.66”, “Python ≥ 3.10”.
_NEAR = 16
_BEFORE = pattern(r"(?:[=≈≃≅∼~+−×·⋅*^]|(?<=\s)[-/]|\\(?:approx|simeq|sim|cdot|times|frac))[\s${}()\[\]&\\]*$")
_BEHIND = pattern(r"[\s${}()\[\]&\\]*(?:[=≈≃≅∼~+−×·⋅*^]|\s[-/]\s|\\?(?:approx|simeq|sim|cdot|times))")
_CELL = pattern(r"\s*[~≈]?[0-9]+(?P<sign>[.,])[0-9]+\s*%?\s*")


def exchanged(text: str) -> str:
    """With commas for points and points for commas, between digits."""
    return _BETWEEN_DIGITS.sub(lambda sign: "," if sign[0] == "." else ".", text)


def with_points(document: Document) -> Document:
    """The document as if it had been written with decimal points."""
    return of_source(replace(document.source, text=exchanged(document.source.text)), document.format)


def quoting_points(sidecar: Sidecar, document: Document) -> Sidecar:
    """What a sidecar quotes of such a document, in the same way; its own numbers have points as they are.

    document: as it was written. What it prints with decimal points is not read then, which is said at the declaration.
    """
    declared = sidecar.declarations
    problem = _contradicted(document, declared.said["decimal-separator"].origin)
    if problem is not None:
        declared.conventions.consulted.add("decimal-separator")
    changed = replace(
        declared,
        statements=[replace(one, where=_quoting(one.where)) for one in declared.statements],
        stretches=[replace(one, where=_quoting(one.where), why=exchanged(one.why)) for one in declared.stretches],
        problems=[*declared.problems, *([problem] if problem else [])],
    )
    return replace(sidecar, declarations=changed)


def _contradicted(document: Document, origin: Origin) -> Problem | None:
    """That the document has decimal points in its computations, or in most cells of a table. It may have them elsewhere: in
    the numbers of sections and versions."""
    points = [
        figure
        for block in document.blocks
        if block.kind not in NOT_SHOWN and block.kind is not BlockKind.HEADING
        for figure in block.figures()
        if _POINT.search(figure.written.text) and not _GROUPED.search(figure.written.text)
        if _is_computed(figure, document.source.text) or _has_points(block)
    ]
    if not points:
        return None
    first = points[0]
    values = {"n": len(points), "printed": first.written.text, "line": document.place(first.excerpt.start).line}
    return Problem("declaration-contradicted", Severity.ERROR, origin, Message("declaration-contradicted", values))


def _is_computed(figure: Figure, text: str) -> bool:
    start, stop = figure.excerpt.start, figure.excerpt.stop
    return bool(_BEFORE.search(text[max(0, start - _NEAR) : start]) or _BEHIND.match(text[stop : stop + _NEAR]))


def _has_points(table: Block) -> bool:
    """Whether more cells are a decimal with a point than with a comma. The first of a row names it: section 2.1."""
    cells = ("".join(run.text for run in cell) for row in table.rows for cell in row[1:])
    signs = Counter(found["sign"] for cell in cells if (found := _CELL.fullmatch(cell)))
    return signs["."] > signs[","]


def with_commas(found: Survey) -> Survey:
    """What is said of the document, as its author writes numbers."""
    return replace(
        found,
        figures=tuple(
            replace(
                one, printed=exchanged(one.printed), value=_or_none(one.value), expected=_or_none(one.expected),
                note=_said(one.note),
            )
            for one in found.figures
        ),
        findings=tuple(
            replace(
                one, message=_spoken(one.message), repair=_or_none(one.repair), declared=_said(one.declared)
            )
            for one in found.findings
            if one.lesson == found.lesson.name
        )
        + tuple(one for one in found.findings if one.lesson != found.lesson.name),
        unread=tuple(replace(one, printed=exchanged(one.printed)) for one in found.unread),
        claims=tuple(replace(one, says=exchanged(one.says)) for one in found.claims),
    )  # fmt: skip


def _quoting(where: Where) -> Where:
    if not isinstance(where, Anchor):
        return where
    return replace(
        where, quoted=_or_none(where.quoted), section=_or_none(where.section), first=_or_none(where.first),
        last=_or_none(where.last),
    )  # fmt: skip


def _or_none(text: str | None) -> str | None:
    return None if text is None else exchanged(text)


def _said(message: Message | None) -> Message | None:
    return None if message is None else _spoken(message)


def _spoken(message: Message) -> Message:
    return Message(message.key, _values(message.values))


def _values(values: Mapping[str, object]) -> dict[str, object]:
    return {
        name: exchanged(value) if isinstance(value, str) else _spoken(value) if isinstance(value, Message) else value
        for name, value in values.items()
    }
