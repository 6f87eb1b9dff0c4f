"""The details of one statement: verdict, formulas, derivation line by line, hypothesis audit, counterexample, repair."""

from __future__ import annotations

from collections.abc import Sequence

from derivations.verdict import (
    Binding,
    Cell,
    ClaimOutcome,
    FigureOutcome,
    FigureVerdict,
    HypothesisOutcome,
    Line,
    StepOutcome,
    Verdict,
)
from reports.html.element import Element, Packed, element, packed
from reports.html.mathematics import mathematics, words_and_formulas
from reports.html.status import OF_SEVERITY, SIGNS, Kind, Part
from reports.neutral import neutral
from reports.plain import plain
from reports.sentences import Language, say, sentence, spoken, word
from reports.theorems import cited

Shown = Element | str | None


def heading(kind: Kind, title: Element | str, verdict: str, place: Element | None) -> Element:
    sign = element("span", SIGNS[kind], class_=f"sign is-{kind}", aria_hidden="true")
    line = element("p", sign, " ", element("strong", verdict, class_=f"verdict is-{kind}"), " " if place else None, place)
    return element("header", line, element("h3", title))


def titled(title: str, *body: Shown) -> Element:
    """A part of the details below its small title."""
    return element("section", element("h4", title), *body)


def named(printed: str, name: str) -> Element:
    """A figure, and what it stands for in the lesson's letters."""
    number = element("span", printed, class_="number")
    return element("span", mathematics(name), " = ", number) if name else number


