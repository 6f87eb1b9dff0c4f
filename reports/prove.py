"""`prove`: the answer to an author's question, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from os.path import isfile

from derivations.answer import Answer, Outcome, answers
from derivations.catalogue import UsageError
from derivations.prover.clash import Clash
from derivations.prover.question import WrongQuestion, question, read
from derivations.prover.repair import Repair
from derivations.prover.sides import Entries, Shown
from derivations.verdict import HypothesisOutcome, Message
from reports.blocks import BAD, DOUBT, GOOD, QUIET, STRONG
from reports.json import SCHEMA
from reports.layout import Line, Span, beside, bracketed, columns, length, line, paragraph
from reports.neutral import neutral
from reports.plain import plain
from reports.sentences import Language, say, sentence
from reports.theorems import cited

_SIGNS = {
    Outcome.PROVED: Span("✓ ", GOOD),
    Outcome.REFUTED: Span("✗ ", BAD),
    Outcome.ILL_TYPED: Span("✗ ", BAD),
    Outcome.UNDECIDED: Span("? ", DOUBT),
}
_GAP = 3


def answered(given: Sequence[str], declared: Mapping[str, object]) -> tuple[Answer, ...]:
    """The answers to a question: claims, or a TOML file, and declarations from the options. Raises UsageError."""
    try:
        files = [target for target in given if target.endswith(".toml")]
        if len(files) > 1:
            raise UsageError("prove.one-file")
        table = read(files[0]) if files else {}
        claims = [target for target in given if target not in files]
        if (other := next((claim for claim in claims if "=" not in claim and isfile(claim)), None)) is not None:
            raise UsageError("prove.not-toml", path=other)
        more: dict[str, object] = {**declared, "claim": claims}
        for key, value in more.items():
            if value:
                if key in table:
                    raise UsageError("prove.said-twice", where=key, path=files[0])
                table[key] = value
        return answers(question(table))
    except WrongQuestion as wrong:
        values = {**wrong.values}
        if (kind := values.get("instead")) is not None:
            values["instead"] = Message(f"prove.instead.{kind}", {})
        raise UsageError(f"prove.{wrong.kind}", **values) from None


# --- for people


def full(found: Sequence[Answer], *, language: Language, width: int) -> list[Line]:
    """Every answer, one after the other, as lines for `reports.layout.rendered`."""
    drawn: list[Line] = []
    for answer in found:
        drawn += [*([()] if drawn else []), *_Drawing(language, width).answer(answer)]
    return drawn


class _Drawing:
    def __init__(self, language: Language, width: int) -> None:
        self.language = language
        self.width = width

    def say(self, key: str, **values: object) -> str:
        return say(self.language, key, **values)

    def text(self, text: str, style: str = "", indent: int = 2) -> list[Line]:
        return paragraph(text, self.width, style=style, first=line(" " * indent), indent=indent)

    def answer(self, answer: Answer) -> list[Line]:
        sign = _SIGNS[answer.outcome]
        drawn = paragraph(neutral(answer.shown), self.width, style=STRONG, first=line(sign), indent=2)
        without_meaning = answer.clash is not None and answer.clash.kind == "other"
        drawn += self.text(self.say("prove.without-meaning" if without_meaning else f"prove.{answer.outcome}"), sign.style)
        for hypothesis in answer.hypotheses:
            drawn += self.hypothesis(hypothesis)
        for theorem in answer.theorems:
            drawn += self.text(cited(theorem, self.language), QUIET)
        if answer.clash:
            drawn += self.clash(answer.clash, answer.text)
        if answer.counterexample:
            drawn += self.counterexample(answer.counterexample)
        if answer.why:
            drawn += self.text(sentence(answer.why, self.language))
        if answer.repairs:
            drawn += self.text(self.say("prove.repairs", n=len(answer.repairs)), "cyan")
            for repair in answer.repairs:
                drawn += self.repair(repair)
        elif answer.outcome in (Outcome.REFUTED, Outcome.ILL_TYPED) and not without_meaning:
            drawn += self.text(self.say("prove.no-repair"), QUIET)
        return drawn

    def hypothesis(self, hypothesis: HypothesisOutcome) -> list[Line]:
        name = plain(hypothesis.name)
        if hypothesis.needed is True:
            return self.text(self.say("prove.needed", hypothesis=name, witness=plain(hypothesis.witness)))
        return self.text(self.say("prove.idle" if hypothesis.needed is False else "prove.assumed", hypothesis=name), QUIET)

    def clash(self, clash: Clash, text: str) -> list[Line]:
        drawn = self.text(_clash(clash, self.language))
        if "\n" in text or len(text) + 4 > self.width:
            return drawn
        return [*drawn, line("    ", (neutral(text), QUIET)), line(" " * (3 + clash.column), ("^", BAD))]

    def repair(self, repair: Repair) -> list[Line]:
        shown = paragraph(neutral(repair.shown), self.width, first=line("    ", ("✓ ", GOOD)), indent=6)
        change = self.say("prove.change", what=self.say(f"prove.edit.{repair.kind}"), before=repair.before, after=repair.after)
        return [*shown, *self.text(change, QUIET, 6), *self.text(neutral(repair.latex), QUIET, 6)]

    # --- matrices

    def counterexample(self, shown: Shown) -> list[Line]:
        sizes = ", ".join(f"{size} = {number}" for size, number in shown.sizes.items())
        drawn = self.text(self.say("prove.counterexample", sizes=neutral(sizes)) if sizes else self.say("prove.here"), "cyan")
        indices = [self.named(name, [line(str(number))]) for name, number in shown.indices.items()]
        functions = [self.named(f"{name}(x)", [line(_polynomial(of))]) for name, of in shown.functions.items()]
        letters = [self.matrix(part) for letter in shown.letters for part in _slices(letter)]
        drawn += self.row([*letters, *indices, *functions])
        drawn += self.text(self.say("prove.then"), "cyan")
        for side, style in ((shown.left, GOOD), (shown.right, BAD)):
            drawn += self.row([self.matrix(part, shown.differ, style) for part in _slices(side)])
        at = min(shown.differ, default=None)
        if at:
            place = ", ".join(str(row + 1) for row in at)
            values = {"left": shown.left.entries[at], "right": shown.right.entries[at]}
            drawn += self.text(self.say("prove.differ", place=f"({place})", **values), QUIET, 4)
        return drawn

    def matrix(self, of: Entries, differ: frozenset[tuple[int, ...]] = frozenset(), style: str = "") -> list[Line]:
        rows, width = ([1, *of.lengths] if len(of.lengths) < 2 else of.lengths)[-2:] if of.lengths else (1, 1)
        entries = []
        for row in range(rows):
            places = [(row, column)[2 - len(of.lengths) :] if of.lengths else () for column in range(width)]
            entries.append([Span(of.entries.get(at, "·"), style if at in differ else "") for at in places])
        lines = columns(entries)
        return self.named(of.name, lines if not of.lengths else bracketed(lines))

    def named(self, name: str, lines: Sequence[Line]) -> list[Line]:
        label = f"{neutral(name)} = "
        blank = " " * length(line(label))
        middle = (len(lines) - 1) // 2
        return [line(label if at == middle else blank, *row) for at, row in enumerate(lines)]

    def row(self, blocks: Sequence[Sequence[Line]]) -> list[Line]:
        """Blocks side by side, on further lines where the width ends."""
        drawn: list[Line] = []
        waiting: list[tuple[int, Sequence[Line]]] = []
        start = 4
        for block in blocks:
            wide = max(map(length, block), default=0)
            if waiting and start + wide > self.width:
                drawn += beside(waiting)
                waiting, start = [], 4
            waiting.append((start, block))
            start += wide + _GAP
        return [*drawn, *(beside(waiting) if waiting else [])]


def _slices(of: Entries) -> Iterator[Entries]:
    """A tensor of more than two axes as matrices, one for each choice of the first indices."""
    before = of.lengths[:-2]
    for choice in product(*map(range, before)):
        label = f"^({','.join(str(at + 1) for at in choice)})" if choice else ""
        entries = {at[len(before) :]: value for at, value in of.entries.items() if at[: len(before)] == choice}
        yield Entries(of.name + label, of.lengths[len(before) :], entries)


def _polynomial(coefficients: Sequence[Fraction]) -> str:
    powers = ("", "x", "x²", "x³")
    terms = [power if c == 1 and power else f"{c} {power}".strip() for c, power in zip(coefficients, powers, strict=False) if c]
    return " + ".join(terms).replace("+ -", "− ").replace("-", "−") or "0"


def _clash(clash: Clash, language: Language) -> str:
    """Which shapes meet, and where; and what to write instead, where that is known."""
    shapes = {
        side: say(language, "prove.a-number") if shape == "a number" else shape
        for side, shape in (("left_shape", clash.left_shape), ("right_shape", clash.right_shape))
    }
    values = {"left": clash.left, "right": clash.right, "column": clash.column, "reason": clash.why, **shapes}
    kind = "not-read" if clash.kind == "other" and clash.instead else clash.kind
    said = [say(language, f"prove.clash.{kind}", **values)]
    if clash.instead:
        said.append(say(language, f"prove.instead.{clash.instead}"))
    return ("" if language == "zh" else " ").join(said)


# --- for programs


def record(found: Sequence[Answer], language: Language) -> dict[str, object]:
    """The answers for programs: exact numbers as text; the language changes only the sentences."""
    return {"schema": SCHEMA, "claims": [_answer(answer, language) for answer in found]}


def _answer(answer: Answer, language: Language) -> dict[str, object]:
    clash = answer.clash
    return {
        "formula": answer.shown,
        "given": answer.text,
        "verdict": answer.outcome,
        "scope": "all shapes" if answer.outcome is Outcome.PROVED else None,
        "message": _message(answer, language),
        "hypotheses": [
            {"name": each.name, "needed": each.needed, "witness": each.witness, "undefined": each.undefined}
            for each in answer.hypotheses
        ],
        "theorems": list(answer.theorems),
        "clash": clash
        and {
            "kind": clash.kind,
            "column": clash.column,
            "left": {"formula": clash.left, "shape": clash.left_shape},
            "right": {"formula": clash.right, "shape": clash.right_shape},
        },
        "counterexample": answer.counterexample and _counterexample(answer.counterexample),
        "repairs": [
            {"edit": each.kind, "before": each.before, "after": each.after, "formula": each.shown, "latex": each.latex}
            for each in answer.repairs
        ],
    }


def _message(answer: Answer, language: Language) -> str:
    if answer.clash:
        return _clash(answer.clash, language)
    return sentence(answer.why, language) if answer.why else say(language, f"prove.{answer.outcome}")


def _counterexample(shown: Shown) -> dict[str, object]:
    at = min(shown.differ, default=None)
    return {
        "sizes": dict(shown.sizes),
        "letters": {letter.name: _nested(letter, ()) for letter in shown.letters},
        "indices": dict(shown.indices),
        "functions": {name: [str(c) for c in of] for name, of in shown.functions.items()},
        "left": {"formula": shown.left.name, "value": _nested(shown.left, ())},
        "right": {"formula": shown.right.name, "value": _nested(shown.right, ())},
        "differ": None if at is None else [row + 1 for row in at],
    }


def _nested(of: Entries, at: tuple[int, ...]) -> object:
    if len(at) == len(of.lengths):
        return of.entries.get(at)
    return [_nested(of, (*at, row)) for row in range(of.lengths[len(at)])]
