"""What becomes of each printed figure of a claim: certified as the value of what it stands for, or what it should print."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from decimal import Decimal
from fractions import Fraction

from derivations.claim import Bound, Claim, Intermediate, Label, OfTheDocument, Value
from derivations.decisions import FigureDecision
from derivations.formula import tree
from derivations.formula.evaluate import EvaluationError
from derivations.formula.pretty import pretty
from derivations.formula.pretty import printed as shown
from derivations.pieces import Piece, formula, pieces, printed_tokens, side
from derivations.statement import ORDERS, Answer, attained, holds, mending_value
from derivations.values import AnyRounding, Expression, Figure, Standing, Values
from derivations.verdict import FigureVerdict, Message, Text, Verdict
from lessonproof.records import dataclass
from numeric.real import CAP, Real, compare, digits, places
from numeric.rounding import certify
from numeric.written import Written

MOST_DECIMALS_MORE = 6
"""How many decimals more than are printed a figure may need to be right."""


@dataclass
class Bench:
    """The figures of one claim, as printed here and as recorded, and what has been decided of each."""

    claim: Claim
    printed: tuple[Written, ...]
    recorded: tuple[Written, ...]
    values: Values
    count: int
    decided: dict[int, FigureDecision] = field(default_factory=dict)
    remarks: list[Text] = field(default_factory=list)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        return pieces(self.claim.says, self.functions)

    @property
    def functions(self) -> frozenset[str]:
        """The names that stand for functions in what the claim prints."""
        setting = self.claim.setting
        return self.values.functions | (setting.functions | {"mean"} if setting else frozenset())

    def read(self) -> list[Answer]:
        """Decide the figures of which the claim says what they stand for."""
        answers: list[Answer] = []
        for index, reading in (self.claim.reads or {}).items():
            if isinstance(reading, Label):
                self.decided[index] = FigureDecision(FigureVerdict.STRUCTURAL)
            elif isinstance(reading, OfTheDocument):  # which is read later
                self.decided[index] = FigureDecision(FigureVerdict.STRUCTURAL, reading.name, self.printed[index].text)
            elif isinstance(reading, Bound | Value):
                try:
                    answers += self._read(index, reading)
                except EvaluationError as error:  # a document may give values at which it is not defined
                    why = Message("not-evaluated", {"reason": str(error)})
                    self.decided[index] = FigureDecision(FigureVerdict.UNDECIDED, reading.name, note=why)
                    answers.append(Answer(None, why=why))
        return answers

    def _read(self, index: int, reading: Bound | Value) -> list[Answer]:
        """Raises EvaluationError where what the figure stands for has no value."""
        if isinstance(reading, Bound):
            return [self._bound(index, reading)]
        node = side(reading.expression, self.values.functions)
        self.certify(index, Expression(self.values, node).real(0, 0), reading.name or pretty(node))
        return []

    def figures(self) -> tuple[FigureDecision, ...]:
        """All figures of the claim; one that nothing explains is unaccounted for."""
        missing = FigureDecision(FigureVerdict.UNACCOUNTED)
        return tuple(self.decided.get(index, missing) for index in range(len(self.printed)))

    def certify(self, index: int, value: Real, name: str, decimals: int = 0) -> FigureDecision:
        """Certify figure number `index` as the value of what it stands for; a value that the claim chooses is given.

        decimals: those of the row or matrix that it stands in, with which a whole number that is wrong has to be printed.
        """
        written = self.printed[index]
        rounding = certify(written, value)
        if decimals and written.is_plain_integer and "." in rounding.expected:
            precise = Written(f"{written.text}.{'0' * decimals}", written.value, Fraction(1, 10**decimals), decimals)
            rounding = rounding._replace(expected=certify(precise, value).expected)
        verdict = FigureVerdict(rounding.verdict)
        note: Message | None = None
        if rounding.slip is not None:
            note = Message(f"slip-{rounding.slip.kind}", {"factor": str(rounding.slip.factor or "")})
        elif rounding.modes:
            note = Message("tie", {"modes": ", ".join(rounding.modes)})
        if verdict is FigureVerdict.EXACT and self._chooses(index):
            verdict = FigureVerdict.GIVEN
            if self._differs_from_record(index):
                recorded = self.recorded[index].text
                note = Message("given-changed", {"printed": written.text, "recorded": recorded, "name": name})
        decision = FigureDecision(verdict, name, digits(value, self.count), rounding.expected, rounding.ulps, note)
        self.decided[index] = decision
        return decision

    def of_roundings(self, pair: tree.Chain, piece: Piece, answer: Answer) -> bool:
        """Whether an equality of two values, false as it is printed, is shown to hold of reals that round to decimals in it,
        where roundings is what these are: they are then loose."""
        if answer.holds is not False or answer.why is None or answer.why.key != "values-are":
            return False
        figures = list(self.standing(piece))
        reads = self.claim.reads or {}
        numbers = [found.figure for found in tree.figures(pair) if found.figure is not None]
        roundings = [number for number in numbers if isinstance(reads.get(piece.first + number), Intermediate)]
        for number in roundings:
            figures[number] = AnyRounding(self.printed[piece.first + number])
        try:
            if not roundings or not attained(pair, self.values, figures):
                return False
        except EvaluationError:
            return False
        for number in roundings:
            printed = self.printed[piece.first + number].text
            self.decided[piece.first + number] = FigureDecision(FigureVerdict.LOOSE, "", printed, printed)
        return True

    def inside(self, node: tree.Node, pair: tree.Chain, piece: Piece, answer: Answer) -> None:
        """Figures within an expression: right where the equality holds; else those whose change would mend it are wrong."""
        numbers = [found.figure for found in tree.figures(node) if found.figure is not None]
        unread = [number for number in numbers if piece.first + number not in self.decided]
        mended = self._mended(unread, pair, piece) if answer.holds is False else {}
        for number in unread:
            index = piece.first + number
            written = self.printed[index]
            if answer.holds or (mended and number not in mended):
                verdict = FigureVerdict.GIVEN if self._chooses(index) else FigureVerdict.EXACT
                note = self._chosen_otherwise(node, piece) if verdict is FigureVerdict.GIVEN and number == unread[0] else None
                self.decided[index] = FigureDecision(verdict, "", written.text, written.text, note=note)
            elif number in mended:
                self._wrong(index, mended[number])
            else:
                self.decided[index] = FigureDecision(FigureVerdict.WRONG if answer.holds is False else FigureVerdict.UNDECIDED)

    def assumed(self, piece: Piece) -> None:
        """Figures of a hypothesis or of a notation: the lesson chooses them."""
        for index in range(piece.first, piece.first + piece.count):
            written = self.printed[index].text
            self.decided.setdefault(index, FigureDecision(FigureVerdict.GIVEN, "", written, written))

    def in_statement(self, indices: Sequence[int], held: bool | None, proved: Callable[[Sequence[Written]], bool]) -> None:
        """Figures of a statement for all shapes: right where it is proved, else the one is wrong whose change makes it proved.

        indices: their numbers in the claim. The recorded figure is tried first, then the prints next to the figure.
        """
        printed = [self.printed[index] for index in indices]
        for number, (index, written) in enumerate(zip(indices, printed, strict=True)):
            if index in self.decided:
                continue
            if held is None:
                self.decided[index] = FigureDecision(FigureVerdict.UNDECIDED)
                continue
            self.decided[index] = FigureDecision(FigureVerdict.EXACT, "", written.text, written.text)
            for value in self._instead(index) if held is False else ():
                other = Written(written.reprinted(int(value / written.ulp)), value, written.ulp, written.decimals)
                if proved([*printed[:number], other, *printed[number + 1 :]]):
                    self._wrong(index, value)
                    break

    def _instead(self, index: int) -> Iterator[Fraction]:
        """What may have stood there in place of a printed figure."""
        written = self.printed[index]
        if self._differs_from_record(index) and _is_multiple(self.recorded[index].value, written.ulp):
            yield self.recorded[index].value
        for steps in _neighbours(written):
            yield Fraction(steps) * written.ulp

    def operands(self, subject: tree.Node, piece: Piece) -> None:
        """The printed numbers that a calculation starts from, 6 and 2 of 6 + 2 = 8: literally what they say."""
        if isinstance(subject, (tree.Number, tree.Row, tree.Table)):
            return
        for number in tree.figures(subject):
            if number.figure is not None and (index := piece.first + number.figure) not in self.decided:
                printed = self.printed[index].text
                self.decided[index] = FigureDecision(FigureVerdict.EXACT, "", printed, printed)

    def question_operands(self, chain: tree.Chain, result: tree.Node, piece: Piece) -> None:
        """Where printed operands stand for unrounded values: `loose` if the printed ones give another printed result."""
        if not isinstance(result, tree.Number) or result.figure is None:
            return
        index = piece.first + result.figure
        decided = self.decided.get(index)  # nothing where the shapes of the sides differ
        if decided is None or decided.verdict is not FigureVerdict.ROUNDED:
            return
        standing = self.standing(piece)
        for other in chain.sides:
            numbers = [found.figure for found in tree.figures(other) if found.figure is not None]
            if other is result or not any(isinstance(standing[number], Standing) for number in numbers):
                continue
            literally = certify(self.printed[index], Expression(self.values, other, piece.of(self.printed)).real(0, 0))
            if literally.verdict not in ("exact", "rounded"):
                note = Message("operands-unrounded", {"literal": literally.expected})
                self.decided[index] = replace(decided, verdict=FigureVerdict.LOOSE, note=note)

    def blame_by_trial(self, texts: Sequence[str], instances: Sequence[Values]) -> None:
        """Statements about every instance, one of them false: the figure for which a step up or down mends it is wrong."""
        wholes = [self.with_piece(text) for text in texts]
        for index in range(self.pieces[0].count):
            written = self.printed[index]
            for steps in _neighbours(written):
                value = Fraction(steps) * written.ulp
                if all(
                    holds(chain, one, [value if figure is written else figure for figure in figures]).holds
                    for whole, figures in wholes
                    for chain in whole.chains
                    for one in instances
                ):
                    self._wrong(index, value)
                    return

    def with_piece(self, text: str) -> tuple[tree.Formula, tuple[Figure, ...]]:
        """A statement in which `#1` stands for the claim's first printed piece, `#1.2` for the second side of it, with the
        document's figures in it."""
        functions = self.values.functions
        if "#1" not in text:
            whole = formula(text, functions)
            return whole, tuple(number.written for number in tree.figures(whole))
        before, _, after = text.partition("#1")
        says, printed = self.claim.says[0], self.pieces[0].of(self.printed)
        if after.startswith("."):
            one = formula(says, functions).chains[0].sides[int(after[1]) - 1]
            numbers = [number.figure for number in tree.figures(one) if number.figure is not None]
            says, printed, after = says[slice(*one.span)], tuple(printed[number] for number in numbers), after[2:]
        whole = formula(f"{before}{says}{after}", functions)
        first = sum(token.written is not None for token in printed_tokens(before))
        figures: list[Figure] = [number.written for number in tree.figures(whole)]
        figures[first : first + len(printed)] = printed
        for index in range(self.pieces[0].count):
            self.decided.setdefault(
                index, FigureDecision(FigureVerdict.EXACT, "", self.printed[index].text, self.printed[index].text)
            )
        return whole, tuple(figures)

    def standing(self, piece: Piece) -> tuple[Figure, ...]:
        """The figures of a formula; those that read as something else stand for what they read as."""
        reads = self.claim.reads or {}
        figures: list[Figure] = []
        for index in range(piece.first, piece.first + piece.count):
            reading = reads.get(index)
            if isinstance(reading, Value):
                figures.append(Standing(side(reading.expression, self.values.functions)))
            else:
                figures.append(self.printed[index])
        return tuple(figures)

    def pretty(self, node: tree.Node, piece: Piece) -> str:
        return pretty(node, piece.of(self.printed))

    def relation_of(self, index: int | None) -> str:
        """The sign between a figure in words and what it stands for."""
        reading = (self.claim.reads or {}).get(index) if index is not None else None
        if isinstance(reading, Bound):
            return reading.relation
        return "≈" if index is not None and self.decided[index].verdict is FigureVerdict.ROUNDED else "="

    # --- bounds and blame

    def _bound(self, index: int, reading: Bound) -> Answer:
        """The limit of a printed inequality: certified for the exact number, and held against what programs print.

        The lesson's sentence may be about a floating-point program. What such a program prints depends on the order of its
        operations and on the machine, so it decides nothing; where every order goes beyond the limit, a note says so.
        """
        written = self.printed[index]
        value = Expression(self.values, side(reading.expression, self.values.functions)).real(0, 0)
        order = compare(value, Real.exactly(written.value))
        example = self.values.example
        runs = example.programs(reading.expression, self.values.givens) if example else {}
        decision = FigureDecision(FigureVerdict.BOUND, reading.name, digits(value, self.count), written.text)
        if self._differs_from_record(index):
            recorded = self.recorded[index].text
            decision = replace(decision, note=Message("bound-changed", {"printed": written.text, "recorded": recorded}))
        if runs:
            self.remarks += programs_remarks(runs)
            if reading.relation in "<≤" and all(Fraction(run) >= written.value for run in runs.values()):
                note = Message("programs-exceed", {"printed": written.text, "least": f"{min(runs.values()):.3e}"})
                decision = replace(decision, note=note)
        if order is None:
            decision = replace(decision, verdict=FigureVerdict.UNDECIDED)
        elif order not in ORDERS[reading.relation]:
            decision = replace(decision, verdict=FigureVerdict.WRONG, expected=None)
            # A limit from below is printed from a word: which one is meant nobody knows.
            if reading.relation in "<≤" and (steps := _least_bound(written, value)) is not None:
                decision = replace(decision, expected=written.reprinted(steps), ulps=written.steps - steps)
        self.decided[index] = decision
        compared = {"left": digits(value, self.count), "right": shown(written), "relation": reading.relation}
        holds = None if order is None else order in ORDERS[reading.relation]
        return Answer(holds, certified=True, why=None if holds is not False else Message("values-are", compared))

    def _wrong(self, index: int, value: Fraction) -> None:
        """What must stand there is `value`, a decimal, if need be with more decimals than are printed."""
        written = self.printed[index]
        more = next(more for more in range(MOST_DECIMALS_MORE + 1) if _is_multiple(value, written.ulp / 10**more))
        right = written.reprinted(int(value / written.ulp * 10**more), written.decimals + more)
        ulps = int((written.value - value) / written.ulp)
        note = None
        if value == -written.value:  # the sign is one of the formula, unless it is printed as part of the figure
            note = Message("slip-sign" if written.text[:1] in "-−－" else "slip-sign-before", {"factor": ""})
        self.decided[index] = FigureDecision(FigureVerdict.WRONG, "", right, right, ulps, note)

    def _mended(self, numbers: Sequence[int], pair: tree.Chain, piece: Piece) -> dict[int, Fraction]:
        """For each figure whose change alone would make a false equality true: the value it should print.

        Where several would do, those that differ from the recorded edition are to blame.
        """
        mended: dict[int, Fraction] = {}
        figures = self.standing(piece)
        for number in numbers:
            written = self.printed[piece.first + number]
            value = mending_value(self.values, pair, figures, number, written.value)
            if value is not None and _is_multiple(value, written.ulp / 10**MOST_DECIMALS_MORE):
                mended[number] = value
                continue
            for steps in _neighbours(written):  # a figure in a denominator does not enter linearly
                value = Fraction(steps) * written.ulp
                tried = [value if n == number else figure for n, figure in enumerate(figures)]
                if holds(pair, self.values, tried).holds:
                    mended[number] = value
        changed = {n: value for n, value in mended.items() if self._differs_from_record(piece.first + n)}
        return changed or mended

    def _differs_from_record(self, index: int) -> bool:
        return index < len(self.recorded) and self.recorded[index].value != self.printed[index].value

    def _chosen_otherwise(self, node: tree.Node, piece: Piece) -> Message | None:
        """Where a claim gives a value by an expression, 1/20 for η, and the recorded edition gives another one."""
        before = self.values.edition.givens if self.values.edition else {}
        for name in self.claim.fixes:
            here, there = self.values.givens.get(name), before.get(name)
            if here and there and here != there and len(there) == len(there[0]) == 1:
                values = {"printed": self.pretty(node, piece), "recorded": _shown(there[0][0]), "name": name}
                return Message("given-changed", values)
        return None

    def _chooses(self, index: int) -> bool:
        """Whether the claim fixes this value rather than stating what follows from others."""
        reading = (self.claim.reads or {}).get(index)
        if isinstance(reading, Value):
            node = side(reading.expression, self.values.functions)
            return isinstance(node, tree.Symbol) and node.name in self.claim.fixes
        declared = self.claim.declared
        return bool(self.claim.fixes) or (declared is not None and declared.verdict is Verdict.DEFINITION)


