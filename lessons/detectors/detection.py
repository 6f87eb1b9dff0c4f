"""What a detector gets and what it says: figures it has settled, findings, and what it could not read."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field
from functools import cached_property

from derivations.verdict import FigureVerdict, Message, Place, Severity
from lessonproof.patterns import Worded, pattern
from lessonproof.records import dataclass
from lessons.chain_reading import ChainReading
from lessons.comparison import Judgement, Source
from lessons.denied import denied
from lessons.names import Names
from lessons.passage import Passage, Span
from lessons.read_before import of_stretch
from lessons.relations import Chain, chains
from lessons.sign import Sign
from lessons.signs import are_factors, signs
from lessons.vectors import Vector, vectors
from numeric.real import Real

STEPS = 8_000
FAILED = "check-failed"
MOST_OF_A_REASON = 200  # characters


_RELATED = Worded(
    r"[=≈≡<>≤≥≠≃∼~＝→⇒]|->|\\(?:approx|sim|cong|eq|equiv|le|ge|ne|lt|gt|to\b|right)"
    r"|\b(?:is|are|equals?|gives?|makes?|yields?|takes?|needs?|requires?|occup|totals?|comes to|rounds to)\b"
    r"|等于|大概|近似|约|得|共计|即|也就是|结果[是为]",
    (
        *"\\=≈≡<>≤≥≠≃∼~＝→⇒", "is", "are", "equal", "give", "make", "yield", "take", "need", "require", "occup", "total",
        "comes to", "rounds to", "等于", "大概", "近似", "约", "得", "共计", "即", "也就是", "结果",
    ),
)  # fmt: skip

_RUN = pattern(r"(?<![A-Za-z\\])[A-Za-z]{2,4}(?![A-Za-z])")
_FIGURE = pattern(r"[0-9]|times|plus|minus|divided by|乘|除以")


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


@dataclass(frozen=True, slots=True)
class Settled:
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
    def stretches(self) -> list[tuple[int, Span]]:
        return [(number, span) for number, passage in enumerate(self.passages) for span in passage.stretches()]

    @cached_property
    def related(self) -> list[tuple[int, Span]]:
        """The stretches that may hold a relation: those with a figure and a sign or a word for one."""
        return [
            (number, span)
            for number, span in self.stretches
            if _FIGURE.search(self.passages[number].text, *span) and _RELATED.search(self.passages[number].text, *span)
        ]

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

    @cached_property
    def all_chains(self) -> list[tuple[int, Chain]]:
        """Every chain of the document, with the number of its passage. To be asked for once all names are known."""
        return [(number, chain) for number, span in self.related for chain in self.chains(number, span)]

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

    @contextmanager
    def trying(self, passage: int, span: Span = (0, 0)) -> Iterator[None]:
        """Within it an error of ours becomes a finding at this place, and what comes after is still checked."""
        try:
            yield
        except OutOfSteps:
            raise
        except Exception as error:
            self.find("check-failed", Severity.ERROR, passage, span, failure(self.detector, error))

    def skip(self, passage: int, span: Span, reason: Message) -> None:
        text = self.text.printed(passage, span)
        shown = text if len(text) <= 80 else text[:79] + "…"
        self.detection.not_understood.append(
            NotUnderstood(self.detector, passage, span, self.text.place(passage, span[0]), shown, reason)
        )


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
