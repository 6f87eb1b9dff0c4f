"""Random well-sorted terms of one rich language, for fuzzing the kernel against exact evaluation."""

from __future__ import annotations

from random import Random
from typing import Any

from derivations.kernel.language import Language, Rejected, frozen

SORTS = ("n", "m")
TENSORS = {"c": [], "x": ["n"], "y": ["n"], "z": ["m"], "M": ["n", "m"], "A": ["n", "n"], "p": ["n"], "q": [], "P": ["n", "n"]}
# w_i = x_i / Σ_i p_i², with the letter i bound inside, and k_ij = A_ij + x_j δ_ij.
P_SQUARED = ["sum", "i", "n", ["power", ["entry", "p", ["i"]], "2"]]
W = ["times", [["entry", "x", ["i"]], ["power", P_SQUARED, "-1"]]]
K = ["plus", [["entry", "A", ["i", "j"]], ["times", [["entry", "x", ["j"]], ["delta", "i", "j"]]]]]
DECLARATIONS: dict[str, Any] = {
    "sorts": list(SORTS),
    "tensors": {**TENSORS, "dx": ["n"], "dA": ["n", "n"], "dp": ["n"]},
    "positive": ["p", "q", "P"],
    "masks": {"J": [["n", "n"], [1]], "H": [["n", "m"], []]},
    "maps": {"t": ["n", "m"], "π": ["n", "n"], "ρ": ["n", "n", "bijective"]},
    "functions": ["σ"],
    "define": [["w", [["i", "n"]], W], ["k", [["i", "n"], ["j", "n"]], K]],
    "given": [],
    "free": [["i", "n"], ["j", "n"], ["a", "m"]],
}  # fmt: skip
SHAPES = {
    **DECLARATIONS["tensors"],
    **{name: sorts for name, (sorts, _) in DECLARATIONS["masks"].items()},
    "w": ["n"], "k": ["n", "n"],
}  # fmt: skip
FREE = dict(DECLARATIONS["free"])
NAMES = ("i", "j", "k", "l")  # few, so that sums shadow each other


def statement(left: Any, right: Any) -> dict[str, Any]:
    return {**DECLARATIONS, "left": left, "right": right}


