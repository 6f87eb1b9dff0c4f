"""Formulas of a document that no claim knows: each is decided by itself, where the chapter's letters give it a value."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from derivations.claim import Claim, Value
from derivations.decide import decide
from derivations.decisions import Decision, FigureDecision
from derivations.formula import tree
from derivations.formula.evaluate import EvaluationError
from derivations.pieces import pieces, recorded, side, written_out
from derivations.statement import excluded
from derivations.values import AnyRounding
from derivations.verdict import Edit, Finding, Message, Severity, Verdict
from lessonproof.patterns import pattern
from lessonproof.records import dataclass
from lessons.chapter import Reading
from lessons.findings import tells
from lessons.flat import Flat
from lessons.formulas import PrintedChain
from lessons.occurrence import Printed
from numeric.written import Written

LONGEST_SENTENCE = 160
_SENTENCE_END = pattern(r"[。！？；!?;\r\n]|[.][ \t]")
_SUPPOSING = pattern(
    r"[若设令当除不非未别勿误错]|如果|假如|假定|要是|而是|倘|只要|一旦|例如|比如|换成|改成|改为|试|何时|"
    r"\b(?:if|suppose|assume|assuming|let|when|whenever|unless|not|never|no|isn't|were|would|instead|wrong|false|say|take|try"
    r"|imagine|for example|e\.g)\b",
    re.IGNORECASE,
)
_TELL_THE_FORMULA = ("refuted-at", "not-stated")


@dataclass(frozen=True, slots=True)
class Unclaimed:
    """A formula that no claim knows, with its figures, and what was decided of it."""

    chain: PrintedChain
    subject: str  # its first side, in the one spelling
    figures: tuple[Printed, ...]
    decision: Decision

    @property
    def holds(self) -> bool:
        return self.decision.verdict not in (Verdict.REFUTED, Verdict.UNDECIDED)


def unclaimed(reading: Reading, stretches: Sequence[tuple[int, int]], digits: int) -> list[Unclaimed]:
    """Every such formula of the stretches that has a value in the chapter's letters, in order.

    One that cannot be evaluated says nothing here, nor does one whose sides have different shapes: its letters are then
    somebody else's. Nor one that the sentence only supposes or denies, nor one that is false of the decimals as printed but
    not of every real that rounds to them.
    """
    flat = reading.everywhere
    if flat is None:
        return []
    taken = sorted((place.start, place.end) for bound in reading.bound.values() for place in bound.occurrences)
    found: list[Unclaimed] = []
    position, reach = 0, 0
    for chain in flat.chains:
        while position < len(taken) and taken[position][0] < chain.end:
            reach = max(reach, taken[position][1])
            position += 1
        if reach > chain.start or not any(start <= chain.start < end for start, end in stretches):
            continue
        if _supposed(flat.text, chain.start):
            continue
        one = _decided(reading, flat, chain, digits)
        if one is not None:
            found.append(one)
    return found


def _supposed(text: str, start: int) -> bool:
    """Whether the sentence before a formula makes it a condition, a supposition or the opposite of what is said."""
    before = text[max(0, start - LONGEST_SENTENCE) : start]
    sentence = _SENTENCE_END.split(before)[-1]
    return _SUPPOSING.search(sentence) is not None


def _decided(reading: Reading, flat: Flat, chain: PrintedChain, digits: int) -> Unclaimed | None:
    plain = flat.spelling.plain(chain.chain)
    if not isinstance(plain, tree.Chain):
        return None
    figures = flat.figures_within(chain.start, chain.end)
    says = written_out(plain, flat.functions)
    if says is None:
        return None
    name = hashlib.sha256(says.encode()).hexdigest()[:16]
    subject = flat.spelling.spelled(plain.sides[0]).key
    claim = Claim(id=f"{reading.lesson.name}.{reading.chapter.number}.formula-{name}", inventory=(), says=(says,))
    like = _read_like(reading, flat, chain.start, subject)
    if like is not None:
        text = chain.text.replace("$", " ")  # L (θ) as it is printed: whether L is a function is known to the claim
        same = (one for one in like.proves if flat.spelling.spelled(side(one.formula, flat.functions)).key == subject)
        proves = tuple(replace(one, formula=text) for one in same)
        claim = replace(claim, says=(text,), setting=like.setting, proves=proves)
    read = tree.figures(plain)
    if len(read) != len(figures):
        return None
    # The sign of an exponent belongs to its figure in the tree, and not to what the document prints as a figure: e^{- 1}.
    signed = [one.written.value == -figure.written.value != 0 for one, figure in zip(read, figures, strict=True)]
    printed = [one.written if sign else figure.written for one, figure, sign in zip(read, figures, signed, strict=True)]
    if like is None and _stands_for_one(reading, flat, chain.start, subject):
        from lessons.lettered import lettered

        claim = lettered(claim, printed, reading.values)
    decision = decide(claim, printed, printed, reading.values, digits)
    if len(decision.figures) == len(signed):
        decision = replace(
            decision,
            figures=tuple(_without_sign(one) if sign else one for one, sign in zip(decision.figures, signed, strict=True)),
        )
    shapeless = decision.message is not None and decision.message.key == "shapes-differ"
    unread = like is not None and decision.message is not None and decision.message.key == "not-stated"
    settled = decision.verdict in (Verdict.EXACT, Verdict.CERTIFIED, Verdict.PROVED, Verdict.REFUTED)
    if shapeless or not (settled or unread):
        return None
    if decision.verdict is Verdict.REFUTED and _operands_may_be_roundings(plain, printed):
        orders = not set(plain.relations) <= {"=", "≈"}
        try:
            boxes = [AnyRounding(written) if written.decimals else written for written in printed]
            if orders or not excluded(plain, reading.values, boxes):
                return None
        except EvaluationError:  # of all numbers that round to the printed ones some give it no value
            return None
    return Unclaimed(chain, subject, figures, decision)


def _without_sign(figure: FigureDecision) -> FigureDecision:
    """Of a figure whose sign stands before it: what should stand in its place alone; unknown where the sign is wrong."""
    expected = figure.expected
    if expected is None:
        return figure
    right = expected[1:].lstrip() if expected[:1] in ("-", "−") else None
    return replace(figure, expected=right, ulps=-figure.ulps)


def _read_like(reading: Reading, flat: Flat, start: int, subject: str) -> Claim | None:
    """The claim for all shapes in whose place a formula may stand: it is gone from this section and begins in the same way."""
    section = reading.section_at(start)
    for claim in reading.claims:
        if (claim.setting is None and not claim.proves) or claim.section != section:
            continue
        chains = [chain for piece in pieces(claim.says, flat.functions) if piece.formula for chain in piece.formula.chains]
        if reading.bound[claim.id].binding.gone and subject in {flat.spelling.spelled(c.sides[0]).key for c in chains}:
            return claim
    return None


def _stands_for_one(reading: Reading, flat: Flat, start: int, subject: str) -> bool:
    """Whether a formula is about what a claim is about that is gone from its section."""
    section = reading.section_at(start)
    gone = (claim for claim in reading.claims if claim.section == section and reading.bound[claim.id].binding.gone)
    return any(subject == key for claim in gone for key, _ in flat.subjects(claim))


def _operands_may_be_roundings(chain: tree.Chain, printed: Sequence[Written]) -> bool:
    """Whether decimals stand within an expression: what they were printed from is not known here."""
    compound = [side for side in chain.sides if not isinstance(side, (tree.Number, tree.Row, tree.Table))]
    inside = [found.figure for side in compound for found in tree.figures(side)]
    return any(number is not None and printed[number].decimals for number in inside)


def formula_findings(
    reading: Reading, found: Sequence[Unclaimed], gone: Mapping[int, str], mended: Mapping[int, tuple[Edit, ...]]
) -> list[Finding]:
    """What is false of formulas that no claim knows, where no finding about a figure of theirs tells it already.

    gone: where a formula stands in the place of a claim that the document does not print any more, that claim.   mended: what
    would make it true.
    """
    findings: list[Finding] = []
    for one in found:
        if reading.document is None or one.holds or any(tells(figure) for figure in one.decision.figures):
            continue
        why = {"why": one.decision.message} if one.decision.message else {}
        message = Message("formula-refuted", {"says": one.chain.text, **why})
        if one.decision.message is not None and one.decision.message.key in _TELL_THE_FORMULA:
            message = one.decision.message
        start = one.chain.start
        place, section = reading.document.place(start), reading.section_at(start)
        findings.append(
            Finding(
                "formula-refuted",
                Severity.ERROR,
                reading.lesson.name,
                section,
                (place,),
                gone.get(start),
                None,
                message,
                edits=mended.get(start, ()),
            )
        )
    return findings


def _read_subjects(claim: Claim, flat: Flat) -> list[str]:
    """What the figures of a sentence stand for, where each of them stands for a value: it may be said in formulas."""
    reads = claim.reads or {}
    values = [reading.expression for reading in reads.values() if isinstance(reading, Value)]
    if claim.fixes or len(values) != len(recorded(claim)) or any(piece.formula for piece in pieces(claim.says, flat.functions)):
        return []
    return [flat.spelling.spelled(side(text, flat.functions)).key for text in values]


def standing_in(reading: Reading, claim: Claim, found: Sequence[Unclaimed]) -> list[Unclaimed]:
    """The formulas that the document prints where a claim is gone: one for each of the claim's own, with the same subject.

    Empty where one of them has none, or where the claim says in words what is no value.
    """
    flat = reading.everywhere
    if flat is None or not reading.bound[claim.id].binding.gone:
        return []
    subjects = flat.subjects(claim) or [(key, ()) for key in _read_subjects(claim, flat)]
    by_subject = {one.subject: one for one in found if reading.section_at(one.chain.start) == claim.section}
    standing: list[Unclaimed] = []
    for subject, entries in subjects:
        instead = [subject] if subject in by_subject else entries  # p ≈ (…), or p_A ≈ …, p_B ≈ …, p_C ≈ …
        if not instead or not all(one in by_subject for one in instead):
            return []
        standing += [by_subject[one] for one in instead]
    return standing
