"""What a position is determined by: `t_{\\leq i} \\to h_{i}`, for every position, through any number of layers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from derivations.prover.finding import Finding
from derivations.prover.setting import NEXT, Setting
from lessonproof.records import dataclass

if TYPE_CHECKING:
    from derivations.formula.tree import Node
    from derivations.prover.forward import Forward

SUBSET = "{}_i ⊆ {{1, …, i}}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Determined:
    """`X_{\\leq i} \\to Y_{i}`: with the same parameters, what stands up to position i determines Y at i.

    formula: before the arrow what may differ between two runs, tensors or index functions, each as `X_{\\leq i}`, and
    behind it what agrees at i, nodes or abbreviations, each as `Y_{i}`.
    layers: the setting of a layer that stands between, any number of times, and the letters of its input and output; then
    `setting` is what makes its first input, or None, and `last` what reads its last output. Without `setting` the formula
    begins with the layer's input, without `last` it ends with its output.
    along: the size of the positions. causal: masks with J_i ⊆ {1, …, i}; `≤` is one in any case.
    prefix: the runs may have different numbers of positions: what was computed for a prefix is what a longer text gives.
    """

    setting: Setting | None
    formula: str
    along: str = "n"
    causal: frozenset[str] = frozenset()
    layers: Setting | None = None
    carried: tuple[str, str] = ("X", "Y")
    last: Setting | None = None
    prefix: bool = False

    @property
    def hypotheses(self) -> tuple[str, ...]:
        return tuple(self._assumed())

    def without(self, hypothesis: str) -> Determined:
        return self._assumed()[hypothesis]

    def _assumed(self) -> dict[str, Determined]:
        """Causal masks, positive letters and masks without empty rows that are used, each with the claim that lacks it."""
        from derivations.prover.presupposed import presupposed

        found = {SUBSET.format(name): replace(self, causal=self.causal - {name}) for name in sorted(self.causal)}
        terms = {"define": [link["of"]["define"] for link in self.statement()["links"]], "given": [], "left": [], "right": []}
        for place in ("setting", "layers", "last"):
            setting = getattr(self, place)
            for name, less in presupposed(setting, terms).items() if setting is not None else ():
                changed: dict[str, Any] = {place: less}
                found[name] = replace(found.get(name, self), **changed)
        return found

    def examined(self) -> Finding:
        """Raises EnginesDisagree, IllTyped, FormulaError."""
        from derivations.prover.two_runs import examine

        return examine(self.statement())

    def statement(self) -> dict[str, Any]:
        """What `kernel/flow` is asked."""
        from derivations.prover.shaped import IllTyped

        reads, makes = self._sides()
        taken, made = self.carried
        settings = [one for one in (self.setting, self.layers, self.last) if one is not None]
        links = []
        for one in settings:
            links.append(self._link(
                one,
                reads if one is settings[0] and one is not self.layers else [taken],
                makes if one is settings[-1] and one is not self.layers else [made if one is self.layers else taken],
            ))  # fmt: skip
        if self.layers is not None:
            ends = [taken] if self.setting is None else reads, [made] if self.last is None else makes
            if (reads, makes) != ends:
                raise IllTyped(f"{self.formula} does not begin and end where the layers do")
        repeated = settings.index(self.layers) if self.layers is not None else None
        layer = links[repeated or 0]
        again = {} if repeated is None else dict(zip(layer["reads"], layer["makes"], strict=True))
        return {"links": links, "along": self.along, "prefix": self.prefix, "repeated": repeated, "again": again}

    def _sides(self) -> tuple[list[str], list[str]]:
        """The names before the arrow and after it."""
        from derivations.formula.parser import parse
        from derivations.prover.shaped import IllTyped

        before: list[str] = []
        after: list[str] = []
        for chain in parse(self.formula).chains:
            if chain.relations == ("→",) and not after:
                before.append(_name(chain.sides[0], "≤i"))
                after.append(_name(chain.sides[1], "i"))
            elif not chain.relations:
                (after if after else before).append(_name(chain.sides[0], "i" if after else "≤i"))
            else:
                raise IllTyped(f"expected X_{{≤ i}} → Y_{{i}}: {self.formula}")
        if not after:
            raise IllTyped(f"an arrow is missing: {self.formula}")
        return before, after

    def _link(self, setting: Setting, reads: list[str], makes: list[str]) -> dict[str, Any]:
        from derivations.prover.shaped import IllTyped, number, plus
        from derivations.prover.statements import Writing

        writing = Writing(setting)
        defined = [*writing.nodes, *writing.abbreviations]
        inside = [name for of in makes for name in _components(writing, of)]
        terms = plus(*(["entry", one.name, []] for one in defined if one.name in inside))
        statement = writing.statement(terms, number(0), [], defined, {})
        outside = [name for of in reads for name in ([of] if of in statement["maps"] else _components(writing, of))]
        if computed := {one.name for one in defined} & set(outside):
            raise IllTyped(f"{min(computed)} is computed: runs differ in what is given")
        causal = [name for name in statement["masks"] if name in self.causal or name == "≤"]
        later = [name for name in statement["maps"] if name.endswith(NEXT)]
        of = {name: statement[name] for name in statement if name not in ("left", "right", "free")}
        return {"of": of, "causal": causal, "reads": outside, "later": later, "makes": inside}


def _components(writing: Forward, of: str) -> Iterator[str]:
    from derivations.prover.shaped import IllTyped

    found = writing.reading.named(of)
    if found is None or found[1]:
        raise IllTyped(f"{of} is not declared")
    yield from writing.components(found[0])


def _name(node: Node, position: str) -> str:
    """`X_{\\leq i}` → X, `h_{i}` → h, `K_{i}^{(h)}` → K, `p_{i, w}` → p."""
    from derivations.formula import tree
    from derivations.prover.shaped import IllTyped

    of = node.of if isinstance(node, tree.Superscripted) else node
    if isinstance(of, tree.Symbol):
        for at, sign in enumerate(of.name):
            if sign in "_," and of.name[at + 1 :].startswith(position):
                return of.name[:at]
    raise IllTyped(f"expected something at position {position}")
