"""The gradient of a model of L layers, for every L: local formulas as the lesson prints them, composed by induction."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from derivations.prover.finding import Finding
from derivations.prover.setting import Setting
from lessonproof.records import dataclass

if TYPE_CHECKING:
    from derivations.prover.backward import Backward

RECORDS = 8
"""Whose statements are remembered: a record is asked for its hypotheses, and then examined."""

_stated: dict[str, dict[str, Any]] = {}

CITED = ("elementary derivatives", "induction over layers")


@dataclass(frozen=True, kw_only=True, slots=True)
class Part:
    """A computation and the formula of each adjoint in it.

    enters: the tensor that an earlier part makes. leaves: the last node. formula: left out for the layer of a model, whose
    formulas are those of the record.
    """

    setting: Setting
    leaves: str
    formula: str = ""
    enters: str | None = None

    def backward(self) -> Backward:
        from derivations.prover.backward import Backward

        return Backward(self.setting, self.formula, self.leaves, self.enters)

    def parameters(self) -> list[str]:
        """The tensors that move and that no part makes, in the order of their formulas."""
        return self.backward().inputs()


@dataclass(frozen=True, kw_only=True, slots=True)
class Layered:
    """A model: what makes the first layer's input, a layer repeated L times, and what reads the last layer's output.

    The claim is that the printed formulas, used from the loss backwards, give the derivative of the loss: for every L ≥ 0, all
    sizes and values, and every change of the parameters, dL = Σ ⟨bar(θ), dθ⟩ over the parameters θ of all parts and layers.
    Without `last` the adjoint of the last layer's output is given instead of the loss; without `first` the input is a
    parameter. `layer.enters` is the letter of its input, and also what `first` leaves and `last` enters.
    formula: the formulas of the layer, as printed; `layer` has none of its own.
    """

    formula: str
    layer: Part
    first: Part | None = None
    last: Part | None = None

    @property
    def shown(self) -> str:
        """`dL = Σ ⟨θ̄, dθ⟩`, or with the adjoint of the output in the place of the loss: `⟨Ȳ, dY⟩ = Σ ⟨θ̄, dθ⟩`."""
        from derivations.formula.parser import parse
        from derivations.formula.pretty import pretty

        out, enters = self.layer.leaves, self.layer.enters
        adjoint = pretty(parse(rf"\bar{{{out}}}"))
        output = f"⟨{adjoint}, d{out}⟩" if self.last is None else f"d{self.last.leaves}"
        inputs = [enters] if self.first is None and enters else []
        names = dict.fromkeys([*inputs, *(name for part in self.parts() for name in part.parameters())])
        return f"{output} = Σ_θ ⟨θ̄, dθ⟩   (θ = {', '.join(pretty(parse(name)) for name in names)})"

    @property
    def hypotheses(self) -> tuple[str, ...]:
        """The positive letters and the masks without empty rows of all parts."""
        return tuple(self._declared())

    def without(self, hypothesis: str) -> Layered:
        return self._declared()[hypothesis]

    def _declared(self) -> dict[str, Layered]:
        from derivations.prover.presupposed import presupposed

        terms = {"define": [link["define"] for link in self.statement()["links"]], "given": [], "left": [], "right": []}
        found: dict[str, Layered] = {}
        for place in ("first", "layer", "last"):
            part: Part | None = getattr(self, place)
            if part is not None:
                for name, less in presupposed(part.setting, terms).items():
                    changed: dict[str, Any] = {place: replace(part, setting=less)}
                    found[name] = replace(found.get(name, self), **changed)
        return found

    def parts(self) -> Iterator[Part]:
        layer = replace(self.layer, formula=self.formula)
        yield from (part for part in (self.first, layer, self.last) if part is not None)

    def statement(self) -> dict[str, Any]:
        """What `kernel/layers` is asked. Raises IllTyped and FormulaError where a part says nothing."""
        key = repr(self)
        if key not in _stated:
            found = self._statement()
            while len(_stated) >= RECORDS:
                del _stated[next(iter(_stated))]
            _stated[key] = found
        return _stated[key]

    def _statement(self) -> dict[str, Any]:
        links: list[Any] = []
        states: list[list[str]] = []
        repeated: list[int] = []
        for part in self.parts():
            backward = part.backward()
            here = [(backward, stretch) for stretch in backward.stretches()]
            if part.setting is self.layer.setting:
                repeated = [len(links), len(links) + len(here)]
                out = backward.state(part.leaves)
                again = dict(zip(backward.state(part.enters), out, strict=True))
            states += [writing.state(stretch.before) for writing, stretch in here]
            links += [writing.link(stretch) for writing, stretch in here]
        end = list(again) if self.last is None else backward.state(self.last.leaves)
        return {"links": links, "states": [*states, end], "repeated": repeated, "again": again}

    def examined(self) -> Finding:
        """Raises EnginesDisagree, IllTyped, FormulaError."""
        from derivations.prover.layered_search import examine

        return examine(self.statement())
