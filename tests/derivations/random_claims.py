"""Random equations in the notation of `prove`, most of them a true rewriting with one slip, and their values.

The values are computed from the claim's own tree with 40 digits, by nothing of the package.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from random import Random
from typing import Any, NamedTuple

from mpmath import mp, mpf

Term = tuple[Any, ...]
Scope = Mapping[str, str]

SHAPES: dict[str, tuple[str, ...]] = {
    "A": ("n", "m"), "S": ("n", "n"), "R": ("n", "n"), "x": ("n",), "z": ("n",), "p": ("n",), "u": ("m",), "w": ("m",),
    "α": (), "ε": (),
}  # fmt: skip
POSITIVE = frozenset({"p", "ε"})
LETTERS = {"n": "ijklrs", "m": "abcq"}
SIZES = ({"n": 2, "m": 3}, {"n": 3, "m": 2}, {"n": 1, "m": 2}, {"n": 2, "m": 2})
FUNCTIONS = {"exp": r"\exp", "ln": r"\ln", "sin": r"\sin", "cos": r"\cos"}


class NoValue(ValueError):
    """0/0, the root or the logarithm of a negative number, or a number too large."""


class Instance(NamedTuple):
    sizes: Mapping[str, int]
    entries: Mapping[str, Mapping[tuple[int, ...], Any]]
    mask: Mapping[tuple[int, int], int]


def instance(random: Random, sizes: Mapping[str, int]) -> Instance:
    places = {name: product(*(range(sizes[sort]) for sort in sorts)) for name, sorts in SHAPES.items()}
    entries = {
        name: {at: mpf(random.uniform(0.2 if name in POSITIVE else -1.3, 1.5)) for at in all_} for name, all_ in places.items()
    }
    n = sizes["n"]
    mask = {(i, k): random.randint(0, 1) for i in range(n) for k in range(n)}
    for i in range(n):
        mask[i, random.randrange(n)] = 1
    return Instance(sizes, entries, mask)


def value(term: Term, at: Instance, places: Mapping[str, int]) -> Any:
    """Raises NoValue."""
    match term:
        case ("number", number):
            return mpf(number)
        case ("size", sort):
            return mpf(at.sizes[sort])
        case ("entry", name, indices):
            return at.entries[name][tuple(places[index] for index in indices)]
        case ("δ", one, other):
            return mpf(places[one] == places[other])
        case ("∈", one, other):
            return mpf(at.mask[places[other], places[one]])
        case ("+", parts):
            return sum((value(part, at, places) for part in parts), mpf(0))
        case ("·", parts):
            return mp.fprod(value(part, at, places) for part in parts)
        case ("²", of):
            return value(of, at, places) ** 2
        case ("/", above, below):
            if not (divisor := value(below, at, places)):
                raise NoValue
            return value(above, at, places) / divisor
        case ("√", of):
            if (inner := value(of, at, places)) < 0:
                raise NoValue
            return mp.sqrt(inner)
        case ("call", function, of):
            inner = value(of, at, places)
            if inner > 200 or (function == "ln" and inner <= 0):
                raise NoValue
            return getattr(mp, {"ln": "log"}.get(function, function))(inner)
        case ("Σ", index, sort, row, of):
            rows = [k for k in range(at.sizes[sort]) if row is None or at.mask[places[row], k]]
            return sum((value(of, at, {**places, index: k}) for k in rows), mpf(0))
    raise ValueError(term)


def shown(term: Term) -> str:
    match term:
        case ("number", number):
            return f"({number})"
        case ("size", sort):
            return str(sort)
        case ("entry", name, indices):
            return f"{name}_{{{' '.join(indices)}}}" if indices else str(name)
        case ("δ", one, other):
            return f"δ_{{{one} {other}}}"
        case ("∈", one, other):
            return f"(1[{one} ∈ J_{{{other}}}])"
        case ("+", parts):
            return f"({' + '.join(map(shown, parts))})"
        case ("·", parts):
            return f"({' '.join(map(shown, parts)) or 1})"
        case ("²", of):
            return f"({shown(of)})^{{2}}"
        case ("/", above, below):
            return rf"\frac{{{shown(above)}}}{{{shown(below)}}}"
        case ("√", of):
            return rf"\sqrt{{{shown(of)}}}"
        case ("call", function, of):
            return f"{FUNCTIONS[function]}({shown(of)})"
        case ("Σ", index, sort, row, of):
            return (
                rf"(\sum_{{{index}=1}}^{{{sort}}} {shown(of)})"
                if row is None
                else rf"(\sum_{{{index} \in J_{{{row}}}}} {shown(of)})"
            )
    raise ValueError(term)


def parts_of(term: Term) -> list[Term]:
    return list(term[1]) if term[0] in "+·" else [part for part in term[1:] if isinstance(part, tuple) and term[0] != "entry"]


def with_parts(term: Term, parts: list[Term]) -> Term:
    if term[0] in "+·":
        return (term[0], tuple(parts))
    left = iter(parts)
    return tuple(next(left) if isinstance(part, tuple) and term[0] != "entry" else part for part in term)


def everywhere(term: Term, scope: Scope, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Term, Scope]]:
    yield path, term, scope
    inner = {**scope, term[1]: term[2]} if term[0] == "Σ" else scope
    for at, part in enumerate(parts_of(term)):
        yield from everywhere(part, inner, (*path, at))


def put(term: Term, path: tuple[int, ...], new: Term) -> Term:
    if not path:
        return new
    parts = parts_of(term)
    parts[path[0]] = put(parts[path[0]], path[1:], new)
    return with_parts(term, parts)


def letters(term: Term) -> set[str]:
    """All that stand in it, bound or not."""
    match term:
        case ("entry", _, indices):
            return set(indices)
        case ("δ" | "∈", one, other):
            return {one, other}
        case ("Σ", index, _, row, body):
            return {index, *([row] if row else []), *letters(body)}
    return set[str]().union(*map(letters, parts_of(term)))


def with_axes(term: Term) -> set[str]:
    """The letters that stand at an axis somewhere, not in a δ alone."""
    if term[0] in ("entry", "∈"):
        return letters(term)
    row = {term[3]} - {None} if term[0] == "Σ" else set()
    return row.union(*map(with_axes, parts_of(term))) if term[0] != "δ" else set()


def exchanged(term: Term, old: str, new: str) -> Term:
    """With another free letter."""
    if term[0] == "Σ":
        row = new if term[3] == old else term[3]
        return ("Σ", term[1], term[2], row, term[4] if term[1] == old else exchanged(term[4], old, new))
    if term[0] == "entry":
        return ("entry", term[1], tuple(new if index == old else index for index in term[2]))
    if term[0] in "δ∈":
        return (term[0], *(new if index == old else index for index in term[1:]))
    return with_parts(term, [exchanged(part, old, new) for part in parts_of(term)])


class Claims:
    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def claim(self) -> tuple[Term, Term, Scope]:
        """Both sides and their free letters."""
        choose = self.random
        scope = {LETTERS[sort][-1 - k]: sort for sort in LETTERS for k in range(choose.choice((0, 1, 1, 2)))}
        left = right = self.term(choose.choice((2, 3)), scope)
        for _ in range(choose.randint(1, 7)):
            right = self.rewritten(right, scope)
        for _ in range(choose.choice((0, 1, 1, 1, 2))):
            right = self.slip(right, scope)
        return left, right, {letter: sort for letter, sort in scope.items() if letter in letters(left) | letters(right)}

    def entry(self, scope: Scope, of: Callable[[str], bool] = lambda name: True) -> Term:
        """Of a tensor for whose axes there are letters; α and ε need none."""
        fit = [name for name, sorts in SHAPES.items() if of(name) and set(sorts) <= set(scope.values())]
        name = self.random.choice(fit)
        return ("entry", name, tuple(self.letter(scope, sort) for sort in SHAPES[name]))

    def letter(self, scope: Scope, sort: str) -> str:
        return self.random.choice([letter for letter, of in scope.items() if of == sort])

    def total(self, scope: Scope, make: Callable[[Scope], Term]) -> Term:
        sort = self.random.choice(list(LETTERS))
        free = [letter for letter in LETTERS[sort] if letter not in scope]
        if not free:
            return make(scope)
        masked = sort == "n" and "n" in scope.values() and self.random.random() < 0.4
        row = self.letter(scope, sort) if masked else None
        return ("Σ", free[0], sort, row, make({**scope, free[0]: sort}))

    def positive(self, depth: int, scope: Scope) -> Term:
        kind = self.random.choice(("entry", "size", "number", "exp", "+", "·", "Σ", "√", "²")[: 9 if depth else 3])
        inner = lambda inside: self.positive(depth - 1, inside)  # noqa: E731
        match kind:
            case "entry":
                return self.entry(scope, POSITIVE.__contains__)
            case "size":
                return ("size", self.random.choice(list(LETTERS)))
            case "number":
                return ("number", self.random.randint(1, 3))
            case "exp":
                return ("call", "exp", self.term(depth - 1, scope))
            case "Σ":
                return self.total(scope, inner)
            case "√":
                return ("√", inner(scope))
            case "²":
                return ("+", (("²", self.term(depth - 1, scope)), inner(scope)))
        return (kind, (inner(scope), inner(scope)))

    def term(self, depth: int, scope: Scope) -> Term:
        if depth <= 0:
            return self.entry(scope) if self.random.random() < 0.8 else ("number", self.random.choice((1, 2, -1)))
        inner = lambda inside: self.term(depth - 1, inside)  # noqa: E731
        kind = self.random.choice("++··ΣΣΣ/fp√²δ∈")
        pairs = [sort for sort in LETTERS if sort in scope.values()]
        match kind:
            case "+" | "·":
                return (kind, tuple(inner(scope) for _ in range(self.random.choice((2, 2, 3)))))
            case "Σ":
                return self.total(scope, inner)
            case "/":
                return ("/", inner(scope), self.positive(depth - 1, scope))
            case "f":
                function = self.random.choice(list(FUNCTIONS))
                return ("call", function, self.positive(depth - 1, scope) if function == "ln" else inner(scope))
            case "√" if self.random.random() < 0.5:
                return ("√", ("²", inner(scope)))
            case "²":
                return ("²", inner(scope))
            case "δ" if pairs:
                sort = self.random.choice(pairs)
                return ("·", (("δ", self.letter(scope, sort), self.letter(scope, sort)), inner(scope)))
            case "∈" if "n" in pairs:
                return ("·", (("∈", self.letter(scope, "n"), self.letter(scope, "n")), inner(scope)))
        return self.positive(depth, scope)

    def rewritten(self, term: Term, scope: Scope) -> Term:
        """The same value, wherever there is one."""
        path, of, inside = self.random.choice(list(everywhere(term, scope)))
        return put(term, path, self.equal(of, inside))

    def equal(self, of: Term, scope: Scope) -> Term:
        kind = self.random.randrange(4)
        match of:
            case ("·", parts) if (sums := [at for at, part in enumerate(parts) if part[0] == "+"]) and kind:
                at = self.random.choice(sums)
                return ("+", tuple(("·", (*parts[:at], part, *parts[at + 1 :])) for part in parts[at][1]))
            case ("+" | "·", parts):
                return (of[0], tuple(self.random.sample(parts, len(parts))))
            case ("Σ", index, sort, row, ("+", parts)) if kind:
                return ("+", tuple(("Σ", index, sort, row, part) for part in parts))
            case ("Σ", index, sort, row, ("·", parts)) if kind:
                out = tuple(part for part in parts if index not in letters(part))
                return ("·", (*out, ("Σ", index, sort, row, ("·", tuple(part for part in parts if part not in out)))))
            case ("Σ", index, sort, str(row), body):
                return ("Σ", index, sort, None, ("·", (("∈", index, row), body)))
            case ("Σ", index, sort, row, ("Σ", other, sort_of_other, None, body)):
                return ("Σ", other, sort_of_other, None, ("Σ", index, sort, row, body))
            case ("call", "exp", ("+", parts)):
                return ("·", tuple(("call", "exp", part) for part in parts))
            case ("call", "sin", ("+", (one, other))):
                pairs = (("sin", one, "cos", other), ("cos", one, "sin", other))
                return ("+", tuple(("·", (("call", f, a), ("call", g, b))) for f, a, g, b in pairs))
            case ("²", inner):
                return ("·", (inner, inner))
            case ("/", ("+", parts), below):
                return ("+", tuple(("/", part, below) for part in parts))
        free = [letter for letter in scope if letter in letters(of)]
        if kind == 1 and free:
            letter = self.random.choice(free)
            new = next((one for one in LETTERS[scope[letter]] if one not in {*scope, *letters(of)}), None)
            if new is not None:
                return ("Σ", new, scope[letter], None, ("·", (("δ", letter, new), exchanged(of, letter, new))))
        if kind == 2:
            size = ("size", self.random.choice(list(LETTERS)))
            return ("/", ("·", (of, size)), size)
        more = self.entry(scope)
        return ("+", (of, more, ("·", (("number", -1), more)))) if kind == 3 else of

    def slip(self, term: Term, scope: Scope) -> Term:
        """One change that an author might make by mistake."""
        path, of, inside = self.random.choice(list(everywhere(term, scope)))
        kind = self.random.randrange(4)
        match of:
            case ("entry", name, indices) if indices and kind:
                if kind == 1 and SHAPES[name] == ("n", "n"):
                    return put(term, path, ("entry", name, indices[::-1]))
                if kind == 2:
                    return put(term, path, self.entry(inside, lambda other: SHAPES[other] == SHAPES[name]))
                return put(term, path, ("entry", name, tuple(self.letter(inside, inside[index]) for index in indices)))
            case ("+" | "·", parts) if len(parts) > 1 and kind:
                at = self.random.randrange(len(parts))
                return put(term, path, (of[0], (*parts[:at], *parts[at + 1 :])))
            case ("Σ", index, "n", str(), body):
                return put(term, path, ("Σ", index, "n", None, body))
            case ("∈", one, other):
                return put(term, path, ("∈", other, one))
            case ("size", sort):
                return put(term, path, ("size", "m" if sort == "n" else "n"))
            case ("call", "sin" | "cos" as function, inner):
                return put(term, path, ("call", "cos" if function == "sin" else "sin", inner))
            case ("√", inner) | ("²", inner):
                return put(term, path, inner)
        return put(term, path, ("·", (("number", self.random.choice((-1, 2))), of)))
