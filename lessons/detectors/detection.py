"""What a detector gets and what it says: figures it has settled, findings, and what it could not read."""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import field
from functools import cached_property
from itertools import accumulate, tee
from typing import NamedTuple

from derivations.verdict import FigureVerdict, Message, Place, Severity
from lessonproof.patterns import Worded, folded, pattern
from lessonproof.records import dataclass
from lessons.chain_reading import ChainReading
from lessons.comparison import Judgement, Source
from lessons.denied import denied
from lessons.names import Names
from lessons.passage import Passage, Span
from lessons.read_before import of_stretch
from lessons.related import may_relate
from lessons.relations import Chain, chains
from lessons.sign import Sign
from lessons.signs import are_factors, signs
from lessons.vectors import VECTOR, Vector, vectors
from numeric.real import Real

STEPS = 8_000
FAILED = "check-failed"
MOST_OF_A_REASON = 200  # characters


_RUN = pattern(r"(?<![A-Za-z\\])[A-Za-z]{2,4}(?![A-Za-z])")


class OutOfSteps(Exception):
    """A detector has used up what it may cost."""


@dataclass
class Budget:
    """Steps a detector may still take in one document. A step is one side of a relation or one entry that is computed."""

    steps: int

    def spend(self, steps: int = 1) -> None:
        self.steps -= steps
        if self.steps < 0:
            raise OutOfSteps


class Settled(NamedTuple):
    """A figure that a detector has explained: its passage, its offsets there, and what became of it."""

    passage: int
    span: Span
    verdict: FigureVerdict


@dataclass(frozen=True, slots=True)
class Found:
    """Something to look at, at its place.

    printed, expected: what stands there and what should, where that is known.   ulps: printed − expected, in units of the
    last printed place.   related: other places that take part, such as a definition.   formula: what it is a part
    of, as printed.
    """

    detector: str
    rule: str
    severity: Severity
    passage: int
    span: Span
    place: Place
    printed: str
    expected: str | None
    ulps: int
    message: Message
    related: tuple[Place, ...] = ()
    formula: str = ""


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """A relation with figures that was not decided: where, what is printed, and why not."""

    detector: str
    passage: int
    span: Span
    place: Place
    text: str
    reason: Message


@dataclass
class Detection:
    """What all detectors say of a document, in the order in which they say it."""

    settled: list[Settled] = field(default_factory=list)
    findings: list[Found] = field(default_factory=list)
    not_understood: list[NotUnderstood] = field(default_factory=list)
    wrong: set[tuple[int, Span]] = field(default_factory=set)  # the figures that were settled as such
    _said: set[tuple[str, int, Span]] = field(default_factory=set)

    def add(self, found: Found) -> None:
        """One finding more, unless an earlier detector has said the same of the place."""
        said = found.rule, found.passage, found.span
        if said not in self._said:
            self._said.add(said)
            self.findings.append(found)


@dataclass
class Text:
    """The passages of a document, read once for all detectors."""

    passages: Sequence[Passage]
    names: Names = field(default_factory=Names)
    sources: dict[Source, Real] = field(default_factory=dict)
    _chains: dict[tuple[int, Span, frozenset[str]], list[Chain]] = field(default_factory=dict)
    _readings: dict[int, ChainReading] = field(default_factory=dict)
    _signs: dict[tuple[int, Span, int], list[Sign]] = field(default_factory=dict)
    _vectors: dict[int, list[Vector]] = field(default_factory=dict)
    _denied: dict[int, list[Span]] = field(default_factory=dict)

    def vectors(self, passage: int) -> list[Vector]:
        """The printed rows of a passage, in order."""
        if passage not in self._vectors:
            self._vectors[passage] = list(vectors(self.passages[passage]))
        return self._vectors[passage]

    @cached_property
    def related(self) -> list[tuple[int, Span]]:
        """The stretches that may hold a relation: those with a figure and a sign or a word for one."""
        return [
            (number, span)
            for number, passage in enumerate(self.passages)
            if may_relate(passage.text)
            for span in passage.stretches()
            if may_relate(passage.text[slice(*span)])
        ]

    @cached_property
    def tables(self) -> list[int]:
        """The passages that are tables, in order."""
        return [number for number, passage in enumerate(self.passages) if passage.rows]

    @cached_property
    def may_hold_vectors(self) -> list[int]:
        """The passages with a bracket in which a printed row may stand, in order."""
        return self.saying(VECTOR)

    def saying(self, *patterns: Worded) -> list[int]:
        """The passages that hold a word of one of the patterns, which match nowhere else, in order."""
        found: set[int] = set()
        for one in patterns:
            whole = self._in_small_letters if one.folds else self._whole
            for word in one.words:
                at = whole.find(word)
                while at >= 0:
                    number = bisect_right(self._starts, at)
                    found.add(number - 1)
                    at = whole.find(word, self._starts[number]) if number < len(self._starts) else -1
        return sorted(found)

    @cached_property
    def _whole(self) -> str:
        """All passages, one behind the other, so that what few of them hold is looked for at once."""
        return "\n".join(passage.text for passage in self.passages)

    @cached_property
    def _in_small_letters(self) -> str:
        return folded(self._whole)

    @cached_property
    def _starts(self) -> list[int]:
        return list(accumulate((len(passage.text) + 1 for passage in self.passages), initial=0))

    def signs(self, passage: int, span: Span) -> list[Sign]:
        key = passage, span, self.names.count
        if key not in self._signs:
            whole, known = self.passages[passage], self.names.known()
            self._signs[key] = of_stretch(lambda: signs(whole, span, known), "signs", whole, span, known)
        return self._signs[key]

    def chains(self, passage: int, span: Span) -> list[Chain]:
        """The chains of a stretch with the names that are known so far; read again only where a new name stands in it."""
        words = self.names.words()
        text = self.passages[passage].text
        known = self.names.known()
        products = (run[0] for run in _RUN.finditer(text, *span)) if self.passages[passage].formulas else ()
        products = (run for run in products if are_factors(run, known))
        key = passage, span, frozenset((*(word for word in words if text.find(word, *span) >= 0), *products))
        if key not in self._chains:
            whole, known = self.passages[passage], self.names.known()
            self._chains[key] = of_stretch(lambda: chains(signs(whole, span, known)), "chains", whole, span, known)
        return self._chains[key]

    def all_chains(self) -> Iterator[tuple[int, Chain]]:
        """Every chain of the document, with the number of its passage. To be asked for once all names are known.

        Each is read once, and none behind those that anybody has steps for.
        """
        return copy(self._chains_in_order)

    @cached_property
    def _chains_in_order(self) -> Iterator[tuple[int, Chain]]:
        [found] = tee(((number, chain) for number, span in self.related for chain in self.chains(number, span)), 1)
        return found

    def denies(self, passage: int, span: Span) -> bool:
        """Whether the passage itself says of a stretch that it is wrong, or asks whether it is right."""
        if passage not in self._denied:
            self._denied[passage] = denied(self.passages[passage])
        return any(start < span[1] and span[0] < end for start, end in self._denied[passage])

    def reading(self, passage: int) -> ChainReading:
        if passage not in self._readings:
            self._readings[passage] = ChainReading(self.passages[passage], passage, self.names, self.sources)
        return self._readings[passage]

    def place(self, passage: int, offset: int) -> Place:
        return self.passages[passage].places(offset)

    def printed(self, passage: int, span: Span) -> str:
        return self.passages[passage].text[slice(*span)]


