"""What opens when a reader asks about a mark: digits, derivation, hypotheses, counterexample, repair, other places.

All of it is data for the script, which builds an element when it is asked for; a page of 5,000 figures stays light.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from derivations.verdict import FigureOutcome, FigureVerdict, Finding, Place
from reports.html.claim_details import ClaimDetails, heading, named, titled
from reports.html.element import Element, Packed, element, packed
from reports.html.status import OF_SEVERITY, SIGNS, TO_LOOK_AT, Kind, Part
from reports.neutral import neutral
from reports.plain import plain
from reports.sentences import Language, say, sentence, word

MOST_ELSEWHERE = 12


def details(part: Part, language: Language) -> dict[str, object]:
    """JSON for the script: by target, what to show, and which statements to show below it."""
    return _Details(part, language).island()


class _Details:
    def __init__(self, part: Part, language: Language) -> None:
        self.part = part
        self.language = language
        self.claims = ClaimDetails(part, language)
        self.about_figure: dict[int, list[Finding]] = defaultdict(list)
        for finding in part.findings.values():
            if finding.figure is not None:
                self.about_figure[finding.figure].append(finding)
        self.same: dict[str, list[int]] = defaultdict(list)
        for number, figure in part.figures.items():
            # Only a value whose digits go on says that two figures are one number.
            if figure.value and "…" in figure.value and figure.place:
                self.same[figure.value].append(number)

    def island(self) -> dict[str, object]:
        figures: dict[str, object] = {}
        for number, figure in self.part.figures.items():
            if Kind.LABEL in self.part.figure_kinds[number][:1]:
                continue
            claims = [self.part.claim_number[name] for name in figure.claims if name in self.part.claim_number]
            figures[str(number)] = [self.figure(number, figure), claims]
        claims_shown = {str(number): self.claims.claim(number, claim) for number, claim in self.part.claims.items()}
        others = {
            str(number): packed(self.finding(finding))
            for number, finding in self.part.findings.items()
            if finding.figure is None and finding.claim not in self.part.claim_number
        }
        return {"f": figures, "c": claims_shown, "n": others, "p": self.in_print()}

    def in_print(self) -> list[int]:
        """The statements of the appendix: those of which there is more to tell than their verdict."""
        return [
            number
            for number, claim in self.part.claims.items()
            if claim.steps or claim.hypotheses or claim.counterexample or self.part.claim_kinds[number][0] in TO_LOOK_AT
        ]

    def figure(self, number: int, figure: FigureOutcome) -> Packed:
        kind = self.part.figure_kinds[number][0]
        title = named(plain(figure.printed), figure.name)
        verdict = word("figure", figure.verdict, self.language)
        place = _link(f"f{number}", figure.place) if figure.place else None
        body: list[Element | str | None] = [heading(kind, title, verdict, place), self.digits(figure)]
        body += [self.told(finding) for finding in self.about_figure[number]]
        if figure.note is not None and not self.about_figure[number]:
            body.append(element("p", sentence(figure.note, self.language), class_="note"))
        body.append(self.elsewhere(number, figure))
        if kind is Kind.OPEN:
            body.append(element("p", say(self.language, "html.open"), class_="note"))
        return packed(element("article", *body, class_="detail"))

    def digits(self, figure: FigureOutcome) -> Element | None:
        """Printed, right and true digits below each other, so that the eye finds where they part."""
        if figure.value is None and figure.expected is None:
            return None
        wrong = figure.verdict in (FigureVerdict.WRONG, FigureVerdict.TRUNCATED)
        rows: list[tuple[str, Sequence[Element | str]]] = [("html.printed", _parted(figure.printed, figure.expected, wrong))]
        if wrong and figure.expected:
            rows.append(("html.right", [element("strong", neutral(figure.expected))]))
        if figure.value is not None and figure.verdict is not FigureVerdict.GIVEN:
            rows.append(("html.value", [figure.value]))
        if wrong and figure.ulps:
            side = "html.ulps-above" if figure.ulps > 0 else "html.ulps-below"
            rows.append(("html.distance", [element("span", say(self.language, side, n=figure.ulps), class_="prose")]))
        return element(
            "dl",
            *(
                element("div", element("dt", say(self.language, key)), element("dd", *cell))
                for key, cell in rows
            ),
            class_="digits",
        )  # fmt: skip

    def elsewhere(self, number: int, figure: FigureOutcome) -> Element | None:
        others = [other for other in self.same.get(figure.value or "", ()) if other != number]
        if not others:
            return None
        links: list[Element | str] = []
        for other in others[:MOST_ELSEWHERE]:
            kind = self.part.figure_kinds[other][0]
            sign = element("span", SIGNS[kind], class_=f"sign is-{kind}")
            links += [element("li", sign, " ", _link(f"f{other}", self.part.figures[other].place), " ",
                              element("span", plain(self.part.figures[other].printed), class_="number"))]  # fmt: skip
        if len(others) > MOST_ELSEWHERE:
            links.append(element("li", "…"))
        return titled(say(self.language, "html.same-number"), element("ul", *links, class_="places"))

    def told(self, finding: Finding) -> Element:
        kind = OF_SEVERITY.get(finding.severity, Kind.NOTE)
        return element("p", sentence(finding.message, self.language), class_=f"told is-{kind}")

    def finding(self, finding: Finding) -> Element:
        kind = OF_SEVERITY.get(finding.severity, Kind.NOTE)
        places = [element("li", _link("", place)) for place in finding.places]
        return element(
            "article",
            heading(kind, finding.rule, word("severity", finding.severity, self.language), None),
            self.told(finding),
            titled(say(self.language, "explain.places"), element("ul", *places, class_="places")) if places else None,
            titled(say(self.language, "explain.repair"), element("p", plain(finding.repair))) if finding.repair else None,
            class_="detail",
        )


def _parted(printed: str, expected: str | None, wrong: bool) -> list[Element | str]:
    """The printed digits, from the first one that differs on within `mark`."""
    text = plain(printed)
    if not wrong or not expected:
        return [text]
    right = plain(expected)
    apart = (at for at, (one, other) in enumerate(zip(text, right, strict=False)) if one != other)
    first = next(apart, min(len(text), len(right)))
    return [piece for piece in (text[:first], element("mark", text[first:]) if text[first:] else "") if piece != ""]


def _link(target: str, place: Place | None) -> Element:
    """A place of the document, as a link that also leads there without the script."""
    assert place is not None
    text = f"{place.line}:{place.column}"
    return element("a", text, href=f"#{target or f'L{place.line}'}", class_="place")
