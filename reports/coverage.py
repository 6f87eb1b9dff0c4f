"""`coverage`: every printed figure of a document by section, with what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from derivations.verdict import FigureOutcome, FigureVerdict, LessonRead, Verification
from reports.layout import Line
from reports.rounded import percent
from reports.sentences import Language, say, sentence
from reports.sheets import Row, Sheet, drawn, written

TIGHT = frozenset({FigureVerdict.EXACT, FigureVerdict.ROUNDED, FigureVerdict.BOUND})
WRONG = frozenset({FigureVerdict.WRONG, FigureVerdict.TRUNCATED, FigureVerdict.UNDECIDED})
KINDS = ("tight", "claims", "loose", "wrong", "given", "declared", "labels", "open")


def kind(figure: FigureOutcome) -> str:
    """Which column of the ledger a figure belongs to; each to exactly one."""
    if figure.verdict in WRONG:
        return "wrong"
    if figure.verdict in TIGHT:
        return "claims" if figure.claims else "tight"
    return {
        FigureVerdict.LOOSE: "loose",
        FigureVerdict.GIVEN: "given",
        FigureVerdict.ILLUSTRATIVE: "declared",
        FigureVerdict.EXTERNAL: "declared",
        FigureVerdict.STRUCTURAL: "labels",
    }.get(figure.verdict, "open")


def covered(figures: Sequence[FigureOutcome]) -> tuple[int, int]:
    """How many figures are accounted for, and how many there are."""
    return sum(kind(figure) != "open" for figure in figures), len(figures)


def coverage(verification: Verification, *, language: Language, width: int) -> list[Line]:
    return [row for sheet in _sheets(verification, language) for row in (*drawn(sheet, width), ())][:-1]


def pasted(verification: Verification, form: str, language: Language) -> str:
    return written(_sheets(verification, language), form)


def _sheets(verification: Verification, language: Language) -> list[Sheet]:
    return [_sheet(verification, lesson, language) for lesson in verification.lessons if lesson.recognised != "declarations"]


def _sheet(verification: Verification, lesson: LessonRead, language: Language) -> Sheet:
    figures = [figure for figure in verification.figures if figure.lesson == lesson.name]
    titles = {title.number: title for title in lesson.sections}
    shown = [name for name in KINDS if any(kind(figure) == name for figure in figures)]
    rows = []
    for section in dict.fromkeys(figure.section for figure in figures):
        here = [figure for figure in figures if figure.section == section]
        title = titles.get(section)
        words = (title.title.zh if language == "zh" else title.title.en) if title else ""
        label = section if words == section or not words else f"{section} {words}"
        rows.append(_row(label or say(language, "coverage.before"), here, shown))
    rows.append(_row(say(language, "coverage.all"), figures, shown, strong=True))
    done, total = covered(figures)
    share = percent(Fraction(done, total)) if total else "100%"
    notes = [say(language, "coverage.share", done=done, total=total, share=share)]
    notes += [say(language, f"coverage.note.{name}") for name in shown if name in ("tight", "claims", "open")]
    notes += _unchecked([figure for figure in figures if kind(figure) == "open"], language)
    unread = [one for one in verification.unread if one.lesson == lesson.name]
    notes += [say(language, "not-read", n=len(unread))] if unread else []
    notes += [f"{one.place.line}:{one.place.column}  {one.printed}: {sentence(one.reason, language)}" for one in unread]
    heads = (say(language, "coverage.figures"), *(say(language, f"coverage.{name}") for name in shown))
    return Sheet(lesson.path or lesson.name, heads, tuple(rows), tuple(notes))


def _unchecked(figures: Sequence[FigureOutcome], language: Language) -> list[str]:
    """The figures that nothing explains, a line for each line of the document."""
    placed = [(figure.place, figure.printed) for figure in figures if figure.place is not None]
    lines: dict[int, list[tuple[int, str]]] = {}
    for place, printed in placed:
        lines.setdefault(place.line, []).append((place.column, printed))
    listed = [f"{line}:{here[0][0]}  {', '.join(printed for _, printed in here)}" for line, here in sorted(lines.items())]
    return [say(language, "coverage.unchecked", n=len(placed)), *listed] if listed else []


def _row(label: str, figures: Sequence[FigureOutcome], shown: Sequence[str], *, strong: bool = False) -> Row:
    counts = [sum(kind(figure) == name for figure in figures) for name in shown]
    return Row(label, (str(len(figures)), *(str(count) for count in counts)), strong=strong)
