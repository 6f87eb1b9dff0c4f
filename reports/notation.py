"""The notation across lessons, as text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence

from lessons.notation import Clash, Use, shown
from reports.json import SCHEMA
from reports.neutral import neutral
from reports.plain import plain
from reports.sentences import Language, say, word


def text(uses: Sequence[Use], clashes: Sequence[Clash], *, language: Language) -> str:
    """A line for each letter of each lesson, then a note for each clash."""
    if not uses:
        return say(language, "notation.none") + "\n"
    rows = [(_letter(use), use.lesson, _meaning(use, language), _value(use), _where(use, language)) for use in _by_letter(uses)]
    widths = [max(_width(row[column]) for row in rows) for column in range(4)]
    lines = [
        "  ".join([cell + " " * (wide - _width(cell)) for cell, wide in zip(row, widths, strict=False)] + [row[4]]).rstrip()
        for row in rows
    ]
    notes = [_note(clash, language) for clash in clashes]
    return "\n".join([*map(neutral, lines), *([""] if notes else []), *notes]) + "\n"


def record(uses: Sequence[Use], clashes: Sequence[Clash], language: Language) -> dict[str, object]:
    """JSON-ready."""
    return {
        "schema": SCHEMA,
        "uses": [_record(use) for use in uses],
        "clashes": [
            {
                "letter": clash.letter or None,
                "meaning": clash.meaning or None,
                "message": _note(clash, language),
                "uses": [_record(use) for use in clash.uses],
            }
            for clash in clashes
        ],
    }


def _record(use: Use) -> dict[str, object]:
    place = {"line": use.place.line, "column": use.place.column} if use.place else {"line": None, "column": None}
    return {
        "letter": use.letter, "lesson": use.lesson, "meaning": use.meaning, "value": use.value or None,
        "section": use.section or None, **place,
    }  # fmt: skip


def _note(clash: Clash, language: Language) -> str:
    separator = "；" if language == "zh" else "; "
    if clash.letter:
        parts = separator.join(f"{_meaning(use, language)} ({_at(use)})" for use in clash.uses)
        return say(language, "notation.two-meanings", letter=neutral(shown(clash.letter)), parts=parts)
    parts = separator.join(f"{neutral(_letter(use))} ({_at(use)})" for use in clash.uses)
    return say(language, "notation.two-letters", meaning=word("letter-means", clash.meaning, language), parts=parts)


def _by_letter(uses: Sequence[Use]) -> list[Use]:
    order = {letter: number for number, letter in enumerate(dict.fromkeys(use.letter for use in uses))}
    return sorted(uses, key=lambda use: order[use.letter])


def _letter(use: Use) -> str:
    return shown(use.letter)


def _meaning(use: Use, language: Language) -> str:
    return word("letter-means", use.meaning, language) if use.meaning else "?"


def _value(use: Use) -> str:
    return f"= {plain(use.value)}" if use.value else ""


def _where(use: Use, language: Language) -> str:
    if use.place:
        return f"{use.place.line}:{use.place.column}"
    return say(language, "notation.section", section=use.section) if use.section else ""


def _at(use: Use) -> str:
    place = f":{use.place.line}:{use.place.column}" if use.place else f" {use.section}".rstrip()
    return neutral(f"{use.lesson}{place}")


def _width(cell: str) -> int:
    from rich.cells import cell_len

    return cell_len(cell)
