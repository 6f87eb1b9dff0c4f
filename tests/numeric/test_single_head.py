"""Chapter 11 exactly: identities of its numbers, zeros that are structural, and what an update must not do."""

from __future__ import annotations

from typing import Any

import pytest

from numeric.embedding import TokenOutOfRange
from numeric.fields import Ball, Exact, Field, Float64, Mpf
from numeric.matrix import ShapeMismatch
from numeric.single_head import NAMES, backward, forward, parameters, update
from tests.numeric.worked_example import A, B, C, chapter, chapter_parameters, other_parameters


def test_probabilities_in_closed_form() -> None:
    field = Exact()
    p = chapter(field).first.p
    e = field.exp(field.num(1))
    x = field.exp(e / (e + 1))
    below = e**2 + x**2 + 1
    assert p.rows()[0] == [x**2 / below, e**2 / below, 1 / below]


def test_loss_in_closed_form() -> None:
    field = Exact()
    L = chapter(field).first.L
    e = field.exp(field.num(1))
    assert field.log(e**2 + field.exp(e / (e + 1)) ** 2 + 1) == L


def test_score_gradient_in_closed_form() -> None:
    field = Exact()
    run = chapter(field)
    e = field.exp(field.num(1))
    a, c = e / (e + 1), 1 / (e + 1)
    assert run.gradients.S[1, 0] == 2 * a * c * run.first.p[0, A]
    assert run.gradients.S[1, 1] == -run.gradients.S[1, 0]


def test_content_and_output_gradients_are_equal_only_at_the_initial_values() -> None:
    gradients = chapter(Exact()).gradients
    assert all(entry.is_zero() for row in (gradients.W_V - gradients.W_O).rows() for entry in row)
    θ = other_parameters()
    field = θ.E.field
    elsewhere = backward(field, θ, [A + 1, B + 1], C + 1, forward(field, θ, [A + 1, B + 1], C + 1))
    for row in (elsewhere.W_V - elsewhere.W_O).rows():
        for entry in row:
            assert entry.enclosure(128) != 0


def test_exact_zeros_and_ones_of_the_chapter() -> None:
    run = chapter(Exact())
    zeros = [run.first.A[0, 1], *run.gradients.S.rows()[0], *run.gradients.E.rows()[C], *run.gradients.R.rows()[0]]
    assert all(entry.is_zero() for entry in zeros)
    assert run.first.A[0, 0] == 1
    assert all(entry.enclosure(64) != 0 for entry in (run.gradients.U[0, C], run.gradients.U[1, C]))


@pytest.mark.parametrize("field", [Float64(), Mpf(30), Ball(64)], ids=lambda field: field.name)
def test_structural_zeros_hold_in_every_field(field: Field[Any]) -> None:
    run = chapter(field)
    for zero in (run.first.A[0, 1], run.gradients.S[0, 1], *run.gradients.E.rows()[C]):
        assert zero == 0


def test_the_exact_update_is_the_enclosed_one() -> None:
    exact, ball = chapter(Exact()).after, chapter(Ball(128)).after
    for (name, i, j, value), (_, _, _, enclosed) in zip(exact.entries(), ball.entries(), strict=True):
        assert enclosed.overlaps(value.enclosure(128)), (name, i, j)


def test_updating_U_first_gives_other_gradients() -> None:
    field = Ball(128)
    θ = chapter_parameters(field)
    f = forward(field, θ, (1, 2), 3)
    gradients = backward(field, θ, (1, 2), 3, f)
    mixed = θ.replaced(U=update(field, θ, gradients, field.num("0.1")).U)
    # New U and old forward: the two points mixed that §11.6 warns of. Then the consistent pass at the moved point.
    for f_other in (f, forward(field, mixed, (1, 2), 3)):
        other = backward(field, mixed, (1, 2), 3, f_other)
        for name in ("E", "W_Q", "W_K", "W_V", "W_O"):
            different = zip(gradients.matrix(name).rows(), other.matrix(name).rows(), strict=True)
            assert any(not x.overlaps(y) for row in different for x, y in zip(*row, strict=True)), name


