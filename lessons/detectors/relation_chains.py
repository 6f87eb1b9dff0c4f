"""Chains of relations: `8 × 4608 = 36,864 ≈ 37k`, `768 (= 28x28)`, `96e9/10 is about 9B`.

What it does: evaluates every side of a chain that it can read and holds the printed numbers against it at their own place;
also inequalities between expressions, and names that the text defines.

Why it matters: an author computes with more digits than he prints, edits one side and forgets the other, or cuts instead of
rounding; a reader who follows the arithmetic then doubts himself.

Fires: 784 inputs * 100 neurons = 61,400 weights
Fires: softmax([0, 1]) = [0.26, 0.73]
Fires: 9,175,040 is 2.9% of 3,200,000,000.
Fires: 512 is 0.25 times 2,500.
Quiet: 9,175,040 is 0.29% of 3,200,000,000.
Quiet: 512 is 0.2 times 2,500.
Quiet: A 4 × 4 grid is 3 rows short. In 2017 3 + 4 = 7, and pages 10-20 = the appendix.
Quiet: A common mistake is 3 + 4 × 2 = 14. Is 2^10 = 1000?
Quiet: 16 + 16 = 32 bits = 4 bytes, 5 × 60 = 300 s = 5 min, 1000 × 60 = 1 min. The mix 8 : 1 : 1 = 80% / 10% / 10%.
Quiet: 1000 / 32 = 32 batches, 100 / 64 = 2 (rounded up), 7 / 2 = 3 (integer division), 3 - 5 = 254 in uint8.
Quiet: 4096 × 4096 = 16M, 7 × 16 = 112 GB（约 2 张 A100）. 大约是70000（即16000+36000+16000）。
Fires: 1000 / 32 = 34 batches
Fires: 5 × 60 = 310 s = 5 min
Quiet: 2/3 ≈ 0.67, 1/3 = 0.333…, 1024 ≈ 1000, 60 × 24 minutes = 1 day
"""

from __future__ import annotations

import itertools
from dataclasses import replace

from derivations.formula import tree
from derivations.verdict import FigureVerdict, Message, Severity
from lessons.chain_verdict import Judged, Outcome
from lessons.comparison import Judgement
from lessons.detectors.detection import Reporter, Text
from lessons.names import Reading
from lessons.passage import Span
from lessons.ratio import ratio_of
from lessons.relations import Chain
from lessons.scope import OF_ANOTHER_CASE, doubt, other_readings
from lessons.sign import POWER_OF_TEN, Role
from lessons.signs import JOINED
from numeric.real import Real, compare

# A number that is so close to what it should be was meant to be it, whatever its names mean elsewhere.
NEAR = 100
NEAR_DIGITS = 3

# What a relation between two expressions breaks, by what is said of it.
_RULES = {"arithmetic-sides-differ": "arithmetic-sides-differ", "values-are": "inequality-wrong"}


def detect(text: Text, reporter: Reporter) -> None:
    """Every chain of the document, once its definitions are known."""
    for passage, chain in text.all_chains():
        with reporter.trying(passage, (chain.start, chain.end)):
            _judge(text, reporter, passage, chain)


def _judge(text: Text, reporter: Reporter, passage: int, chain: Chain) -> None:
    parts = text.reading(passage).parts(chain, reporter.budget.spend)
    for part, outcome in parts:
        if outcome.judged and not outcome.holds and text.denies(passage, (part.start, part.end)):
            reporter.skip(passage, (part.start, part.end), Message("unread-denied", {}))
            continue
        _report(reporter, passage, part, outcome)
    if not parts:
        reporter.skip(passage, (chain.start, chain.end), Message("unread-cells-run-together", {}))


def _report(reporter: Reporter, passage: int, chain: Chain, outcome: Outcome) -> None:
    if not outcome.judged:
        if outcome.reasons or _states_figures(chain):
            reason = outcome.reasons[0] if outcome.reasons else Message("unread-side", {})
            reporter.skip(passage, (chain.start, chain.end), reason)
        return
    if not outcome.holds and _is_a_ratio(reporter, passage, chain):
        return
    formula = "" if outcome.holds else reporter.text.printed(passage, (chain.start, chain.end))
    for one in outcome.judged:
        _say(reporter, passage, chain, outcome, one, formula)
    if outcome.holds:
        _settle_operands(reporter, passage, chain, outcome)
    _say_what_is_not_read(reporter, passage, chain, outcome)


def _is_a_ratio(reporter: Reporter, passage: int, chain: Chain) -> bool:
    """Whether the chain says a ratio of two amounts: then the ratio is what is judged."""
    ratio = ratio_of(chain, reporter.text.passages[passage].text)
    if ratio is None or (not ratio.verdict.holds and reporter.text.printed(passage, ratio.span) != ratio.printed):
        return False
    formula = "" if ratio.verdict.holds else reporter.text.printed(passage, (chain.start, chain.end))
    reporter.figure(passage, ratio.span, ratio.verdict, formula=formula)
    if ratio.verdict.holds:
        for span in ratio.amounts:
            reporter.settle(passage, span, FigureVerdict.EXACT)
    return True


def _say(reporter: Reporter, passage: int, chain: Chain, outcome: Outcome, one: Judged, formula: str) -> None:
    verdict = _as_written(reporter, passage, chain, one)
    reading = outcome.reading
    related = [(found.passage, found.start) for found in reading.definitions] if reading else []
    if verdict.figure is FigureVerdict.UNDECIDED:
        reporter.skip(passage, one.span, Message("unread-rounding-boundary", {}))
    elif verdict.holds:
        if one.printed is not None:
            reporter.settle(passage, one.span, verdict.figure)
        if verdict.severity is not Severity.NONE and verdict.note is not None:
            _remark(reporter, passage, one.span, verdict, verdict.note)
    elif one.named and (why := _doubt(reporter, passage, chain, outcome, one)):
        reporter.skip(passage, one.span, Message(why, {}))
    elif one.message is not None:
        reporter.find(
            _RULES[one.message.key], verdict.severity, passage, one.span, one.message, related=related, formula=formula
        )
    else:
        reporter.figure(passage, one.span, verdict, related=related, formula=formula)


