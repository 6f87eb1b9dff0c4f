"""`explain`: all that is known about a claim: what is printed, verdict, each step with its reason, evidence."""

from __future__ import annotations

from collections.abc import Sequence

from derivations.verdict import Binding, ClaimOutcome, HypothesisOutcome, Severity, StepOutcome, Verdict, Verification
from reports.blocks import BAD, DOUBT, GOOD, QUIET, STRONG, Blocks, Stops, sign_of, stops
from reports.layout import Line, Span, line, paragraph
from reports.neutral import neutral
from reports.plain import plain
from reports.sentences import Language, say, sentence, spoken, word
from reports.theorems import cited

_VERDICT_STYLE = {
    Verdict.PROVED: GOOD,
    Verdict.EXACT: GOOD,
    Verdict.CERTIFIED: GOOD,
    Verdict.REFUTED: BAD,
    Verdict.UNDECIDED: BAD,
    Verdict.CONDITIONAL: DOUBT,
}


def explanations(verification: Verification, *, language: Language, width: int) -> list[Line]:
    """Every claim of the verification, one after the other, as lines for `reports.layout.rendered`."""
    at = stops(verification, width, margin=4)
    explain = _Explanation(verification, language, at)
    drawn: list[Line] = []
    for claim in verification.claims:
        drawn += [*([()] if drawn else []), *explain.claim(claim)]
    return drawn


class _Explanation:
    def __init__(self, verification: Verification, language: Language, at: Stops) -> None:
        self.verification = verification
        self.language = language
        self.width = at.width
        self.blocks = Blocks(verification, language, at)

    def claim(self, claim: ClaimOutcome) -> list[Line]:
        drawn = paragraph(neutral(claim.id), self.width, style=STRONG)
        drawn += self.verdict(claim)
        drawn += self.part("explain.says", self.text(plain(claim.says)))
        drawn += self.part(
            "explain.computed" if claim.figures else "explain.compared", self.blocks.claim(claim, everything=True)
        )
        drawn += self.part(
            "explain.steps", [row for number, step in enumerate(claim.steps, 1) for row in self.step(number, step)]
        )
        hypotheses = [row for each in claim.hypotheses for row in self.hypothesis(each)]
        if claim.evidence.instance:
            hypotheses += self.text(say(self.language, "explain.instance", instance=plain(claim.evidence.instance)), QUIET)
        drawn += self.part("explain.hypotheses", hypotheses)
        drawn += self.part("explain.places", self.places(claim))
        drawn += self.part("explain.evidence", self.evidence(claim))
        if claim.counterexample:
            broken = claim.verdict in (Verdict.REFUTED, Verdict.CONDITIONAL)
            drawn += self.part(
                "explain.counterexample" if broken else "explain.elsewhere", self.text(plain(claim.counterexample))
            )
        remarks = [*claim.evidence.remarks, *([claim.remark] if claim.remark else [])]
        drawn += self.part("explain.remarks", [row for remark in remarks for row in self.text(spoken(remark, self.language))])
        if claim.repair:
            drawn += self.part("explain.repair", self.text(plain(claim.repair)))
        drawn += self.part("explain.findings", self.findings(claim))
        return drawn

    def part(self, key: str, body: Sequence[Line]) -> list[Line]:
        return [line("  ", (say(self.language, key), "cyan")), *body] if body else []

    def text(self, text: str, style: str = "", first: Line = (), indent: int = 4) -> list[Line]:
        return paragraph(text, self.width, style=style, first=first, indent=indent)

    def verdict(self, claim: ClaimOutcome) -> list[Line]:
        name = word("verdict", claim.verdict, self.language)
        meaning = word("meaning", claim.verdict, self.language)
        style = _VERDICT_STYLE.get(claim.verdict, QUIET)
        drawn = paragraph(f"{name} · {meaning}", self.width, style=style, indent=2)
        if claim.message:
            drawn += self.text(sentence(claim.message, self.language), style=style)
        return drawn

    def step(self, number: int, step: StepOutcome) -> list[Line]:
        """The formula of a step, and its one reason beneath it."""
        formula = self.text(plain(step.formula), first=line(f"  {number:>2}  ", sign_of(step.holds)), indent=8)
        return [*formula, *self.text(spoken(step.reason, self.language), QUIET, indent=8)]

    def hypothesis(self, hypothesis: HypothesisOutcome) -> list[Line]:
        needed = {True: "explain.needed", False: "explain.idle", None: None}[hypothesis.needed]
        text = plain(hypothesis.name) + (f" · {say(self.language, needed)}" if needed else "")
        key = "explain.no-value" if hypothesis.undefined else "explain.witness"
        witness = say(self.language, key, witness=plain(hypothesis.witness)) if hypothesis.witness else ""
        return [*self.text(text), *(self.text(witness, QUIET, indent=6) if witness else [])]

    def places(self, claim: ClaimOutcome) -> list[Line]:
        """The claim's places, and where each of its figures stands, with its verdict."""
        if claim.binding is Binding.NONE:
            return []
        path = next((lesson.path for lesson in self.verification.lessons if lesson.name == claim.lesson), None) or claim.lesson
        style = "" if claim.binding is Binding.BOUND else DOUBT
        places = ", ".join(f"{neutral(path)}:{place.line}:{place.column}" for place in claim.places)
        drawn = self.text(f"{places or neutral(path)} · {word('binding', claim.binding, self.language)}", style)
        figures = [self.verification.figures[index] for index in claim.figures]
        parts = [
            f"{plain(figure.printed)} {figure.place.line}:{figure.place.column} "
            + word("figure", figure.verdict, self.language)
            for figure in figures
            if figure.place
        ]
        return drawn + (self.text(" · ".join(parts), QUIET) if parts else [])

    def evidence(self, claim: ClaimOutcome) -> list[Line]:
        evidence = claim.evidence
        parts = [word("method", evidence.method, self.language), word("scope", evidence.scope, self.language)]
        drawn = self.text(" · ".join(part for part in parts if part))
        if evidence.agrees:
            routes = " · ".join(word("route", route, self.language) for route in evidence.agrees)
            drawn += self.text(say(self.language, "explain.agrees", routes=routes))
        for theorem in evidence.theorems:
            drawn += self.text(cited(theorem, self.language))
        return drawn

    def findings(self, claim: ClaimOutcome) -> list[Line]:
        styles = {Severity.ERROR: BAD, Severity.WARNING: DOUBT}
        drawn: list[Line] = []
        for finding in self.verification.findings:
            if finding.claim == claim.id:
                places = " ".join(f"{place.line}:{place.column}" for place in finding.places)
                style = styles.get(finding.severity, "")
                label = f"{word('severity', finding.severity, self.language)} {places}".rstrip()
                lead = Span(label + ("：" if self.language == "zh" else ": "), style)
                drawn += paragraph(sentence(finding.message, self.language), self.width, indent=4, lead=lead)
        return drawn
