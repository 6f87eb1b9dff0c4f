"""Multi-head attention: its gradients, its special cases, and what it refuses."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from numeric.attention import attention, causal, unmasked
from numeric.dropout import dropout_mask
from numeric.fields import Ball, Exact, Field
from numeric.matrix import Matrix, ShapeMismatch
from numeric.multi_head import MultiHead
from numeric.rotary import Rotary
from tests.numeric.checked_gradients import agree_exactly, agree_in_balls, upstream, weighed

M = Mapping[str, Matrix[Any]]


def some(rows: int, columns: int, seed: int) -> list[list[Fraction]]:
    """Rationals between −1 and 1 in no order."""
    return [
        [Fraction((seed + 7 * i * i + 5 * j + 3 * i * j) % 11 - 5, (i + 2 * j + seed) % 3 + 6) for j in range(columns)]
        for i in range(rows)
    ]


def point(d: int, heads: int, groups: int, d_k: int, d_v: int, bias: bool) -> dict[str, Any]:
    shapes = {
        "W_Q": (d, heads * d_k),
        "W_K": (d, groups * d_k),
        "W_V": (d, groups * d_v),
        "W_O": (heads * d_v, d),
        **({"b_Q": (1, heads * d_k), "b_K": (1, groups * d_k), "b_V": (1, groups * d_v), "b_O": (1, d)} if bias else {}),
    }
    return {name: some(m, n, seed) for seed, (name, (m, n)) in enumerate(shapes.items())}


def layer(m: M, heads: int, groups: int | None, rotary: Rotary | None = None) -> MultiHead[Any]:
    parameters = {name: matrix for name, matrix in m.items() if name not in ("X", "source")}
    return MultiHead(**parameters, heads=heads, groups=groups, rotary=rotary)


@pytest.mark.parametrize(("heads", "groups", "bias"), [(2, 2, False), (2, 1, True), (4, 2, False)], ids=str)
@pytest.mark.parametrize("rotary", [None, Rotary(100), Rotary(100, "halves")], ids=["plain", "adjacent", "halves"])
def test_self_attention_gradients(heads: int, groups: int, bias: bool, rotary: Rotary | None) -> None:
    kept = [[True, True, True], [True, False, True], [False, True, True]]

    def run(field: Field[Any], m: M) -> Any:
        masks = [dropout_mask(field, kept, "1/10")] * heads
        return layer(m, heads, groups, rotary).forward(m["X"], m["X"], causal(3), masks, queries_from=0)

    def gradients(field: Field[Any], m: M) -> M:
        X_bar, source_bar, parameters = layer(m, heads, groups, rotary).backward(run(field, m), upstream(field, (3, 2)))
        return {"X": X_bar + source_bar, **{name: getattr(parameters, name) for name in m if name != "X"}}

    at = {"X": some(3, 2, 4), **point(2, heads, groups, 2, 1, bias)}
    agree_in_balls(lambda field, m: weighed(run(field, m).Y), gradients, at)


def test_cross_attention_gradients_are_exact() -> None:
    def run(m: M) -> Any:
        return layer(m, 2, 2).forward(m["X"], m["source"], unmasked(1, 2))

    def gradients(field: Field[Any], m: M) -> M:
        X_bar, source_bar, parameters = layer(m, 2, 2).backward(run(m), upstream(field, (1, 2)))
        named = {name: getattr(parameters, name) for name in m if name not in ("X", "source")}
        return {"X": X_bar, "source": source_bar, **named}

    at = {"X": [[1, "1/2"]], "source": [[1, 2], [-1, "1/2"]], **point(2, 2, 2, 1, 1, True)}
    agree_exactly(lambda field, m: weighed(run(m).Y), gradients, at)


def test_one_head_is_attention_and_a_projection() -> None:
    field = Exact()
    m = {name: field.matrix(rows) for name, rows in {"X": some(3, 2, 4), **point(2, 1, 1, 2, 2, False)}.items()}
    run = layer(m, 1, None).forward(m["X"], m["X"], causal(3))
    alone = attention(m["X"] @ m["W_Q"], m["X"] @ m["W_K"], m["X"] @ m["W_V"], causal(3)).Z @ m["W_O"]
    assert run.Y.rows() == alone.rows()


def test_grouped_queries_are_multi_head_with_repeated_keys_and_values() -> None:
    field = Exact()
    m = {name: field.matrix(rows) for name, rows in {"X": some(2, 2, 4), **point(2, 2, 1, 1, 1, False)}.items()}
    grouped = layer(m, 2, 1).forward(m["X"], m["X"], causal(2))
    repeated = {**m, "W_K": Matrix.beside([m["W_K"]] * 2), "W_V": Matrix.beside([m["W_V"]] * 2)}
    assert grouped.Y.rows() == layer(repeated, 2, 2).forward(m["X"], m["X"], causal(2)).Y.rows()


def test_rotated_scores_depend_on_the_distance_only() -> None:
    field = Exact()
    rotary = Rotary(100)
    q, k = field.matrix([[1, "1/2", -1, 3]]), field.matrix([["2/3", 2, 1, "1/5"]])

    def score(i: int, j: int) -> Any:
        return (rotary.forward(q, [i]) @ rotary.forward(k, [j]).T)[0, 0]

    assert score(1, 0) == score(4, 3) == score(9, 8)
    assert score(2, 5) == score(0, 3)
    assert (score(1, 0) - score(0, 1)).enclosure(64) != 0
    assert score(7, 7) == (q @ k.T)[0, 0]


@pytest.mark.parametrize("length", [1, 2, 5, 9, 17])
def test_a_prefix_alone_has_the_same_enclosures(length: int) -> None:
    field = Ball(128)
    with field.working():
        m = {name: field.matrix(rows) for name, rows in {"X": some(17, 4, 4), **point(4, 2, 1, 2, 2, True)}.items()}
        whole = layer(m, 2, 1, Rotary()).forward(m["X"], m["X"], causal(17)).Y.rows()
        prefix = field.of_rows(m["X"].rows()[:length])
        alone = layer(m, 2, 1, Rotary()).forward(prefix, prefix, causal(length)).Y.rows()
    for row, same in zip(alone, whole[:length], strict=True):
        for x, y in zip(row, same, strict=True):
            assert x.mid() == y.mid()
            assert x.rad() == y.rad()


@pytest.mark.parametrize(
    ("changed", "heads", "groups", "error", "message"),
    [
        ({}, 3, None, ValueError, "the 4 columns of W_Q do not split into 3"),
        ({}, 2, 3, ValueError, "2 heads cannot share 3 groups"),
        ({"W_K": (4, 6)}, 2, None, ShapeMismatch, "width d_k of a query is 2, but width of a key is 3"),
        ({"W_O": (3, 4)}, 2, None, ShapeMismatch, "rows of W_O is 3, but width of its input is 4"),
        ({"b_Q": (1, 3)}, 2, None, ShapeMismatch, "columns of b_Q is 3, but .* is 4"),
        ({"W_V": (5, 4)}, 2, None, ShapeMismatch, "rows of W_V is 5"),
    ],
)
def test_sizes_that_do_not_fit_are_named(changed: Any, heads: int, groups: Any, error: Any, message: str) -> None:
    field = Ball(64)
    shapes = {"W_Q": (4, 4), "W_K": (4, 4), "W_V": (4, 4), "W_O": (4, 4), **changed}
    with pytest.raises(error, match=message):
        MultiHead(**{name: field.zeros(*shape) for name, shape in shapes.items()}, heads=heads, groups=groups)


def test_an_odd_rotary_dimension_is_refused_when_the_layer_is_made() -> None:
    W = Ball(64).identity(3)
    with pytest.raises(ValueError, match="even head dimension; d_k is 3"):
        MultiHead(W, W, W, W, rotary=Rotary())
