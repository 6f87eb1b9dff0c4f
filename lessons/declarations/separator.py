"""Documents with a decimal comma: 0,5 and 37.000.

Between two digits the comma and the point change places, before anything is read, and back in everything that is said. No
character moves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from derivations.verdict import Message
from lessonproof.patterns import pattern
from lessons.declarations.record import Anchor
from lessons.declarations.sidecar import Sidecar
from lessons.document import Document, of_source

if TYPE_CHECKING:
    from lessons.survey import Survey

Where = TypeVar("Where")
_BETWEEN_DIGITS = pattern(r"(?<=[0-9])[.,](?=[0-9])")


def exchanged(text: str) -> str:
    """With commas for points and points for commas, between digits."""
    return _BETWEEN_DIGITS.sub(lambda sign: "," if sign[0] == "." else ".", text)


def with_points(document: Document) -> Document:
    """The document as if it had been written with decimal points."""
    return of_source(replace(document.source, text=exchanged(document.source.text)), document.format)


def quoting_points(sidecar: Sidecar) -> Sidecar:
    """What a sidecar quotes of such a document, in the same way; its own numbers have points as they are."""
    declared = sidecar.declarations
    changed = replace(
        declared,
        statements=[replace(one, where=_quoting(one.where)) for one in declared.statements],
        stretches=[replace(one, where=_quoting(one.where), why=exchanged(one.why)) for one in declared.stretches],
    )
    return replace(sidecar, declarations=changed)


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
