"""Three routes to 24 gradients agree where the rules are right and disagree where they are broken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from flint import arb

from numeric import attention, single_head
from numeric.embedding import embedding_backward
from numeric.fields import Exact
from numeric.gradient_routes import central_difference_gap, float64_gaps, gradient_routes, largest
from numeric.matrix import Matrix
from numeric.projection import projection_backward
from numeric.softmax import softmax_backward
from tests.numeric.worked_example import EPSILON, TARGET, TOKENS, chapter_parameters, other_parameters


def agreeing(parameters: Any, tokens: Sequence[int] = TOKENS) -> set[str]:
    """The parameter matrices all of whose entries agree."""
    routes = gradient_routes(parameters, tokens, TARGET)
    return {entry.name for entry in routes} - {entry.name for entry in routes if not entry.agrees}


ALL = {"E", "W_Q", "W_K", "W_V", "W_O", "U"}


@pytest.mark.parametrize("point", [lambda: chapter_parameters(Exact()), other_parameters], ids=["chapter", "elsewhere"])
@pytest.mark.parametrize("tokens", [(1, 2), (1, 1), (2, 3, 2)], ids=str)
def test_three_routes_agree_on_every_entry(point: Any, tokens: tuple[int, ...]) -> None:
    routes = gradient_routes(point(), tokens, TARGET)
    assert [entry.agrees for entry in routes] == [True] * 24


def test_three_routes_agree_where_the_root_of_d_k_is_irrational() -> None:
    θ = other_parameters()
    field = θ.E.field
    wide = θ.replaced(
        W_Q=field.matrix([["1/3", 1], [-2, "1/2"]]),
        W_K=field.matrix([["3/2", -1], ["1/7", 2]]),
    )
    assert all(entry.agrees for entry in gradient_routes(wide, (3, 1, 2), TARGET))


def test_the_enclosure_by_difference_is_narrow_and_contains_the_derivative() -> None:
    for entry in gradient_routes(chapter_parameters(Exact()), TOKENS, TARGET, Fraction(1, 10**10)):
        assert entry.central_difference.rad() < arb(10) ** -20
        assert entry.central_difference.contains(entry.backward.enclosure(128))


def test_a_wrong_sign_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attention, "softmax_backward", lambda *arguments: [-x for x in softmax_backward(*arguments)])
    assert agreeing(chapter_parameters(Exact())) == ALL - {"E", "W_Q", "W_K"}
    assert agreeing(other_parameters()) == ALL - {"E", "W_Q", "W_K"}


def test_a_missing_transpose_is_seen_only_away_from_the_identity(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_transpose(X: Matrix[Any], W: Matrix[Any], Y_bar: Matrix[Any]) -> tuple[Matrix[Any], Matrix[Any]]:
        X_bar, W_bar = projection_backward(X, W, Y_bar)
        return (Y_bar @ W if W.shape[0] == W.shape[1] else X_bar), W_bar

    monkeypatch.setattr(single_head, "projection_backward", without_transpose)
    # The chapter's W_V = W_O = I hide the fault: its check passes although the rule is wrong.
    assert agreeing(chapter_parameters(Exact())) == ALL
    assert agreeing(other_parameters()) == {"W_O", "U"}


def test_a_dropped_residual_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    right = single_head.backward

    def without_residual(field: Any, parameters: Any, tokens: Sequence[int], target: int, forward: Any) -> Any:
        gradients = right(field, parameters, tokens, target, forward)
        E = embedding_backward(gradients.X - gradients.R, tokens, parameters.E.shape[0])
        return replace(gradients, E=E)

    monkeypatch.setattr(single_head, "backward", without_residual)
    for point in (chapter_parameters(Exact()), other_parameters()):
        assert agreeing(point) == ALL - {"E"}


def test_the_largest_central_difference_gap_of_the_chapter() -> None:
    gap = largest(central_difference_gap(chapter_parameters(Exact()), TOKENS, TARGET, EPSILON))
    assert (gap * 10**21 + arb(1) / 2).floor().unique_fmpz() == 8387010344
    assert gap < 3 * arb(10) ** -11


def test_the_gap_shrinks_with_the_square_of_the_step() -> None:
    θ = chapter_parameters(Exact())
    coarse, fine = (largest(central_difference_gap(θ, TOKENS, TARGET, step)) for step in (EPSILON, EPSILON / 10))
    assert 99 * fine < coarse
    assert coarse < 101 * fine


def test_double_precision_depends_on_the_order_of_evaluation() -> None:
    gaps = float64_gaps(chapter_parameters(Exact()), TOKENS, TARGET)
    assert len(gaps) == 6
    assert len(set(gaps.values())) > 1
    # Two losses below 4, each off by at most some forty roundings of 2⁻⁵², divided by 2·10⁻⁵.
    assert all(0 < gap < 1e-9 for gap in gaps.values())


def test_differences_need_a_rational_point() -> None:
    θ = chapter_parameters(Exact())
    field = θ.E.field
    with pytest.raises(ValueError, match=r"W_Q\[2,1\] = e is not rational"):
        central_difference_gap(θ.replaced(W_Q=field.matrix([[0], [field.exp(field.num(1))]])), TOKENS, TARGET)