class ClaimDetails:
    def __init__(self, part: Part, language: Language) -> None:
        self.part = part
        self.language = language

    def say(self, key: str, /, **values: object) -> str:
        return say(self.language, key, **values)

    def claim(self, number: int, claim: ClaimOutcome) -> Packed:
        kind = self.part.claim_kinds[number][0]
        verdict = word("verdict", claim.verdict, self.language)
        meaning = word("meaning", claim.verdict, self.language)
        place = _place(f"{claim.places[0].line}:{claim.places[0].column}", claim.places[0].line) if claim.places else None
        message = sentence(claim.message, self.language) if claim.message else ""
        told = [finding for finding in self.part.findings.values() if finding.claim == claim.id]
        # What a finding says of a statement, its message says already.
        findings = [sentence(finding.message, self.language) for finding in told]
        new = message if message and not any(message in one for one in findings) else None
        body: list[Shown] = [
            heading(kind, words_and_formulas(claim.says), verdict, place),
            element("p", meaning, class_="meaning"),
            element("p", new, class_=f"told is-{kind}") if new else None,
        ]
        for finding, text in zip(told, findings, strict=True):
            look = f"told is-{OF_SEVERITY.get(finding.severity, Kind.NOTE)}"
            # Below the details of that figure the sentence stands already.
            body.append(element("p", text, class_=look if finding.figure is None else f"{look} of-figure"))
        body += [
            self.repair(claim),
            self.counterexample(claim),
            self.relations(claim),
            self.steps(claim.steps),
            self.hypotheses(claim),
            self.evidence(claim),
            self.remarks(claim),
            self.places(claim),
            element("p", element("code", neutral(claim.id)), class_="identity"),
        ]
        return packed(element("article", *body, class_="detail"))

    def repair(self, claim: ClaimOutcome) -> Shown:
        if not claim.repair:
            return None
        return titled(self.say("explain.repair"), element("p", mathematics(claim.repair), class_="repair"))

    def counterexample(self, claim: ClaimOutcome) -> Shown:
        if not claim.counterexample:
            return None
        broken = claim.verdict in (Verdict.REFUTED, Verdict.CONDITIONAL)
        title = self.say("explain.counterexample" if broken else "explain.elsewhere")
        return titled(title, element("p", mathematics(claim.counterexample), class_="counterexample"))

    # ── what is printed, beside what it is worth ──────────────────────────────────────────────────────────────────────

    def relations(self, claim: ClaimOutcome) -> Shown:
        shown: list[Element] = []
        scalars: list[Element] = []
        for line in claim.lines:
            if len(line.rows) == 1 and len(line.rows[0]) == 1:
                scalars.append(self.cell_row(line.rows[0][0], _left(line)))
                continue
            shown += [self.table(scalars)] if scalars else []
            scalars = []
            shown.append(self.relation(line, claim))
        loose = [number for number in claim.figures if number not in _numbers(claim)]
        scalars += [self.figure_row(self.part.figures[number], number) for number in loose if self.part.figures[number].name]
        shown += [self.table(scalars)] if scalars else []
        if not shown:
            return None
        return titled(self.say("explain.computed" if claim.figures else "explain.compared"), *shown)

    def relation(self, line: Line, claim: ClaimOutcome) -> Element:
        """A statement on one line, or a vector or matrix entry by entry."""
        sign = self.holds(line.holds)
        if not line.rows:
            return element("p", sign, " ", mathematics(line.left), class_="relation")
        heads = [spoken(text, self.language) for text in claim.columns]
        rows = [
            self.cell_row(cell, self.name(cell, line, heads, at, number))
            for number, row in enumerate(line.rows, 1)
            for at, cell in enumerate(row, 1)
        ]
        return element("div", element("p", sign, " ", _left(line), class_="relation"), self.table(rows))

    def name(self, cell: Cell, line: Line, heads: Sequence[str], at: int, row: int) -> Element | str:
        if cell.name:
            return mathematics(cell.name)
        if len(heads) >= at and heads:
            return heads[at - 1 + (len(heads) - len(line.rows[0]))]
        wide, high = len(line.rows[0]), len(line.rows)
        return "" if wide == high == 1 else f"{row}, {at}" if high > 1 else str(at)

    def table(self, rows: Sequence[Element]) -> Element:
        heads = ("", self.say("html.printed"), self.say("html.computed"), "")
        head = element("tr", *(element("th" if text else "td", text, scope="col" if text else None) for text in heads))
        return element("div", element("table", element("thead", head), element("tbody", *rows)), class_="scroll")

    def cell_row(self, cell: Cell, name: Element | str) -> Element:
        if cell.figure is not None and cell.figure in self.part.figures:
            return self.figure_row(self.part.figures[cell.figure], cell.figure, name, cell.value)
        return element(
            "tr",
            element("th", name, scope="row"),
            element("td", mathematics(cell.printed)),
            element("td", plain(cell.value or "")),
            element("td", self.holds(cell.holds)),
        )

    def figure_row(
        self, figure: FigureOutcome, number: int, name: Element | str | None = None, value: str | None = None
    ) -> Element:
        kind = self.part.figure_kinds[number][0]
        worth = "" if figure.verdict is FigureVerdict.GIVEN else plain(value or figure.value or "")
        sign = element("span", SIGNS[kind], class_=f"sign is-{kind}", title=word("figure", figure.verdict, self.language))
        link = element("a", sign, href=f"#f{number}", aria_label=_at(figure)) if figure.place else sign
        return element(
            "tr",
            element("th", mathematics(figure.name) if name is None else name, scope="row"),
            element("td", plain(figure.printed), class_="number"),
            element("td", worth, class_="number"),
            element("td", link),
            class_=f"is-{kind}",
        )

    def holds(self, holds: bool | None) -> Element:
        kind = Kind.WARNING if holds is None else Kind.CERTIFIED if holds else Kind.ERROR
        sign = "?" if holds is None else SIGNS[kind]
        word_for = self.say({True: "html.holds", False: "html.fails", None: "html.undecided"}[holds])
        return element("span", sign, class_=f"sign is-{kind}", role="img", aria_label=word_for)

    # ── why ───────────────────────────────────────────────────────────────────────────────────────────────────────────

    def steps(self, steps: Sequence[StepOutcome]) -> Shown:
        if not steps:
            return None
        rows = (
            element(
                "li",
                element("div", self.holds(step.holds), " ", mathematics(step.formula), class_="formula"),
                element("div", spoken(step.reason, self.language), class_="reason"),
            )
            for step in steps
        )
        return titled(self.say("explain.steps"), element("ol", *rows, class_="steps"))

    def hypotheses(self, claim: ClaimOutcome) -> Shown:
        if not claim.hypotheses and not claim.evidence.instance:
            return None
        instance = claim.evidence.instance
        shown = element("details", element("summary", self.say("html.instance")), mathematics(instance)) if instance else None
        rows = element("ul", *(self.hypothesis(one) for one in claim.hypotheses), class_="hypotheses")
        return titled(self.say("html.audit"), rows if claim.hypotheses else None, shown)

    def hypothesis(self, hypothesis: HypothesisOutcome) -> Element:
        needed = {True: "explain.needed", False: "explain.idle", None: None}[hypothesis.needed]
        tag = element("span", self.say(needed), class_="tag") if needed else None
        witness = None
        if hypothesis.witness:
            lead = self.say("html.without-undefined" if hypothesis.undefined else "html.without")
            shown = mathematics(hypothesis.witness)
            witness = element("div", element("span", lead, class_="lead"), " ", shown, class_="witness")
        return element("li", mathematics(hypothesis.name), " ", tag, witness)

    def evidence(self, claim: ClaimOutcome) -> Shown:
        evidence = claim.evidence
        how = (word("method", evidence.method, self.language), word("scope", evidence.scope, self.language))
        shown: list[Shown] = [element("p", " · ".join(part for part in how if part))]
        if evidence.agrees:
            routes = " · ".join(word("route", route, self.language) for route in evidence.agrees)
            shown.append(element("p", self.say("explain.agrees", routes=routes)))
        if evidence.theorems:
            theorems = (element("li", cited(theorem, self.language)) for theorem in evidence.theorems)
            shown.append(element("ul", *theorems, class_="theorems"))
        return titled(self.say("explain.evidence"), *shown)

    def remarks(self, claim: ClaimOutcome) -> Shown:
        remarks = [*claim.evidence.remarks, *([claim.remark] if claim.remark else [])]
        if not remarks:
            return None
        return titled(self.say("explain.remarks"), *(element("p", spoken(remark, self.language)) for remark in remarks))

    def places(self, claim: ClaimOutcome) -> Shown:
        """All places of the statement, where it stands at several, or where its place is in doubt."""
        if claim.binding is Binding.NONE or (claim.binding is Binding.BOUND and len(claim.places) < 2):
            return None
        places = (element("li", _place(f"{place.line}:{place.column}", place.line)) for place in claim.places)
        state = element("p", word("binding", claim.binding, self.language)) if claim.binding is not Binding.BOUND else None
        title = self.say("html.places") if claim.binding is Binding.BOUND else self.say("explain.places")
        return titled(title, state, element("ul", *places, class_="places"))


def _left(line: Line) -> Element:
    """What stands left of the entries, with its relation sign."""
    left = mathematics(line.left) if line.left else element("span")
    return element("span", left, f" {line.relation}" if line.relation else None)


def _numbers(claim: ClaimOutcome) -> set[int | None]:
    return {cell.figure for line in claim.lines for row in line.rows for cell in row}


def _place(text: str, line: int) -> Element:
    return element("a", text, href=f"#L{line}", class_="place")


def _at(figure: FigureOutcome) -> str:
    assert figure.place is not None
    return f"{figure.place.line}:{figure.place.column}"
