"""What a statement may say: sorts of symbolic size ≥ 1, tensors, masks, index functions, definitions, and terms of them.

Indices: a name, or ["at", t, index] for an index function t, which is declared as [source, target], a bijection π of a sort
as [sort, sort, "bijective"], with the inverse π⁻¹. Terms:

    ["number", "-3/4"]   ["size", sort]   ["entry", T, [index…]]   ["delta", index, index]   ["plus", [term…]]
    ["times", [term…]]   ["sum", name, sort, term]   ["power", term, "-1/2"]   ["apply", function, term]
    ["D", x, dx, term]   the derivative at the tensor x in the direction of the tensor dx

A power that is no natural number and a logarithm stand only over what `signs` sees to be positive, so that every term of
an admitted statement has a value. `exp`, `log`, `sin` and `cos` are themselves; any other function is an arbitrary smooth
one, σ′ its derivative. Masks are tensors of zeros and ones that nothing differentiates.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from derivations.kernel import signs

Term = Any  # JSON, lists frozen to tuples
NUMBER = re.compile(r"-?[0-9]{1,400}(/[0-9]{1,400})?")
BITS = 100_000  # of a numerator or denominator
WORK = 200_000  # terms looked at in one check
TAKEN = {"exp", "log", "sin", "cos"}
FIELDS = {"sorts", "tensors", "positive", "masks", "maps", "functions", "define", "given", "free", "left", "right"}


class Rejected(ValueError):
    """The kernel does not accept this, and why."""


def demand(condition: object, reason: str) -> None:
    if not condition:
        raise Rejected(reason)


def frozen(value: Any) -> Any:
    return tuple(map(frozen, value)) if isinstance(value, (list, tuple)) else value


def rational(text: object) -> Fraction:
    demand(isinstance(text, str) and NUMBER.fullmatch(text), f"not a rational number: {text!r}")
    return Fraction(str(text))


def natural(exponent: Fraction) -> bool:
    return exponent.denominator == 1 and exponent >= 0


def short(number: Fraction) -> Fraction:
    demand(max(number.numerator.bit_length(), number.denominator.bit_length()) <= BITS, "a number too long")
    return number


def raised(number: Fraction, exponent: int) -> Fraction:
    demand(max(number.numerator, number.denominator).bit_length() * abs(exponent) <= BITS, "a power too long")
    return number**exponent


class Language:
    """The declarations of one statement, checked. `define` is in order: a body knows only what stands before it."""

    def __init__(self, statement: Mapping[str, Any]) -> None:
        demand(set(statement) == FIELDS, "the statement lacks or invents fields")
        self.work = 0
        self.sorts = frozenset(statement["sorts"])
        self.maps: dict[str, Any] = {name: frozen(sorts[:2]) for name, sorts in statement["maps"].items()}
        self.bijections = frozenset(name for name, sorts in statement["maps"].items() if sorts[2:] == ["bijective"])
        self.functions = frozenset(statement["functions"])
        self.positive = frozenset(statement["positive"])
        self.masks: dict[str, frozenset[int]] = {name: frozenset(axes) for name, (_, axes) in statement["masks"].items()}
        demand(all({*axes} <= {*range(len(sorts))} for sorts, axes in statement["masks"].values()), "a mask lacks that axis")
        self.shapes: dict[str, Any] = {name: frozen(sorts) for name, sorts in statement["tensors"].items()}
        demand(self.positive <= set(self.shapes), "positive names something that is no tensor")
        self.declare({name: frozen(sorts) for name, (sorts, _) in statement["masks"].items()})
        demand(all(set(sorts) <= self.sorts for sorts in (*self.maps.values(), *self.shapes.values())), "unknown sort")
        for name, (source, target, *kind) in statement["maps"].items():
            demand(kind in ([], ["bijective"]), "an index function leads from one sort to one sort")
            demand(not kind or source == target, "a bijection leads from a sort to itself")
            demand(not name.endswith("⁻¹"), "⁻¹ marks an inverse")
        demand(not TAKEN & self.functions, "exp, log, sin and cos are taken")
        demand(not any(name.endswith("′") for name in self.functions), "a prime marks a derivative")
        self.definitions: dict[Any, tuple[tuple[str, ...], Term]] = {}
        for name, parameters, body in frozen(statement["define"]):
            self.admit(body, self.scope(parameters))
            self.declare({name: tuple(sort for _, sort in parameters)})
            self.definitions[name] = tuple(index for index, _ in parameters), body
        self.free = self.scope(frozen(statement["free"]))
        self.given = [(self.scope(scope), left, right) for scope, left, right in frozen(statement["given"])]
        for scope, *sides in (*self.given, (self.free, frozen(statement["left"]), frozen(statement["right"]))):
            for side in sides:
                self.admit(side, scope)

    def looked_at(self, term: Term) -> Term:
        """The term, counted: definitions of definitions, and derivatives of derivatives, grow without being written."""
        self.work += 1
        demand(self.work <= WORK, "too large to be looked at")
        return term

    def declare(self, shapes: Mapping[str, tuple[str, ...]]) -> None:
        demand(all(isinstance(name, str) for name in shapes), "a name is no text")
        demand(not set(shapes) & set(self.shapes), "a name is declared twice")
        self.shapes.update(shapes)

    def scope(self, pairs: Any) -> dict[str, str]:
        scope: dict[str, str] = dict(pairs)
        demand(len(scope) == len(pairs), "an index is declared twice")
        demand(all(isinstance(index, str) for index in scope) and set(scope.values()) <= self.sorts, "unknown sort")
        return scope

    def sort(self, index: Term, scope: Mapping[str, str]) -> str:
        if isinstance(index, str):
            demand(index in scope, f"unknown index {index}")
            return scope[index]
        tag, name, of = index
        known = name in self.maps or (name.endswith("⁻¹") and name[:-2] in self.bijections)
        demand(tag == "at" and known, "unknown index function")
        source, target = self.maps[name.removesuffix("⁻¹")]
        demand(self.sort(of, scope) == source, f"{name} of an index of another sort")
        return str(target)

    def admit(self, term: Term, scope: Mapping[str, str]) -> None:
        """Rejects a term that is not well-sorted or need not have a value."""
        match term:
            case ("number", value):
                rational(value)
            case ("size", sort):
                demand(sort in self.sorts, "unknown sort")
            case ("entry", str(name), tuple(indices)):
                demand(name in self.shapes, f"unknown tensor {name}")
                sorts = tuple(self.sort(index, scope) for index in indices)
                demand(sorts == self.shapes[name], f"{name} has other axes")
            case ("delta", one, other):
                demand(self.sort(one, scope) == self.sort(other, scope), "δ between two sorts")
            case ("plus" | "times", tuple(parts)):
                for part in parts:
                    self.admit(part, scope)
            case ("sum", str(index), sort, body):
                demand(sort in self.sorts, "unknown sort")
                self.admit(body, {**scope, index: sort})
            case ("power", base, exponent):
                self.admit(base, scope)
                demand(abs(rational(exponent)) <= 64, "an exponent beyond 64")
                demand(natural(rational(exponent)) or signs.positive(self, base), "a power of what may not be positive")
            case ("apply", str(function), argument):
                self.admit(argument, scope)
                demand(function in TAKEN or function.rstrip("′") in self.functions, f"unknown function {function}")
                demand(function != "log" or signs.positive(self, argument), "a logarithm of what may not be positive")
            case ("D", str(x), str(dx), body):
                demand(x in self.shapes and x not in self.definitions and x not in self.masks, "D at what is no variable")
                demand(dx in self.shapes and self.shapes[dx] == self.shapes[x], "the direction has another shape")
                self.admit(body, scope)
            case _:
                raise Rejected(f"not a term: {term!r:.80}")