def test_a_repeated_token_collects_both_gradients() -> None:
    field = Exact()
    θ = chapter_parameters(field)
    gradients = backward(field, θ, [1, 1], 3, forward(field, θ, [1, 1], 3))
    first, second = gradients.X.rows()
    assert gradients.E.rows()[A] == [x + y for x, y in zip(first, second, strict=True)]
    assert any(not x.is_zero() for x in first)
    assert all(x.is_zero() for row in gradients.E.rows()[1:] for x in row)


def test_entries_come_in_the_order_of_the_notes() -> None:
    entries = chapter_parameters(Ball(64)).entries()
    assert len(entries) == 24
    assert list(dict.fromkeys(name for name, *_ in entries)) == list(NAMES)
    assert entries[0][:3] == ("E", 0, 0)
    assert entries[-1][:3] == ("U", 1, 2)


@pytest.mark.parametrize(("tokens", "target", "named"), [([1, 4], 3, 4), ([0, 1], 3, 0), ([1, 2], 7, 7), ([-1], 3, -1)])
def test_a_token_out_of_range_is_named(tokens: list[int], target: int, named: int) -> None:
    field = Ball(64)
    with pytest.raises(TokenOutOfRange, match=rf"token id {named} is not in the vocabulary of 3 tokens \(ids 1 to 3\)"):
        forward(field, chapter_parameters(field), tokens, target)


def test_no_tokens_at_all() -> None:
    field = Ball(64)
    with pytest.raises(ValueError, match="no tokens"):
        forward(field, chapter_parameters(field), [], 3)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"W_Q": [[0], [1], [2]]}, "rows of W_Q is 3, but columns of E is 2"),
        ({"W_K": [[1, 0], [0, 1]]}, "columns of W_K is 2, but columns of W_Q is 1"),
        ({"W_V": [[1], [0]]}, "rows of W_O is 2, but columns of W_V is 1"),
        ({"W_O": [[1], [0]]}, "columns of W_O is 1, but columns of E is 2"),
        ({"U": [[1, 0], [0, 1]]}, "columns of U is 2, but rows of E is 3"),
    ],
)
def test_parameters_that_do_not_fit_are_named(changed: dict[str, list[list[int]]], message: str) -> None:
    field = Ball(64)
    with pytest.raises(ShapeMismatch, match=message):
        chapter_parameters(field).replaced(**{name: field.matrix(rows) for name, rows in changed.items()})


def test_any_shape_runs_in_every_field() -> None:
    """T = 3, N = 4, d = 3, d_k = 2, d_v = 1, all different, and √d_k irrational."""
    rows: dict[str, list[list[str | int]]] = {
        "E": [["1/2", 0, 1], [1, "-1/3", 0], [0, 1, "1/4"], [1, 1, 1]],
        "W_Q": [[1, 0], ["1/2", 1], [0, -1]],
        "W_K": [[0, 1], [1, "1/3"], [1, 0]],
        "W_V": [[1], ["1/2"], [-1]],
        "W_O": [[1, 0, "1/5"]],
        "U": [[1, 0, -1, "1/2"], [0, 1, 0, 1], [1, 1, "1/3", 0]],
    }
    results = []
    fields: list[Field[Any]] = [Exact(), Ball(128)]
    for field in fields:
        θ = parameters(field, **rows)
        f = forward(field, θ, [2, 4, 2], 1)
        results.append((f, backward(field, θ, [2, 4, 2], 1, f)))
    (exact_f, exact_g), (ball_f, ball_g) = results
    assert ball_f.L.overlaps(exact_f.L.enclosure(128))
    for name in NAMES:
        for exact_row, ball_row in zip(exact_g.matrix(name).rows(), ball_g.matrix(name).rows(), strict=True):
            for x, y in zip(exact_row, ball_row, strict=True):
                assert y.overlaps(x.enclosure(128))
