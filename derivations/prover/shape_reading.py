"""What a printed `∈` says: the shape of a matrix, or what an index runs over; read beside the equations of the same chain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import prod
from typing import Any

from derivations.certificates import kept
from derivations.formula import tree
from derivations.formula.pretty import pretty
from derivations.formula.tree import Node
from derivations.kernel.check import check
from derivations.kernel.language import Rejected
from derivations.prover import search
from derivations.prover.finding import Finding, Result
from derivations.prover.naming import free
from derivations.prover.setting import Axes, Axis, Setting, Slot
from derivations.prover.shaped import IllTyped, Shaped, number, shown, slots
from derivations.prover.statements import Writing
from lessonproof.records import dataclass

Statement = Mapping[str, Any]
PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
"""Sizes at which two shapes are the same only where they are the same for all sizes."""


@dataclass(frozen=True, slots=True)
class Clash:
    """Sizes at which a shape or a range is another one than the lesson prints."""

    of: str
    sizes: Mapping[str, int]
    has: str
    said: str

    def shown(self) -> str:
        named = ", ".join(f"{name} = {value}" for name, value in self.sizes.items())
        return f"{named}; {self.of}: {self.has} ≠ {self.said}".removeprefix("; ")


@dataclass(frozen=True, slots=True)
class Membership:
    """`shown` is in a set: as the definitions have it, and as the lesson prints it; what the kernel is asked if both agree.

    The kernel is asked whether entries at indices that run over the printed sizes are themselves: it knows no others.
    """

    shown: str
    has: Axes
    said: Axes
    statements: tuple[Statement, ...]
    counted_from: int | None = None  # of an index and what it runs over; None for a matrix and its shape

    def examined(self) -> Finding:
        if (against := self.counterexample()) is not None:
            return Finding({"member": self.shown}, Result.REFUTED, counterexample=against)
        asked: dict[str, Any] = {"member": self.shown, "parts": list(self.statements)}
        try:
            found = [_certificate(statement) for statement in self.statements]
        except Rejected as rejected:
            return Finding(asked, Result.UNDECIDED, why=str(rejected))
        if None in found:
            return Finding(asked, Result.UNDECIDED)
        return Finding(asked, Result.PROVED, certificate={"parts": found})

    def counterexample(self) -> Clash | None:
        if self.has == self.said and self.counted_from in (None, 1):
            return None
        names = dict.fromkeys(slot for axis in (*self.has, *self.said) for slot in slots(axis) if isinstance(slot, str))
        sizes = dict(zip(names, PRIMES, strict=False))
        has, said = (
            [prod(sizes[slot] if isinstance(slot, str) else slot for slot in slots(axis)) for axis in axes]
            for axes in (self.has, self.said)
        )
        if self.counted_from is not None:
            return Clash(self.shown, sizes, f"{{1, …, {has[0]}}}", f"{{{self.counted_from}, …, {said[0]}}}")
        return Clash(self.shown, sizes, *(" × ".join(map(str, lengths)) for lengths in (has, said)))


def _certificate(statement: Statement) -> Mapping[str, Any] | None:
    """Definitions stay names: what they say does not matter for where they have entries."""
    opaque = [name for name, _, _ in statement["define"]]
    return kept("equation", statement, lambda: search.certificate(statement, opaque=opaque), check)


def read(setting: Setting, formula: str) -> list[Membership | Statement]:
    """The memberships and equations of a formula, in order. Raises IllTyped, FormulaError."""
    writing = Writing(setting)
    found: list[Membership | Statement] = []
    for chain in writing.parsed(formula):
        *equal, last = chain.relations or ("",)
        if last not in ("=", "∈") or set(equal) - {"="}:
            raise IllTyped(f"a = b ∈ R^{{n × d}} is expected: {formula}")
        members = [_whole(writing, side) for side in (chain.sides[:-1] if last == "∈" else chain.sides)]
        for left, right in pairwise(members):
            found += writing.equations(left, right, [])
        if last == "∈":
            found.append(_membership(writing, members[-1], chain.sides[-1]))
    return found


def _membership(writing: Writing, member: Node, where: Node) -> Membership:
    match where:
        case tree.Power(base=tree.Symbol(name="R"), exponent=exponent):
            return _of_shape(writing, member, tuple(_axis(writing, part) for part in _lengths(exponent)))
        case tree.Set(items=(tree.Number(value=first), tree.Dots(), last)) if isinstance(member, tree.Symbol):
            return _of_range(writing, member, first, _axis(writing, [last]))
    raise IllTyped(f"{pretty(where)} is no R^{{n × d}} and no {{1, …, N}}")


def _of_shape(writing: Writing, member: Node, said: Axes) -> Membership:
    scope = free(writing.reading.free_sorts(member))
    shaped = writing.reading.read(member, scope)
    statements = tuple(_entries(writing, shaped, writing.sorts_in(scope))) if shaped.axes == said else ()
    return Membership(pretty(member), shaped.axes, said, statements)


def _entries(writing: Writing, shaped: Shaped, letters: Sequence[tuple[str, str]]) -> Iterator[Statement]:
    definitions = [*writing.nodes, *writing.abbreviations]
    for at, names in writing.reading.binder.places(shaped.slots):
        yield writing.statement(shaped.at(at), shaped.at(at), [*letters, *names], definitions, {})


def _of_range(writing: Writing, member: tree.Symbol, first: Fraction, said: Axis) -> Membership:
    """The kernel is asked whether exactly one of the printed values is taken: Σ_w [t_i = w] = 1."""
    function, _, of = member.name.partition("_")
    fixed = writing.setting.fixed.get(member.name)
    if fixed is not None:
        source, has = None, writing.reading.axis(fixed)
    elif of and (known := writing.reading.function(function)) is not None:
        source, has = known
    else:
        raise IllTyped(f"{pretty(member)} is no index")
    scope = free({member.name: has} if source is None else {of: source})
    index, *_ = writing.reading.letter(member.name, scope) or ()
    statements: tuple[Statement, ...] = ()
    if has == said:
        taken = ["sum", "·w", str(said), ["times", [["delta", index, "·w"]]]]
        statements = (writing.statement(taken, number(1), [] if source is None else [(of, str(source))], [], {}),)
    return Membership(pretty(member), (has,), (said,), statements, int(first))


def _lengths(exponent: Node) -> list[list[Node]]:
    """The factors of each length: `H d_{v} × d` are H·d_v and d."""
    if not isinstance(exponent, tree.Product):
        return [[exponent]]
    found = [[exponent.factors[0]]]
    for operator, factor in zip(exponent.operators, exponent.factors[1:], strict=True):
        if operator == "×":
            found.append([factor])
        else:
            found[-1].append(factor)
    return found


def _axis(writing: Writing, factors: Sequence[Node]) -> Axis:
    """The axis of a printed length. Raises IllTyped for what is no size of the setting."""
    over: list[Slot] = []
    for factor in factors:
        if isinstance(factor, tree.Number) and factor.value.denominator == 1 and factor.value >= 0:
            over.append(int(factor.value))
            continue
        named = isinstance(factor, tree.Symbol) and factor.name in writing.setting.sizes.split()
        if not named:
            raise IllTyped(f"{pretty(factor)} is no size here")
        over += slots(writing.reading.axis(factor.name)) if isinstance(factor, tree.Symbol) else ()
    return None if over == [1] else over[0] if len(over) == 1 else tuple(over)


def _whole(writing: Writing, node: Node) -> Node:
    """X for `[x_{1}; ⋮; x_{n}]`, all rows of it in order, and for X^{(0)}."""
    match node:
        case tree.Superscripted(of=tree.Symbol() as of, label=tree.Number(value=layer)) if layer == 0:
            return of
        case tree.Table(rows=((tree.Symbol(name=first),), (tree.Dots(),), (tree.Symbol(name=last),))):
            letter = first.partition("_")[0]
            whole = writing.setting.rows.get(letter, letter)
            size = shown(writing.reading.shapes[whole][:1]) if whole in writing.reading.shapes else letter
            if (first, last) != (f"{letter}_1", f"{letter}_{size}"):
                raise IllTyped(f"rows {first}, …, {last} where {letter}_1, …, {letter}_{size} are all of them")
            return tree.Symbol(whole, span=node.span)
    return node