def entry_name(values: Values, whole: Expression, at: tuple[int, int]) -> str:
    """How the lesson would call one entry: `p_B` where columns have letters, else by number, `W̄_V₂₁`."""
    shape = whole.shape
    name = pretty(whole.node)
    if shape == (1, 1):
        return name
    i, j = at
    letters = values.example.column_letters if values.example and shape[0] == 1 else {}
    base = whole.node.name if isinstance(whole.node, tree.Symbol) else ""
    if base in letters and j < len(letters[base]):
        return f"{name}_{letters[base][j]}"
    numbers = str(j + 1) if shape[0] == 1 else f"{i + 1}{j + 1}"
    return name + numbers.translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))


def programs_remarks(runs: Mapping[str, float]) -> list[Text]:
    """What floating-point runs of the same statement print, by the order of their operations."""
    return [
        Text(f"a float64 program ({name}) prints {run:.3e}", f"float64 程序（{name}）打印 {run:.3e}")
        for name, run in runs.items()
    ]


def _shown(value: Fraction) -> str:
    """A number as a decimal where it is one of few digits, else as p/q."""
    few = _is_multiple(value, Fraction(1, 10**MOST_DECIMALS_MORE))
    return f"{Decimal(value.numerator) / value.denominator:f}" if few else str(value)


def _is_multiple(value: Fraction, ulp: Fraction) -> bool:
    return (value / ulp).denominator == 1


def _neighbours(written: Written) -> tuple[int, ...]:
    """The prints next to a figure, the nearest first, as numbers of its ulps."""
    return tuple(written.steps + step for step in (-1, 1, -2, 2))


def _least_bound(written: Written, value: Real) -> int | None:
    """The smallest multiple of the printed place that is certainly above the value; None where it is out of sight."""
    found = list(places(value, 1 / written.ulp, CAP))
    return found[-1].integer + 1 if found else None
