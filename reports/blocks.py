"""What a claim prints beside what it is worth: scalars, vectors, matrices and tables as blocks of lines.

Used by the full report and by `explain`. A block stands side by side where the width allows, else with the computed
part beneath the printed one, else with one entry a line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from derivations.verdict import Cell, ClaimOutcome, FigureOutcome, FigureVerdict, Verification
from derivations.verdict import Line as Relation
from lessonproof.records import dataclass
from reports.layout import (
    Line,
    Span,
    beside,
    bracketed,
    cells,
    columns,
    filled,
    headed,
    joined,
    length,
    line,
    paragraph,
    wrapped,
)
from reports.neutral import neutral
from reports.plain import plain
from reports.sentences import Language, say, spoken
from reports.summary import RIGHT, WRONG

DOUBTFUL = (FigureVerdict.LOOSE, FigureVerdict.UNACCOUNTED, FigureVerdict.UNDECIDED)
GOOD, BAD, DOUBT, QUIET, STRONG = "green", "bold red", "yellow", "dim", "bold"

_SIGNS = {
    **dict.fromkeys(RIGHT, Span("✓", GOOD)),
    **dict.fromkeys(WRONG, Span("✗", BAD)),
    FigureVerdict.LOOSE: Span("~", DOUBT),
    FigureVerdict.UNACCOUNTED: Span("?", DOUBT),
    FigureVerdict.UNDECIDED: Span("?", DOUBT),
}
_WORDS = (FigureVerdict.EXACT, FigureVerdict.BOUND, FigureVerdict.GIVEN, FigureVerdict.LOOSE, FigureVerdict.TRUNCATED)


@dataclass(frozen=True, slots=True)
class Stops:
    """Where the columns of a report begin, and its width, in cells."""

    margin: int
    printed: int
    computed: int
    marks: int
    width: int


def stops(verification: Verification, width: int, margin: int = 2) -> Stops:
    """Columns that hold a scalar of twelve digits on 60 cells and breathe on 100; more digits move the marks."""
    spare = min(max(width - 60, 0), 40)
    printed = margin + 13 + spare * 13 // 40
    computed = printed + 12 + spare * 8 // 40
    longest = max((cells(figure.value or "") for figure in verification.figures), default=0)
    return Stops(margin, printed, computed, min(computed + longest + 2, width - 8), width)


@dataclass(frozen=True, slots=True)
class Entry:
    """One printed entry, ready to show. `figure` is None where it is not a single number."""

    name: str
    printed: Span
    computed: Span
    sign: Span
    figure: FigureOutcome | None


def sign_of(holds: bool | None) -> Span:
    """The sign of a statement, a step or an entry that is no printed figure."""
    return Span("?", DOUBT) if holds is None else Span("✓", GOOD) if holds else Span("✗", BAD)


def is_displayed(relation: Relation) -> bool:
    """Whether a relation deserves lines of its own in the full report: it prints a figure, or several entries."""
    return sum(len(row) for row in relation.rows) > 1 or any(cell.figure is not None for row in relation.rows for cell in row)


class Blocks:
    """Draws relations and figures in one language, with its columns at fixed stops."""

    def __init__(self, verification: Verification, language: Language, at: Stops) -> None:
        self.figures = verification.figures
        self.language = language
        self.at = at

    def claim(self, claim: ClaimOutcome, *, everything: bool = False) -> list[Line]:
        """The displayed relations of a claim (or all), then its named figures that stand in no relation.

        Numerals inside a formula have no name and are no result: they are drawn only where they are not right.
        """
        if claim.columns:
            return self.table(claim)
        shown = {cell.figure for relation in claim.lines for row in relation.rows for cell in row}
        drawn: list[Line] = []
        scalars: list[tuple[str, Entry]] = []
        for relation in _merged(claim.lines):
            if not (everything or is_displayed(relation)):
                continue
            if len(relation.rows) == 1 and len(relation.rows[0]) == 1:
                scalars.append((_name(relation), self.entry(relation.rows[0][0])))
                continue
            drawn += [*self.scalars(scalars), *self.relation(relation)]
            scalars = []
        drawn += self.scalars(scalars)
        loose = [self.figures[index] for index in claim.figures if index not in shown]
        named = {(figure.name, figure.printed): figure for figure in loose if figure.name}
        doubted = [figure for figure in loose if not figure.name and figure.verdict in (*WRONG, *DOUBTFUL)]
        return drawn + self.scalars(
            [(f"{plain(figure.name)} =".lstrip(" ="), self.entry_of_figure(figure)) for figure in (*named.values(), *doubted)]
        )

    def scalars(self, pairs: Sequence[tuple[str, Entry]]) -> list[Line]:
        """Scalars below each other; several that are given, or exact as printed, together on one line."""
        verdicts = {entry.figure.verdict if entry.figure else None for _, entry in pairs}
        if len(pairs) < 2 or verdicts not in ({FigureVerdict.GIVEN}, {FigureVerdict.EXACT}):
            return [row for name, entry in pairs for row in self.scalar(name, entry)]
        mark = self.mark([pairs[0][1]])
        room = self.at.width - self.at.margin - length(mark) - 2
        rows = joined([f"{name} {entry.printed.text}" for name, entry in pairs], ", ", room)
        indent = " " * self.at.margin
        stop = max(
            self.at.marks if verdicts == {FigureVerdict.EXACT} else self.at.computed,
            self.at.margin + cells(rows[-1]) + 2,
        )
        return [
            *(line(indent, row) for row in rows[:-1]),
            line(*filled(line(indent, rows[-1]), min(stop, self.at.width - length(mark))), *mark),
        ]

    def relation(self, relation: Relation) -> list[Line]:
        name = _name(relation)
        rows = [[self.entry(cell) for cell in row] for row in relation.rows]
        entries = [entry for row in rows for entry in row]
        if not entries:
            return paragraph(
                name,
                self.at.width,
                first=line(" " * self.at.margin, sign_of(relation.holds)),
                indent=self.at.margin + 2,
            )
        if len(entries) == 1:
            return self.scalar(name, entries[0])
        if len(rows) > 1:
            body = self.pair(
                bracketed(columns([[entry.printed for entry in row] for row in rows])),
                bracketed(columns([[entry.computed for entry in row] for row in rows])),
                self.marks(rows),
            )
            return self.under(name, body, row=(len(rows) - 1) // 2) if body else self.one_by_one(name, rows)
        if any("…" in entry.computed.text for entry in entries):
            return self.one_by_one(name, rows)
        body = self.pair(
            [_in_parentheses([entry.printed for entry in entries])],
            [_in_parentheses([entry.computed for entry in entries])],
            self.marks(rows),
        )
        return self.under(name, body) if body else self.one_by_one(name, rows)

    def scalar(self, name: str, entry: Entry) -> list[Line]:
        return self.under(name, self.scalar_body(entry))

    def scalar_body(self, entry: Entry) -> list[Line]:
        mark = self.mark([entry])
        body = self.pair([line(entry.printed)], [line(entry.computed)] if entry.computed.text else [], [mark])
        if body:
            return body
        digits = wrapped(entry.computed.text, self.at.width - self.at.printed)
        return [line(entry.printed, "  ", *mark), *(line((piece, entry.computed.style)) for piece in digits)]

    def one_by_one(self, name: str, rows: Sequence[Sequence[Entry]]) -> list[Line]:
        """Every entry on its own line, with its own name before it."""
        labels: list[str] = []
        for number, row in enumerate(rows, 1):
            for position, entry in enumerate(row, 1):
                labels.append(entry.name or (f"{number},{position}" if len(rows) > 1 else str(position)))
        return self.merged(name, self.listed(labels, [entry for row in rows for entry in row], right=True))

    def listed(self, labels: Sequence[str], entries: Sequence[Entry], *, right: bool = False) -> list[Line]:
        """Scalars below each other, their signs and digits aligned where they start differently."""
        drawn: list[Line] = []
        for label, entry, indent in zip(labels, entries, _hanging(entries), strict=True):
            printed, computed = (
                Span(" " * blank + span.text, span.style)
                for blank, span in zip(indent, (entry.printed, entry.computed), strict=True)
            )
            body = self.scalar_body(
                replace(entry, printed=printed, computed=computed if entry.computed.text else entry.computed)
            )
            drawn += self.under(label, body, style=QUIET if right else "", right=right)
        return drawn

    def table(self, claim: ClaimOutcome) -> list[Line]:
        relations = [relation for relation in claim.lines if relation.rows]
        rows = [[self.entry(cell) for cell in relation.rows[0]] for relation in relations]
        names = [plain(relation.left) for relation in relations]
        heads = [spoken(text, self.language) for text in claim.columns]
        corner = heads.pop(0) if rows and len(heads) == len(rows[0]) + 1 else ""
        printed = headed(heads, [[entry.printed for entry in row] for row in rows], QUIET)
        computed = headed(heads, [[entry.computed for entry in row] for row in rows], QUIET)
        labels = [line((corner, QUIET)), *(line(name) for name in names)]
        for start in (self.at.printed, self.at.margin + _widest(labels) + 2):
            body = self.pair(printed, computed, [(), *self.marks(rows)], start=start, stacked=False)
            if body:
                return beside([(self.at.margin, labels), (start, body)])
        drawn: list[Line] = []
        for at, head in enumerate(heads):
            drawn += [
                line(" " * self.at.margin, (head, QUIET)),
                *self.listed([f"  {name}" for name in names], [row[at] for row in rows]),
            ]
        return drawn

    # ── entries and marks ─────────────────────────────────────────────────────────────────────────────────────────────

    def entry(self, cell: Cell) -> Entry:
        if cell.figure is not None:
            return self.entry_of_figure(self.figures[cell.figure], cell)
        return Entry(
            plain(cell.name),
            Span(plain(cell.printed)),
            Span(_number(cell.value or ""), QUIET),
            sign_of(cell.holds),
            None,
        )

    def entry_of_figure(self, figure: FigureOutcome, cell: Cell | None = None) -> Entry:
        value = (cell.value if cell else None) or figure.value or ""
        if figure.verdict is FigureVerdict.GIVEN:
            value = ""
        sign = _SIGNS.get(figure.verdict, Span("·", QUIET))
        printed_style = sign.style if figure.verdict in (*WRONG, *DOUBTFUL) else ""
        value_style = STRONG if figure.verdict in WRONG else "cyan" if figure.verdict in RIGHT else QUIET
        name = plain(cell.name) if cell else plain(figure.name)
        return Entry(name, Span(plain(figure.printed), printed_style), Span(_number(value), value_style), sign, figure)

    def marks(self, rows: Sequence[Sequence[Entry]]) -> list[Line]:
        """One mark a row; a word that holds for all of them stands beside the name."""
        same = len({entry.figure.verdict for row in rows for entry in row if entry.figure}) == 1
        return [self.mark(row, word=same and number == (len(rows) - 1) // 2) for number, row in enumerate(rows)]

    def mark(self, entries: Sequence[Entry], *, word: bool = True) -> Line:
        """A sign an entry; then the places of those to look at, or a word where the sign alone does not say enough."""
        figures = [entry.figure for entry in entries if entry.figure]
        verdicts = {figure.verdict for figure in figures}
        if verdicts == {FigureVerdict.GIVEN}:
            return line((say(self.language, "mark.given"), QUIET)) if word else ()
        pieces: list[Span] = [entry.sign for entry in entries]
        doubted = [figure for figure in figures if figure.verdict in (*WRONG, *DOUBTFUL)]
        places = [f"{figure.place.line}:{figure.place.column}" for figure in doubted if figure.place]
        if places:
            pieces.append(Span(" " + " ".join(places), _SIGNS[doubted[0].verdict].style))
        elif word and len(verdicts) == 1 and (verdict := verdicts.pop()) in _WORDS:
            pieces.append(Span(" " + say(self.language, f"mark.{verdict}"), QUIET))
        return line(*pieces)

    # ── placing ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def pair(
        self,
        printed: Sequence[Line],
        computed: Sequence[Line],
        marks: Sequence[Line],
        *,
        start: int | None = None,
        stacked: bool = True,
    ) -> list[Line] | None:
        """Printed and computed side by side or one beneath the other, as fits behind `start`; None if neither does."""
        left = self.at.printed if start is None else start
        room = self.at.width - left
        if not any(span.text.strip(" ()[]⎡⎢⎣⎤⎥⎦,") for row in computed for span in row):
            computed = ()
        second = max(self.at.computed - left, _widest(printed) + 2)
        third = max(self.at.marks - left, second + _widest(computed) + 2)
        side = beside([(0, printed), (second, computed), (third if computed else second, marks)])
        if _widest(side) <= room:
            return side
        below = [*printed, *beside([(0, computed), (_widest(computed) + 2, marks)])]
        return below if stacked and len(printed) > 1 and _widest(below) <= room else None

    def under(self, name: str, body: Sequence[Line], *, row: int = 0, style: str = "", right: bool = False) -> list[Line]:
        """`body` in the column `printed`, its name before it."""
        start = max(self.at.margin, self.at.printed - 2 - cells(name)) if right else self.at.margin
        if start + cells(name) + 2 <= self.at.printed:
            label: list[Line] = [*[()] * min(row, len(body) - 1), line((name, style))]
            return beside([(start, label), (self.at.printed, body)])
        return [*self.title(name, style), *beside([(self.at.printed, body)])]

    def merged(self, name: str, body: Sequence[Line]) -> list[Line]:
        """`name` on the first line of `body` if there are blanks enough before it, else above."""
        blank = len(body[0][0].text) if body and body[0] and not body[0][0].text.strip() else 0
        if self.at.margin + cells(name) + 2 > blank:
            return [*self.title(name), *body]
        return [line(" " * self.at.margin, name, " " * (blank - self.at.margin - cells(name)), *body[0][1:]), *body[1:]]

    def title(self, name: str, style: str = "") -> list[Line]:
        return paragraph(name, self.at.width, style=style, indent=self.at.margin) if name else []


def _name(relation: Relation) -> str:
    return f"{plain(relation.left)} {relation.relation}".strip()


def _merged(relations: Sequence[Relation]) -> list[Relation]:
    """`h = (a, 1 + c)` and then `h ≈ (…)` become `h = (a, 1 + c) ≈ (…)`, as the lessons print them."""
    merged: list[Relation] = []
    for relation in relations:
        before = merged[-1] if merged else None
        if (
            before is not None
            and before.holds
            and before.left == relation.left
            and not any(cell.figure is not None for row in before.rows for cell in row)
            and len(before.rows) == len(relation.rows) == 1
        ):
            entries = ", ".join(cell.printed for cell in before.rows[0])
            right = f"({entries})" if len(before.rows[0]) > 1 else entries
            merged[-1] = replace(relation, left=f"{before.left} {before.relation} {right}")
        else:
            merged.append(relation)
    return merged


def _in_parentheses(spans: Sequence[Span]) -> Line:
    pieces: list[Span] = []
    for span in spans:
        pieces += [Span(", " if pieces else "("), span]
    return line(*pieces, ")")


def _number(value: str) -> str:
    """A value as the lessons print numbers: with a minus sign, not a hyphen."""
    return neutral("−" + value[1:] if value.startswith("-") else value)


def _hanging(entries: Sequence[Entry]) -> list[tuple[int, int]]:
    """For each entry the blanks before its printed and its computed number that put a minus sign outside the column."""
    signed = any(entry.printed.text.startswith("−") for entry in entries)
    return [
        (0, 0) if not signed else (int(not entry.printed.text.startswith("−")), int(not entry.computed.text.startswith("−")))
        for entry in entries
    ]


def _widest(rows: Sequence[Line]) -> int:
    return max((length(row) for row in rows), default=0)
