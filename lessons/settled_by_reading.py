"""Statements of a lesson about itself, settled by looking at the document: references, decimals, lengths of lists, quotes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from derivations.claim import Claim, OfTheDocument, QuotedFrom
from derivations.decisions import Decision, FigureDecision
from derivations.pieces import numerals, recorded
from derivations.verdict import Evidence, FigureVerdict, Message, Place, Verdict
from lessonproof.patterns import pattern
from lessonproof.records import dataclass
from lessons.chapter import Reading
from numeric.written import Written, read

_NUMBERED = pattern(r"^[ \t|>*-]*([0-9]{1,3})(?=[\s.、．)）|:：])", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class PrintedFigure:
    """A figure of the chapter, what became of it, and where it stands; no place without a document."""

    written: Written
    decision: FigureDecision
    place: Place | None


def settled_by_reading(claim: Claim, decision: Decision, reading: Reading, printed: Iterable[PrintedFigure]) -> Decision:
    """The decision with what the document itself says of the claim.

    printed: all figures of the chapter with what became of them.
    """
    decision = _of_the_document(claim, decision, reading)
    if claim.refers and (missing := _missing(claim, reading)):
        return _refuted(decision, Message("reference-missing", {"missing": ", ".join(missing)}))
    if claim.promises and (broken := _broken(claim, reading)):
        mistake, why = claim.mistake, Message("promise-broken", {"missing": broken})
        if mistake is not None:
            why = Message("mistake", {"mistake": mistake.why, "repair": mistake.repair, "why": why})
        return _refuted(decision, why)
    if claim.decimals is not None:
        for one in printed:
            decimals = one.written.decimals
            plain = one.written.ulp * 10**decimals == 1  # 8.4 × 10⁻¹² counts its places otherwise
            if one.decision.verdict is FigureVerdict.ROUNDED and plain and decimals != claim.decimals:
                values: dict[str, object] = {"printed": one.written.text, "found": decimals, "decimals": claim.decimals}
                if one.place is None:
                    return _refuted(decision, Message("decimals-differ", values))
                return _refuted(decision, Message("decimals-differ-at", {**values, "place": one.place}))
    if (claim.refers or claim.promises or claim.decimals is not None) and decision.evidence.method == "declaration":
        return replace(decision, evidence=replace(decision.evidence, method="inspection", scope="this document"))
    return decision


def _of_the_document(claim: Claim, decision: Decision, reading: Reading) -> Decision:
    """With the figures that say how long a numbered list is, or quote another section, held against the text there.

    Where the document lacks the section, or that such a number, the recorded one is what is quoted.
    """
    figures = list(decision.figures)
    for index, one in (claim.reads or {}).items():
        if reading.document is None or not isinstance(one, OfTheDocument):
            continue
        printed, text = read(figures[index].value or ""), reading.text_of(one.section)
        if isinstance(one, QuotedFrom):
            there = _nearest(printed, text or "") or recorded(claim)[index]
        elif text is not None:
            there = read(str(numbered_lines(text)))
        else:
            continue
        right = printed.value == there.value
        figures[index] = FigureDecision(
            FigureVerdict.EXACT if right else FigureVerdict.WRONG,
            one.name,
            there.text,
            there.text,
            0 if right else int((printed.value - there.value) / printed.ulp),
        )
    if any(figure.verdict is FigureVerdict.WRONG for figure in figures):
        decision = replace(decision, verdict=Verdict.REFUTED)
    return replace(decision, figures=tuple(figures))


def numbered_lines(text: str) -> int:
    """How far the numbers 1, 2, 3, … at the beginnings of lines go."""
    count = 0
    for line in _NUMBERED.finditer(text):
        count += int(line[1]) == count + 1
    return count


def _nearest(quoted: Written, text: str) -> Written | None:
    """The number of a text, in the same unit, that a quoted one must be; None where there is none to be quoted."""
    alike = (one for one in numerals(text) if _unit(one) == _unit(quoted))
    return min(alike, key=lambda one: abs(one.value - quoted.value), default=None)


def _unit(number: Written) -> str:
    return number.text.lstrip("+-−0123456789.").replace("\\", "").strip()


def _missing(claim: Claim, reading: Reading) -> list[str]:
    """The chapters and sections that the claim cites and the document lacks.

    Without a document, our own outline is the list of chapters. An excerpt, with less than half of the lesson's chapters,
    says nothing about the others.
    """
    known = {chapter.number for chapter in (reading.lesson.whole or reading.lesson).chapters}
    if reading.document is None:
        return [number for number in claim.refers if number.split(".")[0] not in known]
    headed = {*reading.headings, *reading.elsewhere}
    if 2 * len(known & headed) < len(known):
        return []
    return [number for number in claim.refers if number not in headed]


def _broken(claim: Claim, reading: Reading) -> str:
    """The words that the claim promises for a chapter or section and that do not stand there, with where.

    Without a document the pieces of our claims stand for its text; a chapter without claims says nothing, nor does one that the
    document lacks.
    """
    broken = [f"{word} ({number})" for number, word in claim.promises if (text := _text(reading, number)) and word not in text]
    return ", ".join(broken)


def _text(reading: Reading, number: str) -> str:
    if reading.document is not None:
        return reading.text_of(number) or ""
    chapter = reading.lesson.chapter(number.split(".")[0])
    claims = chapter.claims() if chapter else ()
    return "\n".join(piece for one in claims if number in (one.section, one.section.split(".")[0]) for piece in one.says)


def _refuted(decision: Decision, message: Message) -> Decision:
    evidence = Evidence("inspection", "this document", remarks=decision.evidence.remarks)
    return replace(decision, verdict=Verdict.REFUTED, message=message, evidence=evidence)