class Terms:
    def __init__(self, seed: object) -> None:
        self.random = Random(str(seed))
        self.known = Language(statement(["number", "0"], ["number", "0"]))

    def admitted(self, depth: int = 4) -> Any:
        """A random term that the kernel admits, with a derivative or a power of a sum at its top more often than inside."""
        while True:
            term = self.top(depth)
            try:
                self.known.admit(frozen(term), FREE)
            except Rejected:
                continue
            return term

    def top(self, depth: int) -> Any:
        random = self.random
        name, sort = random.choice(NAMES), random.choice(SORTS)
        inner = {**FREE, name: sort}
        match random.randrange(9):
            case 6:
                angle = ["plus", [self.leaf(FREE), ["times", [self.leaf(FREE), self.leaf(FREE)]]]]
                return ["times", [["apply", "sin", angle], ["apply", random.choice(("sin", "cos")), angle]]]
            case 7:
                return self.permuted(name)
            case 0:
                return ["D", "p", "dp", self.positive(depth, FREE)]
            case 1:
                return ["D", "x", "dx", ["apply", random.choice(("exp", "σ")), self.term(depth - 1, FREE)]]
            case 2:
                return ["D", "p", "dp", ["apply", "log", self.positive(depth - 1, FREE)]]
            case 3:
                return ["sum", name, sort, ["times", [self.term(1, inner), ["power", self.positive(depth - 1, inner), "-1"]]]]
            case 4:
                return ["apply", "exp", ["times", [self.term(1, FREE), ["apply", "log", self.positive(depth - 1, FREE)]]]]
            case 5:
                return ["apply", "log", ["power", self.positive(depth - 1, FREE), random.choice(("-1", "1/2", "3"))]]
        return self.term(depth, FREE)

    def permuted(self, name: str) -> Any:
        """A sum whose index stands under a bijection, also inside exp and δ."""
        inner = {**FREE, name: "n"}
        factors = [self.term(2, inner), ["apply", "exp", self.term(1, inner)], ["delta", name, "i"]]
        body = ["times", factors[: self.random.randint(1, 3)]]
        bijection = self.random.choice(("ρ", "ρ⁻¹"))
        return ["sum", name, "n", substituted(body, name, ["at", bijection, name])]

    def index(self, sort: str, scope: dict[str, str]) -> Any | None:
        plain = [index for index in scope if scope[index] == sort]
        if "n" in scope.values() and self.random.random() < 0.25:
            inner = self.index("n", scope)
            return ["at", "t" if sort == "m" else self.random.choice(("π", "ρ", "ρ", "ρ⁻¹")), inner]
        return self.random.choice(plain) if plain else None

    def entry(self, scope: dict[str, str], names: tuple[str, ...] = tuple(SHAPES)) -> Any:
        name = self.random.choice(names)
        indices = [self.index(sort, scope) for sort in SHAPES[name]]
        return ["number", "1"] if None in indices else ["entry", name, indices]

    def term(self, depth: int, scope: dict[str, str]) -> Any:
        pick, random = self.random.random(), self.random
        if depth == 0 or pick < 0.15:
            return self.leaf(scope)
        if pick < 0.35:
            return ["plus", [self.term(depth - 1, scope) for _ in range(random.randint(1, 3))]]
        if pick < 0.6:
            return ["times", [self.term(depth - 1, scope) for _ in range(random.randint(1, 3))]]
        if pick < 0.8:
            name, sort = random.choice(NAMES), random.choice(SORTS)
            return ["sum", name, sort, self.term(depth - 1, {**scope, name: sort})]
        if pick < 0.85:
            return ["power", self.term(depth - 2 if depth > 1 else 0, scope), random.choice(("0", "1", "2", "3"))]
        if pick < 0.92:
            return ["power", self.positive(depth - 1, scope), random.choice(("-1", "1/2", "-3/2", "-2", "1/3"))]
        if pick < 0.96:
            function = random.choice(("exp", "log", "sin", "cos", "σ", "σ′"))
            argument = self.positive(depth - 1, scope) if function == "log" else self.term(depth - 1, scope)
            return ["apply", function, argument]
        x = random.choice(("x", "A", "p"))
        return ["D", x, "d" + x, self.term(depth - 1, scope)]

    def leaf(self, scope: dict[str, str]) -> Any:
        pick = self.random.random()
        if pick < 0.15:
            return ["number", self.random.choice(("2", "-1", "1/2", "3", "-2/3", "0"))]
        if pick < 0.25:
            return ["size", self.random.choice(SORTS)]
        if pick < 0.4:
            sort = self.random.choice(SORTS)
            one, other = self.index(sort, scope), self.index(sort, scope)
            return ["delta", one, other] if one and other else ["number", "1"]
        return self.entry(scope)

    def positive(self, depth: int, scope: dict[str, str]) -> Any:
        """Mostly a term that `signs` sees to be positive."""
        pick, random = self.random.random(), self.random
        if depth <= 0 or pick < 0.2:
            return self.entry(scope, ("p", "q", "P")) if pick < 0.15 else ["size", random.choice(SORTS)]
        if pick < 0.4:
            return ["plus", [self.positive(depth - 1, scope), self.positive(depth - 2, scope)]]
        if pick < 0.55:
            return ["times", [self.positive(depth - 1, scope), self.positive(depth - 2, scope)]]
        if pick < 0.75:
            name, sort = random.choice(NAMES), random.choice(SORTS)
            inner = {**scope, name: sort}
            rows = [index for index in scope if scope[index] == "n" and index != name]
            masked = [["entry", "J", [random.choice(rows), name]]] if sort == "n" and rows and random.random() < 0.5 else []
            return ["sum", name, sort, ["times", [*masked, self.positive(depth - 1, inner)]]]
        if pick < 0.85:
            return ["apply", "exp", self.term(depth - 1, scope)]
        return ["power", self.positive(depth - 1, scope), random.choice(("-1", "1/2", "2"))]


def substituted(part: Any, name: str, index: Any) -> Any:
    """An index for every place of a name that no sum of the term binds again."""
    if part == name:
        return index
    if isinstance(part, list) and part[:1] != ["at"] and (part[:1] != ["sum"] or part[1] != name):
        return [substituted(piece, name, index) for piece in part]
    return ["at", part[1], substituted(part[2], name, index)] if isinstance(part, list) and part[:1] == ["at"] else part
