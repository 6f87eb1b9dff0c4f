"""Two runs that differ only at later positions, and yet differ at an earlier one: the second engine on information flow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from derivations.kernel.check import digest
from derivations.kernel.flow import check
from derivations.prover import witness
from derivations.prover.definitions import renamed
from derivations.prover.engines import opinions
from derivations.prover.finding import Finding, Result
from derivations.prover.instance_of import of_hypotheses, without_value
from derivations.prover.instances import Evaluation, HasNoValue, Instance, Number, excludes_zero
from derivations.prover.refutation import satisfying
from derivations.prover.setting import NEXT
from derivations.prover.shaped import summed
from lessonproof.records import dataclass

Statement = Mapping[str, Any]
CITED = ("induction over layers",)
SIZES = (1, 2, 3)
SEEDS = 3
DEPTHS = (1, 2)
FEW = ((3, 1, 0), (2, 2, 1))  # positions, all other sizes, seeds


@dataclass(frozen=True, slots=True)
class TwoRuns:
    """Two runs, up to which position (from 0) they agree, and a tensor there with its values in both."""

    statement: Statement
    first: Instance
    second: Instance
    position: int
    reads: Sequence[str]
    made: str
    values: tuple[Number, Number]

    @property
    def sizes(self) -> Mapping[str, int]:
        return self.first.sizes

    def shown(self) -> str:
        one, other = (self._inputs(instance) for instance in (self.first, self.second))
        left, right = (witness.number_shown(value) for value in self.values)
        same = witness.instance_shown(self._without(), self.first, {})
        return f"{same}, i = {self.position + 1}, {one}: {self.made} = {left}; {other}: {self.made} = {right}"

    def _inputs(self, instance: Instance) -> str:
        shapes = self.statement["tensors"]
        return ", ".join(
            f"{name} = {witness.entries_shown(shapes[name], instance.sizes, instance.entries[name])}" if name in shapes
            else f"{name} = ({', '.join(str(row + 1) for row in instance.maps[name])})" for name in self.reads
        )  # fmt: skip

    def _without(self) -> Statement:
        """The declarations of what is the same in both runs."""
        return {**self.statement, **{
            part: {name: sorts for name, sorts in self.statement[part].items() if name not in self.reads}
            for part in ("tensors", "maps")
        }}  # fmt: skip


def examine(statement: Statement) -> Finding:
    """Raises EnginesDisagree where the kernel accepts and two runs refute."""
    found, counterexample, why = opinions("flow", statement, lambda: certificate(statement), check, refute)
    if found is not None:
        return Finding(statement, Result.PROVED, certificate=found, theorems=CITED, instance=of_hypotheses(valued(statement)))
    if counterexample is not None:
        return Finding(statement, Result.REFUTED, counterexample=counterexample, why=why)
    return Finding(statement, Result.UNDECIDED, undefined=without_value(valued(statement)), why=why)


def valued(statement: Statement) -> dict[str, Any]:
    """What is made, as a statement of the language that has a value where all entries of it have one."""
    whole, _, makes = composed(statement, 1)
    bodies = {name: parameters for name, parameters, _ in whole["define"]}
    entries = [summed(bodies[name], ["entry", name, [index for index, _ in bodies[name]]]) for name in makes]
    return {**whole, "left": ["plus", entries]}


def certificate(statement: Statement) -> dict[str, Any]:
    """Raises Rejected where the kernel does not accept."""
    found = {"statement": digest(statement)}
    check(statement, found)
    return found


def refute(statement: Statement, *, thorough: bool = True) -> TwoRuns | None:
    """Two runs of small sizes with at most two layers, or None. Not thorough: with two, of three positions and of two."""
    depths = DEPTHS if statement["repeated"] is not None else DEPTHS[:1]
    for depth in depths if thorough else depths[-1:]:
        whole, reads, makes = composed(statement, depth)
        for positions, width, seed in product(SIZES[1:], SIZES[:2], range(SEEDS)) if thorough else FEW:
            sizes = {sort: positions if sort == statement["along"] else width for sort in whole["sorts"]}
            first = satisfying(whole, sizes, seed)
            if first is not None:
                first = with_causal(whole, first)
                run = Evaluation(whole, first)
                for position in range(positions - 1):
                    for second in others(whole, first, statement, reads, position, seed):
                        if found := differs(run, second, position, statement, reads, makes):
                            return found
    return None


def with_causal(whole: Statement, instance: Instance) -> Instance:
    """Masks that are declared causal, cut off after the diagonal, with a one on it."""
    entries = dict(instance.entries)
    for name in whole["causal"]:
        entries[name] = {(p, q): Fraction(1) if p == q else value * (q <= p) for (p, q), value in entries[name].items()}
    return replace(instance, entries=entries)


def others(
    whole: Statement, first: Instance, statement: Statement, reads: Sequence[str], position: int, seed: int
) -> Iterator[Instance]:
    """Runs that agree with the first one up to a position, of the same length, or also shorter where that is asked for."""
    along, random = statement["along"], Random(seed)
    entries = {name: dict(values) for name, values in first.entries.items()}
    maps = {name: list(rows) for name, rows in first.maps.items()}
    for name in reads:
        if name in whole["tensors"]:
            axes = [axis for axis, sort in enumerate(whole["tensors"][name]) if sort == along]
            for at in entries[name]:
                if any(at[axis] > position for axis in axes):
                    entries[name][at] = Fraction(random.randint(-3, 4))
        else:
            target = first.sizes[whole["maps"][name][1]]
            maps[name] = [row if p <= position else random.randrange(target) for p, row in enumerate(maps[name])]
    for name in (name for name in maps if name.removesuffix(NEXT) in reads and name.endswith(NEXT)):
        tokens = maps[name.removesuffix(NEXT)]
        maps[name] = [*tokens[1:], random.randrange(first.sizes[whole["maps"][name][1]])]
    yield replace(first, entries=entries, maps=maps)
    if statement["prefix"]:
        shapes = {**whole["tensors"], **{name: sorts for name, (sorts, _) in whole["masks"].items()}}
        cut = {
            name: {at: value for at, value in first.entries[name].items()
                   if all(p <= position for p, sort in zip(at, shapes[name], strict=True) if sort == along)}
            for name in first.entries
        }  # fmt: skip
        ends = {name: position + 1 if whole["maps"][name][0] == along else None for name in first.maps}
        short = {name: rows[: ends[name]] for name, rows in first.maps.items()}
        yield replace(first, sizes={**first.sizes, along: position + 1}, entries=cut, maps=short)


def differs(
    one: Evaluation, second: Instance, position: int, statement: Statement, reads: Sequence[str], makes: Sequence[str]
) -> TwoRuns | None:
    whole, first, other = one.statement, one.instance, Evaluation(one.statement, second)
    for made in makes:
        parameters, _ = one.program.definitions[made]
        lengths = [position + 1 if sort == statement["along"] else first.sizes[sort] for _, sort in parameters]
        for at in product(*map(range, lengths)):
            try:
                left, right = one.entry(made, at), other.entry(made, at)
            except HasNoValue:
                continue
            if excludes_zero(left - right):
                where = f"{witness.name_shown(made.partition('·')[0])}_{{{','.join(str(k + 1) for k in at)}}}"
                return TwoRuns(whole, first, second, position, reads, where, (left, right))
    return None


def composed(statement: Statement, depth: int) -> tuple[dict[str, Any], list[str], list[str]]:
    """The links with so many layers as one list of definitions, what it reads, and what it makes."""
    links, repeated, again = statement["links"], statement["repeated"], statement["again"]
    order = [at for at in range(len(links)) for _ in range(depth if at == repeated else 1)]
    lists: dict[str, Any] = {part: [] for part in ("sorts", "positive", "functions", "define", "given", "free", "causal")}
    whole = {**lists, "tensors": {}, "masks": {}, "maps": {}, "left": ["number", "0"], "right": ["number", "0"]}
    for turn, at in enumerate(order):
        link = links[at]["of"]
        mark = f"·{turn}" if turn else ""
        handed = set(links[at]["reads"]) if turn else set()
        names = {name: name + mark for name in (*link["tensors"], *(name for name, _, _ in link["define"]))}
        back = again if turn and order[turn - 1] == repeated else {}
        before = f"·{turn - 1}" if turn > 1 else ""
        for name, sorts in link["tensors"].items():
            if name in handed:
                indices = [f"c{k}" for k in range(len(sorts))]
                parameters = [list(pair) for pair in zip(indices, sorts, strict=True)]
                whole["define"].append([name + mark, parameters, ["entry", back.get(name, name) + before, indices]])
            else:
                whole["tensors"][name + mark] = sorts
        for name, parameters, body in link["define"]:
            whole["define"].append([names[name], parameters, renamed(body, names)])
        whole["positive"] += [name + mark for name in link["positive"]]
        whole["sorts"] += [sort for sort in link["sorts"] if sort not in whole["sorts"]]
        whole["functions"] += [name for name in link["functions"] if name not in whole["functions"]]
        whole["causal"] += [name for name in links[at]["causal"] if name not in whole["causal"]]
        whole["masks"] |= link["masks"]
        whole["maps"] |= link["maps"]
    last = f"·{len(order) - 1}" if len(order) > 1 else ""
    return whole, links[order[0]]["reads"], [name + last for name in links[order[-1]]["makes"]]
