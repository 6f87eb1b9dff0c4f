"""`mutate`: the share of changed figures that the guard catches, and those that went by, with the reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby

from derivations.verdict import FigureVerdict, LessonRead
from lessons.mutation.outcome import Change, Mutation, Reason, counted
from reports.blocks import QUIET, STRONG
from reports.json import SCHEMA
from reports.layout import Line, line, paragraph
from reports.neutral import neutral
from reports.plain import plain
from reports.rounded import percent
from reports.sentences import Language, say, sentence
from reports.sheets import Row, Sheet, drawn

_KINDS: tuple[tuple[str, frozenset[FigureVerdict]], ...] = (
    ("exact", frozenset({FigureVerdict.EXACT})),
    ("rounded", frozenset({FigureVerdict.ROUNDED, FigureVerdict.LOOSE})),
    ("bound", frozenset({FigureVerdict.BOUND})),
    ("given", frozenset({FigureVerdict.GIVEN})),
    ("declared", frozenset({FigureVerdict.ILLUSTRATIVE, FigureVerdict.EXTERNAL})),
    ("wrong", frozenset({FigureVerdict.WRONG, FigureVerdict.TRUNCATED, FigureVerdict.UNDECIDED})),
    ("open", frozenset({FigureVerdict.UNACCOUNTED})),
)


def full(mutation: Mutation, *, language: Language, width: int) -> list[Line]:
    """A table for each document, the score, and what went by, gathered by its reason."""
    lines: list[Line] = []
    for lesson in mutation.lessons:
        changes = [change for change in mutation.changes if change.figure.lesson == lesson.name]
        lines += [*drawn(_sheet(lesson, changes, language), width), ()]
    lines += [line((text, STRONG if first else "")) for first, text in _closing(mutation, language)]
    for reason in Reason:
        survivors = [change for change in mutation.survivors if change.reason is reason]
        if survivors:
            lines.append(())
            lines += paragraph(say(language, f"mutate.reason.{reason.value}", n=len(survivors)), width, style=STRONG)
            lines += [one for each in _gathered(survivors, mutation, language) for one in paragraph(each, width, indent=4)]
    if mutation.unspelled:
        lines += [(), *paragraph(say(language, "mutate.unspelled", n=len(mutation.unspelled)), width, style=QUIET)]
    return lines


def concise(mutation: Mutation, language: Language) -> str:
    """`path:line:column: reason: printed → changed` for each change that went by, then the score."""
    lines = [
        f"{_where(change, mutation)}: {change.reason}: {_printed(change.figure.printed)} → {_printed(change.printed)}"
        f"{_proof(change, language)}"
        for change in mutation.survivors
    ]
    return "\n".join([*lines, " ".join(text for _, text in _closing(mutation, language))]) + "\n"


def record(mutation: Mutation, language: Language) -> dict[str, object]:
    """The same for programs, schema 1."""
    caught, total = mutation.score()
    labels = mutation.labels()
    return {
        "schema": SCHEMA,
        "targets": list(mutation.targets),
        "lessons": [
            {"name": lesson.name, "path": lesson.path, "sha256": lesson.sha256, "recognised": lesson.recognised}
            for lesson in mutation.lessons
        ],
        "score": {"caught": caught, "changes": total, "share": percent(mutation.share()), "noted": mutation.noted()},
        "labels": {"caught": labels[0], "changes": labels[1]},
        "caught_by": dict(sorted(Counter(change.rule for change in mutation.changes if change.rule).items())),
        "survivors": [
            {
                "lesson": change.figure.lesson,
                "section": change.figure.section,
                "line": change.figure.place.line if change.figure.place else None,
                "column": change.figure.place.column if change.figure.place else None,
                "printed": change.figure.printed,
                "changed": change.printed,
                "claims": list(change.figure.claims),
                "reason": change.reason,
                "noted": change.noted,
                "proof": sentence(change.proof, language) if change.proof else None,
            }
            for change in mutation.survivors
        ],
        "unspelled": len(mutation.unspelled),
    }


def _sheet(lesson: LessonRead, changes: Sequence[Change], language: Language) -> Sheet:
    rows = []
    for name, verdicts in _KINDS:
        here = [change for change in changes if change.figure.verdict in verdicts]
        if here:
            rows.append(_row(say(language, f"mutate.kind.{name}"), here))
    stating = [change for change in changes if change.states]
    rows.append(_row(say(language, "mutate.kind.all"), stating, strong=True))
    labels = [change for change in changes if not change.states]
    if labels:
        rows.append(_row(say(language, "mutate.kind.labels"), labels))
    heads = tuple(say(language, f"mutate.head.{name}") for name in ("changes", "caught", "by", "share"))
    return Sheet(lesson.path or lesson.name, heads, tuple(rows))


def _row(label: str, changes: Sequence[Change], *, strong: bool = False) -> Row:
    caught, total = counted(changes)
    share = percent(mutation_share(changes)) if total else ""
    return Row(label, (str(total), str(caught), str(total - caught), share), strong=strong)


def mutation_share(changes: Sequence[Change]) -> Fraction:
    caught, total = counted(changes)
    return Fraction(caught, total) if total else Fraction(1)


def _closing(mutation: Mutation, language: Language) -> list[tuple[bool, str]]:
    caught, total = mutation.score()
    share = percent(mutation.share())
    said = [(True, say(language, "mutate.score", caught=caught, total=total, share=share))]
    warned = sum(change.caught and not change.by_error for change in mutation.changes if change.states)
    if warned:
        said.append((False, say(language, "mutate.by-warning", n=warned)))
    if noted := mutation.noted():
        told = percent(Fraction(caught + noted, total))
        said.append((False, say(language, "mutate.noted", n=noted, share=told)))
    if mutation.labels()[1]:
        said.append((False, say(language, "mutate.labels", caught=mutation.labels()[0], total=mutation.labels()[1])))
    return said


def _gathered(survivors: Sequence[Change], mutation: Mutation, language: Language) -> list[str]:
    """One line for a figure: both of its changes together."""
    lines = []
    for _, both in groupby(survivors, key=lambda change: (change.figure.lesson, change.figure.place)):
        changes = list(both)
        figure = changes[0].figure
        others = ", ".join(_printed(change.printed) for change in changes)
        claims = f"  {neutral(', '.join(figure.claims))}" if figure.claims else ""
        proofs = "".join(_proof(change, language) for change in changes)
        lines.append(f"  {_where(changes[0], mutation)}  {_printed(figure.printed)} → {others}{claims}{proofs}")
    return lines


def _proof(change: Change, language: Language) -> str:
    return f"  {sentence(change.proof, language)}" if change.proof else ""


def _printed(text: str) -> str:
    return neutral(plain(text))


def _where(change: Change, mutation: Mutation) -> str:
    path = next((lesson.path for lesson in mutation.lessons if lesson.name == change.figure.lesson), None)
    place = change.figure.place
    where = neutral(path or change.figure.lesson)
    return f"{where}:{place.line}:{place.column}" if place else where
