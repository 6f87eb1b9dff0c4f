"""The terms of a statement made into functions, once for all instances: what the second engine evaluates with.

A function takes the evaluation (`Run`: one instance and what is known of it) and the values of indices. A part that depends
on fewer indices than stand around it is evaluated once for each of their values, so a sum inside a sum costs no product.
Inside D a function computes with nilpotent parts; what does not mention the tensor that moves stays a plain number there.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from fractions import Fraction
from operator import itemgetter
from typing import Any, NamedTuple, Protocol

from flint import fmpq

from derivations.prover import nilpotent
from derivations.prover.nilpotent import NOTHING, ONE, ZERO, Nilpotent, Number, expanded, real, total

Term = Any
Place = tuple[int, ...]
Places = Mapping[str, int]
Directions = tuple[tuple[str, str], ...]  # for each D around, the tensor that moves and the tensor along which it moves
STATEMENTS = 32  # whose functions are kept
ELEMENTARY = ("exp", "log", "sin", "cos")


class Run(Protocol):
    """What a function needs of an evaluation."""

    @property
    def sizes(self) -> Mapping[str, int]: ...
    @property
    def parts(self) -> Mapping[int, dict[Any, Number]]: ...  # by their numbers, at the indices they depend on
    @property
    def entries(self) -> Mapping[str, Mapping[Place, Number]]: ...  # by their tensors and places, evaluated when asked for
    def mapped(self, function: str, at: int) -> int: ...
    def moving(self, name: str, at: Place, directions: Directions) -> Nilpotent: ...
    def derivative(self, function: str, order: int, at: Number) -> Number: ...
    def expectation(self, body: Compiled, places: Places) -> Number: ...


class Compiled(NamedTuple):
    """plain: the value. dual: the value with nilpotent parts. indices: those that are free. tensors: those it depends on."""

    plain: Callable[[Run, Places], Number]
    dual: Callable[[Run, Places, Directions], Nilpotent]
    indices: frozenset[str]
    tensors: frozenset[str]
    number: int  # of the part, among those of its statement
    quick: bool = False  # there is nothing to gain from keeping its values


class Program:
    """The functions of one statement. Terms are told apart by what they are in memory, and kept as long as this."""

    def __init__(self, statement: Mapping[str, Any]) -> None:
        self.statement = statement
        self.definitions = {name: (axes, body) for name, axes, body in statement["define"]}
        self.parameters = {name: tuple(index for index, _ in axes) for name, (axes, _) in self.definitions.items()}
        self.made: dict[tuple[int, frozenset[str]], tuple[Term, Compiled]] = {}
        self.bodies: dict[str, Compiled] = {}
        self.parts = 0

    def body(self, name: str) -> Compiled:
        """Of a definition."""
        if name not in self.bodies:
            _, body = self.definitions[name]
            self.bodies[name] = self.compiled(body, frozenset(self.parameters[name]))
        return self.bodies[name]

    def compiled(self, term: Term, around: frozenset[str]) -> Compiled:
        """around: the indices that have values where the term stands. Raises ValueError."""
        key = (id(term), around)
        if key not in self.made:
            self.made[key] = term, self._once(self._compiled(term, around), around)
        return self.made[key][1]

    def _once(self, of: Compiled, around: frozenset[str]) -> Compiled:
        """Evaluated once for the values of the indices it depends on, where there are others around."""
        if of.quick or of.indices >= around:
            return of
        number, plain, key = of.number, of.plain, _getter(tuple(sorted(of.indices)))

        def known(run: Run, places: Places) -> Number:
            values, at = run.parts[number], key(places)
            found = values.get(at)
            if found is None:
                found = values[at] = plain(run, places)
            return found

        return of._replace(plain=known)

    def _compiled(self, term: Term, around: frozenset[str]) -> Compiled:
        match term:
            case ["number", value]:
                constant = fmpq(*Fraction(value).as_integer_ratio())
                return self._quick(lambda *_: constant)
            case ["size", sort]:
                return self._quick(lambda run, _: fmpq(run.sizes[sort]))
            case ["entry", name, indices]:
                return self._entry(name, indices)
            case ["delta", one, other]:
                return self._delta(one, other)
            case ["plus", parts]:
                return self._plus([self.compiled(part, around) for part in parts])
            case ["times", parts]:
                return self._times([self.compiled(part, around) for part in parts])
            case ["sum", index, sort, body]:
                return self._sum(index, sort, self.compiled(body, around | {index}))
            case ["power", base, exponent]:
                return self._power(self.compiled(base, around), Fraction(exponent))
            case ["apply", function, argument]:
                return self._apply(function, self.compiled(argument, around))
            case ["D", x, dx, body]:
                return self._derivative(x, dx, self.compiled(body, around))
            case ["E", body]:
                return self._expectation(self.compiled(body, around))
        raise ValueError(f"not a term: {term!r:.80}")

    def _new(
        self, plain: Callable[[Run, Places], Number], dual: Callable[[Run, Places, Directions], Nilpotent],
        indices: frozenset[str], tensors: frozenset[str],
    ) -> Compiled:  # fmt: skip
        """A part with nilpotent parts only where something moves that it depends on."""
        self.parts += 1
        moves: dict[Directions, bool] = {}

        def with_parts(run: Run, places: Places, directions: Directions) -> Nilpotent:
            moving = moves.get(directions)
            if moving is None:
                moving = moves[directions] = any(x in tensors for x, _ in directions)
            return dual(run, places, directions) if moving else real(plain(run, places))

        return Compiled(plain, with_parts, indices, tensors, self.parts)

    def _entry(self, name: str, indices: list[Any]) -> Compiled:
        at = _place(indices)
        free = frozenset(map(_variable, indices))
        dual: Callable[[Run, Places, Directions], Nilpotent] = lambda run, places, directions: run.moving(  # noqa: E731
            name, at(run, places), directions
        )
        inside = self.body(name).tensors if name in self.definitions else frozenset([name])
        return self._new(_entry(name, indices), dual, free, inside)._replace(quick=True)  # entries are kept as such

    def _quick(self, plain: Callable[[Run, Places], Number], indices: frozenset[str] = frozenset()) -> Compiled:
        """A part on which no tensor has an influence."""
        self.parts += 1
        dual: Callable[[Run, Places, Directions], Nilpotent] = lambda run, places, _: real(plain(run, places))  # noqa: E731
        return Compiled(plain, dual, indices, frozenset(), self.parts, quick=True)

    def _delta(self, one: Any, other: Any) -> Compiled:
        at = _place([one, other])

        def plain(run: Run, places: Places) -> Number:
            first, second = at(run, places)
            return ONE if first == second else ZERO

        return self._quick(plain, frozenset((_variable(one), _variable(other))))

    def _plus(self, parts: list[Compiled]) -> Compiled:
        plains, duals = [part.plain for part in parts], [part.dual for part in parts]

        def plain(run: Run, places: Places) -> Number:
            found = ZERO
            for part in plains:
                found = found + part(run, places)
            return found

        return self._new(plain, lambda run, places, along: total(part(run, places, along) for part in duals), *_of(parts))

    def _times(self, parts: list[Compiled]) -> Compiled:
        """Every factor is evaluated: 0 · (1/0) has no value."""
        plains, duals = [part.plain for part in parts], [part.dual for part in parts]

        def plain(run: Run, places: Places) -> Number:
            if not plains:
                return ONE
            found = plains[0](run, places)
            for part in plains[1:]:
                other = part(run, places)
                found = found * other if type(found) is type(other) else product(found, other)
            return found

        def dual(run: Run, places: Places, along: Directions) -> Nilpotent:
            found: Nilpotent = {NOTHING: ONE}
            for part in duals:
                found = nilpotent.times(found, part(run, places, along))
            return found

        return self._new(plain, dual, *_of(parts))

    def _sum(self, index: str, sort: str, body: Compiled) -> Compiled:
        inner, inner_dual = body.plain, body.dual

        def plain(run: Run, places: Places) -> Number:
            found, within = ZERO, dict(places)
            for row in range(run.sizes[sort]):
                within[index] = row
                found = found + inner(run, within)
            return found

        def dual(run: Run, places: Places, along: Directions) -> Nilpotent:
            rows = range(run.sizes[sort])
            return total(inner_dual(run, {**places, index: row}, along) for row in rows)

        return self._new(plain, dual, body.indices - {index}, body.tensors)

    def _power(self, base: Compiled, exponent: Fraction) -> Compiled:
        return self._new(
            lambda run, places: nilpotent.real_power(base.plain(run, places), exponent),
            lambda run, places, along: nilpotent.power(base.dual(run, places, along), exponent),
            base.indices, base.tensors,
        )  # fmt: skip

    def _apply(self, function: str, argument: Compiled) -> Compiled:
        inner, inner_dual = argument.plain, argument.dual

        def plain(run: Run, places: Places) -> Number:
            value = inner(run, places)
            if function in ELEMENTARY:
                return nilpotent.derivatives(function, value)(0)
            return run.derivative(function, 0, value)

        def dual(run: Run, places: Places, along: Directions) -> Nilpotent:
            value = inner_dual(run, places, along)
            base = value.get(NOTHING, ZERO)
            if function in ELEMENTARY:
                return expanded(value, nilpotent.derivatives(function, base))
            return expanded(value, lambda order: run.derivative(function, order, base))

        return self._new(plain, dual, argument.indices, argument.tensors)

    def _derivative(self, x: str, dx: str, body: Compiled) -> Compiled:
        inner = body.dual

        def dual(run: Run, places: Places, along: Directions) -> Nilpotent:
            level = len(along)
            moved = inner(run, places, (*along, (x, dx)))
            return {levels - {level}: value for levels, value in moved.items() if level in levels}

        def plain(run: Run, places: Places) -> Number:
            return dual(run, places, ()).get(NOTHING, ZERO)

        return self._new(plain, dual, body.indices, body.tensors | {dx})

    def _expectation(self, body: Compiled) -> Compiled:
        plain: Callable[[Run, Places], Number] = lambda run, places: run.expectation(body, places)  # noqa: E731
        return self._new(plain, lambda run, places, _: real(plain(run, places)), body.indices, frozenset())


def product(one: Number, other: Number) -> Number:
    """An exact zero stays exact."""
    if type(one) is type(other) or not (_is_zero(one) or _is_zero(other)):
        return one * other
    return ZERO


def _is_zero(value: Number) -> bool:
    return type(value) is fmpq and bool(value == 0)


def _of(parts: list[Compiled]) -> tuple[frozenset[str], frozenset[str]]:
    nothing: frozenset[str] = frozenset()
    return nothing.union(*(part.indices for part in parts)), nothing.union(*(part.tensors for part in parts))


def _variable(index: Any) -> str:
    return index if isinstance(index, str) else _variable(index[2])


def _getter(names: tuple[str, ...]) -> Callable[[Places], Any]:
    return itemgetter(*names) if names else lambda _: ()


def _entry(name: str, indices: list[Any]) -> Callable[[Run, Places], Number]:
    if len(indices) == 1 and isinstance(indices[0], str):
        (only,) = indices
        return lambda run, places: run.entries[name][places[only],]
    if len(indices) > 1 and all(isinstance(index, str) for index in indices):
        several = itemgetter(*indices)
        return lambda run, places: run.entries[name][several(places)]
    at = _place(indices)
    return lambda run, places: run.entries[name][at(run, places)]


def _place(indices: list[Any]) -> Callable[[Run, Places], Place]:
    """Where an entry stands: the values of its indices."""
    if all(isinstance(index, str) for index in indices):
        if not indices:
            return lambda *_: ()
        if len(indices) == 1:
            (only,) = indices
            return lambda _, places: (places[only],)
        several = itemgetter(*indices)
        return lambda _, places: several(places)
    each = [_index(index) for index in indices]
    return lambda run, places: tuple(index(run, places) for index in each)


def _index(index: Any) -> Callable[[Run, Places], int]:
    if isinstance(index, str):
        return lambda _, places: places[index]
    _, function, of = index
    inner = _index(of)
    return lambda run, places: run.mapped(function, inner(run, places))


_programs: OrderedDict[int, Program] = OrderedDict()


def program_of(statement: Mapping[str, Any]) -> Program:
    """The functions of a statement, which nobody changes afterwards."""
    key = id(statement)
    found = _programs.get(key)
    if found is None:
        found = _programs[key] = Program(statement)
        if len(_programs) > STATEMENTS:
            _programs.popitem(last=False)
    else:
        _programs.move_to_end(key)
    return found
