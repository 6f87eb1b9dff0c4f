"""The gradient of a model of L layers, for every L: local formulas as the lesson prints them, composed by induction."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from derivations.prover.finding import Finding
from derivations.prover.setting import Setting

if TYPE_CHECKING:
    from derivations.prover.backward import Backward

CITED = ("elementary derivatives", "induction over layers")


@dataclass(frozen=True, kw_only=True, slots=True)
class Part:
    """A computation and the formula of each adjoint in it.

    enters: the tensor that an earlier part makes. leaves: the last node.
    """

    setting: Setting
    formula: str
    leaves: str
    enters: str | None = None

    def backward(self) -> Backward:
        from derivations.prover.backward import Backward

        return Backward(self.setting, self.formula, self.leaves, self.enters)


@dataclass(frozen=True, kw_only=True, slots=True)
class Layered:
    """A model: what makes the first layer's input, a layer repeated L times, and what reads the last layer's output.

    The claim is that the printed formulas, used from the loss backwards, give the derivative of the loss: for every L ≥ 0, all
    sizes and values, and every change of the parameters, dL = Σ ⟨bar(θ), dθ⟩ over the parameters θ of all parts and layers.
    Without `last` the adjoint of the last layer's output is given instead of the loss; without `first` the input is a
    parameter. `layer.enters` is the letter of its input, and also what `first` leaves and `last` enters.
    formula: the formulas of the layer, as printed.
    """

    layer: Part
    first: Part | None = None
    last: Part | None = None

    @property
    def formula(self) -> str:
        return self.layer.formula

    @property
    def hypotheses(self) -> tuple[str, ...]:
        """The positive letters and the masks without empty rows of all parts."""
        return tuple(self._declared())

    def without(self, hypothesis: str) -> Layered:
        return self._declared()[hypothesis]

    def _declared(self) -> dict[str, Layered]:
        found: dict[str, Layered] = {}
        for name in sorted({name for part in self.parts() for name in part.setting.positive}):
            found[f"{name} > 0"] = self._with(partial(_not_positive, name))
        for name in sorted({name for part in self.parts() for name in set(part.setting.masks) - part.setting.sparse}):
            row = f"{name}_i ≠ ∅" if len(self._mask(name).split()) > 1 else f"{name} ≠ ∅"
            found[row] = self._with(partial(_sparse, name))
        return found

    def _mask(self, name: str) -> str:
        return next(part.setting.masks[name] for part in self.parts() if name in part.setting.masks)

    def _with(self, change: Callable[[Setting], Setting]) -> Layered:
        """The model with something changed in the settings of all its parts."""
        parts = (self.first, self.layer, self.last)
        first, layer, last = (part and replace(part, setting=change(part.setting)) for part in parts)
        assert layer is not None
        return replace(self, first=first, layer=layer, last=last)

    def parts(self) -> Iterator[Part]:
        yield from (part for part in (self.first, self.layer, self.last) if part is not None)

    def statement(self) -> dict[str, Any]:
        """What `kernel/layers` is asked. Raises IllTyped and FormulaError where a part says nothing."""
        links: list[Any] = []
        states: list[list[str]] = []
        repeated: list[int] = []
        for part in self.parts():
            backward = part.backward()
            here = [(backward, stretch) for stretch in backward.stretches()]
            if part is self.layer:
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


def _not_positive(name: str, setting: Setting) -> Setting:
    return replace(setting, positive=setting.positive - {name})


def _sparse(name: str, setting: Setting) -> Setting:
    return replace(setting, sparse=setting.sparse | {name})
