"""The answer to an author's question: each equation that he claims proved, refuted and mended, ill-typed, or undecided."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from difflib import get_close_matches
from enum import StrEnum

from derivations.formula import tree
from derivations.formula.pretty import pretty
from derivations.proof import Statement, audit, decided
from derivations.prover import sides
from derivations.prover.clash import Clash, clash
from derivations.prover.edits import Stated, stated
from derivations.prover.expansion import affordable
from derivations.prover.finding import Result
from derivations.prover.identity import Equation, Identity
from derivations.prover.instead import instead
from derivations.prover.question import Question, WrongQuestion
from derivations.prover.refutation import Counterexample
from derivations.prover.repair import Repair, repairs
from derivations.prover.setting import Setting
from derivations.prover.shaped import IllTyped
from derivations.prover.statements import Writing
from derivations.verdict import HypothesisOutcome, Message
from lessonproof.records import dataclass


class Outcome(StrEnum):
    PROVED = "proved"
    REFUTED = "refuted"
    ILL_TYPED = "ill-typed"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Answer:
    """One equation, in one line of Unicode, and what became of it.

    text: the author's own line in which `clash` has its column. hypotheses: of a proof, each with what happens without it.
    theorems: the base theorems that the proof cites. counterexample: the smallest one that was found. why: what is undecided.
    """

    shown: str
    text: str
    outcome: Outcome
    hypotheses: tuple[HypothesisOutcome, ...] = ()
    theorems: tuple[str, ...] = ()
    counterexample: sides.Shown | None = None
    clash: Clash | None = None
    repairs: tuple[Repair, ...] = ()
    why: Message | None = None


def answers(asked: Question) -> tuple[Answer, ...]:
    """One for each equation of the claims; for definitions that do not fit together the first such line alone.

    Raises WrongQuestion for a letter that is not declared, and for a claim that states no equation.
    """
    try:
        writing = Writing(asked.setting)
    except IllTyped as error:
        return (_definition(asked.setting, error),)
    _declared(writing)
    return tuple(answer for claim in asked.claims for answer in _answers(asked.setting, claim))


def _answers(setting: Setting, claim: str) -> Iterator[Answer]:
    try:
        equations = stated(Writing(setting), claim)
    except IllTyped as error:
        raise WrongQuestion("no-equation", given=claim[:200]) from error
    for one in equations:
        yield _answer(setting, claim, one)


def _answer(setting: Setting, claim: str, one: Stated) -> Answer:
    writing = Writing(setting)  # a reading of its own: what one equation mentions is no part of another
    try:
        [equation] = Identity(setting=setting, formula=one.text).each()
    except IllTyped as error:
        found = clash(writing, one.equation, error)
        _misplaced_derivative(writing, one.equation, claim)
        _undeclared(found, claim)
        return Answer(one.shown, claim, Outcome.ILL_TYPED, clash=found, repairs=repairs(writing, one))
    if not affordable(equation.statement):
        return Answer(one.shown, claim, Outcome.UNDECIDED, why=Message("prove.too-large", {}))
    [statement] = decided(equation)
    finding = statement.finding
    if finding is None or finding.result is not Result.PROVED:
        further = through(writing, one.equation)
        if further is not None:
            return _answer(further, claim, one)
    if finding is not None and finding.result is Result.PROVED:
        return Answer(one.shown, claim, Outcome.PROVED, hypotheses=_audit(statement), theorems=finding.theorems)
    if finding is not None and isinstance(finding.counterexample, Counterexample):
        left, right = map(pretty, one.equation.sides)
        shown = sides.shown(finding.counterexample, left, right, setting.fixed)
        return Answer(one.shown, claim, Outcome.REFUTED, counterexample=shown, repairs=repairs(writing, one))
    return Answer(one.shown, claim, Outcome.UNDECIDED, why=statement.why)


def through(writing: Writing, equation: tree.Chain) -> Setting | None:
    r"""The setting in which a gradient is carried through the nodes whose adjoints its formula leaves out, as in
    `\bar{ℓ} = p - onehot(y)`; None where there are none.

    One step back, `\bar{p}` might be anything, and that formula false; but where the loss is given, `\bar{p}` is not.
    """
    setting, of = writing.setting, writing.variable(equation.sides[0])
    if of is None or setting.loss is None:
        return None
    names = {node.name for node in tree.walk(equation) if isinstance(node, tree.Symbol)}
    mentioned = {found[0] for found in map(writing.reading.named, names) if found is not None}
    lines = writing.all_defined([*setting.forward, *setting.where])
    left_out = [
        text for text in setting.forward
        if not any(one.of in (of, setting.loss) or f"bar({one.of})" in mentioned for one in lines[text])
    ]  # fmt: skip
    if not left_out:
        return None
    kept = tuple(text for text in setting.forward if text not in left_out)
    return replace(setting, forward=kept, where=(*setting.where, *left_out))


def _audit(statement: Statement) -> tuple[HypothesisOutcome, ...]:
    assert isinstance(statement.record, Equation)
    return audit([statement])


def _definition(setting: Setting, error: IllTyped) -> Answer:
    """The line of the forward computation at which the reading stops."""
    before = replace(setting, forward=(), where=())
    for text in (*setting.forward, *setting.where):
        if text in setting.forward:
            now = replace(before, forward=(*before.forward, text))
        else:
            now = replace(before, where=(*before.where, text))
        try:
            Writing(now)
        except IllTyped as here:
            if str(here) == str(error):
                return _line(Writing(before), text, error)
            continue  # it waits for a line below it
        before = now
    raise WrongQuestion("other", reason=str(error)) from error


def _line(writing: Writing, text: str, error: IllTyped) -> Answer:
    chain = writing.parsed(text)[0]
    right = tree.Chain(chain.sides[1:], (), span=chain.span) if len(chain.sides) == 2 else chain
    found = clash(writing, right, error)
    _undeclared(found, text)
    return Answer(pretty(chain), text, Outcome.ILL_TYPED, clash=found)


def _misplaced_derivative(writing: Writing, equation: tree.Chain, text: str) -> None:
    """Raises WrongQuestion for a derivative that does not stand alone on the left."""
    left = equation.sides[0]
    alone = [*tree.walk(left)] if isinstance(left, tree.Quotient) and writing.is_derivative(left) else []
    for node in tree.walk(equation):
        if isinstance(node, tree.Symbol) and node.name.startswith("∂") and node not in alone:
            raise WrongQuestion("derivative-alone", column=node.span[0] + 1, given=text)


def _undeclared(found: Clash, text: str) -> None:
    if found.kind in ("undeclared", "new", "loss") and found.instead is not None:
        raise WrongQuestion("not-read", name=found.left, column=found.column, given=text, instead=found.instead)
    values = {"name": found.left, "column": found.column, "given": text}
    if found.kind in ("undeclared", "joined"):
        raise WrongQuestion(found.kind, nearest=found.right, **values)
    if found.kind in ("new", "loss"):
        raise WrongQuestion(f"undeclared-{found.kind}", **values)


def _declared(writing: Writing) -> None:
    """Raises WrongQuestion for a word of the setting that names nothing or two things, and for `given` that is ill-typed."""
    setting = writing.setting
    defined = [one.name for one in (*writing.nodes, *writing.abbreviations)]
    for name in defined:
        if defined.count(name) > 1:
            raise WrongQuestion("defined-twice", name=name)
    try:
        writing.hypotheses()
    except IllTyped as error:
        if (kind := instead(str(error))) is not None:
            raise WrongQuestion("not-read-there", reason=str(error), instead=kind) from error
        raise WrongQuestion("other", reason=str(error)) from error
    shapes = list(writing.reading.shapes)
    nodes = [node.of for node in writing.nodes]
    asked = [("positive", name, shapes) for name in sorted(setting.positive)]
    asked += [("rows", name, shapes) for name in setting.rows.values()]
    asked += [("loss", setting.loss, nodes)] if setting.loss else []
    for key, name, known in asked:
        if name not in known:
            nearest = next(iter(get_close_matches(name, known, n=1, cutoff=0.0)), "—")
            raise WrongQuestion("undeclared-word", where=key, name=name, nearest=nearest)
