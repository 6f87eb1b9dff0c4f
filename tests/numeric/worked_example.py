"""The setting of chapter 11 and the six-decimal figures it prints, for the tests of the arithmetic."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from numeric.fields import Exact, ExactNumber, Field
from numeric.single_head import Forward, Gradients, Parameters, backward, forward, parameters, update

TOKENS, TARGET, ETA = (1, 2), 3, "0.1"
A, B, C = range(3)


def chapter_parameters(field: Field[Any]) -> Parameters[Any]:
    """The initial values of notes §11.1."""
    return parameters(
        field,
        E=[[1, 0], [0, 1], [1, 1]],
        W_Q=[[0], [1]],
        W_K=[[1], [0]],
        W_V=[[1, 0], [0, 1]],
        W_O=[[1, 0], [0, 1]],
        U=[[1, 0, -1], [0, 1, 0]],
    )


def other_parameters() -> Parameters[ExactNumber]:
    """A rational point without the accidents of the chapter's: nothing is symmetric, no two matrices are equal."""
    return parameters(
        Exact(),
        E=[["1/2", -1], ["2/3", "1/5"], [3, "-1/4"]],
        W_Q=[["1/3"], [-2]],
        W_K=[["3/2"], ["1/7"]],
        W_V=[[1, "-1/2"], ["2/5", "3/4"]],
        W_O=[["1/6", 2], [-1, "5/3"]],
        U=[["1/2", -1, "1/3"], ["2/7", "3/5", -1]],
    )


@dataclass(frozen=True)
class Chapter:
    """Forward, backward, update, forward."""

    field: Field[Any]
    before: Parameters[Any]
    first: Forward[Any]
    gradients: Gradients[Any]
    after: Parameters[Any]
    second: Forward[Any]


def chapter(field: Field[Any]) -> Chapter:
    before = chapter_parameters(field)
    first = forward(field, before, TOKENS, TARGET)
    gradients = backward(field, before, TOKENS, TARGET, first)
    after = update(field, before, gradients, field.num(ETA))
    return Chapter(field, before, first, gradients, after, forward(field, after, TOKENS, TARGET))


Place = Callable[[Chapter], Any]


def _matrix(of: Place, *rows: tuple[str, ...]) -> list[tuple[str, Place]]:
    def entry(i: int, j: int) -> Place:
        return lambda run: of(run)[i, j]

    return [(text, entry(i, j)) for i, row in enumerate(rows) for j, text in enumerate(row)]


PRINTED: list[tuple[str, Place]] = [
    *_matrix(lambda run: run.first.A.row(1), ("0.731059", "0.268941")),
    *_matrix(lambda run: run.first.h, ("0.731059", "1.268941")),
    *_matrix(lambda run: run.first.p, ("0.339660", "0.581626", "0.078714")),
    ("2.541928", lambda run: run.first.L),
    *_matrix(lambda run: run.gradients.logits, ("0.339660", "0.581626", "-0.921286")),
    *_matrix(lambda run: run.gradients.h, ("1.260945", "0.581626")),
    *_matrix(lambda run: run.gradients.S.row(1), ("0.133562", "-0.133562")),
    ("0.133562", lambda run: run.gradients.W_Q[1, 0]),
    *_matrix(lambda run: run.gradients.W_K, ("0.133562",), ("-0.133562",)),
    *_matrix(lambda run: run.gradients.W_V, ("0.921825", "0.425203"), ("0.339120", "0.156423")),
    *_matrix(lambda run: run.gradients.W_O, ("0.921825", "0.425203"), ("0.339120", "0.156423")),
    *_matrix(
        lambda run: run.gradients.U,
        ("0.248311", "0.425203", "-0.673514"),
        ("0.431008", "0.738049", "-1.169057"),
    ),
    *_matrix(lambda run: run.gradients.E, ("1.055387", "0.425203"), ("1.466503", "0.871611")),
    ("0.986644", lambda run: run.after.W_Q[1, 0]),
    ("0.116906", lambda run: run.after.U[1, 2]),
    ("0.713748", lambda run: run.second.A[1, 0]),
    *_matrix(lambda run: run.second.p, ("0.271374", "0.556819", "0.171807")),
    ("1.761382", lambda run: run.second.L),
]

EPSILON = Fraction(1, 10**5)
