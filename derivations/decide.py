"""Whether what a lesson prints is true.

A claim is decided from its printed formulas with the document's figures in them, over the values of the chapter's worked
example. Printed decimals must be certified roundings, equalities zeros of the exact field; no float and no tolerance takes
part. What can be decided neither way is `undecided`, and that is an error.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from itertools import pairwise
from typing import TYPE_CHECKING

from derivations.asked import asking
from derivations.claim import Claim, Step
from derivations.decisions import Decision, FigureDecision, Restated, is_right, key
from derivations.example import ExampleImpossible
from derivations.figures import Bench, entry_name
from derivations.formula import tree
from derivations.formula.evaluate import MINUS_INFINITY, EvaluationError
from derivations.formula.pretty import pretty
from derivations.pieces import Piece, formula, rows_of
from derivations.statement import ORDERS, Answer, all_hold, entry, holds
from derivations.told import of_condition, of_mistake
from derivations.values import Expression, Values
from derivations.verdict import Cell, Evidence, FigureVerdict, Line, Message, StepOutcome, Text, Verdict
from lessonproof.records import dataclass
from numeric.real import digits
from numeric.written import Written

if TYPE_CHECKING:
    from derivations.for_all_shapes import ForAllShapes


def decide(claim: Claim, printed: Sequence[Written], recorded: Sequence[Written], values: Values, count: int) -> Decision:
    """Decide a claim whose holes print `printed` in this document, and `recorded` in the edition it was written for.

    count: how many certain digits to show of a value.
    """
    name = key(claim, printed, count)
    if name not in values.decisions:
        with asking() as names:
            values.decisions[name] = _decided(claim, tuple(printed), tuple(recorded), values, count)
        values.needs[name] = frozenset(names)
    found: Decision = values.decisions[name]
    return found


def decide_figures(
    claim: Claim, printed: Sequence[Written], recorded: Sequence[Written], values: Values, count: int
) -> tuple[FigureDecision, ...]:
    """What becomes of the figures as far as what is printed tells; whoever needs no more of the claim is told sooner.

    A figure that is wrong here is wrong in the decision of the claim, unless nothing of it can be evaluated there.
    """
    if (decision := values.decisions.get(key(claim, printed, count))) is not None:
        known: tuple[FigureDecision, ...] = decision.figures
        return known
    try:
        hearing = _Hearing(claim, Bench(claim, tuple(printed), tuple(recorded), values, 1), values, 1)
        hearing.printed()
    except (ExampleImpossible, EvaluationError):
        return ()
    return hearing.bench.figures()


def _decided(claim: Claim, printed: tuple[Written, ...], recorded: tuple[Written, ...], values: Values, count: int) -> Decision:
    try:
        return _Hearing(claim, Bench(claim, printed, recorded, values, count), values, count).decision()
    except ExampleImpossible as impossible:
        message = Message("example-impossible", {"reason": str(impossible)})
    except EvaluationError as error:
        message = Message("not-evaluated", {"reason": str(error)})
    undecided = tuple(FigureDecision(FigureVerdict.UNDECIDED, note=message) for _ in printed)
    return Decision(Verdict.UNDECIDED, message, Evidence("none", "none"), None, (), (), undecided)


@dataclass
class _Hearing:
    """One claim being decided, and what has been found of it so far."""

    claim: Claim
    bench: Bench
    values: Values
    count: int
    lines: list[Line] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    remarks: list[Text] = field(default_factory=list)
    agrees: tuple[str, ...] = ()
    entries: int = 0
    counterexample: str | None = None
    restated: list[Restated] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Kernel and search are not even imported for a claim that is about the example alone."""
        self.shapes: ForAllShapes | None = None
        if self.claim.setting is not None or self.claim.proves or self.claim.fails:
            from derivations.for_all_shapes import ForAllShapes

            self.shapes = ForAllShapes(self.claim, self.bench)

    def printed(self) -> None:
        """Decide what the document prints: figures and formulas."""
        self.answers += self.bench.read()
        if self.shapes:
            self.shapes.in_words()
        for piece in self.bench.pieces:
            if piece.formula is None:
                self._words(piece)
            elif piece.text in self.claim.assumes:
                self.bench.assumed(piece)
            elif self.shapes and self.shapes.decides(piece.text):
                self.shapes.piece(piece)
            else:
                for chain in piece.formula.chains:
                    self._chain(chain, piece)

    def decision(self) -> Decision:
        self.printed()
        for text in self.claim.meant:
            if self.shapes and self.shapes.decides(text):
                self.shapes.text(text)
            else:
                self._meaning(text, self.values)
        if self.shapes:
            self.shapes.rest()
            self.answers += self.shapes.answers
            self.lines += self.shapes.lines
            self.counterexample = self.shapes.counterexample
        if self.claim.for_each and all_hold(self.answers) is False:
            self.bench.blame_by_trial(self.claim.meant, self.values.instances(self.claim.for_each))
        for text in self.claim.condition.without if self.claim.condition else ():
            self._meaning(text, self.values)
        for other in self.claim.elsewhere:
            self._elsewhere(other.instead, other.means)
        self._routes()
        steps = [self._step(step) for step in self.claim.derivation]
        return self._concluded(tuple(step for step in steps if step is not None))

    # --- what is printed

    def _chain(self, chain: tree.Chain, piece: Piece) -> None:
        """The parts of a printed chain whose sides are equal, each by itself, and the order of one part and the next."""
        ordered = [number for number, relation in enumerate(chain.relations) if relation in ORDERS]
        if not ordered:
            self._equals(chain, piece)
            return
        parts = [
            tree.Chain(chain.sides[first:last], chain.relations[first : last - 1], span=chain.span)
            for first, last in pairwise([0, *(number + 1 for number in ordered), len(chain.sides)])
        ]
        for part in parts:
            if part.relations:
                self._equals(part, piece)
        for number, (one, other) in zip(ordered, pairwise(parts), strict=True):
            sides = _subject(one), _subject(other)
            pair = tree.Chain(sides, (chain.relations[number],), span=chain.span)
            answer = holds(pair, self.values, self.bench.standing(piece))
            self.answers.append(answer)
            for side in sides:
                self.bench.inside(side, pair, piece, answer)
            shown = f" {chain.relations[number]} ".join(self.bench.pretty(side, piece) for side in sides)
            self.lines.append(Line(shown, "", (), answer.holds))

    def _equals(self, chain: tree.Chain, piece: Piece) -> None:
        """Every side of a chain of equal ones against the first one that is more than a printed value."""
        figures = self.bench.standing(piece)
        subject = _subject(chain)
        whole = Expression(self.values, subject, figures)
        shown = [self.bench.pretty(chain.sides[0], piece)]
        ended_in_array = False
        for number, side in enumerate(chain.sides):
            if side is subject:
                if number:
                    shown.append(self.bench.pretty(side, piece))
                continue
            relation = chain.relations[max(number - 1, 0)]  # `24 = 6 + 18` states of the sum that it is 24
            ended_in_array = _is_array(side)
            if ended_in_array:
                self._array(whole, relation, side, piece, " = ".join(shown))
                self.bench.question_operands(chain, side, piece)
                continue
            pair = tree.Chain(sides=(subject, side), relations=(relation,), span=chain.span)
            answer = self._inside(side, pair, piece, holds(pair, self.values, figures))
            if answer.holds is False and whole.shape == (1, 1):
                self._restate(side, whole, (0, 0), piece, answer)
            if number:
                shown.append(self.bench.pretty(side, piece))
        self.bench.operands(subject, piece)
        if not ended_in_array:
            self.lines.append(Line(f" {chain.relations[-1]} ".join(shown), "", (), all_hold(self.answers)))

    def _inside(self, node: tree.Node, pair: tree.Chain, piece: Piece, answer: Answer) -> Answer:
        """The answer to a side or an entry, whose decimals may be roundings; what becomes of the figures within it."""
        if self.bench.of_roundings(pair, piece, answer):
            answer = Answer(True, certified=True)
        self.answers.append(answer)
        self.bench.inside(node, pair, piece, answer)
        return answer

    def _array(self, whole: Expression, relation: str, side: tree.Node, piece: Piece, left: str) -> None:
        """A printed scalar, row or matrix, entry by entry: numbers are certified, other entries must be equal."""
        nodes = side.rows if isinstance(side, tree.Table) else (side.items,) if isinstance(side, tree.Row) else ((side,),)
        try:
            shape = whole.shape
        except EvaluationError as error:
            self.answers.append(Answer(None, why=Message("not-evaluated", {"reason": str(error)})))
            return
        if shape != (len(nodes), len(nodes[0])):
            shapes = {"left": "×".join(map(str, shape)), "right": f"{len(nodes)}×{len(nodes[0])}"}
            self.answers.append(Answer(False, why=Message("shapes-differ", shapes)))
            return
        rows = tuple(
            tuple(self._entry(whole, (i, j), node, piece) for j, node in enumerate(row)) for i, row in enumerate(nodes)
        )
        self.lines.append(Line(left, relation, rows, all_hold([Answer(cell.holds) for row in rows for cell in row])))

    def _entry(self, whole: Expression, at: tuple[int, int], node: tree.Node, piece: Piece) -> Cell:
        name = entry_name(self.values, whole, at)
        infinite = whole.at(64)[at[0]][at[1]] is MINUS_INFINITY
        if isinstance(node, tree.Number) and node.figure is not None and not infinite:
            index = piece.first + node.figure
            decimals = max((written.decimals for written in piece.of(self.bench.printed)), default=0)
            decision = self.bench.certify(index, whole.real(*at), name, decimals)
            return Cell(self.bench.printed[index].text, decision.value, index, is_right(decision), name)
        part = Expression(self.values, node, self.bench.standing(piece))
        try:
            answer = entry(part, whole, "=", (0, 0), at)
        except EvaluationError as error:
            answer = Answer(None, why=Message("not-evaluated", {"reason": str(error)}))
        target = tree.Subscripted(whole.node, f"{at[0] + 1}{at[1] + 1}", span=node.span)
        answer = self._inside(node, tree.Chain((node, target), ("=",), span=node.span), piece, answer)
        if not infinite:
            self._restate(node, whole, at, piece, answer)
        value = "−∞" if infinite else digits(whole.real(*at), self.count)
        return Cell(self.bench.pretty(node, piece), value, None, answer.holds, name)

    def _restate(self, node: tree.Node, whole: Expression, at: tuple[int, int], piece: Piece, answer: Answer) -> None:
        """What a false side or entry says at values that are not the recorded ones, where no other figure in it would do."""
        figures = (self.bench.decided.get(piece.first + (found.figure or 0)) for found in tree.figures(node))
        mended = any(one is not None and one.expected and one.verdict is FigureVerdict.WRONG for one in figures)
        if answer.holds is not False or mended or self.values.edition is None:
            return
        from derivations.closed_form import closed_form

        text = closed_form(piece.text, node, whole, at, self.values)
        if text is not None:
            self.restated.append(Restated(self.claim.says.index(piece.text), node.span, text))

    def _words(self, piece: Piece) -> None:
        """A piece that is no formula: each figure in it is a line, or all of them the cells of one row of a table."""
        cells: list[Cell] = []
        for index in range(piece.first, piece.first + piece.count):
            decision = self.bench.decided.get(index)
            if decision is not None and decision.verdict is not FigureVerdict.STRUCTURAL:
                cells.append(Cell(self.bench.printed[index].text, decision.value, index, is_right(decision), decision.name))
        if not cells:
            return
        if self.claim.columns:
            held = all_hold([Answer(cell.holds) for cell in cells])
            self.lines.append(Line(cells[0].name, "", (tuple(cells),), held))
            return
        for cell in cells:
            self.lines.append(Line(cell.name, self.bench.relation_of(cell.figure), ((cell,),), cell.holds))

    # --- what is meant

    def _meaning(self, text: str, values: Values, where: str = "") -> None:
        instances = values.instances(self.claim.for_each) if self.claim.for_each else [values]
        whole, figures = self.bench.with_piece(text)
        for chain in whole.chains:
            answers = [holds(chain, instance, figures) for instance in instances]
            answer = next((one for one in answers if one.holds is not True), answers[0])
            self.answers.append(answer)
            shown = where + pretty(chain)
            if answer.compared and len(instances) == 1:
                shown += f"   ({answer.compared[0]} {chain.relations[-1]} {answer.compared[1]})"
            self.lines.append(Line(shown, "", (), answer.holds))

    def _elsewhere(self, instead: Mapping[str, str], means: Sequence[str]) -> None:
        """What holds at other initial values: the witness that the statement depends on the values."""
        values = self.values.elsewhere({name: rows_of(text) for name, text in instead.items()})
        shown = ", ".join(f"{pretty(formula(name))} = {pretty(formula(text))}" for name, text in instead.items())
        for text in means:
            self._meaning(text, values, f"{shown}: ")
        self.counterexample = shown

    def _step(self, step: Step) -> StepOutcome | None:
        """One line of the derivation; None for one that holds at the recorded values alone and the document gives others: no
        page prints it, and what is printed is decided without it."""
        if self.shapes and self.shapes.decides(step.formula):
            answers = [self.shapes.step(step)]
        else:
            chains = formula(step.formula, self.values.functions).chains
            answers = [holds(chain, self.values) for chain in chains]
            edition = self.values.edition if all_hold(answers) is not True else None
            if edition and all_hold([holds(chain, edition) for chain in chains]):
                return None
        self.answers += answers
        return StepOutcome(step.formula, step.by, all_hold(answers))

    def _routes(self) -> None:
        """For gradients: independent routes to the same entries, all of which must agree."""
        example = self.values.example
        if not self.claim.routes or example is None:
            return
        wanted = {place for place in example.places(self.values.givens) if place[0] in self.claim.routes}
        routes = self.values.routes
        self.agrees = tuple(route.name for route in routes if wanted <= route.agrees)
        self.entries = len(wanted)
        if len(self.agrees) < len(routes):
            unsure = all(wanted <= route.agrees | route.unsure for route in routes)
            values = {"matrices": ", ".join(self.claim.routes)}
            why = Message("routes-open", values) if unsure else Message("routes-disagree", values)
            self.answers.append(Answer(None if unsure else False, why=why))

    # --- the verdict

    def _concluded(self, steps: tuple[StepOutcome, ...]) -> Decision:
        figures = self.bench.figures()
        bad = any(one.verdict in (FigureVerdict.WRONG, FigureVerdict.TRUNCATED) for one in figures)
        unsure = any(one.verdict in (FigureVerdict.UNDECIDED, FigureVerdict.UNACCOUNTED) for one in figures)
        false = next((answer for answer in self.answers if answer.holds is False), None)
        unanswered = next((answer for answer in self.answers if answer.holds is None), None)
        enclosed = any(one.verdict in (FigureVerdict.ROUNDED, FigureVerdict.BOUND) for one in figures)
        certified = enclosed or any(answer.certified for answer in self.answers)
        declared = self.claim.declared
        hypotheses = self.shapes.hypotheses if self.shapes else ()
        missing = self.shapes.missing if self.shapes else None
        message: Message | None = None
        if bad or false is not None:
            verdict, message = Verdict.REFUTED, of_mistake(self.claim, false.why if false else None)
        elif unsure or unanswered is not None:
            verdict, message = Verdict.UNDECIDED, unanswered.why if unanswered else None
        elif any(hypothesis.needed is None for hypothesis in hypotheses):
            open_one = next(hypothesis.name for hypothesis in hypotheses if hypothesis.needed is None)
            verdict, message = Verdict.UNDECIDED, Message("hypothesis-open", {"hypothesis": open_one})
        elif self.shapes and missing:
            verdict, message = Verdict.CONDITIONAL, self.shapes.condition(missing)
        elif self.claim.condition is not None:
            verdict, message = Verdict.CONDITIONAL, of_condition(self.claim.condition, self.values.functions)
        elif declared is not None:
            verdict = declared.verdict
        elif self.claim.fixes:
            verdict = Verdict.DEFINITION
        elif self.shapes and self.shapes.statements:
            verdict = Verdict.PROVED
        elif not self._settles(figures):
            verdict, message = Verdict.UNDECIDED, Message("nothing-decided", {"says": " … ".join(self.claim.says)})
        else:
            verdict = Verdict.CERTIFIED if certified else Verdict.EXACT
        fair = missing.fair if missing is not None else self.claim.condition.fair if self.claim.condition else None
        return Decision(
            verdict, message, self._evidence(figures, certified), self.counterexample, steps, tuple(self.lines), figures,
            hypotheses, fair is not None, self._instead() if verdict is Verdict.REFUTED else None,
            tuple(self.restated),
        )  # fmt: skip

    def _instead(self) -> tuple[str, ...] | None:
        """The pieces as they would be right, where the claim knows other wordings of them."""
        if not self.claim.wordings:
            return None
        from derivations.wording import right

        worded = right(self.claim, self.values)
        return worded.says if worded is not None and worded.says != self.claim.says else None

    def _decides(self, figures: Sequence[FigureDecision]) -> bool:
        """Whether anything of the claim was computed, compared or proved."""
        return bool(self.answers or any(one.verdict is not FigureVerdict.STRUCTURAL for one in figures))

    def _settles(self, figures: Sequence[FigureDecision]) -> bool:
        """Whether the claim decides something, or leaves it to the document: what it cites, how many decimals it prints."""
        claim = self.claim
        return self._decides(figures) or bool(claim.refers or claim.promises) or claim.decimals is not None

    def _evidence(self, figures: Sequence[FigureDecision], certified: bool) -> Evidence:
        """How it was decided: by the kernel, as soon as one statement is for all shapes and nothing beside it is enclosed."""
        declared = self.claim.declared
        settled = self._decides(figures)
        remarks = (*self.remarks, *self.bench.remarks, *((declared.why,) if declared else ()))
        if self.shapes and self.shapes.statements:
            agrees = ("instances",) if all(one.holds for one in self.shapes.statements) else ()
            return Evidence(
                "kernel", "all shapes", agrees, remarks, theorems=self.shapes.theorems, instance=self.shapes.instance
            )
        scope = "one instance" if self.shapes else "this example"  # what is said to fail has one counterexample
        method = "enclosure" if certified else "exact arithmetic" if settled else "declaration"
        return Evidence(method, scope if settled else "none", self.agrees, remarks, self.entries)


def _subject(chain: tree.Chain) -> tree.Node:
    """The first side that is more than a printed value."""
    return next((side for side in chain.sides if not _is_array(side)), chain.sides[0])


def _is_array(side: tree.Node) -> bool:
    """A printed number, row or matrix: to be read entry by entry."""
    return isinstance(side, (tree.Number, tree.Row, tree.Table))