@dataclass
class Reporter:
    """Through which one detector speaks. `explained` figures of earlier detectors are not judged again."""

    text: Text
    detection: Detection
    detector: str
    budget: Budget

    def settle(self, passage: int, span: Span, verdict: FigureVerdict) -> None:
        self.detection.settled.append(Settled(passage, span, verdict))
        if verdict in (FigureVerdict.WRONG, FigureVerdict.TRUNCATED):
            self.detection.wrong.add((passage, span))

    def is_wrong(self, passage: int, span: Span) -> bool:
        """Whether an earlier detector has found the figure wrong."""
        return (passage, span) in self.detection.wrong

    def find(
        self,
        rule: str,
        severity: Severity,
        passage: int,
        span: Span,
        message: Message,
        *,
        expected: str | None = None,
        ulps: int = 0,
        related: Sequence[tuple[int, int]] = (),
        formula: str = "",
    ) -> None:
        self.detection.add(
            Found(
                self.detector, rule, severity, passage, span, self.text.place(passage, span[0]),
                self.text.printed(passage, span), expected, ulps, message,
                tuple(self.text.place(*where) for where in related), formula,
            )
        )  # fmt: skip

    def figure(
        self, passage: int, span: Span, verdict: Judgement, *, related: Sequence[tuple[int, int]] = (), formula: str = ""
    ) -> None:
        """Settle a figure, and say what is wrong with it where it does not hold."""
        self.settle(passage, span, verdict.figure)
        if not verdict.holds and verdict.figure is not FigureVerdict.UNDECIDED:
            message = figure_message(self.text.printed(passage, span), verdict)
            rule = f"figure-{verdict.figure}"
            self.find(
                rule, verdict.severity, passage, span, message, expected=verdict.expected, ulps=verdict.ulps, related=related,
                formula=formula,
            )  # fmt: skip

    def trying(self, passage: int, span: Span = (0, 0)) -> _Trying:
        """Within it an error of ours becomes a finding at this place, and what comes after is still checked."""
        return _Trying(self, passage, span)

    def skip(self, passage: int, span: Span, reason: Message) -> None:
        text = self.text.printed(passage, span)
        shown = text if len(text) <= 80 else text[:79] + "…"
        self.detection.not_understood.append(
            NotUnderstood(self.detector, passage, span, self.text.place(passage, span[0]), shown, reason)
        )


class _Trying(NamedTuple):
    reporter: Reporter
    passage: int
    span: Span

    def __enter__(self) -> None: ...

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> bool:
        if not isinstance(error, Exception) or isinstance(error, OutOfSteps):
            return False
        said = failure(self.reporter.detector, error)
        self.reporter.find("check-failed", Severity.ERROR, self.passage, self.span, said)
        return True


def failure(check: str, error: Exception) -> Message:
    """What is said where a check ends in an error of ours, with the line of code that raised it."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f"{os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno}" if trace else "?"
    kind = type(error).__name__
    return Message(FAILED, {"check": check, "kind": kind, "where": where, "reason": str(error)[:MOST_OF_A_REASON] or kind})


def figure_message(printed: str, verdict: Judgement) -> Message:
    """The sentence about a wrong figure, with the likely slip; where operands may excuse it, that they may."""
    values: dict[str, object] = {"printed": printed, "expected": verdict.expected or "?"}
    if verdict.severity is Severity.WARNING:
        return Message("arithmetic-possible", values)
    if verdict.note is not None:
        values["slip"] = verdict.note
    if verdict.figure is FigureVerdict.WRONG:
        values["ulps"] = verdict.ulps
    return Message(f"figure-{verdict.figure}", values)


Detector = Callable[[Text, Reporter], None]
Detectors = Mapping[str, Detector]
