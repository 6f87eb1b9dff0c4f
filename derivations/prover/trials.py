"""Instances that satisfy everything a statement presupposes, in order of size: what the second engine tries statements at.

Equal and distinct sizes; entries that are all 0 or all 1 (ties, where a strict inequality turns into an equation), small
integers, and fractions; for random tensors finite laws. A hypothesis that an instance misses is met by changing one entry,
where one entry decides it. What a ball leaves open does not count as satisfied.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import Any

from flint import arb, fmpq

from derivations.prover import probability, witness
from derivations.prover.definitions import tensors
from derivations.prover.instances import NOUGHT, Evaluation, HasNoValue, Instance, Number
from derivations.prover.refutation import all_places, distinct, satisfying, sizes_in_order
from derivations.prover.setting import ORDINAL
from lessonproof.records import dataclass

Statement = Mapping[str, Any]
SEEDS = 3
KINDS = 5  # of entries: fractions, 0, 1, small ones, signs


@dataclass(frozen=True, slots=True)
class Trial:
    """One instance with values of the free indices (from 0), at which every condition and hypothesis holds.

    statement: the declarations, with the premises as its left side so that whoever shows the instance sees what is used.
    """

    statement: Statement
    evaluation: Evaluation
    places: Mapping[str, int]
    said: str = ""
    hidden: frozenset[str] = frozenset()  # letters without a value of their own, such as what tends to a limit

    @property
    def instance(self) -> Instance:
        return self.evaluation.instance

    @property
    def sizes(self) -> Mapping[str, int]:
        return self.instance.sizes

    def value(self, term: Any, **more: int) -> Number:
        """Raises HasNoValue."""
        return self.evaluation.gap(term, NOUGHT, {**self.places, **more})

    def saying(self, text: str) -> Trial:
        return replace(self, said=text)

    def shown(self) -> str:
        law = getattr(self.evaluation, "space", None)
        hidden = self.hidden | set(self.statement.get("random", ()))
        fixed = {**self.statement, "tensors": {n: sorts for n, sorts in self.statement["tensors"].items() if n not in hidden}}
        parts = [witness.instance_shown(fixed, self.instance, self.places)]
        if law is not None:
            parts += probability.shown(law.law, witness.name_shown)
        line = ", ".join(part for part in parts if part)
        return f"{line}; {self.said}" if self.said else line


def trials(statement: Statement, used: Sequence[Any] = (), thorough: bool = True) -> Iterator[Trial]:
    """For statements with "of", "where" and "assume". used: terms beside the premises that show which letters are used.

    Not thorough: all kinds of entries, or laws, at sizes 2 alone, and the first ones at sizes 1 and at distinct sizes.
    """
    sorts = statement["of"]["sorts"]
    if thorough:
        for sizes in sizes_in_order(sorts):
            yield from trials_at(statement, sizes, used)
        return
    yield from trials_at(statement, dict.fromkeys(sorts, 2), used, KINDS)
    if sorts:
        yield from trials_at(statement, dict.fromkeys(sorts, 1), used, 1)
        yield from trials_at(statement, distinct(sorts), used, 1)


def trials_at(
    statement: Statement, sizes: Mapping[str, int], used: Sequence[Any] = (), most: int | None = None
) -> Iterator[Trial]:
    """most: instances, each at all of its places."""
    premises = [*statement["where"], *(part for _, guards, _, *sides in statement["assume"] for part in (*guards, *sides))]
    shown: dict[str, Any] = {**statement["of"], "left": ["plus", [*used, *premises]], "right": NOUGHT}
    for evaluation in islice(evaluations(shown, sizes), most):
        for places in all_places(shown["free"], sizes):
            trial = Trial(shown, evaluation, places)
            if meets(statement, trial):
                yield replace(trial, hidden=hidden(statement))


def hidden(statement: Statement) -> frozenset[str]:
    """Letters that move in a statement of a limit."""
    return frozenset([name for name, _, _ in statement.get("tends", ())] + [statement.get("parameter", "")])


def first(statement: Statement, used: Sequence[Any] = ()) -> Trial | None:
    """An instance of all premises, of two of everything where there is one; None where none was found."""
    two = trials_at(statement, dict.fromkeys(statement["of"]["sorts"], 2), used)
    return next(two, None) or next(trials(statement, used), None)


def without_value(statement: Statement, terms: Sequence[Any], over: Sequence[Sequence[str]] = ()) -> Trial | None:
    """An instance of all premises at which a term divides by zero, or takes a root or a logarithm where there is none."""
    for trial in trials(statement, terms):
        for at in all_places(over, trial.sizes):
            if not all(has_value(trial, term, at) for term in terms):
                return trial
    return None


def has_value(trial: Trial, term: Any, at: Mapping[str, int]) -> bool:
    try:
        trial.value(term, **at)
    except HasNoValue:
        return False
    return True


def meets(statement: Statement, trial: Trial) -> bool:
    """Whether the conditions and assumptions certainly hold here; of what is random, at every outcome."""
    space = getattr(trial.evaluation, "space", None)
    random = set(statement["of"].get("random", ()))
    premises = [*statement["where"], *(part for _, guards, _, *sides in statement["assume"] for part in (*guards, *sides))]
    if space is None or not any(is_random(statement["of"], premise, random) for premise in premises):
        return _meets(statement, trial)
    return all(_meets(statement, replace(trial, evaluation=evaluation)) for evaluation, _ in space.outcomes)


def _meets(statement: Statement, trial: Trial) -> bool:
    try:
        if not all(trial.value(guard) == 1 for guard in statement["where"]):
            return False
        for own, guards, relation, left, right in statement["assume"]:
            for at in all_places(own, trial.sizes):
                if all(trial.value(guard, **at) == 1 for guard in guards):
                    gap = trial.evaluation.gap(left, right, {**trial.places, **at})
                    if not (gap > 0 if relation == ">" else gap >= 0):
                        return False
    except HasNoValue:
        return False
    return True


def evaluations(statement: Statement, sizes: Mapping[str, int]) -> Iterator[Evaluation]:
    """Instances of the declarations that satisfy the equations among the hypotheses."""
    for instance in drawn(statement, sizes):
        if "random" in statement:
            yield from at_laws(statement, instance)
        elif (found := completed(statement, instance)) is not None:
            yield Evaluation(statement, found)


def drawn(statement: Statement, sizes: Mapping[str, int]) -> Iterator[Instance]:
    """Entries that are fractions, 0 (1 where positive), 1, −1 to 1, and small; of what is random, only the constants matter."""
    random = set(statement.get("random", ()))
    names = [name for name in statement["tensors"] if name not in random and not name.startswith(ORDINAL)]
    positive = set(statement["positive"])

    def changed(of: Instance, new: Callable[[str, Fraction], Fraction]) -> Instance:
        entries = {name: {at: new(name, x) for at, x in of.entries[name].items()} for name in names}
        return replace(of, entries={**of.entries, **entries})

    for seed in range(1 if random and not names else SEEDS):
        if (instance := satisfying({**statement, "given": []}, sizes, seed)) is None:
            return
        yield instance
        if names and not seed:
            yield changed(instance, lambda name, _: Fraction(name in positive))
            yield changed(instance, lambda _, __: Fraction(1))
            yield changed(instance, lambda _, x: x / 16)
        if names:
            yield changed(instance, lambda name, x: Fraction((x > 0) - (x < 0)) or Fraction(name in positive))


def at_laws(statement: Statement, instance: Instance) -> Iterator[Evaluation]:
    """Under each law that satisfies the hypotheses, the evaluation at one outcome: outside of E nothing is random."""
    random = set(statement["random"])
    everywhere = any(is_random(statement, [left, right], random) for _, left, right in statement["given"])
    for law in probability.laws(statement, instance.sizes, 0):
        outcomes = probability.Space(statement, instance, law).outcomes
        if all(next(misses(statement, one), None) is None for one, _ in (outcomes if everywhere else outcomes[:1])):
            yield outcomes[0][0]


def is_random(declared: Statement, term: Any, random: set[str]) -> bool:
    """Whether a random letter stands in a term outside of E, in it or in a definition that it uses."""
    bodies = {name: body for name, _, body in declared["define"]}
    match term:
        case ["E", *_]:
            return False
        case ["entry", str(name), *_]:
            return name in random or (name in bodies and is_random(declared, bodies[name], random))
        case list():
            return any(is_random(declared, part, random) for part in term)
    return False


def misses(statement: Statement, evaluation: Evaluation) -> Iterator[tuple[Any, Any, Mapping[str, int], Number]]:
    """Hypotheses that do not hold at an instance, with what they miss by."""
    for scope, left, right in statement["given"]:
        for places in all_places(scope, evaluation.instance.sizes):
            gap = evaluation.gap(left, right, places)
            if not (isinstance(gap, fmpq) and gap == 0):
                yield left, right, places, gap


def completed(statement: Statement, instance: Instance) -> Instance | None:
    """The instance with single entries changed until the equations hold; None where that does not help."""
    for _ in range(sum(len(list(all_places(scope, instance.sizes))) for scope, *_ in statement["given"]) + 1):
        try:
            missed = next(misses(statement, Evaluation(statement, instance)), None)
            if missed is None:
                return instance
            found = next(solved(statement, instance, *missed), None)
        except HasNoValue:
            return None
        if found is None:
            return None
        instance = found
    return None


def solved(
    statement: Statement, instance: Instance, left: Any, right: Any, places: Mapping[str, int], gap: Number
) -> Iterator[Instance]:
    """Instances in which one entry, on which the equation depends linearly, is such that the equation holds."""
    if not isinstance(gap, fmpq):
        return
    for name in dict.fromkeys([*tensors(left), *tensors(right), *statement["tensors"]]):
        changeable = name in statement["tensors"] and not name.startswith(ORDINAL)
        for at, value in instance.entries[name].items() if changeable else ():
            moved = with_entry(instance, name, at, value + 1)
            slope = Evaluation(statement, moved).gap(left, right, places) - gap
            if isinstance(slope, fmpq) and slope != 0:
                step = gap / slope
                new = value - Fraction(int(step.p), int(step.q))
                candidate = with_entry(instance, name, at, new)
                holds = Evaluation(statement, candidate).gap(left, right, places) == 0
                if holds and (new > 0 or name not in statement["positive"]):
                    yield candidate


def with_entry(instance: Instance, name: str, at: tuple[int, ...], value: Fraction) -> Instance:
    return replace(instance, entries={**instance.entries, name: {**instance.entries[name], at: value}})


def written(value: Number) -> str:
    """A rational number, or the first digits of a ball."""
    return f"{value.str(witness.DIGITS, radius=False)}…" if isinstance(value, arb) else str(value)
