"""What the declarations of a document make of its survey.

Nothing that is declared makes a wrong figure disappear: a finding whose rule the author ignores stays as a note with his
reason, and a figure that is declared made up is still wrong where it contradicts the figures beside it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from derivations.formula.tokens import tokens
from derivations.verdict import (
    Binding,
    ClaimOutcome,
    Evidence,
    FigureOutcome,
    FigureVerdict,
    Finding,
    LessonRead,
    Message,
    Place,
    Severity,
    Verdict,
)
from lessonproof.records import dataclass
from lessons.comparison import CAP, Judgement, NotComputed, Worth, compare
from lessons.declarations.declared import Declared
from lessons.declarations.quoted import PrintedFigure
from lessons.declarations.record import Anchor, Extent, Ignored, Stretch
from lessons.declarations.statements import Checked, NotPlaced
from lessons.detectors.detection import figure_message
from lessons.names import Definition, Names
from lessons.passage import Passage
from lessons.printed import Printed
from lessons.vocabulary import Meaning
from numeric.real import compare as order_of
from numeric.real import digits

SHOWN = 10
_OPEN = (FigureVerdict.UNACCOUNTED, FigureVerdict.ILLUSTRATIVE)
PRESUMES_ONE_VALUE = "near-figure"
"""The rule that compares distant figures: between figures that are made up or taken from elsewhere it finds no mistake."""


@dataclass(frozen=True, slots=True)
class Applied:
    """figures, findings, claims of the document; beside: the sidecar, if there is one; at_sidecar: the findings there."""

    figures: tuple[FigureOutcome, ...]
    findings: tuple[Finding, ...]
    claims: tuple[ClaimOutcome, ...]
    beside: tuple[LessonRead, ...]
    at_sidecar: tuple[Finding, ...]


def applied(
    declared: Declared,
    names: Names,
    read: Sequence[Passage],
    figures: Sequence[FigureOutcome],
    findings: Sequence[Finding],
    lesson: LessonRead,
    section: Callable[[Place], str],
    first: int,
) -> Applied:
    """The figures and findings of the detectors, with what is declared about them.

    names: what the text defines, beside what is declared.   section: the heading above a place.   first: how many figures the
    run has before those of the document.
    """
    return _Applying(declared, lesson, section, first, list(figures), list(findings)).applied(names, read)


class _Ordered:
    """Numbers by their places: those between two places are found without looking at the others."""

    def __init__(self, placed: Iterable[tuple[int, Place]]) -> None:
        here = sorted((_key(place), number) for number, place in placed)
        self.keys = [key for key, _ in here]
        self.numbers = [number for _, number in here]

    def within(self, first: Place, last: Place) -> Sequence[int]:
        """From the first place up to the last, which is left out."""
        return self.numbers[bisect_left(self.keys, _key(first)) : bisect_left(self.keys, _key(last))]


class _Applying:
    def __init__(
        self,
        declared: Declared,
        lesson: LessonRead,
        section: Callable[[Place], str],
        first: int,
        figures: list[FigureOutcome],
        findings: list[Finding],
    ) -> None:
        self.declared = declared
        self.lesson = lesson
        self.section = section
        self.first = first
        self.figures = figures
        self.findings = findings
        self.number_at = {figure.place: number for number, figure in enumerate(figures) if figure.place is not None}
        self.place = declared.document.place

    def applied(self, names: Names, read: Sequence[Passage]) -> Applied:
        for name in names.declared:
            for definition in names.definitions.get(name, ()):
                self._compare_with_declared(name, definition, names, read)
        claims = tuple(self._claim(checked) for checked in self.declared.checked)
        self._order()
        for stretch in self.declared.all.stretches:
            self._stretch(stretch)
        for ignored in self.declared.all.ignored:
            self._ignore(ignored)
        self._report_idle(names)
        return Applied(tuple(self.figures), (*self.findings, *self._problems(False)), claims, *self._sidecar())

    # ── values ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def _compare_with_declared(self, name: str, found: Definition, names: Names, read: Sequence[Passage]) -> None:
        """A value that the text gives to a name for which another is declared."""
        declared = names.in_force(name, found.passage, found.start)
        if declared is None:
            return
        names.consulted.add((name, declared.passage, declared.start))
        text = read[found.passage].text
        printed = [token for token in tokens(text[found.start : found.end]) if token.written is not None]
        place = read[found.passage].places(found.start + (printed[0].start if len(printed) == 1 else 0))
        try:
            if len(printed) == 1 and printed[0].written is not None and printed[0].written.value == _number(found.meaning):
                worth = Worth(declared.meaning.node, declared.meaning.names)
                rows = [[Printed(printed[0].written, (0, 0))]]
                ((judged,),) = compare(rows, worth, {}, approximate=found.meaning.rounded)
                if judged.holds:
                    self._settle(place, judged, None)
                else:
                    self._differs(name, place, printed[0].written.text, judged)
            elif not found.meaning.rounded and (values := _different(found.meaning, declared.meaning)):
                self._differs(name, place, values[0], Judgement(FigureVerdict.WRONG, Severity.ERROR, values[1]))
        except NotComputed:
            return

    def _differs(self, name: str, place: Place, printed: str, judged: Judgement) -> None:
        message = Message("value-differs", {"name": name, "printed": printed, "expected": judged.expected or "?"})
        self._add("value-differs", Severity.ERROR, place, message, judged.expected)
        self._settle(place, judged, None)

    # ── statements ────────────────────────────────────────────────────────────────────────────────────────────────────

    def _claim(self, checked: Checked) -> ClaimOutcome:
        id = checked.statement.id
        for figure, judged in checked.figures:
            place = self.place(figure.extent[0])
            self._settle(place, judged, id)
            # What a figure is worth is known now: that another one is close to it says nothing more.
            self.findings = [one for one in self.findings if (one.rule, one.places[:1]) != (PRESUMES_ONE_VALUE, (place,))]
            if not judged.holds:
                self._wrong(figure, place, judged, id)
        kinds = {judged.figure for _, judged in checked.figures}
        wrong = not checked.holds
        exact = kinds == {FigureVerdict.EXACT}
        verdict = Verdict.EXACT if exact else Verdict.CERTIFIED
        if wrong:
            verdict = Verdict.UNDECIDED if kinds == {FigureVerdict.UNDECIDED} else Verdict.REFUTED
        text = self.declared.document.source.text
        numbers = [self.number_at.get(self.place(figure.extent[0])) for figure, _ in checked.figures]
        return ClaimOutcome(
            id=id,
            lesson=self.lesson.name,
            section=self.section(self.place(checked.extent[0])),
            inventory=(),
            says=" ".join(text[slice(*checked.extent)].split())[:200],
            verdict=verdict,
            severity=Severity.ERROR if wrong else Severity.NONE,
            message=None,
            binding=Binding.BOUND,
            places=(self.place(checked.extent[0]),),
            hypotheses=(),
            evidence=Evidence("exact arithmetic" if exact else "enclosure", "this document"),
            counterexample=None,
            repair=None,
            steps=(),
            lines=(),
            figures=tuple(self.first + number for number in numbers if number is not None),
            stops=(self.place(checked.extent[1]),),
        )

    def _wrong(self, figure: PrintedFigure, place: Place, judged: Judgement, claim: str) -> None:
        rule = f"figure-{judged.figure.value}"
        self.findings = [one for one in self.findings if (one.rule, one.places[:1]) != (rule, (place,))]
        if judged.figure is FigureVerdict.UNDECIDED:
            message = Message(rule, {"printed": figure.written.text})
        else:
            message = figure_message(figure.written.text, judged)
        self._add(rule, Severity.ERROR, place, message, judged.expected, claim)

    # ── stretches ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def _stretch(self, stretch: Stretch) -> None:
        try:
            extent = self.declared.places.one(stretch.where).extent if isinstance(stretch.where, Anchor) else stretch.where
        except NotPlaced as error:
            self.declared.refuse(error.rule, stretch.origin, error.message)
            return
        changed = False
        note = Message(f"declared-{stretch.verdict.value}", {"why": stretch.why}) if stretch.why else None
        for number in self.figures_at.within(*self._places(extent)):
            # Where the text says the same in words, the declaration is still no idle one.
            if (figure := self.figures[number]).verdict in _OPEN:
                self.figures[number] = replace(figure, verdict=stretch.verdict, note=note)
                changed = True
        for number in self._found(PRESUMES_ONE_VALUE, extent):
            if (finding := self.findings[number]).declared is None:
                reason = Message(f"declared-{stretch.verdict.value}", {"why": stretch.why})
                self.findings[number] = lowered(finding, reason)
                changed = True
        if not changed:
            verdict = Message(f"figure.{stretch.verdict}")
            self.declared.idle(stretch.origin, Message("declare-idle-stretch", {"verdict": verdict}))

    def _ignore(self, ignored: Ignored) -> None:
        found = self._found(ignored.rule, ignored.where)
        for number in found:
            self.findings[number] = suppressed(self.findings[number], ignored)
        if not found:
            self.declared.idle(ignored.origin, Message("declare-idle-ignore", {"rule": ignored.rule}))

    def _order(self) -> None:
        """What stretches and reasons speak of, by place: thousands of them may meet thousands of figures."""
        self.figures_at = _Ordered((number, one.place) for number, one in enumerate(self.figures) if one.place is not None)
        placed: dict[str, list[tuple[int, Place]]] = {}
        for number, finding in enumerate(self.findings):
            if finding.places:
                placed.setdefault(finding.rule, []).append((number, finding.places[0]))
        self.findings_at = {rule: _Ordered(here) for rule, here in placed.items()}

    def _found(self, rule: str, extent: Extent) -> Sequence[int]:
        return self.findings_at[rule].within(*self._places(extent)) if rule in self.findings_at else ()

    def _places(self, extent: Extent) -> tuple[Place, Place]:
        return self.place(extent[0]), self.place(extent[1])

    # ── all together ──────────────────────────────────────────────────────────────────────────────────────────────────

    def _settle(self, place: Place, judged: Judgement, claim: str | None) -> None:
        """What a declaration says of a figure, unless something graver is known."""
        number = self.number_at.get(place)
        if number is None:
            return
        figure = self.figures[number]
        claims = (*figure.claims, claim) if claim else figure.claims
        if figure.verdict in (FigureVerdict.WRONG, FigureVerdict.TRUNCATED) and judged.holds:
            self.figures[number] = replace(figure, claims=claims)
            return
        value = digits(judged.real, SHOWN) if judged.real is not None else figure.value
        self.figures[number] = replace(
            figure, claims=claims, verdict=judged.figure, expected=judged.expected, ulps=judged.ulps, value=value,
            note=None if judged.holds else figure_message(figure.printed, judged),
        )  # fmt: skip

    def _add(
        self, rule: str, severity: Severity, place: Place, message: Message, repair: str | None = None, claim: str | None = None
    ) -> None:
        number = self.number_at.get(place)
        figure = None if number is None else self.first + number
        self.findings.append(
            Finding(rule, severity, self.lesson.name, self.section(place), (place,), claim, figure, message, repair)
        )

    def _report_idle(self, names: Names) -> None:
        declared = self.declared
        for value in declared.idle_values(names):
            declared.idle(value.origin, Message("declare-idle-value", {"name": value.name}))
        for key, convention in declared.all.said.items():
            if key not in declared.all.conventions.consulted:
                declared.idle(convention.origin, Message("declare-idle-convention", {"setting": key}))

    def _problems(self, in_sidecar: bool) -> list[Finding]:
        sidecar = self.declared.sidecar
        name = sidecar.path if in_sidecar and sidecar else self.lesson.name
        problems = [problem for problem in self.declared.all.problems if problem.origin.in_sidecar is in_sidecar]
        return [
            Finding(
                problem.rule, problem.severity, name, "" if in_sidecar else self.section(problem.origin.place),
                (problem.origin.place,), None, None, problem.message,
            )
            for problem in problems
        ]  # fmt: skip

    def _sidecar(self) -> tuple[tuple[LessonRead, ...], tuple[Finding, ...]]:
        sidecar = self.declared.sidecar
        if sidecar is None:
            return (), ()
        findings = sorted(self._problems(True), key=lambda finding: _key(finding.places[0]))
        conventions = tuple((one.text, one.origin.place) for one in sidecar.declarations.said.values())
        read = LessonRead(sidecar.path, sidecar.path, sidecar.sha256, "declarations", conventions=conventions)
        return (read,), tuple(findings)


def suppressed(finding: Finding, ignored: Ignored) -> Finding:
    """A finding that the author accepts: a note, with the first of his reasons (a thousand would be a sentence as deep)."""
    if finding.declared is not None:
        return finding
    return lowered(finding, Message("declared-ignored", {"rule": ignored.rule, "reason": ignored.reason}))


def lowered(finding: Finding, reason: Message) -> Finding:
    message = Message("declared-finding", {"finding": finding.message, "why": reason})
    return replace(finding, severity=Severity.NOTE, message=message, declared=reason)


def _number(meaning: Meaning) -> object:
    return getattr(meaning.node, "value", None)


def _different(found: Meaning, declared: Meaning) -> tuple[str, str] | None:
    """Two values that certainly differ, as the text and the declaration have them. Raises NotComputed."""
    pairs = []
    for meaning in (found, declared):
        worth = Worth(meaning.node, meaning.names)
        pairs.append(worth.entries(worth.vocabulary()))
    mine, other = pairs
    if (len(mine), len(mine[0])) != (len(other), len(other[0])):
        return None
    for rows in zip(mine, other, strict=True):
        for a, b in zip(*rows, strict=True):
            if order_of(a, b, CAP) in (-1, 1):
                return digits(a, SHOWN), digits(b, SHOWN)
    return None


def _key(place: Place) -> tuple[int, int]:
    return place.line, place.column
