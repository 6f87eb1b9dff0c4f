"""The second engine on a statement about layers: a few layers written out, and the whole differentiated at once.

Every parameter moves as v + s dv, and the change of an activation is its derivative by s through everything before it, not what
the links say of it: the chain rule and the induction are tried along with the formulas.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import cycle, product
from typing import Any

from derivations.prover.refutation import Counterexample, differs, satisfying

Statement = Mapping[str, Any]
Term = Any
DEPTHS = (1, 2, 0)
MIXED = (2, 1, 3)
SIZES = ((1,), (2,), MIXED, (1, 2))  # in turn for the sizes of the statement
SEEDS = 2
MOVING = "°"
STEP = "s°"  # where instances are shown, neither is


def refute(statement: Statement, *, thorough: bool = True) -> Counterexample | None:
    """A counterexample with at most two layers, at small sizes, or None. Not thorough: with two, at one instance."""
    depths = DEPTHS if statement["repeated"] else DEPTHS[:1]
    for depth in depths if thorough else (max(depths),):
        unrolled = Unrolled(statement, depth)
        if unrolled.order:
            whole = unrolled.statement()
            for sizes, seed in product(SIZES, range(SEEDS)) if thorough else [(MIXED, 0)]:
                numbered = dict(zip(whole["sorts"], cycle(sizes)))
                if found := refute_at(whole, numbered, seed):
                    return found
    return None


def refute_at(whole: Statement, sizes: Mapping[str, int], seed: int) -> Counterexample | None:
    """A counterexample to a computation written out, at s = 0 and ds = 1."""
    instance = satisfying(whole, sizes, seed)
    if instance is None:
        return None
    entries = dict(instance.entries)
    entries[STEP], entries[f"d{STEP}"] = {(): Fraction(0)}, {(): Fraction(1)}
    return differs(whole, replace(instance, entries=entries))


class Unrolled:
    """Every link in its turn; its names have the number of the turn behind them."""

    def __init__(self, statement: Statement, depth: int) -> None:
        self.links, self.states, self.again = statement["links"], statement["states"], statement["again"]
        first, end = statement["repeated"] or (len(self.links), -1)
        self.end: int = end
        layers = [at for _ in range(depth) for at in range(first, self.end)]
        self.order = [*range(first), *layers, *range(max(self.end, first), len(self.links))]
        self.tensors: dict[str, list[str]] = {STEP: [], f"d{STEP}": []}
        self.define: list[Term] = []
        self.moving = set[str]()  # the parameters v, which stand as v + s dv

    def statement(self) -> Statement:
        """after at the end = before at the beginning + Σ gained, with nothing left to compose."""
        for turn in range(len(self.order)):
            self.declare(turn)
        links = [self.links[at] for at in self.order]
        gained = [self.marked(link["gained"], turn) for turn, link in enumerate(links)]
        positive = {f"{name}·{turn}" for turn, link in enumerate(links) for name in link["positive"]}
        return {
            "sorts": list(dict.fromkeys(sort for link in links for sort in link["sorts"])),
            "tensors": self.tensors,
            "positive": sorted(name for name in self.tensors if name in positive),
            "masks": {name: mask for link in links for name, mask in link["masks"].items()},
            "maps": {name: sorts for link in links for name, sorts in link["maps"].items()},
            "functions": sorted({name for link in links for name in link["functions"]}),
            "define": self.define,
            "given": [
                [scope, self.marked(one, turn), self.marked(other, turn)]
                for turn, link in enumerate(links) for scope, one, other in link["given"]
            ],
            "free": [],
            "left": self.marked(links[-1]["after"], len(links) - 1),
            "right": ["plus", [self.marked(links[0]["before"], 0), *gained]],
        }  # fmt: skip

    def declare(self, turn: int) -> None:
        """The tensors of one turn, and its adjoint that the turn before took as it came."""
        link = self.links[self.order[turn]]
        carried = self.carried(turn)
        defined = {name: parameters for name, parameters, _ in link["define"]}
        for name, sorts in link["tensors"].items():
            here = f"{name}·{turn}"
            if name in carried:
                self.defined(here, sorts, partial(self.handed, name, carried[name], turn))
            elif f"d{name}" in link["tensors"]:
                self.tensors[here] = sorts
                self.moving.add(here)
                self.defined(here + MOVING, sorts, partial(stepped, here, f"d{here}"))
            elif not (name in self.leaving(turn) and turn + 1 < len(self.order)):  # that one the next turn answers
                self.tensors[here] = sorts
        for name, parameters, body in link["define"]:
            change = name in self.leaving(turn) and name[1:] in defined and name.startswith("d")
            at = [index for index, _ in parameters]
            term = by_step(f"{name[1:]}·{turn}", at) if change else self.marked(body, turn)
            self.define.append([f"{name}·{turn}", parameters, term])
        for name, earlier in carried.items():
            if name in defined:
                at = [index for index, _ in defined[name]]
                self.define.append([earlier, defined[name], ["entry", f"{name}·{turn}", at]])

    def carried(self, turn: int) -> dict[str, str]:
        """The tensors of the state before a turn, and what they are called in the turn before."""
        if turn == 0:
            return {}
        names = self.again if self.order[turn - 1] == self.end - 1 else {}
        return {name: f"{names.get(name, name)}·{turn - 1}" for name in self.states[self.order[turn]]}

    def leaving(self, turn: int) -> set[str]:
        """The tensors of the state after a turn."""
        at = self.order[turn]
        return set(self.again.values()) if at == self.end - 1 else set(self.states[at + 1])

    def handed(self, name: str, earlier: str, turn: int, at: Sequence[str]) -> Term:
        is_change = name.startswith("d") and name[1:] in self.links[self.order[turn]]["tensors"]
        return by_step(earlier.removeprefix("d"), at) if is_change else ["entry", earlier, at]

    def defined(self, name: str, sorts: Sequence[str], body: Callable[[list[str]], Term]) -> None:
        at = [f"c{k}" for k in range(len(sorts))]
        self.define.append([name, [list(pair) for pair in zip(at, sorts, strict=True)], body(at)])

    def marked(self, term: Term, turn: int) -> Term:
        """The names of tensors with the number of the turn; masks are the same in all turns."""
        match term:
            case ["entry", str(name), indices] if name not in self.links[self.order[turn]]["masks"]:
                here = f"{name}·{turn}"
                return ["entry", here + MOVING if here in self.moving else here, indices]
            case list():
                return [self.marked(part, turn) for part in term]
        return term


def stepped(name: str, change: str, at: Sequence[str]) -> Term:
    """v + s dv."""
    return ["plus", [["entry", name, at], ["times", [["entry", STEP, []], ["entry", change, at]]]]]


def by_step(name: str, at: Sequence[str]) -> Term:
    """The derivative of an entry by s."""
    return ["D", STEP, f"d{STEP}", ["entry", name, list(at)]]
