"""The forward code of `numeric` as another reading of a setting: the same matrices, node by node, at concrete sizes.

The statements that are proved speak of the setting; the figures that are checked come from the code. Where a setting is a layer
of the code, both are evaluated at one instance, and every node has to agree: rationals are equal, balls overlap.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

from flint import arb, ctx

from derivations.notes.transformer import HEADS, LAYER, ROTARY
from derivations.prover.instances import BITS, Evaluation, Instance
from derivations.prover.naming import component
from derivations.prover.refutation import satisfying
from derivations.prover.setting import Axes, Axis, Setting
from derivations.prover.shaped import number, plus, slots
from derivations.prover.statements import Writing
from lessonproof.records import dataclass
from numeric.feed_forward import FeedForward
from numeric.fields.ball import Ball
from numeric.layer_norm import LayerNorm
from numeric.matrix import Matrix
from numeric.models.block import Block
from numeric.multi_head import Head, MultiHead
from numeric.rotary import Rotary

Computed = Mapping[tuple[str, tuple[int, ...]], "Matrix[arb]"]  # by the node and its superscripts, from 0


@dataclass(frozen=True, slots=True)
class Layer:
    """A setting, and the code that computes its nodes from the tensors, masks and sizes of an instance."""

    setting: Setting
    computed: Callable[[Given], Computed]


class Given:
    """An instance of a setting as the code wants it."""

    def __init__(self, writing: Writing, instance: Instance) -> None:
        self.writing, self.instance = writing, instance
        self.field = Ball(BITS)

    def matrix(self, name: str) -> Matrix[arb]:
        """A list is a row; axes behind the second one are further columns."""
        rows, columns = two_axes(self.writing.reading.shapes[name])
        entries = self.instance.entries
        table = [
            [entries[component(name, written(at, (rows, columns)))][symbolic(at, (rows, columns))] for at in line]
            for line in ([(*row, *column) for column in places(columns, self)] for row in places(rows, self))
        ]
        return self.field.matrix(table)

    def number(self, name: str) -> Fraction:
        return self.instance.entries[name][()]

    def allowed(self, mask: str) -> list[list[int]]:
        n = self.instance.sizes[str(self.writing.reading.masks[mask][0])]
        return [[j for j in range(n) if self.instance.entries[mask][i, j]] for i in range(n)]


def disagreement(layer: Layer, sizes: Mapping[str, int], seed: int) -> str | None:
    """The first entry at which setting and code have different values, None where all agree."""
    writing = Writing(layer.setting)
    defined = [*writing.nodes, *writing.abbreviations]
    every = plus(*(["entry", one.name, []] for one in defined))
    statement = writing.statement(every, number(0), [], defined, {})
    instance = satisfying(statement, sizes, seed)
    assert instance is not None
    evaluation, given = Evaluation(statement, instance), Given(writing, instance)
    with ctx.workprec(BITS):
        for (name, labels), matrix in layer.computed(given).items():
            rows, columns = two_axes(writing.reading.shapes[name])
            for (i, row), (j, column) in product(*map(enumerate, (places(rows, given), places(columns, given)))):
                at = (*labels, *symbolic((*row, *column), (rows, columns)))
                value: Any = evaluation.entry(component(name, written((*row, *column), (rows, columns))), at)
                if not arb(value).overlaps(matrix[i, j]):
                    return f"{name} at {(*labels, i, j)}: {value} and {matrix[i, j]}"
    return None


def two_axes(axes: Axes) -> tuple[Axis, Axis]:
    if len(axes) == 1:
        return None, axes[0]
    return axes[0], axes[1] if len(axes) == 2 else tuple(slot for axis in axes[1:] for slot in slots(axis))


def places(axis: Axis, given: Given) -> list[tuple[int, ...]]:
    """The indices along an axis, from 0; blocks one after another."""
    return list(product(*(range(slot if isinstance(slot, int) else given.instance.sizes[slot]) for slot in slots(axis))))


def symbolic(at: tuple[int, ...], axes: tuple[Axis, ...]) -> tuple[int, ...]:
    """The indices of slots whose length is a size."""
    over = [slot for axis in axes for slot in slots(axis)]
    return tuple(k for k, slot in zip(at, over, strict=True) if isinstance(slot, str))


def written(at: tuple[int, ...], axes: tuple[Axis, ...]) -> list[int]:
    """The indices of slots whose length is a number, from 1."""
    over = [slot for axis in axes for slot in slots(axis)]
    return [k + 1 for k, slot in zip(at, over, strict=True) if isinstance(slot, int)]


# --- the layers


def _heads(of: tuple[Head[arb], ...]) -> dict[tuple[str, tuple[int, ...]], Matrix[arb]]:
    found: dict[tuple[str, tuple[int, ...]], Matrix[arb]] = {}
    for r, head in enumerate(of):
        parts = {"Q": head.Q, "K": head.K, "V": head.V, "S": head.attention.S_0, "A": head.attention.A, "Z": head.attention.Z}
        found |= {(name, (r,)): matrix for name, matrix in parts.items()}
    return found


def _attention(given: Given) -> MultiHead[arb]:
    W_Q, W_K, W_V, W_O = map(given.matrix, ("W_Q", "W_K", "W_V", "W_O"))
    return MultiHead(W_Q, W_K, W_V, W_O, heads=given.instance.sizes["H"])


def _multi_head(given: Given) -> Computed:
    X = given.matrix("X")
    run = _attention(given).forward(X, X, given.allowed("J"))
    return {**_heads(run.heads), ("O", ()): run.Y, ("R", ()): X + run.Y}


def _block(given: Given) -> Computed:
    ε = given.number("ε")
    W_1, W_2, b_1, b_2 = map(given.matrix, ("W_1", "W_2", "b_1", "b_2"))
    block = Block(
        self_attention=_attention(given),
        norm_self=LayerNorm(given.matrix("γ"), given.matrix("β"), ε),
        cross_attention=None,
        norm_cross=None,
        feed_forward=FeedForward(W_1, W_2, b_1, b_2, activation="silu"),
        norm_ffn=LayerNorm(given.matrix("γ′"), given.matrix("β′"), ε),
    )
    run = block.forward(given.matrix("X"), given.allowed("J"))
    first, second = run.self_attention.normalised, run.feed_forward.normalised
    inner = run.feed_forward.inner
    assert first is not None and second is not None
    return {
        **_heads(run.self_attention.inner.heads),
        ("hat(X)", ()): first.X_hat, ("N", ()): first.Y, ("T", ()): run.self_attention.Y,
        ("hat(T)", ()): second.X_hat, ("M", ()): second.Y, ("B", ()): inner.B, ("C", ()): inner.C, ("Y", ()): run.Y,
    }  # fmt: skip


def _rotary(given: Given) -> Computed:
    """Positions count from 1, as the setting's do."""
    turned: dict[tuple[str, tuple[int, ...]], Matrix[arb]] = {}
    for name in ("q", "k"):
        x = given.matrix(name)
        turned[f"tilde({name})", ()] = Rotary(base=1).forward(x, range(1, x.shape[0] + 1))
    return turned


SILU = replace(
    LAYER,
    functions=frozenset(),
    forward=tuple(r"C_{i r} = \frac{B_{i r}}{1 + e^{- B_{i r}}}" if line.startswith("C =") else line for line in LAYER.forward),
)
"""The layer with the activation u/(1 + e^{−u})."""

LAYERS: Mapping[str, Layer] = {
    "heads": Layer(HEADS, _multi_head),
    "layer": Layer(SILU, _block),
    # With base 1 all frequencies are 1.
    "rotary": Layer(replace(ROTARY, where=tuple(line.replace("ω_{r}", "") for line in ROTARY.where)), _rotary),
}
