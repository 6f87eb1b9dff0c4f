"""Which stretches of the author's text carry a mark: printed figures, statements, and places that a finding is about."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise

from derivations.verdict import Place
from lessonproof.records import dataclass
from lessons.source import Source
from reports.html.element import Element, element
from reports.html.status import OF_SEVERITY, ORDER, SIGNS, Kind, Part
from reports.plain import plain
from reports.sentences import Language, say, sentence, word

LONGEST_LABEL = 200


@dataclass(frozen=True, slots=True)
class Stretch:
    """Offsets of the document, and what stands there: `target` names its details ("f12", "c3", "n0")."""

    start: int
    stop: int
    target: str
    kinds: tuple[Kind, ...]


class Marks:
    """The marks of one document, in its order, and the elements that show them."""

    def __init__(self, source: Source, part: Part, language: Language) -> None:
        self.source = source
        self.part = part
        self.language = language
        self.figures = self._figures()
        self.claims = self._claims()
        self.findings = self._findings()
        self._figure_starts = [one.start for one in self.figures]
        self._chips = self._by_line()

    def offset(self, place: Place) -> int:
        starts = self.source.line_starts
        if place.line > len(starts):
            return len(self.source.text)
        return min(starts[place.line - 1] + place.column - 1, len(self.source.text))

    # ── where ─────────────────────────────────────────────────────────────────────────────────────────────────────────

    def _figures(self) -> list[Stretch]:
        found = []
        end = -1
        for number, figure in sorted(self.part.figures.items(), key=lambda one: self._start(one[1].place)):
            if figure.place is None:
                continue
            start = self.offset(figure.place)
            stop = self.offset(figure.stop) if figure.stop else start + len(figure.printed)
            if start >= end and stop > start:
                found.append(Stretch(start, stop, f"f{number}", self.part.figure_kinds[number]))
                end = stop
        return found

    def _start(self, place: Place | None) -> int:
        return self.offset(place) if place else -1

    def _claims(self) -> list[Stretch]:
        found = []
        for number, claim in self.part.claims.items():
            stops = claim.stops or claim.places
            for place, stop in zip(claim.places, stops, strict=False):
                start, end = self.offset(place), self.offset(stop)
                found.append(Stretch(start, max(start, end), f"c{number}", self.part.claim_kinds[number]))
        return sorted(found, key=lambda one: (one.start, -one.stop))

    def _findings(self) -> list[Stretch]:
        """Places of findings about which no statement says more."""
        found = []
        for number, finding in self.part.findings.items():
            kind = OF_SEVERITY.get(finding.severity)
            if kind is None or finding.claim in self.part.claim_number:
                continue
            target = f"n{number}" if finding.figure is None else f"f{finding.figure}"
            found += [Stretch(self.offset(place), self.offset(place), target, (kind,)) for place in finding.places]
        return found

    # ── chips, beside the text ────────────────────────────────────────────────────────────────────────────────────────

    def _by_line(self) -> tuple[list[int], list[Stretch]]:
        chips: dict[tuple[int, str], Stretch] = {}
        for one in sorted((*self.claims, *self.findings), key=lambda one: one.start):
            chips.setdefault((self.source.place(one.start).line, one.target), one)
        ordered = sorted(chips.values(), key=lambda one: one.start)
        return [one.start for one in ordered], ordered

    def chips(self, start: int, stop: int) -> Element | None:
        """The buttons of what begins in a stretch of the document: a line, a block."""
        starts, ordered = self._chips
        here = ordered[bisect_left(starts, start) : bisect_left(starts, stop)]
        if not here:
            return None
        return element("span", *(self.chip(one) for one in here), class_="chips")

    def chip(self, one: Stretch) -> Element:
        look = one.kinds[0]
        return element(
            "button",
            element("span", SIGNS[look], aria_hidden="true"),
            type="button",
            class_=f"chip {_classes(one.kinds)}",
            data_d=one.target,
            aria_label=self.label(one),
            tabindex="-1" if look not in OF_SEVERITY.values() else None,
        )

    def label(self, one: Stretch) -> str:
        """What a screen reader says of a mark: verdict first, then what it is about."""
        number = int(one.target[1:])
        name = say(self.language, f"html.kind.{one.kinds[0]}")
        match one.target[0]:
            case "f":
                figure = self.part.figures[number]
                text = f"{plain(figure.printed)}: {word('figure', figure.verdict, self.language)}"
                if figure.expected and figure.expected != figure.printed and one.kinds[0] is Kind.ERROR:
                    text += f", {say(self.language, 'html.should-be', expected=figure.expected)}"
                return text
            case "c":
                claim = self.part.claims[number]
                verdict = word("verdict", claim.verdict, self.language)
                lead = name if one.kinds[0] in OF_SEVERITY.values() else verdict
                return _short(f"{lead}: {plain(claim.says) or claim.id}")
        return _short(f"{name}: {sentence(self.part.findings[number].message, self.language)}")

    # ── in the text ───────────────────────────────────────────────────────────────────────────────────────────────────

    def figures_within(self, start: int, stop: int) -> Sequence[Stretch]:
        first = bisect_left(self._figure_starts, start)
        if first and self.figures[first - 1].stop > start:
            first -= 1
        return self.figures[first : bisect_left(self._figure_starts, stop)]

    def figure(self, one: Stretch, *children: Element | str) -> Element:
        """A printed figure as a button within the text."""
        look = one.kinds[0]
        inactive = look is Kind.LABEL
        return element(
            "span",
            *children,
            class_=f"fig {_classes(one.kinds)}",
            id=one.target,
            role=None if inactive else "button",
            data_d=None if inactive else one.target,
            tabindex=None if inactive else "0" if look in OF_SEVERITY.values() else "-1",
            aria_label=None if inactive else self.label(one),
        )

    def figure_of_formula(self, one: Stretch, shown: Element) -> Element:
        """The same within a formula, where only mathematical elements may stand."""
        sign = element("mtext", f"{SIGNS[Kind.ERROR]}\u2009", class_="flag") if one.kinds[0] is Kind.ERROR else None
        marked = self.figure(one, *([sign] if sign else []), shown)
        return Element("mrow", marked.attributes, marked.children)

    def marked(self, text: str, start: int) -> list[Element | str]:
        """`text`, which is the document's own from the offset `start`, with its statements and figures marked."""
        stop = start + len(text)
        over = [one for one in self.claims if one.start < stop and one.stop > start]
        figures = [one for one in self.figures_within(start, stop) if one.stop > start]
        cuts = {start, stop, *(min(max(at, start), stop) for one in over for at in (one.start, one.stop))}
        # A figure is not cut: the statement it begins in has all of it.
        for one in figures:
            cuts -= {at for at in cuts if one.start < at < one.stop and at not in (start, stop)}
        ordered = sorted(cuts)
        shown: list[Element | str] = []
        for left, right in pairwise(ordered):
            inner = self._with_figures(text, start, left, right, figures)
            covering = [one for one in over if one.start <= left and one.stop >= right]
            if covering:
                kinds = tuple(dict.fromkeys(kind for one in covering for kind in one.kinds))
                targets = " ".join(dict.fromkeys(one.target for one in sorted(covering, key=lambda one: one.stop - one.start)))
                shown.append(element("span", *inner, class_=f"said {_classes(_sorted(kinds))}", data_c=targets))
            else:
                shown += inner
        return shown

    def _with_figures(self, text: str, start: int, left: int, right: int, figures: Sequence[Stretch]) -> list[Element | str]:
        shown: list[Element | str] = []
        at = left
        for one in figures:
            first, last = max(one.start, left), min(one.stop, right)
            if first >= last:
                continue
            shown += [text[at - start : first - start], self.figure(one, text[first - start : last - start])]
            at = last
        return [piece for piece in (*shown, text[at - start : right - start]) if piece != ""]


def _classes(kinds: Sequence[Kind]) -> str:
    """How it looks (`look-error`), and all that filters may ask for (`error loose`)."""
    return " ".join((f"is-{kinds[0]}", *kinds))


def _sorted(kinds: Sequence[Kind]) -> tuple[Kind, ...]:
    return tuple(sorted(kinds, key=ORDER.__getitem__))


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_LABEL else text[: LONGEST_LABEL - 1] + "…"