def _remark(reporter: Reporter, passage: int, span: Span, verdict: Judgement, note: Message) -> None:
    """A figure that is right on a reading that an author should know of."""
    printed = reporter.text.printed(passage, span)
    if note.key == "operands-unrounded":
        note = Message("figure-loose", {"printed": printed, "slip": note})
    reporter.find(note.key, verdict.severity, passage, span, note, expected=printed)


def _as_written(reporter: Reporter, passage: int, chain: Chain, one: Judged) -> Judgement:
    """With the words of the text in what should stand there: 7.0 million, not 7.0 ×10^6."""
    verdict = one.verdict
    for before, sign in itertools.pairwise(chain.sides[one.side].signs):
        if verdict.expected and sign.text.startswith(POWER_OF_TEN):
            word = reporter.text.printed(passage, (before.end, sign.end))
            blank = " " if sign.spaced else ""
            verdict = replace(verdict, expected=verdict.expected.replace(blank + sign.text, word))
    return verdict


def _doubt(reporter: Reporter, passage: int, chain: Chain, outcome: Outcome, one: Judged) -> str | None:
    """Why a figure that does not follow from names that were defined elsewhere may be right; None where it is not."""
    reading = outcome.reading
    if reading is None or _near(one):
        return None
    if reading.trusted:
        return _of_a_product(chain, reading)
    if one.printed is None:
        return "unread-condition"
    passages, names, span = reporter.text.passages, reporter.text.names, (chain.start, chain.end)
    why = doubt(passages, names, reading, passage, span, one.printed.written)
    if why is not None and not (why in OF_ANOTHER_CASE and _mostly_right(outcome, one)):
        return why
    if (product := _of_a_product(chain, reading)) is not None:
        return product
    for other in other_readings(passages, reading, passage, span):
        reporter.budget.spend(len(chain.sides))
        if reporter.text.reading(passage).under(chain, other).holds:
            return "unread-other-number"
    return None


def _of_a_product(chain: Chain, reading: Reading) -> str | None:
    """The doubt about `lr = 0.01` where l and r are numbers; matrices side by side are a product."""
    joined = [side for side in chain.sides if all(sign.said == JOINED for sign in side.signs)]
    letters = {sign.text for side in joined for sign in side.signs}
    if any(isinstance(reading.names[name].node, (tree.Row, tree.Table)) for name in letters & reading.names.keys()):
        return None
    return "unread-product" if joined else None


def _mostly_right(outcome: Outcome, one: Judged) -> bool:
    """Whether most entries of the row are right, and more than one of them: then the row is certainly meant."""
    row = [other.verdict.holds for other in outcome.judged if other.side == one.side and other.printed is not None]
    return sum(row) > 1 and 2 * sum(row) >= len(row)


def _near(one: Judged) -> bool:
    """Whether a wrong figure is within a hundredth of what stands beside it."""
    if one.printed is None or one.verdict.real is None:
        return False
    written = one.printed.written
    if len(str(abs(written.steps))) < NEAR_DIGITS or not written.value:
        return False
    distance = abs(written.value) / NEAR
    low, high = (Real.exactly(written.value + step) for step in (-distance, distance))
    return compare(low, one.verdict.real, 256) == -1 and compare(one.verdict.real, high, 256) == -1


def _settle_operands(reporter: Reporter, passage: int, chain: Chain, outcome: Outcome) -> None:
    printed = {one.span for one in outcome.judged if one.printed is not None}
    for number, side in enumerate(chain.sides):
        if number not in outcome.read or isinstance(side.node, tree.Symbol):
            continue
        for sign in side.signs:
            if sign.role is Role.FIGURE and (sign.start, sign.end) not in printed:
                reporter.settle(passage, (sign.start, sign.end), FigureVerdict.EXACT)


def _say_what_is_not_read(reporter: Reporter, passage: int, chain: Chain, outcome: Outcome) -> None:
    """The sides with figures that nothing was compared with, beside others that were."""
    for number, side in enumerate(chain.sides):
        if outcome.holds and _is_a_squared_name(side.node) and number not in outcome.read:
            for sign in side.signs:
                if sign.role is Role.FIGURE:
                    reporter.settle(passage, (sign.start, sign.end), FigureVerdict.STRUCTURAL)
            continue
        figures = side.node is None or tree.figures(side.node)  # an index is none
        if number not in outcome.read and figures and any(sign.role is Role.FIGURE for sign in side.signs):
            known = outcome.reasons[0] if outcome.reasons else Message("unread-alone", {})
            reporter.skip(passage, (side.start, side.end), Message("unread-side", {}) if side.node is None else known)


def _is_a_squared_name(node: tree.Node | None) -> bool:
    """σ² is the name of what it is equated with; its 2 follows from nothing."""
    return isinstance(node, tree.Power) and isinstance(node.base, tree.Symbol) and isinstance(node.exponent, tree.Number)


def _states_figures(chain: Chain) -> bool:
    """Whether a chain that is not read holds an operation on figures beside a figure."""
    signs = [sign for side in chain.sides for sign in side.signs]
    figures = sum(sign.role is Role.FIGURE for sign in signs)
    return figures > 1 and any(sign.role is Role.OPERATOR for sign in signs)
