"""The third witness: statements as expressions of sympy, and sympy's own differentiation at small concrete sizes.

Nodes of sympy are built from our terms; no text is ever given to its parsers. What is shared with the two engines is how the
printed formula was read; kernel, normal form, nilpotent numbers and balls are not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

from derivations.prover.instances import Instance
from derivations.prover.refutation import all_places

if TYPE_CHECKING:
    import sympy

Statement = Mapping[str, Any]
Expression = Any  # sympy.Expr; sympy has no types of its own
DIGITS = 20


def agrees(statement: Statement, instance: Instance) -> bool | None:
    """Whether both sides are equal at the instance, for all free indices.

    True where sympy's expansion of every difference is 0; False where one is a number that is not 0 to DIGITS digits, which
    sympy guarantees; None where neither is found, or a side has no value.
    """
    witness = _Witness(statement, instance)
    found: bool | None = True
    for places in all_places(statement["free"], instance.sizes):
        equal = witness.equal(places)
        if equal is False:
            return False
        found = found and equal
    return found


class _Witness:
    def __init__(self, statement: Statement, instance: Instance) -> None:
        import sympy

        self.sympy = sympy
        self.instance = instance
        self.statement = statement
        self.definitions = {name: ([at for at, _ in axes], body) for name, axes, body in statement["define"]}
        self.known: dict[Any, Expression] = {}
        self.shapes: Mapping[str, Sequence[str]] = statement["tensors"]

    def equal(self, places: Mapping[str, int]) -> bool | None:
        sympy = self.sympy
        left, right = (self.value(self.statement[side], places, frozenset()) for side in ("left", "right"))
        difference = left - right
        if difference.has(sympy.zoo, sympy.nan, sympy.oo, sympy.I):
            return None
        numerator, _ = sympy.fraction(sympy.together(difference))
        if sympy.expand(numerator) == 0:
            return True
        try:
            return None if sympy.N(difference, DIGITS, strict=True) == 0 else False
        except sympy.core.evalf.PrecisionExhausted:
            return None

    def number(self, value: Fraction) -> Expression:
        return self.sympy.Rational(value.numerator, value.denominator)

    def index(self, index: Any, places: Mapping[str, int]) -> int:
        if isinstance(index, str):
            return places[index]
        _, function, of = index
        rows = self.instance.maps[function.removesuffix("⁻¹")]
        at = self.index(of, places)
        return list(rows).index(at) if function.endswith("⁻¹") else rows[at]

    def value(self, term: Any, places: Mapping[str, int], moving: frozenset[str]) -> Expression:
        """moving: the tensors whose entries stay symbols, because a derivative is taken by them."""
        sympy = self.sympy
        match term:
            case ["number", value]:
                return self.number(Fraction(value))
            case ["size", sort]:
                return sympy.Integer(self.instance.sizes[sort])
            case ["delta", one, other]:
                return sympy.Integer(self.index(one, places) == self.index(other, places))
            case ["entry", name, indices]:
                return self.entry(name, tuple(self.index(index, places) for index in indices), moving)
            case ["plus", parts]:
                return sympy.Add(*(self.value(part, places, moving) for part in parts))
            case ["times", parts]:
                return sympy.Mul(*(self.value(part, places, moving) for part in parts))
            case ["sum", index, sort, body]:
                rows = range(self.instance.sizes[sort])
                return sympy.Add(*(self.value(body, {**places, index: row}, moving) for row in rows))
            case ["power", base, exponent]:
                return self.value(base, places, moving) ** self.number(Fraction(exponent))
            case ["apply", function, argument]:
                return self.applied(function, self.value(argument, places, moving))
            case ["D", x, dx, body]:
                return self.derivative(x, dx, self.value(body, places, moving | {x}), moving)
        raise ValueError(f"not a term: {term!r:.80}")

    def entry(self, name: str, at: tuple[int, ...], moving: frozenset[str]) -> Expression:
        if name in self.definitions:
            key = (name, at, moving)
            if key not in self.known:
                parameters, body = self.definitions[name]
                self.known[key] = self.value(body, dict(zip(parameters, at, strict=True)), moving)
            return self.known[key]
        return self.symbol(name, at) if name in moving else self.number(self.instance.entries[name][at])

    def symbol(self, name: str, at: tuple[int, ...]) -> Expression:
        return self.sympy.Symbol(f"{name}[{','.join(str(row + 1) for row in at)}]", real=True)

    def derivative(self, x: str, dx: str, body: Expression, moving: frozenset[str]) -> Expression:
        """Σ over the entries of x of ∂body/∂entry times the entry of dx, at the instance."""
        places = list(product(*(range(self.instance.sizes[sort]) for sort in self.shapes[x])))
        symbols = {at: self.symbol(x, at) for at in places}
        found = self.sympy.Add(*(self.sympy.diff(body, symbols[at]) * self.entry(dx, at, moving) for at in places))
        if x in moving:
            return found
        return found.subs({symbols[at]: self.number(self.instance.entries[x][at]) for at in places}, simultaneous=True)

    def applied(self, function: str, argument: Expression) -> Expression:
        sympy = self.sympy
        if function in ("exp", "log", "sin", "cos"):
            return getattr(sympy, function)(argument)
        bare = function.rstrip("′")
        x = sympy.Dummy("x")
        polynomial = sympy.Add(*(self.number(c) * x**k for k, c in enumerate(self.instance.functions[bare])))
        return sympy.diff(polynomial, x, len(function) - len(bare)).subs(x, argument)


def expression(statement: Statement) -> tuple[dict[Expression, Expression], sympy.Eq]:
    """The definitions that an equation uses, and the equation itself as an `Eq`, with symbolic sizes, indexed from 1."""
    return relation(statement, "=")


def relation(statement: Statement, sign: str) -> tuple[dict[Expression, Expression], Expression]:
    """The definitions, and `left sign right` for one of =, ≥, >.

    D_V f is written as the sum over the entries of V of Derivative(f, V[…]) · dV[…], not carried out; an expectation is E(…).
    """
    import sympy

    definitions, left, right = _sides(statement)
    made = {"=": sympy.Eq, "≥": sympy.Ge, ">": sympy.Gt}[sign]
    return definitions, made(left, right, evaluate=False)


def limit(statement: Statement, parameter: str, to: str) -> tuple[dict[Expression, Expression], Expression]:
    """The definitions, and `Eq(Limit(left, parameter, to), right)`, not carried out; to: ∞, or 0 from above."""
    import sympy

    definitions, left, right = _sides(statement)
    at = sympy.oo if to == "∞" else sympy.Integer(0)
    tending = sympy.Limit(left, sympy.Symbol(_plain(parameter)), at, "-" if to == "∞" else "+")
    return definitions, sympy.Eq(tending, right, evaluate=False)


def _sides(statement: Statement) -> tuple[dict[Expression, Expression], Expression, Expression]:
    writer = _Writer(statement)
    definitions = {}
    for name, axes, body in statement["define"]:
        own = writer.own(axes)
        left = writer.entry(name, [own[at] for at, _ in axes])
        definitions[left] = writer.value(body, own)
    free = writer.own(statement["free"])
    return definitions, writer.value(statement["left"], free), writer.value(statement["right"], free)


class _Writer:
    def __init__(self, statement: Statement) -> None:
        import sympy

        self.sympy = sympy
        self.sizes = {sort: sympy.Symbol(sort, integer=True, positive=True) for sort in statement["sorts"]}
        self.shapes = {**statement["tensors"], **{mask: sorts for mask, (sorts, _) in statement["masks"].items()}}
        self.shapes |= {name: [sort for _, sort in axes] for name, axes, _ in statement["define"]}
        taken = {*self.sizes, *(_plain(name) for name in self.shapes), *_letters(statement)}
        every = (f"{letter}{number}" for number in ("", *range(1, 1000)) for letter in "ijklpqrsuvwz")
        self.letters = (letter for letter in every if letter not in taken)

    def own(self, scope: Sequence[Sequence[str]]) -> dict[str, Expression]:
        return {at: self.letter(at) for at, _ in scope}

    def letter(self, name: str) -> Expression:
        """An index of the author keeps its name."""
        return self.sympy.Symbol(next(self.letters) if name.startswith("·") else name, integer=True)

    def index(self, index: Any, places: Mapping[str, Expression]) -> Expression:
        if isinstance(index, str):
            return places[index]
        return self.sympy.IndexedBase(_plain(index[1]))[self.index(index[2], places)]

    def entry(self, name: str, at: Sequence[Expression]) -> Expression:
        return self.sympy.IndexedBase(_plain(name))[tuple(at)] if at else self.sympy.Symbol(_plain(name))

    def value(self, term: Any, places: Mapping[str, Expression]) -> Expression:
        sympy = self.sympy
        match term:
            case ["number", value]:
                return sympy.Rational(*Fraction(value).as_integer_ratio())
            case ["size", sort]:
                return self.sizes[sort]
            case ["delta", one, other]:
                return sympy.KroneckerDelta(self.index(one, places), self.index(other, places))
            case ["entry", name, indices]:
                return self.entry(name, [self.index(index, places) for index in indices])
            case ["plus", parts]:
                return sympy.Add(*(self.value(part, places) for part in parts))
            case ["times", parts]:
                return sympy.Mul(*(self.value(part, places) for part in parts))
            case ["sum", index, sort, body]:
                letter = self.letter(index)
                return sympy.Sum(self.value(body, {**places, index: letter}), (letter, 1, self.sizes[sort]))
            case ["power", base, exponent]:
                return self.value(base, places) ** sympy.Rational(*Fraction(exponent).as_integer_ratio())
            case ["apply", function, argument]:
                made = getattr(sympy, function, None) if function in ("exp", "log", "sin", "cos") else None
                return (made or sympy.Function(_plain(function)))(self.value(argument, places))
            case ["D", x, dx, body]:
                at = [(self.letter("·"), sort) for sort in self.shapes[x]]
                letters = [letter for letter, _ in at]
                moved = sympy.Derivative(self.value(body, places), self.entry(x, letters), evaluate=False)
                limits = [(letter, 1, self.sizes[sort]) for letter, sort in at]
                change = moved * self.entry(dx, letters)
                return sympy.Sum(change, *limits) if limits else change
            case ["E", body]:
                return sympy.Function("E")(self.value(body, places))
        raise ValueError(f"not a term: {term!r:.80}")


def _plain(name: str) -> str:
    """`bar(W_Q)` → `W_Q_bar`: a name that Python would take."""
    for accent in ("bar", "hat", "tilde"):
        if f"{accent}(" in name:
            before, _, rest = name.partition(f"{accent}(")
            of, _, after = rest.rpartition(")")
            return f"{_plain(before + of)}_{accent}{_plain(after)}"
    return name.replace("′", "_prime").replace("°", "_fixed").replace("[", "_").replace("]", "").replace(",", "_")


def _letters(part: Any) -> set[str]:
    if isinstance(part, str):
        return {part}
    if isinstance(part, Mapping):
        return set().union(*map(_letters, part.values()), part)
    return set().union(*map(_letters, part)) if isinstance(part, (list, tuple)) else set()
